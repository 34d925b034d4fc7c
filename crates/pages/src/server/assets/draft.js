/** A layout under edit, which may break the rules, with its history. */
import { COLUMNS, ROWS } from './family.js';
import { klotski, size } from './rules.js';

/** @import { Cell, Shape } from './api.js' */
/** @typedef {import('./rules.js').Piece<Shape>} Piece */

/**
 * A fault of a layout.
 * @typedef {{kind: 'overlap', column: number, row: number}
 *   | {kind: 'outside', column: number, row: number, shape: Shape}
 *   | {kind: 'noBig' | 'manyBig' | 'full'}} Fault
 */

export class Draft {
  /** @type {Piece[]} */
  pieces;
  /** @type {Piece[][]} */
  #before = [];

  /** @param {string} text */
  constructor(text) {
    this.pieces = klotski.parse(text) ?? [];
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  /** The text of the position; null if pieces overlap or extend beyond the board. */
  get text() {
    return this.faultyCells().size === 0 ? klotski.print(this.pieces) : null;
  }

  /** @param {Piece[]} pieces */
  change(pieces) {
    this.#before.push(this.pieces);
    this.pieces = pieces;
  }

  undo() {
    this.pieces = this.#before.pop() ?? this.pieces;
  }

  /**
   * The index of the piece that covers a cell, the last placed if there are several; -1 for none.
   * @param {Cell} cell
   */
  at(cell) {
    return this.pieces.reduce((found, piece, index) =>
      (klotski.cellsOf(piece).some(([column, row]) => column === cell[0] && row === cell[1]) ? index : found), -1);
  }

  /**
   * Places a shape with its top-left corner on a cell. `erase`, or a shape that is there already, removes the piece.
   * @param {Shape | 'erase'} shape
   * @param {Cell} cell
   */
  place(shape, cell) {
    const at = this.at(cell);
    const others = this.pieces.filter((_, index) => index !== at);
    if (shape === 'erase' || this.pieces[at]?.shape === shape) {
      if (at >= 0) this.change(others);
    } else {
      this.change([...others, { shape, column: cell[0], row: cell[1] }]);
    }
  }

  mirror() {
    this.change(this.pieces.map((piece) => ({ ...piece, column: COLUMNS - size(klotski.kind(piece.shape)).width - piece.column })));
  }

  /** Cells of overlapping pieces, and of pieces that extend beyond the board. */
  faultyCells() {
    /** @type {Set<number>} */
    const faulty = new Set();
    /** @type {Set<number>} */
    const taken = new Set();
    for (const piece of this.pieces) {
      const cells = klotski.cellsOf(piece);
      const outside = !cells.every((cell) => klotski.onBoard(cell));
      for (const cell of cells.filter((cell) => klotski.onBoard(cell))) {
        const index = klotski.cellIndex(cell);
        if (outside || taken.has(index)) faulty.add(index);
        taken.add(index);
      }
    }
    return faulty;
  }

  /** @returns {Fault[]} */
  faults() {
    /** @type {Fault[]} */
    const faults = [];
    /** @type {Set<number>} */
    const taken = new Set();
    for (const { shape, column, row } of this.pieces) {
      const cells = klotski.cellsOf({ shape, column, row });
      if (!cells.every((cell) => klotski.onBoard(cell))) faults.push({ kind: 'outside', column, row, shape });
      const twice = cells.find((cell) => taken.has(klotski.cellIndex(cell)) && klotski.onBoard(cell));
      if (twice) faults.push({ kind: 'overlap', column: twice[0], row: twice[1] });
      for (const cell of cells.filter((cell) => klotski.onBoard(cell))) taken.add(klotski.cellIndex(cell));
    }
    const bigs = this.pieces.filter(({ shape }) => shape === 'big').length;
    if (bigs === 0) faults.push({ kind: 'noBig' });
    if (bigs > 1) faults.push({ kind: 'manyBig' });
    if (COLUMNS * ROWS - taken.size < 2) faults.push({ kind: 'full' });
    return faults;
  }
}
