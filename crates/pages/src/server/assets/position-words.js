/** Texts of the board page. */
import { counted, number } from './language.js';
import { pageWords, text } from './words.js';

/** @type {Record<string, string>} */
const RIGHT_DOWN_LEFT_UP = { '→': 'right', '↓': 'down', '←': 'left', '↑': 'up' };
/** Both Chinese scripts write the directions alike. @type {Record<string, string>} */
const CHINESE = { '→': '右', '↓': '下', '←': '左', '↑': '上' };

/**
 * @param {number} moves
 * @param {string} metric its name, or empty
 */
export function movesIn(moves, metric) {
  return counted(moves, metric === '' ? 'move' : `${metric.toLowerCase()} move`);
}

export const words = pageWords({
  intro: text('Klotski is a sliding-block puzzle: slide the blocks, and bring the red one to the exit at the bottom.',
    '華容道是滑塊遊戲：移動棋子，讓紅色大塊從下方的出口離開。'),
  movesMade: text('Moves', '步數'),
  fewest: text('Fewest possible', '最少'),
  yourBest: text('Your best', '你的最佳'),
  withHelp: text('with help', '用了輔助'),
  showAnalysis: text('Show analysis (counts as help)', '顯示分析（算作輔助）'),
  hideAnalysis: text('Hide analysis', '隱藏分析'),
  boardText: text('Board as text', '用文字讀棋盤'),
  emptyCells: text('Empty', '空格'),
  nextPuzzle: text('Next', '下一題'),
  keys: text('Arrow keys select a piece, Enter takes it, and arrow keys then move it.', '用方向鍵選棋子，按 Enter 拿起，再用方向鍵移動。'),
  position: text('Position', '局面'),
  pieceSet: text('Piece set', '棋子組合'),
  nowAt: text('Now at', '目前局面'),
  directions: text((/** @type {string} */ arrows) => [...arrows].map((arrow) => RIGHT_DOWN_LEFT_UP[arrow]).join(', '),
    (arrows) => `向${[...arrows].map((arrow) => CHINESE[arrow]).join('、')}`),
  distances: text('Distance to the goal', '到目標的距離'),
  made: text('Made', '已走'),
  best: text('Optimum', '最少'),
  onTrack: text('No detour so far.', '目前沒有繞路。'),
  detour: text((/** @type {number} */ moves) => `Detour so far: ${counted(moves, 'move')}.`, (moves) => `目前多繞了 ${number.hant(moves)} 步。`),
  goalReached: text('The big piece has reached its goal.', '大塊已到目標位置。'),
  unsearched: text('This puzzle is too large for a search here. You can play it, but without distances and hints.', '這個謎題太大，無法在這裡搜尋。可以遊玩，但沒有距離和提示。'),
  ofMost: text((/** @type {number} */ distance, /** @type {number} */ most) =>
      `This position: ${counted(distance, 'move')} from the goal; the farthest solvable position: ${number.en(most)}. `,
    (distance, most) => `這個局面：${number.hant(distance)} 步，最遠 ${number.hant(most)} 步。`),
  ofAll: text((/** @type {number} */ all) => `the ${counted(all, 'solvable position')} with these pieces`,
    (all) => `這些棋子共有 ${number.hant(all)} 個可解局面`),
  standing: text((/** @type {string} */ share, /** @type {string} */ all) => `It is farther from the goal than ${share} of ${all}.`,
    (share, all) => `${all}，這個局面比其中 ${share} 離目標更遠。`),
  farthest: text((/** @type {string} */ all) => `None of ${all} is farther from the goal.`, (all) => `${all}，沒有一個離目標更遠。`),
  nearest: text((/** @type {string} */ all) => `None of ${all} is nearer to the goal.`, (all) => `${all}，沒有一個離目標更近。`),
  component: text((/** @type {number} */ size, /** @type {number} */ all) =>
      `You can reach ${counted(size, 'position')} from here. These pieces have ${counted(all, 'position')} in all.`,
    (size, all) => `從這裡能到達 ${number.hant(size)} 個局面；這些棋子共有 ${number.hant(all)} 個局面。`),
  dead: text(' None of them is a goal position.', '其中沒有目標局面。'),
  histogram: text((/** @type {string} */ set, /** @type {string} */ metric) => `Number of positions of ${set} at each distance (${metric})`,
    (set, metric) => `${set} 各距離的局面數（${metric}）`),
  where: text('Among all positions', '在所有局面之中', '在所有局面中'),
  allMetrics: text('Its rank in all metrics', '三種計步法的排名'),
  map: text('Map of the positions', '局面的地圖'),
  moves: text('Moves from here', '可行的走法'),
  closer: text('nearer', '更近'),
  equal: text('same', '相同'),
  farther: text('farther', '更遠'),
  loses: text('loses', '再也無法完成'),
  passes: text('through a door', '經過門'),
  toGo: text((/** @type {number} */ left) => `${number.en(left)} to go`, (left) => `還要 ${number.hant(left)} 步`),
  nowToGo: text((/** @type {number} */ left) => ` ${number.en(left)} to go.`, (left) => `還要 ${number.hant(left)} 步。`),
  computingHint: text('Computing a hint… Any move cancels it.', '正在計算提示…移動棋子即可取消。'),
  computingSolution: text('Computing a solution… Any move cancels it.', '正在計算解法…移動棋子即可取消。'),
  redo: text('Redo', '重做'),
  restart: text('Restart', '重來'),
  demo: text('Solution', '解法'),
  demoTitle: text('Demonstrate an optimal solution (Space)', '示範一種最佳解法（空白鍵）'),
  stepTitle: text('Make one optimal move', '走一步最佳走法'),
  speed: text('Speed', '速度'),
  perSecond: text((/** @type {number} */ moves) => `${number.en(moves)} per second`, (moves) => `每秒 ${number.hant(moves)} 步`),
  mirror: text('Mirror image', '鏡像'),
  hinted: text((/** @type {string} */ piece, /** @type {string} */ path) => `Hint: ${piece}: ${path}.`, (piece, path) => `提示：${piece}，${path}。`),
  movedTo: text((/** @type {string} */ shape, /** @type {string} */ place) => `${shape} to ${place}.`, (shape, place) => `${shape}移到${place}。`),
  hasLeft: text((/** @type {string} */ shape) => `${shape} has left the board.`, (shape) => `${shape}已離開棋盤。`),
  hasBecome: text((/** @type {string} */ shape, /** @type {string} */ next) => `${shape} has become ${next}.`, (shape, next) => `${shape}變成${next}。`),
  becomes: text((/** @type {string} */ next) => `after its first door ${next}`, (next) => `過門後變成${next}`),
  frozen: text((/** @type {number} */ waits) => `frozen until ${counted(waits, 'more piece')} ${waits === 1 ? 'has' : 'have'} left`,
    (waits) => `不能移動，還要離開 ${number.hant(waits)} 塊`),
  beside: text({
      left: (/** @type {number[]} */ rows) => `left of row ${rows.join(', ')}`, right: (/** @type {number[]} */ rows) => `right of row ${rows.join(', ')}`,
      top: (/** @type {number[]} */ columns) => `above column ${columns.join(', ')}`,
      bottom: (/** @type {number[]} */ columns) => `below column ${columns.join(', ')}`,
    },
    {
      left: (rows) => `第 ${rows.join('、')} 列左側`, right: (rows) => `第 ${rows.join('、')} 列右側`,
      top: (columns) => `第 ${columns.join('、')} 欄上方`, bottom: (columns) => `第 ${columns.join('、')} 欄下方`,
    },
    {
      left: (rows) => `第 ${rows.join('、')} 行左侧`, right: (rows) => `第 ${rows.join('、')} 行右侧`,
      top: (columns) => `第 ${columns.join('、')} 列上方`, bottom: (columns) => `第 ${columns.join('、')} 列下方`,
    }),
  door: text((/** @type {string} */ owners, /** @type {string} */ place, /** @type {number} */ waits) =>
      `Door of ${owners}: ${place}${waits === 0 ? '' : `, closed until ${counted(waits, 'more piece')} ${waits === 1 ? 'has' : 'have'} left`}`,
    (owners, place, waits) => `${owners} 的門：${place}${waits === 0 ? '' : `，再離開 ${number.hant(waits)} 塊後打開`}`),
  lost: text('You can no longer win from here: the pieces that are left cannot reach the goal.', '從這裡已無法完成：其他棋子到不了目標。'),
  goBack: text('Back to where you could still win', '回到還能完成的局面'),
  solvedTitle: text('Solved', '解開了'),
  colon: text(': ', '：'),
  semicolon: text('; ', '；'),
  stop: text('. ', '。'),
  solvedOptimal: text((/** @type {number} */ moves, /** @type {string} */ metric) => `${movesIn(moves, metric)}. This is an optimal solution.`,
    (moves, metric) => `共 ${number.hant(moves)} 步${metric && `（${metric}）`}，這是最佳解法。`),
  solvedIn: text((/** @type {number} */ moves, /** @type {number} */ best, /** @type {string} */ metric) =>
      `${movesIn(moves, metric)}. The fewest possible are ${number.en(best)}.`,
    (moves, best, metric) => `共 ${number.hant(moves)} 步${metric && `（${metric}）`}，最少是 ${number.hant(best)} 步。`,
    (moves, best, metric) => `共 ${number.hans(moves)} 步${metric && `（${metric}）`}，最少为 ${number.hans(best)} 步。`),
  record: text('Your best result for this start.', '這是你這一局的最佳成績。'),
  ownBest: text((/** @type {number} */ best) => `Your best result for this start: ${number.en(best)}.`,
    (best) => `你這一局的最佳成績是 ${number.hant(best)} 步。`),
  helped: text('You used help (analysis, hint or solution), so this does not count as your own. Restart, and try it without help.',
    '你用了輔助（分析、提示或解法），所以不計入你的成績。請重來，不用輔助再試一次。'),
  again: text('Again', '再來一次'),
  yourPath: text('Your path', '你的走法'),
  pathLabel: text((/** @type {number} */ made, /** @type {number} */ least) =>
      `Distance to the goal after each of your ${counted(made, 'move')}; the fewest possible are ${number.en(least)}.`,
    (made, least) => `你走了 ${number.hant(made)} 步，每步之後到目標的距離；最少是 ${number.hant(least)} 步。`),
  noDetour: text('No detours: every move led nearer to the goal.', '沒有繞路：每一步都更接近目標。'),
  detourFrom: text((/** @type {number} */ move, /** @type {number} */ cost) =>
      `From move ${number.en(move)}, you went astray for ${counted(cost, 'move')}.`,
    (move, cost) => `從第 ${number.hant(move)} 步起，多繞了 ${number.hant(cost)} 步。`),
  tryHere: text('Try from here', '從這裡再試'),
  saveAttempts: text((/** @type {number} */ many) => `Save ${counted(many, 'solution')} of yours as CSV`,
    (many) => `把你的 ${number.hant(many)} 次解法存成 CSV`),
  attemptsHelp: text('This browser keeps your last solutions. This command compares each move with the best ones:',
    '這個瀏覽器保存你最近的解法。用這個指令可以逐步和最佳走法比較：'),
  harder: text((/** @type {string} */ name, /** @type {number} */ distance) => `Harder: ${name} (${number.en(distance)})`,
    (name, distance) => `更難的：${name}（${number.hant(distance)} 步）`),
  hardest: text('The hardest positions', '最難的局面'),
  close: text('Close', '關閉'),
  keyHelp: text('Keys', '鍵盤操作'),
  keyList: text([
      ['Tab', 'go to the board'], ['← ↑ → ↓', 'select another piece'], ['Enter, Space', 'take the piece'],
      ['← ↑ → ↓', 'move it by one cell'], ['Enter, Esc', 'release it'],
      ['H', 'hint'], ['B', 'read the board'], ['U, Ctrl+Z', 'undo'], ['R, Ctrl+Y', 'redo'], ['Space (outside the board)', 'play or pause the demonstration'],
    ],
    [
      ['Tab', '移到棋盤'], ['← ↑ → ↓', '選棋子'], ['Enter、空白鍵', '拿起棋子'],
      ['← ↑ → ↓', '移動一格'], ['Enter、Esc', '放開棋子'],
      ['H', '提示'], ['B', '朗讀棋盤'], ['U、Ctrl+Z', '復原'], ['R、Ctrl+Y', '重做'], ['空白鍵（不在棋盤上）', '播放或暫停示範'],
    ]),
  runs: text('Consecutive key presses on one piece count as one move. ' +
      'To use H, B, U, R, and Space outside the board, tick the box below.',
    '對同一塊棋子連續按鍵，合計為一步。要用 H、B、U、R 和棋盤以外的空白鍵，請勾選下面的選項。'),
  letterKeys: text('Enable letter keys and Space', '啟用字母鍵與空白鍵'),
  unread: text('This position cannot be read.', '無法讀取這個局面。', '无法读取该局面。'),
  toEditor: text('Open the editor', '開啟編輯器'),
  toStart: text('Open the default start', '開啟預設開局'),
  damagedGame: text('The moves or the position in this link are damaged. Here is the start of the puzzle.', '這個連結裡的走法或局面已損壞。以下是這道題的起始局面。'),
});

/** @typedef {typeof words.en} Words */
