/** Texts of the map of a component. */
import { agree, counted, number, percent } from './language.js';
import { pageWords, text } from './words.js';

/** @import { Cell } from './api.js' */
/**
 * A position that the keyboard selects: its place in its level, and its moves by their effect, if known.
 * @typedef {object} Cursor
 * @property {number} distance
 * @property {boolean} solvable
 * @property {number} place
 * @property {number} all
 * @property {{nearer: number, equal: number, farther: number} | null} moves
 */

/** @param {number} count */
const moves = (count) => counted(count, 'move');

export const words = pageWords({
  title: text((/** @type {string} */ set) => `Map of a component of ${set}`, (set) => `${set} 的一個連通分量的地圖`),
  puzzleTitle: text((/** @type {string} */ name) => `Map of ${name}`, (name) => `${name}的地圖`),
  lead: text((/** @type {number} */ size, /** @type {number} */ most, /** @type {string} */ metric, /** @type {boolean} */ solvable) =>
      `Dots are positions, lines are moves. This component has ${counted(size, 'position')}` +
      (solvable ? ', in order of their distance to the goal'
        : ' and no goal position. Their order is the distance from the position with which the map was opened') +
      `: at most ${number.en(most)} (${metric}).`,
    (size, most, metric, solvable) => `圓點是局面，線段是走法。這個連通分量有 ${number.hant(size)} 個局面，` +
      (solvable ? '按到目標的距離排列' : '都無法到達目標，按離開啟地圖時的局面的距離排列') +
      `，最遠 ${number.hant(most)} 步（${metric}）。`,
    (size, most, metric, solvable) => `圆点表示局面，线段表示走法。这个连通分量有 ${number.hans(size)} 个局面，` +
      (solvable ? '按到目标的距离排列' : '都无法到达目标，按离打开地图时的局面的距离排列') +
      `，最远 ${number.hans(most)} 步（${metric}）。`),
  closer: text('Zoom in', '放大'),
  away: text('Zoom out', '縮小'),
  whole: text('Whole map', '整張地圖'),
  near: text('To the marked position', '移到標記的局面'),
  inSpace: text('3-D', '立體'),
  noWebGl: text('3-D needs WebGL', '立體地圖需要 WebGL'),
  field: text('Map. Arrow keys select a position, Enter chooses it.', '地圖。用方向鍵移到局面，按 Enter 選取。'),
  keys: text('Zoom with the wheel or two fingers. Drag to move the map. Click to choose a position. Keys: left and right ' +
      'follow a move; up and down select a position at the same distance; Enter chooses; Escape cancels the choice; ' +
      '+ and − zoom; 0 shows the whole map.',
    '用滾輪或雙指縮放，拖曳移動地圖，點一下選取局面。按鍵：左右鍵沿走法移動，上下鍵移到距離相同的局面，' +
      'Enter 選取，Esc 取消，加號、減號縮放，0 顯示整張地圖。'),
  keysInSpace: text('Drag to turn the map. Zoom with the wheel or two fingers; two fingers, or a drag with the Shift key, move ' +
      'the map. Click to choose a position. Keys: arrow keys with Shift turn; left and right follow a move; up and down ' +
      'select a position at the same distance; Enter chooses; Escape cancels the choice; + and − zoom; 0 shows the whole map.',
    '拖曳轉動地圖，用滾輪或雙指縮放，雙指拖曳或按住 Shift 拖曳可移動，點一下選取局面。按鍵：Shift 加方向鍵轉動，' +
      '左右鍵沿走法移動，上下鍵移到距離相同的局面，Enter 選取，Esc 取消，加號、減號縮放，0 顯示整張地圖。'),
  axis: text('Moves to the goal: goal positions on the left, the hardest positions on the right.', '到目標的步數：左邊是目標局面，右邊是最難的局面。'),
  axisDead: text('Moves from the position with which the map was opened.', '離開啟地圖時的局面的步數。'),
  legend: {
    here: text('marked position with all optimal solutions', '標記的局面及其全部最佳解法'),
    one: text('marked position with one optimal solution', '標記的局面及一種最佳解法'),
    place: text('marked position', '標記的局面'),
    path: text('chosen position with a shortest path to it', '選取的局面及到它的最短路徑'),
    own: text('your path; dots: here a detour began', '你的走法，圓點是開始繞路的地方'),
    goal: text('goal positions', '目標局面'),
    node: text('positions', '局面'),
    ramp: text('positions, from the goal to the greatest distance', '局面，從目標到最遠的距離'),
    rampDead: text('positions, from near to far', '局面，由近到遠'),
    edge: text('moves', '走法'),
    tree: text('moves: only one per position, to a nearer position, because there are many', '走法：因為太多，每個局面只畫一條通往更近局面的走法'),
  },
  board: text('The marked position. Moving a piece moves the mark. Arrow keys select a piece, Enter takes it, and arrow keys then move it.',
    '標記的局面。移動棋子時，標記也跟著移動。用方向鍵選棋子，按 Enter 拿起，再用方向鍵移動。'),
  here: text('The marked position', '標記的局面'),
  place: text((/** @type {number} */ distance, /** @type {number} */ most, /** @type {number} */ nearer) =>
      (distance === 0 ? 'It is a goal position.'
        : `${moves(distance)} from the goal, of at most ${number.en(most)}. ` +
          `${percent('en', nearer)} of these positions are nearer.`),
    (distance, most, nearer) =>
      (distance === 0 ? '這是目標局面。'
        : `距目標 ${number.hant(distance)} 步，最遠 ${number.hant(most)} 步；地圖上有 ${percent('hant', nearer)} 的局面更近。`)),
  optimal: text((/** @type {number} */ many) => ` Its optimal solutions pass through ${counted(many, 'position')}, including this one.`,
    (many) => `最佳解法一共經過 ${number.hant(many)} 個局面（含這個局面）。`),
  open: text('Open this position', '開啟這個局面'),
  set: text((/** @type {string} */ set) => `Its rank in ${set}`, (set) => `在 ${set} 中的排名`),
  chosen: text('The chosen position', '選取的局面'),
  none: text('Choose a position on the map to see a shortest path to it from the marked position.', '在地圖上選取一個局面，就會顯示從標記的局面到它的最短路徑。'),
  toGoal: text((/** @type {number} */ distance) => (distance === 0 ? 'It is a goal position.' : `${moves(distance)} from the goal.`),
    (distance) => (distance === 0 ? '這是目標局面。' : `距目標 ${number.hant(distance)} 步。`)),
  fromStart: text((/** @type {number} */ distance) => `${moves(distance)} from the position with which the map was opened.`,
    (distance) => `離開啟地圖時的局面 ${number.hant(distance)} 步。`),
  mark: text('Mark this position', '標記這個局面'),
  movesAway: text((/** @type {number} */ count) => `${moves(count)} from the marked position.`, (count) => `離標記的局面 ${number.hant(count)} 步。`),
  files: text('Download this graph:', '下載這張圖：', '下载该图：'),
  filesTree: text('The files have one move per position, as the map has.', '檔案與地圖一樣，每個局面只有一步走法。'),
  path: text((/** @type {number} */ length, /** @type {boolean} */ toGoal) =>
      (toGoal ? `Solution: ${moves(length)}` : `Path to the chosen position: ${moves(length)}`),
    (length, toGoal) => (toGoal ? `解法：${number.hant(length)} 步` : `到選取局面的路徑：${number.hant(length)} 步`)),
  noPath: text('Path to a chosen position', '到選取局面的路徑'),
  move: text((/** @type {string} */ shape, /** @type {Cell} */ from, /** @type {Cell} */ to) =>
      `${shape}: column ${from[0] + 1}, row ${from[1] + 1} to column ${to[0] + 1}, row ${to[1] + 1}`,
    (shape, from, to) => `${shape}：第 ${from[0] + 1} 欄第 ${from[1] + 1} 列到第 ${to[0] + 1} 欄第 ${to[1] + 1} 列`),
  play: text('Play the path', '播放路徑'),
  cursor: text((/** @type {Cursor} */ at) =>
      `${moves(at.distance)} ${at.solvable ? 'from the goal' : 'away'}, number ${number.en(at.place)} of ${number.en(at.all)}.` +
      (at.moves
        ? ` ${number.en(at.moves.nearer)} ${agree(at.moves.nearer, 'move leads', 'moves lead')} to nearer positions, ` +
          `${number.en(at.moves.equal)} to the same distance, ${number.en(at.moves.farther)} to farther positions.`
        : ''),
    (at) => `${at.solvable ? '距目標' : '距離'} ${number.hant(at.distance)} 步，共 ${number.hant(at.all)} 個，這是第 ${number.hant(at.place)} 個。` +
      (at.moves
        ? `走法：更近 ${number.hant(at.moves.nearer)}，相同 ${number.hant(at.moves.equal)}，更遠 ${number.hant(at.moves.farther)}。`
        : '')),
});
