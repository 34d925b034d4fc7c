/** Texts of the list of harder puzzles. */
import { counted, number } from './language.js';
import { pageWords, text } from './words.js';

/** @import { Change, Variants } from './api.js' */

export const words = pageWords({
  heading: text('Harder by one piece', '改一塊棋子，變得更難'),
  lead: text('All changes of one piece are tried: it is moved, turned, removed, added, or exchanged with another. Board, walls and goal stay.',
    '嘗試一塊棋子的所有改法：移到別處、旋轉、移除、增加，或與另一塊互換。棋盤、牆和目標不變。'),
  onServer: text('This site cannot search for them. The program can: huarong serve, or huarong design --like FILE.',
    '這個網站無法搜尋。可用程式：huarong serve 或 huarong design --like 檔案。'),
  find: text('Find harder puzzles', '找更難的謎題'),
  metric: text('Count in', '計步方式'),
  finding: text('Searching all variants…', '正在搜尋所有變體…'),
  found: text((/** @type {Variants} */ { distance, solvable, unsolvable, undecided, harder, variants }, /** @type {string} */ metric) => {
      const all = counted(solvable + unsolvable + undecided, 'variant');
      const now = distance === null ? 'This puzzle has no solution.' : `This puzzle has ${counted(distance, `${metric.toLowerCase()} move`)}.`;
      const result = harder === 0 ? `None of ${all} is harder.` : `${number.en(harder)} of ${all} ${harder === 1 ? 'is' : 'are'} harder.`;
      const shown = variants.length < harder ? ` The hardest ${number.en(variants.length)} are shown.` : '';
      const open = undecided > 0 ? ` ${counted(undecided, 'variant')} ${undecided === 1 ? 'is' : 'are'} too large to search here.` : '';
      return `${now} ${result}${shown}${open}`;
    },
    ({ distance, solvable, unsolvable, undecided, harder, variants }, metric) => {
      const all = number.hant(solvable + unsolvable + undecided);
      const now = distance === null ? '這個謎題無解。' : `這個謎題需 ${number.hant(distance)} 步（${metric}）。`;
      const result = harder === 0 ? `${all} 個變體都沒有更難。` : `${all} 個變體中有 ${number.hant(harder)} 個更難。`;
      const shown = variants.length < harder ? `列出最難的 ${number.hant(variants.length)} 個。` : '';
      const open = undecided > 0 ? `另有 ${number.hant(undecided)} 個太大，無法在這裡搜尋。` : '';
      return now + result + shown + open;
    }),
  tooLarge: text('The puzzle is too large to try all variants here. The program does: huarong design --like FILE.',
    '謎題太大，無法在這裡嘗試所有變體。可用程式：huarong design --like 檔案。'),
  moves: text((/** @type {number} */ moves, /** @type {number | null} */ before) =>
      counted(moves, 'move') + (before === null ? '' : ` (+${number.en(moves - before)})`),
    (moves, before) => `${number.hant(moves)} 步${before === null ? '' : `（+${number.hant(moves - before)}）`}`),
  change: text((/** @type {Change} */ { change, signs, at }) => {
      const [one = '', other = ''] = signs;
      const place = at ? `column ${at[0] + 1}, row ${at[1] + 1}` : '';
      return {
        moved: `${one} moved to ${place}`, turned: `${one} turned, at ${place}`, removed: `${one} removed`,
        added: `${one} added at ${place}`, exchanged: `${one} and ${other} exchanged`,
      }[change];
    },
    ({ change, signs, at }) => {
      const [one = '', other = ''] = signs;
      const place = at ? `第 ${at[0] + 1} 欄第 ${at[1] + 1} 列` : '';
      return {
        moved: `${one} 移到${place}`, turned: `${one} 旋轉，位於${place}`, removed: `移除 ${one}`,
        added: `在${place}增加 ${one}`, exchanged: `${one} 與 ${other} 互換`,
      }[change];
    }),
});
