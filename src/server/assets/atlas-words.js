/** Words of the atlas: the table of the piece sets, and the page of one. */

/** @typedef {{metric: string, total: string, max: string, mean: string, most: string, at: string}} Spread of distances */
/** @typedef {{all: string, max: string, harder: string, positions: string, larger: string, metric: string}} Rank of a set */

export const words = {
  en: {
    heading: 'Atlas',
    lead: (/** @type {string} */ sets, /** @type {string} */ positions) =>
      `All ${sets} piece sets that leave at least two cells of the 4×5 board empty: ${positions} positions, ` +
      'every one with its exact distance to the win.',
    table: 'Piece sets',
    scroll: 'Table of the piece sets, scrolls sideways',
    filters: { horizontal: 'Horizontals', vertical: 'Verticals', small: 'Smalls', empty: 'Empty cells' },
    any: 'Any',
    clear: 'Show all sets',
    count: (/** @type {string} */ shown, /** @type {string} */ all, /** @type {boolean} */ whole) =>
      whole ? `${all} piece sets` : `${shown} of ${all} piece sets`,
    none: 'No piece set has these numbers of pieces.',
    columns: {
      piece_set: 'Piece set',
      empty: 'Empty',
      positions: 'Positions',
      goal_positions: 'Won positions',
      components: 'Components',
      largest_component: 'Largest',
      share: 'Solvable',
      max: 'Max distance',
      mean: 'Mean distance',
      hardest: 'Hardest',
    },
    explain: {
      piece_set: 'Horizontals (2 wide), verticals (2 tall) and smalls beside the one big piece',
      empty: 'Cells that no piece covers',
      positions: 'Legal arrangements of the pieces',
      goal_positions: 'Positions with the big piece at the exit',
      components: 'Classes of positions that can reach one another',
      largest_component: 'Positions in the largest component',
      share: 'Share of the positions from which the win can be reached',
      max: 'Greatest distance to the win of any solvable position',
      mean: 'Mean distance to the win over all solvable positions',
      hardest: 'How many positions are at the greatest distance, mirror images counted apart',
    },
    distribution: 'Distribution',
    distributionExplain: 'How many positions are at each distance, from 0 on the left',
    total: 'Total',
    sorted: (/** @type {string} */ column, /** @type {boolean} */ down) =>
      `Sorted by ${column.toLowerCase()}, ${down ? 'descending' : 'ascending'}`,
    downloads: 'All of it as CSV',
    files: {
      piece_sets: 'Piece sets',
      components: 'Components',
      histogram: 'Histograms',
      hardest: 'Hardest positions',
    },

    back: 'All piece sets',
    colon: ': ',
    siblings: 'Neighbouring piece sets',
    previous: 'Previous set',
    next: 'Next set',
    setTitle: (/** @type {string} */ name) => `Piece set ${name}`,
    pieces: (/** @type {string} */ pieces) => `One big piece and ${pieces}`,
    alone: 'The big piece alone',
    draw: 'Draw layouts of this set',
    figures: 'Key figures',
    shareOf: (/** @type {string} */ share, /** @type {string} */ rest) => `${share} of all; ${rest} cannot be won`,
    solvable: 'Solvable positions',
    allSolvable: 'every position can be won',
    largestOf: (/** @type {string} */ share) => `the largest holds ${share} of the positions`,
    histograms: 'Distances to the win',
    histogramsLead: 'How many positions are how far from the win.',
    histogramTitle: (/** @type {string} */ metric) => `${metric} moves`,
    histogramAlt: (/** @type {Spread} */ d) =>
      `Bar chart of the ${d.metric.toLowerCase()} distances of ${d.total} solvable positions: from 0 to ${d.max}, ` +
      `mean ${d.mean}; the commonest distance is ${d.at}, with ${d.most} positions.`,
    marked: 'The marked position',
    otherSet: (/** @type {string} */ set) => `The position is of another piece set, ${set}.`,
    ofComponent: (/** @type {string} */ size, /** @type {string} */ place, /** @type {string} */ same, /** @type {string} */ all) =>
      `Its component has ${size} positions: number ${place} of ${all} by size` +
      (same === '1' ? '.' : `, one of ${same} so large.`),
    openMarked: 'Open its page',
    mapOfMarked: 'Map of its component',
    thisOne: 'The marked',
    nearerShare: (/** @type {string} */ share) => `${share} are nearer`,
    greatest: 'Greatest',
    mean: 'Mean',
    commonest: 'Commonest',
    positions: (/** @type {string} */ many, /** @type {boolean} */ one) => one ? '1 position' : `${many} positions`,
    data: 'The numbers as a table',
    distance: 'Distance',
    sizes: 'Components',
    sizesLead: (/** @type {string} */ all, /** @type {number} */ many) =>
      many === 1
        ? 'One component: every position can reach every other.'
        : `${all} classes of positions that can reach one another, largest first.`,
    size: 'Positions each',
    howMany: 'Components',
    withGoal: 'With a win',
    sizeShare: 'Share of all positions',
    allSizes: (/** @type {string} */ all) => `Show all ${all} sizes`,
    hardestTitle: 'Hardest positions',
    hardestLead: (
      /** @type {string} */ metric, /** @type {string} */ max, /** @type {string} */ many, /** @type {boolean} */ one,
    ) =>
      one
        ? `One position is ${max} ${metric.toLowerCase()} moves from the win.`
        : `${many} positions are ${max} ${metric.toLowerCase()} moves from the win; of mirror images one is shown.`,
    hardestFirst: (/** @type {string} */ shown) => ` Here are the first ${shown}.`,
    hardestAlt: (/** @type {string} */ place) => `Hardest position ${place}`,
    allHardest: (/** @type {string} */ all) => `Show all ${all}`,
    among: 'Among all piece sets',
    amongLead: (/** @type {Rank} */ r) =>
      `Of the ${r.all} piece sets that can be solved it is number ${r.harder} by its greatest distance, ${r.max} ` +
      `(${r.metric}), and number ${r.larger} by its ${r.positions} positions.`,
    amongUp: 'Greatest distance',
    unsolvable: 'No position of this piece set can be won, so there are no distances.',
  },
  zh: {
    heading: '圖鑑',
    lead: (/** @type {string} */ sets, /** @type {string} */ positions) =>
      `4×5 棋盤上至少留兩個空格的全部 ${sets} 種棋子組合，共 ${positions} 個局面，每一個都有到勝利的精確距離。`,
    table: '棋子組合',
    scroll: '棋子組合表，可左右捲動',
    filters: { horizontal: '橫塊', vertical: '豎塊', small: '小塊', empty: '空格' },
    any: '不限',
    clear: '顯示全部組合',
    count: (/** @type {string} */ shown, /** @type {string} */ all, /** @type {boolean} */ whole) =>
      whole ? `共 ${all} 種棋子組合` : `共 ${all} 種棋子組合，符合 ${shown} 種`,
    none: '沒有棋子數目如此的組合。',
    columns: {
      piece_set: '棋子組合',
      empty: '空格',
      positions: '局面數',
      goal_positions: '勝利局面',
      components: '連通分量',
      largest_component: '最大分量',
      share: '可解比例',
      max: '最大距離',
      mean: '平均距離',
      hardest: '最難局面',
    },
    explain: {
      piece_set: '大塊之外的橫塊（寬 2 格）、豎塊（高 2 格）與小塊的數目',
      empty: '沒有棋子的格子數',
      positions: '棋子的合法擺法',
      goal_positions: '大塊已在出口的局面',
      components: '能互相走到的局面合為一個連通分量',
      largest_component: '最大的連通分量中的局面數',
      share: '能走到勝利的局面所占的比例',
      max: '可解局面到勝利的最大距離',
      mean: '全部可解局面到勝利的平均距離',
      hardest: '位於最大距離的局面數，左右鏡像分別計算',
    },
    distribution: '分布',
    distributionExplain: '每個距離各有多少局面，最左為 0',
    total: '合計',
    sorted: (/** @type {string} */ column, /** @type {boolean} */ down) =>
      `已按${column}${down ? '由大到小' : '由小到大'}排序`,
    downloads: '全部資料（CSV）',
    files: {
      piece_sets: '棋子組合',
      components: '連通分量',
      histogram: '距離分布',
      hardest: '最難局面',
    },

    back: '全部棋子組合',
    colon: '：',
    siblings: '相鄰的棋子組合',
    previous: '上一種',
    next: '下一種',
    setTitle: (/** @type {string} */ name) => `棋子組合 ${name}`,
    pieces: (/** @type {string} */ pieces) => `一枚大塊，另有 ${pieces}`,
    alone: '只有一枚大塊',
    draw: '以此組合出題',
    figures: '主要數字',
    shareOf: (/** @type {string} */ share, /** @type {string} */ rest) => `占全部的 ${share}；無解 ${rest}`,
    solvable: '可解局面',
    allSolvable: '全部局面皆可解',
    largestOf: (/** @type {string} */ share) => `最大的占全部局面的 ${share}`,
    histograms: '到勝利的距離',
    histogramsLead: '每個距離各有多少局面。',
    histogramTitle: (/** @type {string} */ metric) => `${metric}步數`,
    histogramAlt: (/** @type {Spread} */ d) =>
      `${d.total} 個可解局面的${d.metric}距離長條圖：從 0 到 ${d.max}，平均 ${d.mean}；` +
      `最常見的距離是 ${d.at}，有 ${d.most} 個局面。`,
    marked: '標記的局面',
    otherSet: (/** @type {string} */ set) => `這個局面屬於另一種棋子組合 ${set}。`,
    ofComponent: (/** @type {string} */ size, /** @type {string} */ place, /** @type {string} */ same, /** @type {string} */ all) =>
      `所在的連通分量有 ${size} 個局面，大小在 ${all} 個分量中排第 ${place}` + (same === '1' ? '。' : `，同樣大小的有 ${same} 個。`),
    openMarked: '開啟這個局面',
    mapOfMarked: '連通分量的地圖',
    thisOne: '標記的局面',
    nearerShare: (/** @type {string} */ share) => `有 ${share} 更近`,
    greatest: '最大',
    mean: '平均',
    commonest: '最常見',
    positions: (/** @type {string} */ many) => `${many} 個局面`,
    data: '以表格列出數字',
    distance: '距離',
    sizes: '連通分量',
    sizesLead: (/** @type {string} */ all, /** @type {number} */ many) =>
      many === 1
        ? '只有一個連通分量：任一局面都能走到其他所有局面。'
        : `共 ${all} 個，同一分量中的局面能互相走到；由大到小排列。`,
    size: '各有局面',
    howMany: '分量數',
    withGoal: '含勝利',
    sizeShare: '占全部局面',
    allSizes: (/** @type {string} */ all) => `顯示全部 ${all} 種大小`,
    hardestTitle: '最難局面',
    hardestLead: (
      /** @type {string} */ metric, /** @type {string} */ max, /** @type {string} */ many, /** @type {boolean} */ one,
    ) =>
      one ? `有 1 個局面距勝利${metric} ${max} 步。` : `有 ${many} 個局面距勝利${metric} ${max} 步；左右鏡像只列其一。`,
    hardestFirst: (/** @type {string} */ shown) => `以下是前 ${shown} 個。`,
    hardestAlt: (/** @type {string} */ place) => `最難局面之 ${place}`,
    allHardest: (/** @type {string} */ all) => `顯示全部 ${all} 個`,
    among: '在全部棋子組合之中',
    amongLead: (/** @type {Rank} */ r) =>
      `可解的棋子組合共 ${r.all} 種，按最大距離 ${r.max} 步（${r.metric}）排第 ${r.harder}，` +
      `按局面數 ${r.positions} 排第 ${r.larger}。`,
    amongUp: '最大距離',
    unsolvable: '這種棋子組合的任何局面都無解，因此沒有距離。',
  },
};
