/** Words of the solved games. */

/** @typedef {'win' | 'draw' | 'loss'} Value */

export const words = {
  en: {
    heading: 'Solved games',
    lead: 'Two sides put down stones in turn; who first has enough in a row wins. Every position is solved: each move shows what it leads to.',
    game: 'Game',
    own: 'Another',
    columns: 'Columns',
    rows: 'Rows',
    inARow: 'In a row',
    gravity: 'Stones fall',
    misere: 'Who has a line loses',
    choose: 'Play this game',
    name: (/** @type {string} */ board, /** @type {number} */ k, /** @type {boolean} */ gravity, /** @type {boolean} */ misere) =>
      [board, `${k} in a row`, gravity ? 'stones fall' : '', misere ? 'a line loses' : ''].filter(Boolean).join(', '),
    board: 'Board',
    show: 'Show what moves lead to',
    computer: 'The table plays',
    nobody: 'neither side',
    side: { x: '× (first)', o: '○ (second)' },
    undo: 'Undo',
    again: 'New game',
    sign: { x: '×', o: '○' },
    toMove: (/** @type {string} */ side, /** @type {string} */ value) => `${side} to move: ${value}`,
    toMoveOnly: (/** @type {string} */ side) => `${side} to move`,
    won: (/** @type {string} */ side) => `${side} has won.`,
    drawn: 'A draw: nobody can move any more.',
    value: (/** @type {Value} */ value, /** @type {number | null} */ plies) =>
      (plies === null ? value : `${value} in ${plies}`),
    note: (/** @type {Value} */ value, /** @type {number | null} */ plies) =>
      ({ win: `+${plies}`, draw: '=', loss: `−${plies}` })[value],
    legend: '+n wins in n moves of both, −n loses in n, = is a draw, with perfect play.',
    spot: (/** @type {number} */ column, /** @type {number} */ row, /** @type {string} */ what) =>
      `Column ${column}, row ${row}: ${what}`,
    stone: { x: 'cross', o: 'circle' },
    free: 'free',
    moves: 'Moves',
    move: (/** @type {number} */ column, /** @type {number} */ row) => `column ${column}, row ${row}`,
    played: (/** @type {string} */ side, /** @type {number} */ column, /** @type {number} */ row) =>
      `${side} to column ${column}, row ${row}.`,
    none: 'The game is over.',
    solving: 'Solving the game…',
  },
  zh: {
    heading: '全解遊戲',
    lead: '雙方輪流下子，先連成一線者勝。每一個局面都已解出：每一步都標出結果。',
    game: '遊戲',
    own: '自訂',
    columns: '欄數',
    rows: '列數',
    inARow: '幾子連線',
    gravity: '棋子會落下',
    misere: '連線者輸',
    choose: '下這一種',
    name: (/** @type {string} */ board, /** @type {number} */ k, /** @type {boolean} */ gravity, /** @type {boolean} */ misere) =>
      [board, `${k} 子連線`, gravity ? '會落下' : '', misere ? '連線者輸' : ''].filter(Boolean).join('，'),
    board: '棋盤',
    show: '標出每一步的結果',
    computer: '由全解表下',
    nobody: '都由人下',
    side: { x: '×（先手）', o: '○（後手）' },
    undo: '悔棋',
    again: '新的一局',
    sign: { x: '×', o: '○' },
    toMove: (/** @type {string} */ side, /** @type {string} */ value) => `輪到 ${side}：${value}`,
    toMoveOnly: (/** @type {string} */ side) => `輪到 ${side}`,
    won: (/** @type {string} */ side) => `${side} 獲勝。`,
    drawn: '和局：沒有地方可以下了。',
    value: (/** @type {Value} */ value, /** @type {number | null} */ plies) =>
      ({ win: `${plies} 手後獲勝`, draw: '和局', loss: `${plies} 手後落敗` })[value],
    note: (/** @type {Value} */ value, /** @type {number | null} */ plies) =>
      ({ win: `+${plies}`, draw: '=', loss: `−${plies}` })[value],
    legend: '雙方都下最好的棋時：+n 表示 n 手後獲勝，−n 表示 n 手後落敗，= 表示和局。',
    spot: (/** @type {number} */ column, /** @type {number} */ row, /** @type {string} */ what) =>
      `第 ${column} 欄第 ${row} 列：${what}`,
    stone: { x: '叉', o: '圈' },
    free: '空',
    moves: '可下的位置',
    move: (/** @type {number} */ column, /** @type {number} */ row) => `第 ${column} 欄第 ${row} 列`,
    played: (/** @type {string} */ side, /** @type {number} */ column, /** @type {number} */ row) =>
      `${side} 下在第 ${column} 欄第 ${row} 列。`,
    none: '棋局已結束。',
    solving: '正在求解…',
  },
};
