/** Texts of the generator. */
import { agree, counted, number } from './language.js';
import { pageWords } from './words.js';

/** @typedef {{max: number, from: number, to: number}} Chart the greatest distance, and the range */

export const words = pageWords({
  lead: 'Random positions in the range of distances that you choose. All positions in the range are equally likely. ' +
    'Choose a position to play it.',
  set: 'Piece set',
  range: 'Distance to the goal',
  from: 'From',
  to: 'To',
  count: 'Number of positions',
  seedHint: 'The same seed gives the same positions.',
  top: 'Big piece in the top row',
  draw: 'Generate',
  again: 'New positions',
  chart: (/** @type {Chart} */ d) =>
    `Positions at each distance from 0 to ${number.en(d.max)}. The range from ${number.en(d.from)} to ${number.en(d.to)} is marked.`,
  inRange: (/** @type {number} */ many) =>
    `${counted(many, 'position')} of this set ${agree(many, 'is', 'are')} in the range.`,
  nothingSolvable: 'No position of this piece set is solvable. Choose another set.',
  result: (/** @type {number} */ shown, /** @type {number} */ fitting) =>
    `${counted(shown, 'position')} of ${number.en(fitting)} in the range.`,
  few: ' There are no more.',
  layoutAlt: (/** @type {number} */ place) => `Position ${number.en(place)}`,
  nothing: 'No position fits. Widen the range, or allow the big piece anywhere.',
  failed: 'The positions could not be generated.',
  wrongOrder: '“From” must not be greater than “To”.',
  invalid: (/** @type {string} */ field) => `“${field}” must be a whole number, 0 or greater.`,
  wrongCount: (/** @type {number} */ most) => `Choose 1 to ${number.en(most)} positions.`,
  setOption: (/** @type {string} */ name, /** @type {string} */ pieces) => `${name}: ${pieces}`,
  results: 'Positions',
  about: 'About this piece set',
}, {
  lead: '在你選的距離範圍內隨機產生局面，每個局面的機率相同。點選局面即可開始玩。',
  set: '棋子組合',
  range: '到目標的距離',
  from: '從',
  to: '到',
  count: '題數',
  seedHint: '種子相同，局面就相同。',
  top: '大塊在最上列',
  draw: '出題',
  again: '換一批',
  chart: (d) =>
    `距離 0 到 ${number.hant(d.max)} 的局面數；已標示 ${number.hant(d.from)} 到 ${number.hant(d.to)} 的範圍。`,
  inRange: (many) => `這種組合有 ${number.hant(many)} 個局面在範圍內。`,
  nothingSolvable: '這種棋子組合的所有局面都無解，請改選其他組合。',
  result: (shown, fitting) => `範圍內有 ${number.hant(fitting)} 個局面，這裡是 ${number.hant(shown)} 個。`,
  few: '已全部列出。',
  layoutAlt: (place) => `局面 ${number.hant(place)}`,
  nothing: '沒有符合的局面。請放寬範圍，或不限大塊的位置。',
  failed: '無法出題。',
  wrongOrder: '範圍的終點不能小於起點。',
  invalid: (field) => `「${field}」須為 0 以上的整數。`,
  wrongCount: (most) => `題數須為 1 到 ${number.hant(most)}。`,
  setOption: (name, pieces) => `${name}：${pieces}`,
  results: '局面',
  about: '關於這種棋子組合',
}, {
  lead: '在你选择的距离范围内随机生成局面，每个局面的概率相同。点选局面即可开始玩。',
  chart: (d) =>
    `距离 0 到 ${number.hans(d.max)} 的局面数；已标出 ${number.hans(d.from)} 到 ${number.hans(d.to)} 的范围。`,
  inRange: (many) => `该组合有 ${number.hans(many)} 个局面在范围内。`,
  nothingSolvable: '该棋子组合的所有局面都无解，请改选其他组合。',
  invalid: (field) => `“${field}”必须是不小于 0 的整数。`,
  wrongCount: (most) => `题数应为 1 到 ${number.hans(most)}。`,
  about: '关于该棋子组合',
});
