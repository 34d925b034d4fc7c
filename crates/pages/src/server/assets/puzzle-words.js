/** Texts of the pages about puzzles outside the 4x5 family. */
import { counted, number } from './language.js';
import { movesIn, words as position } from './position-words.js';
import { inLanguages, text } from './simplified-words.js';

const own = inLanguages({
  lead: text('Published sliding-block puzzles on other boards and with other pieces. You can play them, with exact distances.',
    '其他棋盤、其他棋子的滑塊謎題，都可以遊玩，並附精確距離。'),
  searchHint: text('Name or source', '名稱或出處'),
  sorts: text({ name: 'Name', board: 'Board', pieces: 'Pieces', moves: 'Fewest moves', published: 'Published moves', positions: 'Reachable positions' },
    { name: '名稱', board: '棋盤', pieces: '棋子數', moves: '最少步數', published: '公布步數', positions: '可到達的局面' }),
  orders: text({ asc: 'Ascending', desc: 'Descending' }, { asc: '由小到大', desc: '由大到小' }),
  count: text((/** @type {number} */ shown, /** @type {number} */ all) =>
      shown === all ? counted(all, 'puzzle') : `${number.en(shown)} of ${counted(all, 'puzzle')}`,
    (shown, all) => shown === all ? `共 ${number.hant(all)} 題` : `共 ${number.hant(all)} 題，符合 ${number.hant(shown)} 題`),
  none: text('No puzzle matches.', '沒有符合的謎題。'),
  clear: text('Show all puzzles', '顯示全部謎題'),
  boardSize: text((/** @type {number} */ columns, /** @type {number} */ rows) => `${columns}×${rows}`, (columns, rows) => `${columns}×${rows}`),
  pieces: text((/** @type {number} */ count) => counted(count, 'piece'), (count) => `${number.hant(count)} 塊`),
  fewestMoves: text((/** @type {number} */ atLeast, /** @type {number | null} */ found) =>
      (atLeast === found ? counted(atLeast, 'move') : `at least ${counted(atLeast, 'move')}`),
    (atLeast, found) => (atLeast === found ? `${number.hant(atLeast)} 步` : `至少 ${number.hant(atLeast)} 步`)),
  publishedMoves: text((/** @type {number} */ moves, /** @type {string} */ metric) =>
      (metric === '' ? `published: ${number.en(moves)}` : `published: ${number.en(moves)} (${metric.toLowerCase()})`),
    (moves, metric) => `公布：${number.hant(moves)} 步${metric === '' ? '' : `（${metric}）`}`),
  census: text('The hardest puzzles', '最難的謎題'),
  censusLead: text('The hardest of all puzzles on small boards, with pieces of any shape, for each number of pieces. ' +
      'One piece starts in the upper left corner and must cover the lower right cell.',
    '小棋盤上、棋子形狀不限的所有謎題中，各棋子數最難的一題。一塊棋子從左上角出發，要蓋住右下角的格子。'),
  hardestOf: text((/** @type {string} */ board, /** @type {number} */ pieces, /** @type {string} */ metrics) =>
      `Hardest of ${board}, ${counted(pieces, 'piece')} (${metrics})`,
    (board, pieces, metrics) => `${board} 棋盤 ${number.hant(pieces)} 塊棋子的最難謎題（${metrics}）`),
  rush: {
    heading: text('Rush Hour', '汽車華容道（Rush Hour）'),
    lead: text('Cars move only forwards and backwards. Bring the red car to the exit at the right end of its row. ' +
        'Random puzzles are 6×6, and every car counts: the solution becomes shorter if any car is removed. ' +
        'Below are published puzzles, and the longest puzzles of small boards.',
      '車輛只能前後移動，要把紅車開到同一列右端的出口。隨機謎題的棋盤為 6×6，每輛車都不可少：移走任何一輛，解法都會變短。下面是已公布的謎題，以及小棋盤上解法最長的謎題。'),
    difficulty: text('Difficulty', '難度'),
    range: text((/** @type {number} */ from, /** @type {number | null} */ to) =>
        (to === null ? `${from} or more moves` : `${from} to ${to} moves`),
      (from, to) => (to === null ? `${from} 步以上` : `${from} 到 ${to} 步`)),
    own: text((/** @type {number} */ from, /** @type {number} */ to) => `My level: ${from} to ${to} moves`, (from, to) => `我的程度：${from} 到 ${to} 步`),
    random: text('Random puzzle', '隨機出題'),
    another: text('Another random puzzle', '再出一題'),
    board: text('Board in one line', '單行棋盤'),
    boardHelp: text('Write the rows from the top without spaces. A is the red car, . or o is an empty cell, x is a wall, and any ' +
        'other letter is a car. If the board is not square, write / between the rows.',
      '由上到下逐列寫出，中間不加空格。A 是紅車，. 或 o 是空格，x 是牆，其他字母是別的車。棋盤不是正方形時，列與列之間寫 /。'),
    open: text('Open', '開啟'),
    boardName: text((/** @type {string} */ board) => `Rush Hour, ${board}`, (board) => `汽車華容道 ${board}`),
    longestOfCars: text((/** @type {string} */ board, /** @type {number} */ cars, /** @type {string} */ metrics) =>
        `Longest Rush Hour of ${board}, ${counted(cars, 'piece')} (${metrics})`,
      (board, cars, metrics) => `${board} 汽車華容道 ${number.hant(cars)} 輛車的最長謎題（${metrics}）`),
    longestOfWalls: text((/** @type {string} */ board, /** @type {number} */ walls, /** @type {string} */ metrics) =>
        `Longest Rush Hour of ${board}, ${counted(walls, 'wall')} (${metrics})`,
      (board, walls, metrics) => `${board} 汽車華容道 ${number.hant(walls)} 格牆的最長謎題（${metrics}）`),
  },
  doors: text('Doors', '出門'),
  doorsLead: text('Levels that this program designed, the easiest first. Slide the pieces out through the doors of their colour.',
    '本程式設計的關卡，由易到難。把棋子從同色的門滑出去。'),
  doorsLevel: text((/** @type {number} */ level) => `Doors ${level}`, (level) => `出門 ${level}`),
  yours: text('Your puzzles', '你的謎題'),
  yourSolved: text((/** @type {number} */ moves) => `Solved in ${number.en(moves)}`, (moves) => `以 ${number.hant(moves)} 步解開`,
    (moves) => `用 ${number.hans(moves)} 步解开`),
  fromStart: text('From the start', '從頭開始'),
  openFile: text('Puzzle file', '謎題檔'),
  goal: text('Goal', '目標'),
  goalText: text('Bring the marked pieces here. The board outlines the target.', '把標出的棋子移到這裡。棋盤上以虛線框標出目標。', '把标出的棋子移到这里。棋盘上用虚线框标出目标。'),
  goalAll: text('Bring the pieces into these places.', '把棋子移到這些位置。'),
  goalGone: text((/** @type {string} */ pieces) => `These must leave the board: ${pieces}.`, (pieces) => `這些棋子必須離開棋盤：${pieces}。`),
  goalInPlace: text('The marked pieces must be in their places.', '標出的棋子要在它們的位置上。'),
  doorsHelp: {
    leave: text('Slide a piece out through a door with its letter and colour. It does not come back.', '把棋子從字母和顏色相同的門滑出去。離開的棋子不會回來。'),
    frozen: text('A snowflake: the piece does not move before so many more pieces have left.', '雪花和數字：再離開這個數目的棋子，這塊就能移動。'),
    opens: text('A bar with a number: the door opens when so many more pieces have left.', '有橫條和數字的門：再離開這個數目的棋子就會打開。'),
    layers: text('Another colour inside: at its first door, the piece becomes that one and stays.', '裡面另有顏色：棋子過第一道門時變成那一塊，留在棋盤上。'),
  },
  goalExit: text('Bring this car to the exit, where the arrow is.', '把這輛車開到箭頭所示的出口。'),
  goals: text((/** @type {number} */ count) => `There are ${counted(count, 'goal')}; reach any of them. This is the first.`,
    (count) => `共有 ${number.hant(count)} 個目標，達成任何一個即可。這是第一個。`),
  source: text('Source', '出處'),
  computed: text('Fewest moves, computed', '計算出的最少步數'),
  bounds: text((/** @type {number} */ atLeast, /** @type {number | null} */ found, /** @type {string} */ metric) => {
      const moves = movesIn(atLeast, metric);
      if (atLeast === found) return moves;
      return found === null ? `at least ${moves}; not proved` : `at least ${moves}; a solution of ${number.en(found)} is known`;
    },
    (atLeast, found, metric) => {
      if (atLeast === found) return `${number.hant(atLeast)} 步（${metric}）`;
      return `至少 ${number.hant(atLeast)} 步（${metric}），${found === null ? '尚未證明' : `已知有 ${number.hant(found)} 步的解法`}`;
    }),
  publishedBy: text('Published moves', '公布步數'),
  publishedCount: text((/** @type {number} */ moves, /** @type {string} */ metric, /** @type {string} */ by) =>
      [movesIn(moves, metric), by].filter(Boolean).join(', '),
    (moves, metric, by) => [`${number.hant(moves)} 步${metric ? `（${metric}）` : ''}`, by].filter(Boolean).join('，')),
  reached: text((/** @type {number} */ count) => `${counted(count, 'position')} ${count === 1 ? 'is' : 'are'} reachable.`,
    (count) => `能到達的局面有 ${number.hant(count)} 個。`),
  tables: text('The distances come from tables of all positions.', '距離取自全部局面的表。'),
  besideKept: text('Distances are known only along optimal solutions that were computed beforehand. Undo leads back to one.',
    '只知道預先算好的最佳解法沿途的距離。復原可回到其中之一。'),
  unproved: text('The fewest moves of this puzzle are not proved; see the bounds. You can play it, but without distances and hints.',
    '這個謎題的最少步數尚未證明，請看上下界。可以遊玩，但沒有距離和提示。'),
  kept: text('The distances are those of kept optimal solutions. Other positions of this puzzle are too many to search here.',
    '這些距離來自預先算好的最佳解法。這個謎題的其他局面太多，無法在這裡搜尋。'),
  where: text('Among all reachable positions', '在能到達的局面之中'),
  ofAll: text((/** @type {number} */ all) => `the ${counted(all, 'solvable position')} that you can reach from here`,
    (all) => `從這裡能到達 ${number.hant(all)} 個可解局面`),
  noMap: text((/** @type {number} */ most) => ` A map has at most ${counted(most, 'position')}.`, (most) => `地圖最多有 ${number.hant(most)} 個局面。`),
  noHistogram: text('Too many positions are reachable for a histogram and a map here.', '能到達的局面太多，這裡無法繪製直方圖和地圖。'),
  searching: text('Searching all positions…', '正在搜尋全部局面…'),
  searched: text((/** @type {number} */ count) => `${number.en(count)} found`, (count) => `已找到 ${number.hant(count)} 個`),
  pieceName: text((/** @type {string[]} */ signs, /** @type {string} */ size) =>
      (signs.length === 1 ? `Piece ${signs[0]}, ${size}` : `Piece ${size}`),
    (signs, size) => (signs.length === 1 ? `棋子 ${signs[0]}，${size}` : `棋子 ${size}`)),
  lockedName: text((/** @type {string} */ name, /** @type {'both' | 'rows' | 'columns'} */ freedom) =>
      ({ both: name, rows: `${name}, left and right only`, columns: `${name}, up and down only` })[freedom],
    (name, freedom) =>
      ({ both: name, rows: `${name}，只能左右移動`, columns: `${name}，只能上下移動` })[freedom]),
  goalReached: text('The goal is reached.', '已達成目標。'),
  more: text('More puzzles', '更多謎題'),
  nextInList: text('Next in the list: ', '列表的下一題：'),
  solution: text('Optimal solution', '最佳解法'),
  showSolution: text('Show a solution from here', '顯示從這裡開始的解法'),
  solutionOf: text(movesIn, (moves, metric) => `共 ${number.hant(moves)} 步${metric && `（${metric}）`}`),
  solutionCount: text((/** @type {bigint} */ count) =>
      (count === 1n ? 'This is the only optimal solution.' : `It is one of ${number.en(count)} optimal solutions.`),
    (count) => (count === 1n ? '最佳解法只有這一種。' : `最佳解法共有 ${number.hant(count)} 種，這是其中之一。`)),
  solutionStart: text('Start', '起點'),
  solutionKeys: text('Arrow keys in the list go back and forward.', '在列表中可用方向鍵後退或前進。'),
  back: text('Back', '後退'),
  forward: text('Forward', '前進'),
  stepOf: text((/** @type {number} */ at, /** @type {number} */ all) => `${number.en(at)} of ${number.en(all)}`,
    (at, all) => `第 ${number.hant(at)} 步，共 ${number.hant(all)} 步`),
  playHere: text('Play from here', '從這裡開始玩'),
  saveText: text('Save as text', '存成文字'),
  saveJson: text('Save as JSON', '存成 JSON'),
  savePicture: text({ svg: 'Save as SVG', png: 'Save as PNG', gif: 'Save as animated GIF' }, { svg: '存成 SVG', png: '存成 PNG', gif: '存成 GIF 動畫' }),
  saveSvg: text('Board as SVG', '棋盤存成 SVG'),
  savePng: text('Board as PNG', '棋盤存成 PNG'),
  noSuchPuzzle: text('This puzzle does not exist', '沒有這個謎題'),
  fromLink: text('This puzzle comes from the link. This browser keeps neither the puzzle nor your results.', '這道題來自連結。這個瀏覽器不會保存題目和你的成績。'),
  keepIt: text('Keep in your puzzles', '存入你的謎題'),
  // The editor of puzzles.
  editorLead: text('Draw a puzzle or write its text. The drawing and the text always agree.', '可以繪製謎題，也可以編寫文字，兩者會保持一致。'),
  text: text('Text of the puzzle', '謎題的文字'),
  textHelp: text('Grids have one sign per cell: # is a wall, . is an empty cell, any other sign is a piece. ' +
      'The grid after “goal =” has only the pieces of the goal, at the places that they must reach. ' +
      'A Rush Hour board in one line is read as well.',
    '方格圖每格一個符號：# 表示牆，. 表示空格，其他符號表示棋子。「goal =」之後的方格圖只畫目標棋子，畫在它們應到的位置。也可以貼上單行的汽車華容道棋盤。'),
  example: text(['Where the goal pieces must be. A cell with a dot may hold anything.', 'Pieces that move only lengthwise, as cars do:'],
    ['目標棋子應到的位置。畫點的格子不限。', '棋子只能沿長邊移動，如同車輛：']),
  load: text('Open a file', '開啟檔案'),
  save: text('Save and play', '儲存並遊玩'),
  download: text('Download', '下載'),
  forget: text('Delete', '刪除'),
  fine: text('This puzzle can be played.', '這個謎題可以遊玩。'),
  untitled: text('My puzzle', '我的謎題'),
  boardRead: text('The Rush Hour board has become a puzzle.', '已把汽車華容道的棋盤讀成謎題。'),
  difficulties: text(['very easy', 'easy', 'medium', 'hard', 'very hard'], ['很簡單', '簡單', '中等', '困難', '很困難']),
  difficulty: text((/** @type {string} */ grade) => `Difficulty: ${grade}. `, (grade) => `難度：${grade}。`),
  unsolvableStart: text('The goal is unreachable from the start. ', '從開局無法到達目標。'),
  problem: text((/** @type {number} */ line, /** @type {number} */ column, /** @type {string} */ fault) => `Line ${line}, column ${column}: ${fault}`,
    (line, column, fault) => `第 ${line} 行第 ${column} 字：${fault}`,
    (line, column, fault) => `第 ${line} 行第 ${column} 个字符：${fault}`),
  goToLine: text('Go to the line', '跳到該行'),
  preview: text('Preview', '預覽'),
  painter: {
    title: text('Drawing', '繪製'),
    unread: text('The text has no readable start grid, so there is nothing to draw on.', '文字裡沒有可讀的起始方格圖，因此無從繪製。', '文本里没有可读的起始方格图，因此无法绘制。'),
    tooLarge: text((/** @type {number} */ most) => `Boards with more than ${most} columns or rows can only be edited as text.`,
      (most) => `超過 ${most} 欄或列的棋盤只能以文字編輯。`),
    anew: text('New board', '新棋盤'),
    name: text('Name', '名稱'),
    columns: text('Columns', '欄數'),
    rows: text('Rows', '列數'),
    layer: text('Draw on', '繪製對象'),
    layers: text({ start: 'Start', goal: 'Goal', gate: 'Gates', doors: 'Doors' }, { start: '開局', goal: '目標', gate: '閘門', doors: '門' }),
    help: {
      start: text('Choose a brush and paint the board. Cells with the same sign form one piece.', '先選畫筆，再塗棋盤。符號相同的格子是同一塊棋子。'),
      goal: text('Paint the goal pieces where they must be. Anything may be in the cells that you leave empty.', '把目標棋子塗在應到的位置。留空的格子不限。'),
      doors: text('Paint a place in the frame or on a wall with the piece that leaves there; * is for every piece. Without a goal, all pieces ' +
          'with doors must be gone. The text can also have gone = "AB", frozen = { A = 2 }, opens = { B = 1 } and layers = { C = "d" }.',
        '在外框或牆上，用要從那裡離開的棋子塗色；* 是所有棋子的門。沒有目標時，有門的棋子都要離開。' +
          '文字裡還可以寫 gone = "AB"、frozen = { A = 2 }、opens = { B = 1 } 和 layers = { C = "d" }。'),
      gate: text('Paint a cell with a piece. Then no other piece may enter this cell.', '用某塊棋子塗格子，就只有它能進入那一格。'),
    },
    missing: text({ start: 'First paint the pieces of the start.', goal: 'Now choose “Goal” under “Draw on”, and paint where a piece must go.' },
      { start: '請先畫出開局的棋子。', goal: '接著在「繪製對象」選「目標」，畫出棋子要到的位置。' }),
    keys: text('In the grid: arrow keys move, Space paints, Delete empties a cell, a sign chooses the brush.',
      '在方格圖中：方向鍵移動，空白鍵塗色，Delete 清空，輸入符號選畫筆。'),
    grid: text({ start: 'Board at the start', goal: 'Goal', gate: 'Gates', doors: 'Doors around the board' },
      { start: '開局的棋盤', goal: '目標', gate: '閘門', doors: '棋盤邊上的門' }),
    brushes: text('Brush', '畫筆'),
    brush: text((/** @type {string} */ what) => `Brush: ${what}`, (what) => `畫筆：${what}`),
    wall: text('Wall', '牆'),
    empty: text('Empty', '空格'),
    piece: text((/** @type {string} */ sign) => `Piece ${sign}`, (sign) => `棋子 ${sign}`),
    everyone: text('Every piece', '所有棋子'),
    newPiece: text('New piece', '新棋子'),
    fromStart: text('Copy the start', '複製開局'),
    clear: text({ start: 'Clear all', goal: 'Clear the goal', gate: 'Clear the gates', doors: 'Clear the doors' },
      { start: '全部清空', goal: '清空目標', gate: '清空閘門', doors: '清空門' }),
    cleared: text('Cleared.', '已清空。'),
    moves: text('How pieces move', '棋子的走法'),
    freedom: text((/** @type {string} */ sign) => `How piece ${sign} moves`, (sign) => `棋子 ${sign} 的走法`),
    freedoms: text({ both: 'All directions', rows: 'Left and right', columns: 'Up and down' }, { both: '不限方向', rows: '左右', columns: '上下' }),
    byLength: text('By its shape', '依形狀'),
    lengthwise: text('Pieces move only lengthwise, as cars do', '棋子只能沿長邊移動，如同車輛'),
    byShape: text('Any piece of the same shape satisfies the goal', '同形的任一棋子都能達成目標'),
    alike: text('Interchangeable pieces', '可互換的棋子'),
    alikeHelp: text('Groups of signs with spaces between them, such as AB CDE.', '每組符號以空格分開，例如 AB CDE。'),
  },
});

export const words = {
  en: { ...position.en, ...own.en }, hant: { ...position.hant, ...own.hant }, hans: { ...position.hans, ...own.hans },
};

/** @typedef {typeof words.en} Words */
