/** <puzzle-board>: a position of any puzzle, with the same controls as the 4x5 board. */
import { Board, CELL, MARGIN } from './board.js';
import { svg } from './dom.js';
import { draw, outline } from './puzzle-picture.js';
import { size } from './rules.js';

/** @import { Cell } from './api.js' */
/** @import { Piece, Rules } from './rules.js' */

/**
 * The name of a piece, by its sign or its size.
 * @param {import('./puzzle-words.js').Words} words
 * @param {Rules} rules
 * @param {string} shape
 */
export function pieceName(words, rules, shape) {
  const kind = rules.kind(shape);
  const { width, height } = size(kind);
  return words.pieceName(kind.signs, `${width}×${height}`);
}

export class PuzzleBoard extends Board {
  #rules;

  /** @param {Rules} rules */
  constructor(rules) {
    super(rules);
    this.#rules = rules;
  }

  /**
   * @override
   * @param {string} position
   */
  picture(position) {
    const picture = draw(this.#rules, this.#rules.parse(position) ?? []);
    // The board sets the places of its pieces.
    for (const piece of picture.querySelectorAll('[data-shape]')) piece.removeAttribute('transform');
    return picture;
  }

  /**
   * @override
   * @param {string} written
   */
  shapeOf(written) {
    return written;
  }

  /**
   * @override
   * @param {Piece} piece
   * @param {Cell} to
   */
  ghost(piece, [column, row]) {
    const { cells } = this.#rules.kind(piece.shape);
    const transform = `translate(${MARGIN + CELL * column} ${MARGIN + CELL * row})`;
    return svg('path', { class: 'ghost', d: outline(cells, 10), transform });
  }

  /**
   * No piece leaves the board.
   * @override
   */
  finish() {}
}

customElements.define('puzzle-board', PuzzleBoard);
