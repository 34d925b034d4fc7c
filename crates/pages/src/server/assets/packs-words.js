/** Texts about packs of puzzles, and of their page. */
import { TAGS, counted, number } from './language.js';
import { pageWords, text } from './words.js';

/** @param {import('./language.js').Language} language */
function dateIn(language) {
  const format = new Intl.DateTimeFormat(TAGS[language], { dateStyle: 'long', timeZone: 'UTC' });
  return (/** @type {string} */ date) => format.format(new Date(date));
}

/** Writes a date of the form `2026-01-31`. */
export const longDate = { en: dateIn('en'), hant: dateIn('hant'), hans: dateIn('hans') };

export const words = pageWords({
  lead: text('Choose a puzzle. Each pack starts with its shortest puzzle.', '選一道題。每個題庫由步數最少的題開始。'),
  nav: text('More puzzles', '更多題目'),
  today: text('Puzzles of the day', '每日題目'),
  todayLead: text('Klotski, Rush Hour and tiles, the same for everybody. Monday is easy, Sunday is hard.', '華容道、汽車華容道和數字推盤，所有人的題目相同。星期一容易，星期日最難。'),
  allToday: text("Today's puzzles", '今天的題目'),
  ofDay: text((/** @type {string} */ date) => `Puzzles of ${date}`, (date) => `${date}的題目`),
  kinds: text({ klotski: 'Klotski', rush: 'Rush Hour', tiles: '8-puzzle' }, { klotski: '華容道', rush: '汽車華容道', tiles: '八數碼' }),
  solvedIn: text((/** @type {number} */ made, /** @type {number} */ least) =>
      (made === least ? `Solved in ${number.en(made)}, the fewest possible` : `Solved in ${number.en(made)}; the fewest possible are ${number.en(least)}`),
    (made, least) => (made === least ? `用最少的 ${number.hant(made)} 步解開` : `用 ${number.hant(made)} 步解開，最少是 ${number.hant(least)} 步`)),
  astray: text((/** @type {number} */ move) => `lost my way at move ${number.en(move)}`, (move) => `第 ${number.hant(move)} 步走偏了`),
  optimal: text('optimal', '最少步數'),
  shareResult: text('Copy my result', '複製我的成績'),
  resultCopied: text('Result copied.', '已複製成績。'),
  shareHelp: text('The text says how you fared, and nothing about the solution.', '文字只寫成績，不透露解法。'),
  streak: text((/** @type {number} */ many) => `${counted(many, 'day')} in a row`, (many) => `連續 ${number.hant(many)} 天`),
  longest: text((/** @type {number} */ many) => `longest: ${number.en(many)}`, (many) => `最長 ${number.hant(many)} 天`),
  streakHelp: text('A day counts if you solve one of its puzzles on that day, without help.', '當天沒有用輔助而解開一題，就算一天。'),
  nextIn: text((/** @type {string} */ time, /** @type {number} */ hours, /** @type {number} */ minutes) =>
      `New puzzles at ${time} your time, in ${hours === 0 ? '' : `${number.en(hours)} h `}${number.en(minutes)} min.`,
    (time, hours, minutes) => `當地時間 ${time} 換新題，還有 ${hours === 0 ? '' : `${number.hant(hours)} 小時 `}${number.hant(minutes)} 分鐘。`),
  classPuzzle: text('Puzzle', '題目'),
  classLead: text('Puzzles from short to long, under one address. Show this page to the class: the code and the link open it on every device.',
    '步數由少到多的題目，合用一個網址。讓全班看這一頁，用 QR 碼或連結就能各自開啟。',
    '步数由少到多的题目，合用一个网址。让全班看这一页，用二维码或链接就能各自打开。'),
  classCount: text('Number of puzzles', '題數'),
  classFrom: text('Moves from', '步數從'),
  classTo: text('Moves to', '步數到'),
  classNew: text('New puzzles', '換一組'),
  yesterday: text('The day before', '前一天'),
  tomorrow: text('The day after', '後一天'),
  calendar: text('All days', '所有日子'),
  earlier: text('Month before', '上個月'),
  later: text('Month after', '下個月'),
  ofKinds: text((/** @type {string} */ date, /** @type {number} */ solved) => `${date}: ${number.en(solved)} solved`,
    (date, solved) => `${date}：解開 ${number.hant(solved)} 題`),
  dailyOf: text((/** @type {string} */ date) => `Puzzle of ${date}`, (date) => `${date}的題目`),
  random: text('Random puzzle', '隨機出題'),
  randomLead: text('The generator draws a new start. The red block is in the top row.', '隨機出一個新的起始局面，紅色大塊在最上面一列。'),
  levels: text({ easy: 'Easy', medium: 'Medium', hard: 'Hard', expert: 'Expert' }, { easy: '容易', medium: '中等', hard: '困難', expert: '專家' }),
  levelHints: text({ easy: '13 to 18 moves', medium: '19 to 35 moves', hard: '36 to 60 moves', expert: '61 to 93 moves' },
    { easy: '13 到 18 步', medium: '19 到 35 步', hard: '36 到 60 步', expert: '61 到 93 步' }),
  drawn: text({ easy: 'Easy puzzle', medium: 'Medium puzzle', hard: 'Hard puzzle', expert: 'Expert puzzle' },
    { easy: '容易的題目', medium: '中等的題目', hard: '困難的題目', expert: '專家的題目' }),
  another: text({ easy: 'Another easy puzzle', medium: 'Another medium puzzle', hard: 'Another hard puzzle', expert: 'Another expert puzzle' },
    { easy: '再來一道容易的', medium: '再來一道中等的', hard: '再來一道困難的', expert: '再來一道專家的' }),
  packs: text({
      'first-steps': 'First steps', classics: 'Classics', hardest: 'The hardest',
      doors: 'Doors', rush: 'Rush Hour', census: 'Census records', 'rush-records': 'Rush Hour records',
    },
    {
      'first-steps': '入門', classics: '經典', hardest: '最難', doors: '出門', rush: '汽車華容道', census: '普查紀錄', 'rush-records': '汽車華容道紀錄',
    }),
  leads: {
    'first-steps': text('Named starts with at most 20 moves. Start here if Klotski is new to you.',
      '最多 20 步的名局。初次接觸華容道，請從這裡開始。'),
    classics: text('The starts that most books and programs have, among them the Red Donkey.', '多數書籍和程式都有的名局，包括橫刀立馬。'),
    hardest: text('The named starts that need the most moves.', '步數最多的名局。'),
    doors: text('Levels that the program designed. Slide every piece out through a door of its colour; none comes back.',
      '程式設計的關卡。把每塊棋子從同色的門滑出去，離開的不會回來。'),
    rush: text('Published puzzles. Cars move only forwards and backwards; bring the red car to the exit.', '已發表的題目。汽車只能前進和後退，把紅車開到出口。'),
    census: text('The hardest of all puzzles on small boards, for each number of pieces.', '小棋盤上，每種棋子數目之中最難的謎題。'),
    'rush-records': text('The longest Rush Hour puzzles of each board and number of cars.', '每種棋盤、每種車數之中步數最多的汽車華容道。'),
  },
  numbered: text((/** @type {string} */ pack, /** @type {number} */ at) => `${pack} ${number.en(at)}`, (pack, at) => `${pack} ${number.hant(at)}`),
  place: text((/** @type {string} */ pack, /** @type {number} */ at, /** @type {number} */ all) => `${pack}: ${number.en(at)} of ${number.en(all)}`,
    (pack, at, all) => `${pack}：第 ${number.hant(at)} 題，共 ${number.hant(all)} 題`),
  solvedOf: text((/** @type {number} */ solved, /** @type {number} */ all) => `${number.en(solved)} of ${number.en(all)} solved`,
    (solved, all) => `已解開 ${number.hant(solved)} 題，共 ${number.hant(all)} 題`),
  start: text('Start', '開始'),
  goOn: text('Continue', '繼續'),
  again: text('Play again', '再玩一次'),
  all: text((/** @type {number} */ many) => `All ${counted(many, 'puzzle')}`, (many) => `全部 ${number.hant(many)} 題`),
  moves: text((/** @type {number} */ moves) => `fewest moves: ${number.en(moves)}`, (moves) => `最少 ${number.hant(moves)} 步`),
  yours: text((/** @type {number} */ moves) => `solved in ${number.en(moves)}`, (moves) => `你用 ${number.hant(moves)} 步解開`),
  next: text((/** @type {string} */ pack) => `Next in ${pack}: `, (pack) => `${pack}的下一題：`),
  progress: text('Your progress', '你的進度'),
  progressLead: text('This browser keeps your solutions without help. Save them to a file, or load them in another browser.',
    '這個瀏覽器保存你沒有用輔助的解法。可以存成檔案，也可以在另一個瀏覽器讀入。'),
  total: text((/** @type {number} */ solved) => `${counted(solved, 'start')} solved without help.`,
    (solved) => `沒有用輔助而解開的局面：${number.hant(solved)} 個。`),
  save: text('Save to a file', '存成檔案'),
  load: text('Load from a file', '從檔案讀入'),
  loaded: text((/** @type {number} */ better) =>
      (better === 0 ? 'The file has no better result.' : `${counted(better, 'result')} added or improved.`),
    (better) => (better === 0 ? '檔案裡沒有更好的成績。' : `新增或改善了 ${number.hant(better)} 個成績。`)),
  unreadable: text('This file has no progress of these pages.', '這個檔案不是這些頁面的進度。'),
});
