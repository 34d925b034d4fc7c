/** A grid of cells to edit. */
import { el } from './dom.js';

/** @import { Cell } from './api.js' */

/**
 * The buttons of a grid, row by row. The one that was focused last is the only stop of the Tab key.
 * @param {number} columns
 * @param {number} rows
 * @param {(cell: Cell) => import('./dom.js').Attributes} attributes of the button of a cell
 */
export function cellGrid(columns, rows, attributes) {
  const cells = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => el('button', {
    type: 'button', role: 'gridcell', 'data-column': column, 'data-row': row, tabindex: column + row === 0 ? 0 : -1,
    onfocus: (/** @type {FocusEvent} */ { target }) => {
      for (const cell of cells.flat()) cell.tabIndex = cell === target ? 0 : -1;
    },
    ...attributes([column, row]),
  })));
  return cells;
}
