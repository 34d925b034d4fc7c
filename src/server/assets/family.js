/** The board of the family that is served. Of another than 4x5 the server writes this itself. */

export const COLUMNS = 4;
export const ROWS = 5;

/** The big piece's top-left cell in a won position. @type {import('./api.js').Cell} */
export const GOAL = [1, 3];

/** What is shown first: a position, or the name of one. */
export const START = '橫刀立馬';

/** The notations in which its positions are written. */
export const NOTATIONS = /** @type {const} */ (['grid', 'letters', 'paper-array', 'paper-value', 'code36', 'glyph', 'pretty']);
