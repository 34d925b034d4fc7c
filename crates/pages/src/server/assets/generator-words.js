/** Texts of the generator. */
import { agree, counted, number } from './language.js';
import { pageWords, text } from './words.js';

/** @typedef {{max: number, from: number, to: number}} Chart the greatest distance, and the range */

export const words = pageWords({
  lead: text('Random positions in the range of distances that you choose. All positions in the range are equally likely. ' +
      'Choose a position to play it.',
    '在你選的距離範圍內隨機產生局面，每個局面的機率相同。點選局面即可開始玩。',
    '在你选择的距离范围内随机生成局面，每个局面的概率相同。点选局面即可开始玩。'),
  set: text('Piece set', '棋子組合'),
  range: text('Distance to the goal', '到目標的距離'),
  from: text('From', '從'),
  to: text('To', '到'),
  count: text('Number of positions', '題數'),
  seedHint: text('The same seed gives the same positions.', '種子相同，局面就相同。'),
  top: text('Big piece in the top row', '大塊在最上列'),
  draw: text('Generate', '出題'),
  again: text('New positions', '換一批'),
  chart: text((/** @type {Chart} */ d) =>
      `Positions at each distance from 0 to ${number.en(d.max)}. The range from ${number.en(d.from)} to ${number.en(d.to)} is marked.`,
    (d) => `距離 0 到 ${number.hant(d.max)} 的局面數；已標示 ${number.hant(d.from)} 到 ${number.hant(d.to)} 的範圍。`,
    (d) => `距离 0 到 ${number.hans(d.max)} 的局面数；已标出 ${number.hans(d.from)} 到 ${number.hans(d.to)} 的范围。`),
  inRange: text((/** @type {number} */ many) => `${counted(many, 'position')} of this set ${agree(many, 'is', 'are')} in the range.`,
    (many) => `這種組合有 ${number.hant(many)} 個局面在範圍內。`,
    (many) => `该组合有 ${number.hans(many)} 个局面在范围内。`),
  nothingSolvable: text('No position of this piece set is solvable. Choose another set.', '這種棋子組合的所有局面都無解，請改選其他組合。', '该棋子组合的所有局面都无解，请改选其他组合。'),
  result: text((/** @type {number} */ shown, /** @type {number} */ fitting) => `${counted(shown, 'position')} of ${number.en(fitting)} in the range.`,
    (shown, fitting) => `範圍內有 ${number.hant(fitting)} 個局面，這裡是 ${number.hant(shown)} 個。`),
  few: text(' There are no more.', '已全部列出。'),
  layoutAlt: text((/** @type {number} */ place) => `Position ${number.en(place)}`, (place) => `局面 ${number.hant(place)}`),
  nothing: text('No position fits. Widen the range, or allow the big piece anywhere.', '沒有符合的局面。請放寬範圍，或不限大塊的位置。'),
  failed: text('The positions could not be generated.', '無法出題。'),
  wrongOrder: text('“From” must not be greater than “To”.', '範圍的終點不能小於起點。'),
  invalid: text((/** @type {string} */ field) => `“${field}” must be a whole number, 0 or greater.`, (field) => `「${field}」須為 0 以上的整數。`,
    (field) => `“${field}”必须是不小于 0 的整数。`),
  wrongCount: text((/** @type {number} */ most) => `Choose 1 to ${number.en(most)} positions.`, (most) => `題數須為 1 到 ${number.hant(most)}。`,
    (most) => `题数应为 1 到 ${number.hans(most)}。`),
  results: text('Positions', '局面'),
  about: text('About this piece set', '關於這種棋子組合', '关于该棋子组合'),
});
