/** The board of the family that is served. For boards other than 4x5 the server generates this module. */

export const COLUMNS = 4;
export const ROWS = 5;

/** The big piece's top-left cell in a goal position. @type {import('./api.js').Cell} */
export const GOAL = [1, 3];

/** The position shown first, or its name. */
export const START = '橫刀立馬';

/** The notations of its positions. */
export const NOTATIONS = /** @type {const} */ (['grid', 'letters', 'paper-array', 'paper-value', 'code36', 'glyph', 'pretty']);
