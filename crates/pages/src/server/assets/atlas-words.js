/** Texts of the atlas: the table of the piece sets, the page of one set, and the chart of component sizes. */
import { agree, counted, number } from './language.js';
import { pageWords, text } from './words.js';

/** @typedef {{metric: string, solvable: number, max: string, mean: string, most: number, at: number}} Spread of distances */
/** @typedef {{all: number, max: number, harder: number, positions: number, larger: number, metric: string}} Rank of a set */

export const words = pageWords({
  lead: text((/** @type {number} */ sets, /** @type {number} */ positions) =>
      `All ${counted(sets, 'piece set')} that leave at least two cells of the 4×5 board empty. ` +
      `Each of their ${counted(positions, 'position')} has its exact distance to the goal. ` +
      'Choose a set to see its distances and its hardest positions.',
    (sets, positions) => `4×5 棋盤上至少留兩個空格的棋子組合共 ${number.hant(sets)} 種，局面共 ${number.hant(positions)} 個，` +
      '每個局面都附到目標的精確距離。點選一種組合，可看它的距離分布和最難局面。',
    (sets, positions) => `4×5 棋盘上至少留两个空格的棋子组合共 ${number.hans(sets)} 种，局面共 ${number.hans(positions)} 个，` +
      '每个局面都附有到目标的精确距离。点选一种组合，可查看它的距离分布和最难局面。'),
  table: text('Piece sets', '棋子組合'),
  scroll: text('Table of the piece sets, scrolls sideways', '棋子組合表，可左右捲動'),
  filters: text({ horizontal: 'Horizontal', vertical: 'Vertical', small: 'Small', empty: 'Empty cells' },
    { horizontal: '橫塊', vertical: '豎塊', small: '小塊', empty: '空格' }),
  any: text('Any', '不限'),
  clear: text('Show all sets', '顯示全部組合'),
  count: text((/** @type {number} */ shown, /** @type {number} */ all) =>
      shown === all ? counted(all, 'piece set') : `${number.en(shown)} of ${counted(all, 'piece set')}`,
    (shown, all) => shown === all ? `共 ${number.hant(all)} 種棋子組合` : `共 ${number.hant(all)} 種棋子組合，符合 ${number.hant(shown)} 種`),
  none: text('No piece set has these numbers of pieces.', '沒有符合這些棋子數的組合。'),
  columns: {
    piece_set: text('Piece set', '棋子組合'),
    empty: text('Empty', '空格'),
    positions: text('Positions', '局面數'),
    goal_positions: text('Goal positions', '目標局面'),
    components: text('Components', '連通分量'),
    largest_component: text('Largest', '最大分量'),
    share: text('Solvable', '可解比例'),
    max: text('Max distance', '最大距離'),
    mean: text('Mean distance', '平均距離'),
    hardest: text('Hardest', '最難局面'),
  },
  explain: {
    piece_set: text('Horizontal pieces (2 wide), vertical pieces (2 tall) and small pieces, besides one big piece', '大塊以外的橫塊（寬 2 格）、豎塊（高 2 格）與小塊的數目',
      '大块以外的横块（宽 2 格）、竖块（高 2 格）和小块的数目'),
    empty: text('Cells that no piece covers', '沒有棋子的格子數'),
    positions: text('Legal arrangements of the pieces', '棋子的合法擺法'),
    goal_positions: text('Positions with the big piece at its goal', '大塊已到目標位置的局面'),
    components: text('Groups of positions that are reachable from one another', '能互相到達的局面合為一個連通分量'),
    largest_component: text('Positions in the largest component', '最大的連通分量的局面數', '最大连通分量的局面数'),
    share: text('Share of the positions from which the goal is reachable', '能到達目標的局面所占的比例'),
    max: text('Greatest distance to the goal among solvable positions', '可解局面到目標的最大距離'),
    mean: text('Mean distance to the goal over all solvable positions', '全部可解局面到目標的平均距離'),
    hardest: text('Number of positions at the greatest distance; mirror images count separately', '距離最大的局面數，左右鏡像分別計算'),
  },
  distribution: text('Distribution', '分布'),
  distributionExplain: text('Number of positions at each distance, from 0 on the left', '各距離的局面數，最左為 0', '各距离的局面数，最左边为 0'),
  total: text('Total', '合計'),
  sorted: text((/** @type {string} */ column, /** @type {boolean} */ down) =>
      `Sorted by ${column.toLowerCase()}, ${down ? 'descending' : 'ascending'}`,
    (column, down) => `已按${column}${down ? '由大到小' : '由小到大'}排序`),
  downloads: text('All data as CSV', '全部資料（CSV）'),
  files: {
    piece_sets: text('Piece sets', '棋子組合'),
    components: text('Components', '連通分量'),
    histogram: text('Histograms', '距離分布'),
    hardest: text('Hardest positions', '最難局面'),
  },

  goalPositions: text((/** @type {number} */ many) => counted(many, 'goal position'), (many) => `目標局面 ${number.hant(many)} 個`),
  siblings: text('Neighbouring piece sets', '相鄰的棋子組合'),
  previous: text('Previous set', '上一種'),
  next: text('Next set', '下一種'),
  setTitle: text((/** @type {string} */ name) => `Piece set ${name}`, (name) => `棋子組合 ${name}`),
  pieces: text((/** @type {string} */ pieces) => `One big piece and ${pieces}`, (pieces) => `一個大塊，另有 ${pieces}`),
  alone: text('The big piece alone', '只有一個大塊'),
  draw: text('Generate positions of this set', '以此組合出題', '用此组合出题'),
  figures: text('Key figures', '主要數字', '主要数据'),
  shareOf: text((/** @type {string} */ share, /** @type {number} */ rest) =>
      `${share} of all; ${number.en(rest)} ${agree(rest, 'is', 'are')} unsolvable`,
    (share, rest) => `占全部的 ${share}；無解 ${number.hant(rest)} 個`,
    (share, rest) => `占全部的 ${share}；无解的有 ${number.hans(rest)} 个`),
  solvable: text('Solvable positions', '可解局面'),
  allSolvable: text('every position is solvable', '所有局面都有解'),
  largestOf: text((/** @type {string} */ share) => `the largest has ${share} of the positions`, (share) => `最大的占全部局面的 ${share}`),
  histograms: text('Distances to the goal', '到目標的距離'),
  histogramsLead: text('Number of positions at each distance from the goal.', '各距離的局面數。'),
  atDistance: text((/** @type {number} */ distance, /** @type {number} */ many) => `Distance ${number.en(distance)}: ${counted(many, 'position')}`,
    (distance, many) => `距離 ${number.hant(distance)}：${number.hant(many)} 個局面`),
  cutBar: text((/** @type {number} */ many) => `The first bar is cut: ${counted(many, 'goal position')}.`,
    (many) => `第一條沒有畫完：目標局面有 ${number.hant(many)} 個。`),
  histogramTitle: text((/** @type {string} */ metric) => `${metric} moves`, (metric) => `${metric}步數`),
  histogramAlt: text((/** @type {Spread} */ d) =>
      `Bar chart of the distances in ${d.metric.toLowerCase()} moves of ${counted(d.solvable, 'solvable position')}. ` +
      `They range from 0 to ${d.max}, with mean ${d.mean}. ` +
      `The most frequent distance is ${number.en(d.at)}, with ${counted(d.most, 'position')}.`,
    (d) => `${number.hant(d.solvable)} 個可解局面的${d.metric}距離長條圖：從 0 到 ${d.max}，平均 ${d.mean}；` +
      `最常見的距離是 ${number.hant(d.at)}，有 ${number.hant(d.most)} 個局面。`),
  marked: text('The marked position', '標記的局面'),
  otherSet: text((/** @type {string} */ set) => `The position belongs to another piece set, ${set}.`, (set) => `這個局面屬於另一種棋子組合 ${set}。`),
  ofComponent: text((/** @type {number} */ size, /** @type {number} */ place, /** @type {number} */ same, /** @type {number} */ all) =>
      `Its component has ${counted(size, 'position')}. By size it has rank ${number.en(place)} of ${number.en(all)}` +
      (same === 1 ? '.' : `, shared by ${counted(same, 'component')}.`),
    (size, place, same, all) => `所在的連通分量有 ${number.hant(size)} 個局面，大小在 ${number.hant(all)} 個分量中排第 ${number.hant(place)}` +
      (same === 1 ? '。' : `，同樣大小的有 ${number.hant(same)} 個。`)),
  openMarked: text('Open this position', '開啟這個局面'),
  mapOfMarked: text('Map of its component', '連通分量的地圖'),
  thisOne: text('Marked', '標記的局面'),
  nearerShare: text((/** @type {string} */ share) => `${share} are nearer`, (share) => `有 ${share} 的局面更近`),
  greatest: text('Greatest', '最大'),
  mean: text('Mean', '平均'),
  commonest: text('Most frequent', '最常見'),
  positions: text((/** @type {number} */ many) => counted(many, 'position'), (many) => `${number.hant(many)} 個局面`),
  data: text('The numbers as a table', '以表格列出數字', '以表格列出数据'),
  distance: text('Distance', '距離'),
  sizes: text('Components', '連通分量'),
  sizesLead: text((/** @type {number} */ many) =>
      many === 1
        ? 'One component: every position is reachable from every other.'
        : `${counted(many, 'component')}, largest first. Positions of one component are reachable from one another.`,
    (many) =>
      many === 1
        ? '只有一個連通分量：任一局面都能到達其他所有局面。'
        : `共 ${number.hant(many)} 個，由大到小排列。同一分量的局面能互相到達。`),
  size: text('Positions each', '局面數'),
  howMany: text('Components', '分量數'),
  withGoal: text('With a goal', '含目標'),
  sizeShare: text('Share of all positions', '占全部局面'),
  allSizes: text((/** @type {number} */ all) => `Show all ${counted(all, 'size')}`, (all) => `顯示全部 ${number.hant(all)} 種大小`),
  hardestTitle: text('Hardest positions', '最難局面'),
  hardestLead: text((/** @type {string} */ metric, /** @type {number} */ max, /** @type {number} */ many) =>
      `${counted(many, 'position')} ${agree(many, 'is', 'are')} ` +
      `${counted(max, `${metric.toLowerCase()} move`)} from the goal` +
      (many === 1 ? '.' : '. Only one of two mirror images is shown.'),
    (metric, max, many) => `有 ${number.hant(many)} 個局面距目標${metric} ${number.hant(max)} 步` +
      (many === 1 ? '。' : '；左右鏡像只列其一。')),
  hardestFirst: text((/** @type {number} */ shown) => ` These are the first ${number.en(shown)}.`, (shown) => `以下是前 ${number.hant(shown)} 個。`),
  hardestAlt: text((/** @type {number} */ place) => `Hardest position ${number.en(place)}`, (place) => `最難局面之 ${number.hant(place)}`),
  allHardest: text((/** @type {number} */ all) => `Show all ${number.en(all)}`, (all) => `顯示全部 ${number.hant(all)} 個`),
  among: text('Among all piece sets', '在全部棋子組合之中', '在全部棋子组合中'),
  amongLead: text((/** @type {Rank} */ r) => `Among the ${counted(r.all, 'solvable piece set')}: rank ${number.en(r.harder)} by greatest distance ` +
      `(${counted(r.max, `${r.metric.toLowerCase()} move`)}), ` +
      `rank ${number.en(r.larger)} by number of positions (${number.en(r.positions)}).`,
    (r) => `可解的棋子組合共 ${number.hant(r.all)} 種：最大距離 ${number.hant(r.max)} 步（${r.metric}），排第 ${number.hant(r.harder)}；` +
      `局面數 ${number.hant(r.positions)}，排第 ${number.hant(r.larger)}。`),
  amongUp: text('Greatest distance', '最大距離'),
  scatter: text('Greatest distance and number of positions of each solvable piece set', '各種可解的棋子組合的最遠距離與局面數'),
  scatterHint: text('Each point is a piece set, and a link to its page.', '每一點是一種棋子組合，點選可開啟其頁面。', '每一点是一种棋子组合，点击可打开其页面。'),
  scatterPoint: text((/** @type {string} */ set, /** @type {number} */ positions, /** @type {number} */ most) =>
      `${set}: ${counted(positions, 'position')}, at most ${counted(most, 'move')}`,
    (set, positions, most) => `${set}：${number.hant(positions)} 個局面，最遠 ${number.hant(most)} 步`),
  hardestSet: text('Hardest piece set: ', '最難的棋子組合：'),
  hardestSetMoves: text((/** @type {number} */ most, /** @type {string} */ metric) => `, ${counted(most, `${metric.toLowerCase()} move`)}`,
    (most, metric) => `，${number.hant(most)} 步（${metric}）`),
  unsolvable: text('No position of this piece set is solvable, so it has no distances.', '這種棋子組合的所有局面都無解，因此沒有距離。'),

  sizeTitle: text((/** @type {string} */ most) => `How many positions each position can reach: ${most}.`, (most) => `各局面能到達的局面數：${most}。`),
  sizeIn: text((/** @type {string} */ share, /** @type {string} */ range) => `${share} can reach ${range}`,
    (share, range) => `${share} 能到達 ${range} 個`),
  sizeHere: text((/** @type {string} */ range) => `; this one can reach ${range}`, (range) => `；這個局面能到達 ${range} 個`),
});

/** @typedef {typeof words.en} Words */
