/** Texts of the page that finds puzzles to order. */
import { counted, number } from './language.js';
import { pageWords, text } from './words.js';

/** @import { Designs } from 'api' */

export const words = pageWords({
  lead: text('Say what a puzzle must have. The longest puzzles that fit are listed.', '說明謎題須符合的條件，列出其中步數最多的。'),
  limits: text('Your browser searches: at most 5 minutes and 256 MB of memory for each search. The program has no such limits: huarong design --help.',
    '由瀏覽器搜尋，每次最多 5 分鐘、256 MB 記憶體。程式沒有這些限制：huarong design --help。'),
  onServer: text('This site cannot search for puzzles. The program can: huarong serve, or huarong design --help.',
    '這個網站無法搜尋。可用程式：huarong serve 或 huarong design --help。'),
  subject: text('Kind', '種類'),
  ofPieces: text('Sliding blocks', '滑塊'),
  ofCars: text('Rush Hour', '汽車華容道'),
  pieces: text('Pieces, the goal piece first', '棋子，目標棋子在前'),
  piecesHelp: text('A number or a range such as 0..2, then a shape: small, domino, bar, corner, big, I, O, T, S, Z, L, J. h and v are dominoes that do not turn, as do 1x3 and XXX/.X.',
    '數目或範圍（如 0..2），再加形狀：小塊、雙格塊、三格塊、角塊、大塊、I、O、T、S、Z、L、J。橫塊和豎塊是方向固定的雙格塊；1x3 和 XXX/.X. 的方向也固定。'),
  firstPieces: text('T 4domino 4small', 'T 4雙格塊 4小塊'),
  boardHelp: text('Columns and rows such as 4x5, or a drawing with # for a wall: ####/#..#/#..#', '欄數與列數，如 4x5；或畫出棋盤，# 為牆：####/#..#/#..#'),
  goal: text('Goal cells (none: every goal)', '目標格（留空：所有目標）'),
  goalHelp: text('The whole board, with X for the goal piece: ..../..../..../.XX./.XX.', '畫出整個棋盤，X 為目標棋子：..../..../..../.XX./.XX.'),
  walls: text('Most walls', '最多幾面牆'),
  lengths: text('Lengths of the cars', '車的長度'),
  lengthsHelp: text('A number or a range, the red car has the least. 1: each car covers one cell.', '數目或範圍，紅車取最短的。1：每輛車占一格。'),
  metric: text('Count in', '計步法'),
  moves: text('Number of moves', '步數'),
  movesHelp: text('A number or a range such as 20..30. Empty: any.', '數目或範圍，如 20..30。留空：不限。'),
  solutions: text('Number of optimal solutions', '最短解的數目'),
  from: text('Graded from', '分級：從'),
  to: text('to', '到'),
  count: text('Number of puzzles', '謎題數'),
  minimal: text('No piece can be removed without making it shorter', '移除任何一塊都會變短'),
  symmetric: text('Symmetric start', '起始局面左右對稱'),
  find: text('Find puzzles', '找謎題'),
  finding: text('Searching…', '搜尋中…'),
  found: text((/** @type {Designs} */ { puzzles, among, searched, undecided }) => {
      const many = counted(puzzles.length, 'puzzle');
      const where = {
        all: `The search covered all ${number.en(searched)} possibilities.`,
        sample: `They come from a sample of ${number.en(searched)} minimal puzzles.`,
        changes: `They come from random changes of ${number.en(searched)} boards. Longer ones may exist.`,
      }[among];
      const open = undecided > 0 ? ` ${counted(undecided, 'candidate')} ${undecided === 1 ? 'was' : 'were'} too large to check.` : '';
      return `${many}. ${where}${open}`;
    },
    ({ puzzles, among, searched, undecided }) => {
      const where = {
        all: `已搜尋全部 ${number.hant(searched)} 種可能。`,
        sample: `取自 ${number.hant(searched)} 個極簡謎題的樣本。`,
        changes: `由 ${number.hant(searched)} 個棋盤隨機變化而來，可能還有更長的。`,
      }[among];
      const open = undecided > 0 ? `另有 ${number.hant(undecided)} 個太大，無法檢查。` : '';
      return `${number.hant(puzzles.length)} 個謎題。${where}${open}`;
    }),
  tooLarge: text('This order needs more memory or time than an answer may take. Use fewer pieces or narrower ranges, or the program: huarong design.',
    '這個條件需要的記憶體或時間超過限制。請減少棋子、縮小範圍，或使用程式：huarong design。'),
});
