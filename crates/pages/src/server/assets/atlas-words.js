/** Texts of the atlas: the table of the piece sets, the page of one set, and the chart of component sizes. */
import { agree, counted, number } from './language.js';
import { pageWords } from './words.js';

/** @typedef {{metric: string, solvable: number, max: string, mean: string, most: number, at: number}} Spread of distances */
/** @typedef {{all: number, max: number, harder: number, positions: number, larger: number, metric: string}} Rank of a set */

export const words = pageWords({
  lead: (/** @type {number} */ sets, /** @type {number} */ positions) =>
    `All ${counted(sets, 'piece set')} that leave at least two cells of the 4×5 board empty. ` +
    `Each of their ${counted(positions, 'position')} has its exact distance to the goal. ` +
    'Choose a set to see its distances and its hardest positions.',
  table: 'Piece sets',
  scroll: 'Table of the piece sets, scrolls sideways',
  filters: { horizontal: 'Horizontal', vertical: 'Vertical', small: 'Small', empty: 'Empty cells' },
  any: 'Any',
  clear: 'Show all sets',
  count: (/** @type {number} */ shown, /** @type {number} */ all) =>
    shown === all ? counted(all, 'piece set') : `${number.en(shown)} of ${counted(all, 'piece set')}`,
  none: 'No piece set has these numbers of pieces.',
  columns: {
    piece_set: 'Piece set',
    empty: 'Empty',
    positions: 'Positions',
    goal_positions: 'Goal positions',
    components: 'Components',
    largest_component: 'Largest',
    share: 'Solvable',
    max: 'Max distance',
    mean: 'Mean distance',
    hardest: 'Hardest',
  },
  explain: {
    piece_set: 'Horizontal pieces (2 wide), vertical pieces (2 tall) and small pieces, besides one big piece',
    empty: 'Cells that no piece covers',
    positions: 'Legal arrangements of the pieces',
    goal_positions: 'Positions with the big piece at its goal',
    components: 'Groups of positions that are reachable from one another',
    largest_component: 'Positions in the largest component',
    share: 'Share of the positions from which the goal is reachable',
    max: 'Greatest distance to the goal among solvable positions',
    mean: 'Mean distance to the goal over all solvable positions',
    hardest: 'Number of positions at the greatest distance; mirror images count separately',
  },
  distribution: 'Distribution',
  distributionExplain: 'Number of positions at each distance, from 0 on the left',
  total: 'Total',
  sorted: (/** @type {string} */ column, /** @type {boolean} */ down) =>
    `Sorted by ${column.toLowerCase()}, ${down ? 'descending' : 'ascending'}`,
  downloads: 'All data as CSV',
  files: {
    piece_sets: 'Piece sets',
    components: 'Components',
    histogram: 'Histograms',
    hardest: 'Hardest positions',
  },

  goalPositions: (/** @type {number} */ many) => counted(many, 'goal position'),
  siblings: 'Neighbouring piece sets',
  previous: 'Previous set',
  next: 'Next set',
  setTitle: (/** @type {string} */ name) => `Piece set ${name}`,
  pieces: (/** @type {string} */ pieces) => `One big piece and ${pieces}`,
  alone: 'The big piece alone',
  draw: 'Generate positions of this set',
  figures: 'Key figures',
  shareOf: (/** @type {string} */ share, /** @type {number} */ rest) =>
    `${share} of all; ${number.en(rest)} ${agree(rest, 'is', 'are')} unsolvable`,
  solvable: 'Solvable positions',
  allSolvable: 'every position is solvable',
  largestOf: (/** @type {string} */ share) => `the largest has ${share} of the positions`,
  histograms: 'Distances to the goal',
  histogramsLead: 'Number of positions at each distance from the goal.',
  atDistance: (/** @type {number} */ distance, /** @type {number} */ many) =>
    `Distance ${number.en(distance)}: ${counted(many, 'position')}`,
  cutBar: (/** @type {number} */ many) => `The first bar is cut: ${counted(many, 'goal position')}.`,
  histogramTitle: (/** @type {string} */ metric) => `${metric} moves`,
  histogramAlt: (/** @type {Spread} */ d) =>
    `Bar chart of the distances in ${d.metric.toLowerCase()} moves of ${counted(d.solvable, 'solvable position')}. ` +
    `They range from 0 to ${d.max}, with mean ${d.mean}. ` +
    `The most frequent distance is ${number.en(d.at)}, with ${counted(d.most, 'position')}.`,
  marked: 'The marked position',
  otherSet: (/** @type {string} */ set) => `The position belongs to another piece set, ${set}.`,
  ofComponent: (/** @type {number} */ size, /** @type {number} */ place, /** @type {number} */ same, /** @type {number} */ all) =>
    `Its component has ${counted(size, 'position')}. By size it has rank ${number.en(place)} of ${number.en(all)}` +
    (same === 1 ? '.' : `, shared by ${counted(same, 'component')}.`),
  openMarked: 'Open this position',
  mapOfMarked: 'Map of its component',
  thisOne: 'Marked',
  nearerShare: (/** @type {string} */ share) => `${share} are nearer`,
  greatest: 'Greatest',
  mean: 'Mean',
  commonest: 'Most frequent',
  positions: (/** @type {number} */ many) => counted(many, 'position'),
  data: 'The numbers as a table',
  distance: 'Distance',
  sizes: 'Components',
  sizesLead: (/** @type {number} */ many) =>
    many === 1
      ? 'One component: every position is reachable from every other.'
      : `${counted(many, 'component')}, largest first. Positions of one component are reachable from one another.`,
  size: 'Positions each',
  howMany: 'Components',
  withGoal: 'With a goal',
  sizeShare: 'Share of all positions',
  allSizes: (/** @type {number} */ all) => `Show all ${counted(all, 'size')}`,
  hardestTitle: 'Hardest positions',
  hardestLead: (/** @type {string} */ metric, /** @type {number} */ max, /** @type {number} */ many) =>
    `${counted(many, 'position')} ${agree(many, 'is', 'are')} ` +
    `${counted(max, `${metric.toLowerCase()} move`)} from the goal` +
    (many === 1 ? '.' : '. Only one of two mirror images is shown.'),
  hardestFirst: (/** @type {number} */ shown) => ` These are the first ${number.en(shown)}.`,
  hardestAlt: (/** @type {number} */ place) => `Hardest position ${number.en(place)}`,
  allHardest: (/** @type {number} */ all) => `Show all ${number.en(all)}`,
  among: 'Among all piece sets',
  amongLead: (/** @type {Rank} */ r) =>
    `Among the ${counted(r.all, 'solvable piece set')}: rank ${number.en(r.harder)} by greatest distance ` +
    `(${counted(r.max, `${r.metric.toLowerCase()} move`)}), ` +
    `rank ${number.en(r.larger)} by number of positions (${number.en(r.positions)}).`,
  amongUp: 'Greatest distance',
  scatter: 'Greatest distance and number of positions of each solvable piece set',
  scatterHint: 'Each point is a piece set, and a link to its page.',
  scatterPoint: (/** @type {string} */ set, /** @type {number} */ positions, /** @type {number} */ most) =>
    `${set}: ${counted(positions, 'position')}, at most ${counted(most, 'move')}`,
  hardestSet: 'Hardest piece set: ',
  hardestSetMoves: (/** @type {number} */ most, /** @type {string} */ metric) => `, ${counted(most, `${metric.toLowerCase()} move`)}`,
  unsolvable: 'No position of this piece set is solvable, so it has no distances.',

  sizeTitle: (/** @type {string} */ most) => `Positions by the size of their component: ${most}.`,
  sizeIn: (/** @type {string} */ share, /** @type {string} */ range) => `${share} in components of ${range}`,
  sizeHere: (/** @type {string} */ range) => `; this position is in a component of ${range}`,
}, {
  lead: (sets, positions) =>
    `4×5 棋盤上至少留兩個空格的棋子組合共 ${number.hant(sets)} 種，局面共 ${number.hant(positions)} 個，` +
    '每個局面都附到目標的精確距離。點選一種組合，可看它的距離分布和最難局面。',
  table: '棋子組合',
  scroll: '棋子組合表，可左右捲動',
  filters: { horizontal: '橫塊', vertical: '豎塊', small: '小塊', empty: '空格' },
  any: '不限',
  clear: '顯示全部組合',
  count: (shown, all) =>
    shown === all ? `共 ${number.hant(all)} 種棋子組合` : `共 ${number.hant(all)} 種棋子組合，符合 ${number.hant(shown)} 種`,
  none: '沒有符合這些棋子數的組合。',
  columns: {
    piece_set: '棋子組合',
    empty: '空格',
    positions: '局面數',
    goal_positions: '目標局面',
    components: '連通分量',
    largest_component: '最大分量',
    share: '可解比例',
    max: '最大距離',
    mean: '平均距離',
    hardest: '最難局面',
  },
  explain: {
    piece_set: '大塊以外的橫塊（寬 2 格）、豎塊（高 2 格）與小塊的數目',
    empty: '沒有棋子的格子數',
    positions: '棋子的合法擺法',
    goal_positions: '大塊已到目標位置的局面',
    components: '能互相到達的局面合為一個連通分量',
    largest_component: '最大的連通分量的局面數',
    share: '能到達目標的局面所占的比例',
    max: '可解局面到目標的最大距離',
    mean: '全部可解局面到目標的平均距離',
    hardest: '距離最大的局面數，左右鏡像分別計算',
  },
  distribution: '分布',
  distributionExplain: '各距離的局面數，最左為 0',
  total: '合計',
  sorted: (column, down) => `已按${column}${down ? '由大到小' : '由小到大'}排序`,
  downloads: '全部資料（CSV）',
  files: {
    piece_sets: '棋子組合',
    components: '連通分量',
    histogram: '距離分布',
    hardest: '最難局面',
  },

  goalPositions: (many) => `目標局面 ${number.hant(many)} 個`,
  siblings: '相鄰的棋子組合',
  previous: '上一種',
  next: '下一種',
  setTitle: (name) => `棋子組合 ${name}`,
  pieces: (pieces) => `一個大塊，另有 ${pieces}`,
  alone: '只有一個大塊',
  draw: '以此組合出題',
  figures: '主要數字',
  shareOf: (share, rest) => `占全部的 ${share}；無解 ${number.hant(rest)} 個`,
  solvable: '可解局面',
  allSolvable: '所有局面都有解',
  largestOf: (share) => `最大的占全部局面的 ${share}`,
  histograms: '到目標的距離',
  histogramsLead: '各距離的局面數。',
  atDistance: (distance, many) => `距離 ${number.hant(distance)}：${number.hant(many)} 個局面`,
  cutBar: (many) => `第一條沒有畫完：目標局面有 ${number.hant(many)} 個。`,
  histogramTitle: (metric) => `${metric}步數`,
  histogramAlt: (d) =>
    `${number.hant(d.solvable)} 個可解局面的${d.metric}距離長條圖：從 0 到 ${d.max}，平均 ${d.mean}；` +
    `最常見的距離是 ${number.hant(d.at)}，有 ${number.hant(d.most)} 個局面。`,
  marked: '標記的局面',
  otherSet: (set) => `這個局面屬於另一種棋子組合 ${set}。`,
  ofComponent: (size, place, same, all) =>
    `所在的連通分量有 ${number.hant(size)} 個局面，大小在 ${number.hant(all)} 個分量中排第 ${number.hant(place)}` +
    (same === 1 ? '。' : `，同樣大小的有 ${number.hant(same)} 個。`),
  openMarked: '開啟這個局面',
  mapOfMarked: '連通分量的地圖',
  thisOne: '標記的局面',
  nearerShare: (share) => `有 ${share} 的局面更近`,
  greatest: '最大',
  mean: '平均',
  commonest: '最常見',
  positions: (many) => `${number.hant(many)} 個局面`,
  data: '以表格列出數字',
  distance: '距離',
  sizes: '連通分量',
  sizesLead: (many) =>
    many === 1
      ? '只有一個連通分量：任一局面都能到達其他所有局面。'
      : `共 ${number.hant(many)} 個，由大到小排列。同一分量的局面能互相到達。`,
  size: '局面數',
  howMany: '分量數',
  withGoal: '含目標',
  sizeShare: '占全部局面',
  allSizes: (all) => `顯示全部 ${number.hant(all)} 種大小`,
  hardestTitle: '最難局面',
  hardestLead: (metric, max, many) =>
    `有 ${number.hant(many)} 個局面距目標${metric} ${number.hant(max)} 步` +
    (many === 1 ? '。' : '；左右鏡像只列其一。'),
  hardestFirst: (shown) => `以下是前 ${number.hant(shown)} 個。`,
  hardestAlt: (place) => `最難局面之 ${number.hant(place)}`,
  allHardest: (all) => `顯示全部 ${number.hant(all)} 個`,
  among: '在全部棋子組合之中',
  amongLead: (r) =>
    `可解的棋子組合共 ${number.hant(r.all)} 種：最大距離 ${number.hant(r.max)} 步（${r.metric}），排第 ${number.hant(r.harder)}；` +
    `局面數 ${number.hant(r.positions)}，排第 ${number.hant(r.larger)}。`,
  amongUp: '最大距離',
  scatter: '各種可解的棋子組合的最遠距離與局面數',
  scatterHint: '每一點是一種棋子組合，點選可開啟其頁面。',
  scatterPoint: (set, positions, most) => `${set}：${number.hant(positions)} 個局面，最遠 ${number.hant(most)} 步`,
  hardestSet: '最難的棋子組合：',
  hardestSetMoves: (most, metric) => `，${number.hant(most)} 步（${metric}）`,
  unsolvable: '這種棋子組合的所有局面都無解，因此沒有距離。',

  sizeTitle: (most) => `局面數按所在連通分量的大小分布：${most}。`,
  sizeIn: (share, range) => `大小 ${range} 的占 ${share}`,
  sizeHere: (range) => `；這個局面在大小 ${range} 的分量中`,
}, {
  lead: (sets, positions) =>
    `4×5 棋盘上至少留两个空格的棋子组合共 ${number.hans(sets)} 种，局面共 ${number.hans(positions)} 个，` +
    '每个局面都附有到目标的精确距离。点选一种组合，可查看它的距离分布和最难局面。',
  explain: { piece_set: '大块以外的横块（宽 2 格）、竖块（高 2 格）和小块的数目', largest_component: '最大连通分量的局面数' },
  distributionExplain: '各距离的局面数，最左边为 0',
  draw: '用此组合出题',
  figures: '主要数据',
  shareOf: (share, rest) => `占全部的 ${share}；无解的有 ${number.hans(rest)} 个`,
  data: '以表格列出数据',
  among: '在全部棋子组合中',
  scatterHint: '每一点是一种棋子组合，点击可打开其页面。',
  sizeIn: (share, range) => `大小为 ${range} 的占 ${share}`,
  sizeHere: (range) => `；这个局面在大小为 ${range} 的分量中`,
});

/** @typedef {typeof words.en} Words */
