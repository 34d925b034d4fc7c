/** Texts about packs of puzzles, and of their page. */
import { TAGS, counted, number } from './language.js';
import { pageWords } from './words.js';

/** @param {import('./language.js').Language} language */
function dateIn(language) {
  const format = new Intl.DateTimeFormat(TAGS[language], { dateStyle: 'long', timeZone: 'UTC' });
  return (/** @type {string} */ date) => format.format(new Date(date));
}

/** Writes a date of the form `2026-01-31`. */
export const longDate = { en: dateIn('en'), hant: dateIn('hant'), hans: dateIn('hans') };

export const words = pageWords({
  lead: 'Choose a puzzle. Each pack starts with its shortest puzzle.',
  nav: 'More puzzles',
  today: 'Puzzle of the day',
  todayLead: 'Everybody gets the same puzzle until midnight UTC. Monday is easy, Sunday is hard.',
  dailyOf: (/** @type {string} */ date) => `Puzzle of ${date}`,
  random: 'Random puzzle',
  randomLead: 'The generator draws a new start. The red block is in the top row.',
  levels: { easy: 'Easy', medium: 'Medium', hard: 'Hard', expert: 'Expert' },
  levelHints: { easy: '13 to 18 moves', medium: '19 to 35 moves', hard: '36 to 60 moves', expert: '61 to 93 moves' },
  drawn: { easy: 'Easy puzzle', medium: 'Medium puzzle', hard: 'Hard puzzle', expert: 'Expert puzzle' },
  another: { easy: 'Another easy puzzle', medium: 'Another medium puzzle', hard: 'Another hard puzzle', expert: 'Another expert puzzle' },
  packs: {
    'first-steps': 'First steps', classics: 'Classics', hardest: 'The hardest',
    rush: 'Rush Hour', census: 'Census records', 'rush-records': 'Rush Hour records',
  },
  leads: {
    'first-steps': 'Named starts with at most 20 moves. Start here if Klotski is new to you.',
    classics: 'The starts that most books and programs have, among them the Red Donkey.',
    hardest: 'The named starts that need the most moves.',
    rush: 'Published puzzles. Cars move only forwards and backwards; bring the red car to the exit.',
    census: 'The hardest of all puzzles on small boards, for each number of pieces.',
    'rush-records': 'The longest Rush Hour puzzles of each board and number of cars.',
  },
  numbered: (/** @type {string} */ pack, /** @type {number} */ at) => `${pack} ${number.en(at)}`,
  place: (/** @type {string} */ pack, /** @type {number} */ at, /** @type {number} */ all) =>
    `${pack}: ${number.en(at)} of ${number.en(all)}`,
  solvedOf: (/** @type {number} */ solved, /** @type {number} */ all) => `${number.en(solved)} of ${number.en(all)} solved`,
  start: 'Start',
  goOn: 'Continue',
  again: 'Play again',
  all: (/** @type {number} */ many) => `All ${counted(many, 'puzzle')}`,
  moves: (/** @type {number} */ moves) => `fewest moves: ${number.en(moves)}`,
  yours: (/** @type {number} */ moves) => `solved in ${number.en(moves)}`,
  next: (/** @type {string} */ pack) => `Next in ${pack}: `,
  progress: 'Your progress',
  progressLead: 'This browser keeps your solutions without help. Save them to a file, or load them in another browser.',
  total: (/** @type {number} */ solved) => `${counted(solved, 'start')} solved without help.`,
  save: 'Save to a file',
  load: 'Load from a file',
  loaded: (/** @type {number} */ better) =>
    (better === 0 ? 'The file has no better result.' : `${counted(better, 'result')} added or improved.`),
  unreadable: 'This file has no progress of these pages.',
}, {
  lead: '選一道題。每個題庫由步數最少的題開始。',
  nav: '更多題目',
  today: '每日一題',
  todayLead: '所有人的題目相同，UTC 午夜更換。星期一容易，星期日最難。',
  dailyOf: (date) => `${date}的題目`,
  random: '隨機出題',
  randomLead: '隨機出一個新的起始局面，紅色大塊在最上面一列。',
  levels: { easy: '容易', medium: '中等', hard: '困難', expert: '專家' },
  levelHints: { easy: '13 到 18 步', medium: '19 到 35 步', hard: '36 到 60 步', expert: '61 到 93 步' },
  drawn: { easy: '容易的題目', medium: '中等的題目', hard: '困難的題目', expert: '專家的題目' },
  another: { easy: '再來一道容易的', medium: '再來一道中等的', hard: '再來一道困難的', expert: '再來一道專家的' },
  packs: {
    'first-steps': '入門', classics: '經典', hardest: '最難', rush: '汽車華容道', census: '普查紀錄', 'rush-records': '汽車華容道紀錄',
  },
  leads: {
    'first-steps': '最多 20 步的名局。初次接觸華容道，請從這裡開始。',
    classics: '多數書籍和程式都有的名局，包括橫刀立馬。',
    hardest: '步數最多的名局。',
    rush: '已發表的題目。汽車只能前進和後退，把紅車開到出口。',
    census: '小棋盤上，每種棋子數目之中最難的謎題。',
    'rush-records': '每種棋盤、每種車數之中步數最多的汽車華容道。',
  },
  numbered: (pack, at) => `${pack} ${number.hant(at)}`,
  place: (pack, at, all) => `${pack}：第 ${number.hant(at)} 題，共 ${number.hant(all)} 題`,
  solvedOf: (solved, all) => `已解開 ${number.hant(solved)} 題，共 ${number.hant(all)} 題`,
  start: '開始',
  goOn: '繼續',
  again: '再玩一次',
  all: (many) => `全部 ${number.hant(many)} 題`,
  moves: (moves) => `最少 ${number.hant(moves)} 步`,
  yours: (moves) => `你用 ${number.hant(moves)} 步解開`,
  next: (pack) => `${pack}的下一題：`,
  progress: '你的進度',
  progressLead: '這個瀏覽器保存你沒有用輔助的解法。可以存成檔案，也可以在另一個瀏覽器讀入。',
  total: (solved) => `沒有用輔助而解開的局面：${number.hant(solved)} 個。`,
  save: '存成檔案',
  load: '從檔案讀入',
  loaded: (better) => (better === 0 ? '檔案裡沒有更好的成績。' : `新增或改善了 ${number.hant(better)} 個成績。`),
  unreadable: '這個檔案不是這些頁面的進度。',
});
