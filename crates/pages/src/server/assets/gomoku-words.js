/** Texts of gomoku. */
import { counted, number } from './language.js';
import { pageWords, text } from './words.js';

/** @typedef {'chapter' | '2' | '4' | '6' | 'strong'} Level */
/** @typedef {'freestyle' | 'exactly-five' | 'renju'} Rule */
/** @typedef {{score: number, depth: number, nodes: number, win: number | null}} Thought of the computer about a move */

export const words = pageWords({
  lead: text('Five in a row, against another person at this screen or against the computer.', '五子連線，可與同機的另一人對下，也可與電腦對下。',
    '五子连线，可与同一屏幕前的另一人对弈，也可与电脑对弈。'),
  opponent: text('Opponent', '對手'),
  person: text('a person at this screen', '同機的另一人', '同一屏幕前的另一人'),
  levels: text({
      chapter: 'beginner', 2: 'easy', 4: 'medium', 6: 'hard', strong: 'strong',
    },
    {
      chapter: '入門', 2: '簡單', 4: '中等', 6: '困難', strong: '高手',
    }),
  you: text('You play', '你下'),
  youFirst: text('first', '先手'),
  youSecond: text('second', '後手'),
  rule: text('Rule', '規則'),
  rules: text({ freestyle: 'freestyle: five or more', 'exactly-five': 'exactly five', renju: 'renju (forbidden points)' },
    { freestyle: '自由：五子以上', 'exactly-five': '恰好五子', renju: '連珠：黑方有禁手' },
    { freestyle: '自由：五子及以上' }),
  size: text('Board size', '棋盤大小'),
  sizeOf: text((/** @type {number} */ size) => `${size}×${size}`, (size) => `${size}×${size}`),
  opening: text('Opening', '開局'),
  openings: text({ free: 'free', swap2: 'swap2 (colour choice)' }, { free: '自由', swap2: 'swap2（選顏色）' }),
  seconds: text('Seconds per move', '每手秒數'),
  evaluation: text('Show the evaluation', '顯示評分'),
  confirm: text('Ask before each stone is placed', '每手都要確認'),
  begin: text('New game', '新的一局'),
  undo: text('Undo', '悔棋'),
  copy: text('Copy the game', '複製棋譜'),
  copied: text('Game copied.', '已複製棋譜。'),
  load: text('Open a game', '開啟棋譜'),
  paste: text('A game as text', '文字棋譜'),
  colour: text({ o: 'black', x: 'white' }, { o: '黑', x: '白' }),
  toMove: text((/** @type {string} */ colour) => `${colour} to move`, (colour) => `輪到${colour}方`),
  thinking: text('The computer is thinking…', '電腦思考中…'),
  won: text((/** @type {string} */ colour) => `${colour} wins.`, (colour) => `${colour}方獲勝。`),
  drawn: text('A draw: the board is full.', '和局：棋盤已滿。'),
  put: text((/** @type {string} */ colour) => `Opening: place a ${colour} stone.`, (colour) => `開局：請下一顆${colour}子。`),
  choose: text('Opening: choose a colour.', '開局：請選顏色。', '开局：请选择颜色。'),
  take: text({ o: 'Take black', x: 'Take white' }, { o: '執黑', x: '執白' }),
  more: text('Place two more stones and let the other player choose', '再下兩子，由對方選色'),
  played: text((/** @type {string} */ colour, /** @type {string} */ point) => `${colour} to ${point}.`,
    (colour, point) => `${colour}方下在 ${point}。`),
  spot: text((/** @type {string} */ point, /** @type {string} */ what) => `${point}: ${what}`, (point, what) => `${point}：${what}`),
  forbidden: text('forbidden', '禁手'),
  asked: text('press again to place the stone', '再按一次就下子'),
  askedAt: text((/** @type {string} */ point) => `${point}: press again to place the stone`, (point) => `${point}：再按一次就下子`),
  proposed: text((/** @type {string} */ point) => `Hint: ${point}.`, (place) => `提示：${place}。`),
  thought: text((/** @type {Thought} */ { score, depth, nodes, win }) =>
      [win === null ? `Score ${number.en(score)} for the player of this move (positive is good)` : `Wins in ${counted(win, 'ply', 'plies')}`,
        depth > 0 ? `${counted(depth, 'ply', 'plies')} deep` : '',
        nodes === 0 ? '' : counted(nodes, 'position')].filter(Boolean).join(', '),
    ({ score, depth, nodes, win }) =>
      [win === null ? `下這一手的一方評分 ${number.hant(score)}（正數有利）` : `${number.hant(win)} 手內必勝`,
        depth > 0 ? `搜尋 ${number.hant(depth)} 層` : '',
        nodes === 0 ? '' : `${number.hant(nodes)} 個局面`].filter(Boolean).join('，')),
  legend: text('The redder an empty point, the better it is for the side to move. Point at it to see its score.',
    '空點越紅，對輪到下子的一方越有利。指向空點可看評分。'),
  legendLine: text('Numbers on empty points are the moves that the computer expects, in order.', '空點上的數字是電腦預期的著法次序。', '空点上的数字是电脑预期的着法顺序。'),
  moves: text('Moves', '棋譜'),
  wrongText: text('This text is not a game. A game starts with a line like “gomoku 15 freestyle”; its moves follow.',
    '無法讀取這份棋譜：第一行如「gomoku 15 freestyle」，其後是著手。',
    '无法读取该棋谱：第一行形如“gomoku 15 freestyle”，其后是着法。'),
});
