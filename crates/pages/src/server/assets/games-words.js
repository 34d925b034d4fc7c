/** Texts of the solved games. */
import { counted, number } from './language.js';
import { pageWords, text } from './words.js';

/** @typedef {'win' | 'draw' | 'loss'} Value */

/** @param {Value} value @param {number | null} plies */
const note = (value, plies) => ({ win: `+${plies}`, draw: '=', loss: `−${plies}` })[value];

export const words = pageWords({
  lead: text('Two players place stones in turn. The first to complete a line wins. The result of every position is known, and the page shows the result of each move.',
    '雙方輪流下子，先連成一線者勝。每個局面都已求解，每一步都會標出結果。'),
  game: text('Game', '遊戲'),
  own: text('Another game', '自訂'),
  columns: text('Columns', '欄數'),
  rows: text('Rows', '列數'),
  inARow: text('In a row', '幾子連線'),
  gravity: text('Stones fall', '棋子會落下'),
  misere: text('Completing a line loses', '連成一線者輸'),
  choose: text('Play this game', '開始遊戲'),
  name: text((/** @type {string} */ board, /** @type {number} */ k, /** @type {boolean} */ gravity, /** @type {boolean} */ misere) =>
      [board, `${k} in a row`, gravity ? 'stones fall' : '', misere ? 'completing a line loses' : ''].filter(Boolean).join(', '),
    (board, k, gravity, misere) =>
      [board, `${k} 子連線`, gravity ? '棋子會落下' : '', misere ? '連成一線者輸' : ''].filter(Boolean).join('，')),
  ticTacToe: text((/** @type {string} */ rules) => `Tic-tac-toe: ${rules}`, (rules) => `井字棋：${rules}`),
  show: text('Show the result of each move', '標出每一步的結果'),
  computer: text('The computer plays', '電腦執'),
  nobody: text('neither side', '不參與'),
  side: text({ x: '× (first)', o: '○ (second)' }, { x: '×（先手）', o: '○（後手）' }),
  undo: text('Undo', '悔棋'),
  again: text('New game', '新的一局'),
  sign: { x: '×', o: '○' },
  toMove: text((/** @type {string} */ side, /** @type {string} */ value) => `${side} to move: ${value}`,
    (side, value) => `輪到 ${side}：${value}`),
  toMoveOnly: text((/** @type {string} */ side) => `${side} to move`, (side) => `輪到 ${side}`),
  won: text((/** @type {string} */ side) => `${side} wins.`, (side) => `${side} 獲勝。`),
  drawn: text('A draw: no move is left.', '和局：沒有可下的位置。'),
  value: text((/** @type {Value} */ value, /** @type {number | null} */ plies) =>
      (plies === null ? 'draw' : `${value === 'win' ? 'win' : 'loss'} in ${counted(plies, 'move')}`),
    (value, plies) =>
      (plies === null ? '和局' : `${number.hant(plies)} 手後${value === 'win' ? '獲勝' : '落敗'}`)),
  note,
  legend: text('With perfect play, the player who moves here wins (+n) or loses (−n) after n moves of both players; = is a draw.',
    '雙方都下最佳著法時，下在此處的一方在雙方合計 n 手後獲勝（+n）或落敗（−n），= 表示和局。',
    '双方都下最佳着法时，下在此处的一方在双方合计 n 手后获胜（+n）或落败（−n），= 表示和棋。'),
  stone: text({ x: 'cross', o: 'circle' }, { x: '叉', o: '圈' }),
  moves: text('Moves', '可下的位置'),
  played: text((/** @type {string} */ side, /** @type {number} */ column, /** @type {number} */ row) =>
      `${side} to column ${column}, row ${row}.`,
    (side, column, row) => `${side} 下在第 ${column} 欄第 ${row} 列。`),
  none: text('The game is over.', '棋局已結束。'),
  solving: text('Solving the game…', '正在求解…'),
});
