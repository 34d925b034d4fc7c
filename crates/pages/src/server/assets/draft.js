/** A layout under edit, which may break the rules, with its history. */
import { COLUMNS, ROWS } from './family.js';
import { klotski, size } from './rules.js';

/** @import { Cell } from './api.js' */
/** @import { Piece } from './rules.js' */

/**
 * A fault of a layout.
 * @typedef {{kind: 'overlap', column: number, row: number}
 *   | {kind: 'outside', column: number, row: number, shape: string}
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
    return this.check().cells.size === 0 ? klotski.print(this.pieces) : null;
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
   * @param {string} shape
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

  /** The faults, and the cells of overlapping pieces and of pieces that extend beyond the board. */
  check() {
    /** @type {Fault[]} */
    const faults = [];
    /** @type {Set<number>} */
    const cells = new Set();
    /** @type {Set<number>} */
    const taken = new Set();
    for (const piece of this.pieces) {
      const { shape, column, row } = piece;
      const all = klotski.cellsOf(piece);
      const inside = all.filter((cell) => klotski.onBoard(cell));
      const isOutside = inside.length < all.length;
      if (isOutside) faults.push({ kind: 'outside', column, row, shape });
      const twice = inside.find((cell) => taken.has(klotski.cellIndex(cell)));
      if (twice) faults.push({ kind: 'overlap', column: twice[0], row: twice[1] });
      for (const index of inside.map((cell) => klotski.cellIndex(cell))) {
        if (isOutside || taken.has(index)) cells.add(index);
        taken.add(index);
      }
    }
    const bigs = this.pieces.filter(({ shape }) => shape === '0').length;
    if (bigs === 0) faults.push({ kind: 'noBig' });
    if (bigs > 1) faults.push({ kind: 'manyBig' });
    if (COLUMNS * ROWS - taken.size < 2) faults.push({ kind: 'full' });
    return { faults, cells };
  }
}
