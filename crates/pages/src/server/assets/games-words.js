/** Texts of the solved games. */
import { counted, number } from './language.js';
import { pageWords } from './words.js';

/** @typedef {'win' | 'draw' | 'loss'} Value */

/** @param {Value} value @param {number | null} plies */
const note = (value, plies) => ({ win: `+${plies}`, draw: '=', loss: `−${plies}` })[value];

export const words = pageWords({
  lead: 'Two players place stones in turn. The first to complete a line wins. The result of every position is known, and the page shows the result of each move.',
  game: 'Game',
  own: 'Another game',
  columns: 'Columns',
  rows: 'Rows',
  inARow: 'In a row',
  gravity: 'Stones fall',
  misere: 'Completing a line loses',
  choose: 'Play this game',
  name: (/** @type {string} */ board, /** @type {number} */ k, /** @type {boolean} */ gravity, /** @type {boolean} */ misere) =>
    [board, `${k} in a row`, gravity ? 'stones fall' : '', misere ? 'completing a line loses' : ''].filter(Boolean).join(', '),
  ticTacToe: (/** @type {string} */ rules) => `Tic-tac-toe: ${rules}`,
  show: 'Show the result of each move',
  computer: 'The computer plays',
  nobody: 'neither side',
  side: { x: '× (first)', o: '○ (second)' },
  undo: 'Undo',
  again: 'New game',
  sign: { x: '×', o: '○' },
  toMove: (/** @type {string} */ side, /** @type {string} */ value) => `${side} to move: ${value}`,
  toMoveOnly: (/** @type {string} */ side) => `${side} to move`,
  won: (/** @type {string} */ side) => `${side} wins.`,
  drawn: 'A draw: no move is left.',
  value: (/** @type {Value} */ value, /** @type {number | null} */ plies) =>
    (plies === null ? 'draw' : `${value === 'win' ? 'win' : 'loss'} in ${counted(plies, 'move')}`),
  note,
  legend: 'With perfect play, the player who moves here wins (+n) or loses (−n) after n moves of both players; = is a draw.',
  stone: { x: 'cross', o: 'circle' },
  moves: 'Moves',
  played: (/** @type {string} */ side, /** @type {number} */ column, /** @type {number} */ row) =>
    `${side} to column ${column}, row ${row}.`,
  none: 'The game is over.',
  solving: 'Solving the game…',
}, {
  lead: '雙方輪流下子，先連成一線者勝。每個局面都已求解，每一步都會標出結果。',
  game: '遊戲',
  own: '自訂',
  columns: '欄數',
  rows: '列數',
  inARow: '幾子連線',
  gravity: '棋子會落下',
  misere: '連成一線者輸',
  choose: '開始遊戲',
  name: (board, k, gravity, misere) =>
    [board, `${k} 子連線`, gravity ? '棋子會落下' : '', misere ? '連成一線者輸' : ''].filter(Boolean).join('，'),
  ticTacToe: (rules) => `井字棋：${rules}`,
  show: '標出每一步的結果',
  computer: '電腦執',
  nobody: '不參與',
  side: { x: '×（先手）', o: '○（後手）' },
  undo: '悔棋',
  again: '新的一局',
  sign: { x: '×', o: '○' },
  toMove: (side, value) => `輪到 ${side}：${value}`,
  toMoveOnly: (side) => `輪到 ${side}`,
  won: (side) => `${side} 獲勝。`,
  drawn: '和局：沒有可下的位置。',
  value: (value, plies) =>
    (plies === null ? '和局' : `${number.hant(plies)} 手後${value === 'win' ? '獲勝' : '落敗'}`),
  note,
  legend: '雙方都下最佳著法時，下在此處的一方在雙方合計 n 手後獲勝（+n）或落敗（−n），= 表示和局。',
  stone: { x: '叉', o: '圈' },
  moves: '可下的位置',
  played: (side, column, row) => `${side} 下在第 ${column} 欄第 ${row} 列。`,
  none: '棋局已結束。',
  solving: '正在求解…',
}, {
  legend: '双方都下最佳着法时，下在此处的一方在双方合计 n 手后获胜（+n）或落败（−n），= 表示和棋。',
});
