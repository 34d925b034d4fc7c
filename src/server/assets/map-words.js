/** Words of the map of a component. */
import { percent } from './words.js';

/** @typedef {import('./api.js').Cell} Cell */
/**
 * A position that the keyboard has led to, among those in its level, and how many moves lead where, if that is known.
 * @typedef {object} Cursor
 * @property {number} distance
 * @property {boolean} solvable
 * @property {string} place
 * @property {string} all
 * @property {{nearer: number, equal: number, farther: number} | null} moves
 */

/** @typedef {(size: string, most: number, metric: string, solvable: boolean) => string} Lead */

const moves = (/** @type {number} */ count) => (count === 1 ? '1 move' : `${count} moves`);

export const words = {
  en: {
    heading: 'Map',
    title: (/** @type {string} */ set) => `Map of a component of ${set}`,
    lead: /** @type {Lead} */ ((size, most, metric, solvable) =>
      `All ${size} positions that can reach one another, ` +
      (solvable ? 'by their distance to the win' : 'by their distance from the position asked for, since none is won') +
      `: at most ${most} (${metric}). Lines are moves.`),
    closer: 'Zoom in',
    away: 'Zoom out',
    whole: 'Whole map',
    near: 'To the marked position',
    field: 'Map. The arrow keys lead from position to position, Enter chooses one.',
    keys: 'Zoom by wheel or with two fingers, move by dragging, choose a position by a click. With keys: left and right ' +
      'follow a move that way, up and down lead to the positions of the same distance, Enter chooses, Escape takes that ' +
      'back, plus, minus and 0 zoom.',
    axis: 'Moves to the win: won positions on the left, the hardest on the right.',
    axisDead: 'Moves from the position asked for.',
    legend: {
      here: 'the marked position, and all its optimal ways',
      one: 'the marked position, and one of its optimal ways',
      place: 'the marked position',
      way: 'the chosen position, and a shortest way to it',
      won: 'won positions',
      node: 'positions',
      edge: 'moves',
      tree: 'moves: there are so many that each position has one, to a nearer one',
    },
    board: 'The marked position. Moving a piece moves the mark: the arrow keys lead from piece to piece, Enter takes one, ' +
      'and they then move it.',
    blocked: 'Blocked.',
    piece: (/** @type {string} */ shape, /** @type {number} */ column, /** @type {number} */ row) =>
      `${shape}, column ${column}, row ${row}`,
    here: 'The marked position',
    place: (/** @type {number} */ distance, /** @type {number} */ most, /** @type {number} */ nearer) =>
      (distance === 0 ? 'It is won.'
        : `${moves(distance)} from the win, of at most ${most}; ${percent(nearer)} of these positions are nearer.`),
    ways: (/** @type {string} */ many) => ` Its optimal ways lead through ${many} positions, this one included.`,
    dead: 'The win cannot be reached from here.',
    open: 'Open its page',
    set: (/** @type {string} */ set) => `Its place in ${set}`,
    chosen: 'The chosen position',
    none: 'None yet. Choose one on the map to see the way to it.',
    toWin: (/** @type {number} */ distance) => (distance === 0 ? 'It is won.' : `${moves(distance)} from the win.`),
    fromStart: (/** @type {number} */ distance) => `${moves(distance)} from the position asked for.`,
    mark: 'Mark this one',
    way: (/** @type {number} */ length, /** @type {boolean} */ toWin) =>
      (toWin ? `The way to the win: ${moves(length)}` : `The way to the chosen position: ${moves(length)}`),
    noWay: 'The way to a chosen position',
    move: (/** @type {string} */ shape, /** @type {Cell} */ from, /** @type {Cell} */ to) =>
      `${shape}: column ${from[0] + 1}, row ${from[1] + 1} to column ${to[0] + 1}, row ${to[1] + 1}`,
    play: 'Play the way',
    step: 'Step',
    cursor: (/** @type {Cursor} */ at) =>
      `${moves(at.distance)} ${at.solvable ? 'from the win' : 'away'}, number ${at.place} of ${at.all}.` +
      (at.moves ? ` Moves: ${at.moves.nearer} nearer, ${at.moves.equal} as far, ${at.moves.farther} farther.` : ''),
  },
  zh: {
    heading: '地圖',
    title: (/** @type {string} */ set) => `${set} 的一個連通分量的地圖`,
    lead: /** @type {Lead} */ ((size, most, metric, solvable) =>
      `能互相走到的全部 ${size} 個局面，` +
      (solvable ? '按到勝利的距離排列' : '其中沒有勝局，按離所問局面的距離排列') + `，最遠 ${most} 步（${metric}）。線段是走法。`),
    closer: '放大',
    away: '縮小',
    whole: '整張地圖',
    near: '到標記的局面',
    field: '地圖。方向鍵在局面之間移動，Enter 選取。',
    keys: '滾輪或雙指縮放，拖曳移動，點一下選取局面。用按鍵：左右鍵沿走法往左或往右，上下鍵到同樣距離的局面，' +
      'Enter 選取，Esc 取消，加號、減號和 0 縮放。',
    axis: '到勝利的步數：左邊是勝局，右邊是最難的局面。',
    axisDead: '離所問局面的步數。',
    legend: {
      here: '標記的局面，及其全部最短走法',
      one: '標記的局面，及一條最短走法',
      place: '標記的局面',
      way: '選取的局面，及到它的一條最短走法',
      won: '勝局',
      node: '局面',
      edge: '走法',
      tree: '走法太多，每個局面只畫一條通往更近局面的',
    },
    board: '標記的局面。移動棋子，標記也跟著移動：按方向鍵選棋子，按 Enter 拿起，再按方向鍵移動。',
    blocked: '走不動。',
    piece: (/** @type {string} */ shape, /** @type {number} */ column, /** @type {number} */ row) =>
      `${shape}，第 ${column} 欄第 ${row} 列`,
    here: '標記的局面',
    place: (/** @type {number} */ distance, /** @type {number} */ most, /** @type {number} */ nearer) =>
      distance === 0 ? '這是勝局。' : `距勝利 ${distance} 步，最遠 ${most} 步；地圖上有 ${percent(nearer)} 的局面更近。`,
    ways: (/** @type {string} */ many) => `最短走法一共經過 ${many} 個局面（含本局面）。`,
    dead: '從這裡無法走到勝利。',
    open: '開啟這個局面',
    set: (/** @type {string} */ set) => `在 ${set} 中的位置`,
    chosen: '選取的局面',
    none: '尚未選取。在地圖上選一個局面，就顯示到它的走法。',
    toWin: (/** @type {number} */ distance) => (distance === 0 ? '這是勝局。' : `距勝利 ${distance} 步。`),
    fromStart: (/** @type {number} */ distance) => `離所問局面 ${distance} 步。`,
    mark: '改為標記這個',
    way: (/** @type {number} */ length, /** @type {boolean} */ toWin) =>
      (toWin ? `到勝利的走法：${length} 步` : `到選取局面的走法：${length} 步`),
    noWay: '到選取局面的走法',
    move: (/** @type {string} */ shape, /** @type {Cell} */ from, /** @type {Cell} */ to) =>
      `${shape}：第 ${from[0] + 1} 欄第 ${from[1] + 1} 列到第 ${to[0] + 1} 欄第 ${to[1] + 1} 列`,
    play: '播放走法',
    step: '一步',
    cursor: (/** @type {Cursor} */ at) =>
      `${at.solvable ? '距勝利' : '離'} ${at.distance} 步，第 ${at.place} 個，共 ${at.all} 個。` +
      (at.moves ? `走法：更近 ${at.moves.nearer}，一樣 ${at.moves.equal}，更遠 ${at.moves.farther}。` : ''),
  },
};
