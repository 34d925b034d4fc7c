/** The parts of the board page, and how they show answers. */
import { el } from './dom.js';
import { icon } from './icons.js';
import { number, percent } from './language.js';
import { openingName, otherName } from './names.js';
import { passes } from './sliding.js';
import { METRICS, metrics } from './words.js';

/** @import { MaybeDistance, Metric, Move, Name } from './api.js' */
/** @import { Icon } from './icons.js' */
/** @import { Language } from './language.js' */
/** @import { Words } from './position-words.js' */

/** @param {Words} words */
export function controls(words) {
  const speed = el('input', { id: 'speed', type: 'range', min: 1, max: 20, step: 1, value: 3 });
  const speedText = el('output', { for: 'speed', class: 'number' });
  const count = el('span', { id: 'demo-count', class: 'number' });
  const step = button('step', 'step', words.step, words.stepTitle);
  const buttons = {
    undo: button('undo', 'undo', words.undo, `${words.undo} (U)`),
    redo: button('redo', 'redo', words.redo, `${words.redo} (R)`),
    restart: button('restart', 'restart', words.restart, words.restart),
    hint: button('hint', 'hint', words.hint, `${words.hint} (H)`),
    play: button('play', 'play', words.demo, words.demoTitle),
  };
  buttons.play.setAttribute('aria-pressed', 'false');
  const next = el('a', { id: 'next', class: 'button', href: '/packs' }, icon('next'), el('span', {}, words.nextPuzzle));
  const counters = {
    made: el('b', { id: 'counter', class: 'number' }, '0'),
    fewest: el('b', { id: 'fewest', class: 'number' }, '–'),
    own: el('b', { id: 'own-best', class: 'number' }),
    helped: el('span', { id: 'helped', class: 'tag', hidden: true }, words.withHelp),
  };
  const computing = el('p', { id: 'computing', class: 'small muted', role: 'status', hidden: true });
  const tempo = el('div', { class: 'tempo' }, step, el('label', { for: 'speed' }, words.speed), speed,
    el('span', { class: 'number tempo-text' }, speedText, count));
  const element = el('div', { class: 'controls' },
    el('p', { class: 'counters' },
      el('span', { class: 'first' }, `${words.movesMade} `, counters.made),
      el('span', {}, `${words.fewest} `, counters.fewest),
      el('span', { hidden: true }, `${words.yourBest} `, counters.own),
      counters.helped),
    el('div', { class: 'buttons' }, ...Object.values(buttons), next),
    computing, tempo);
  return { element, speed, speedText, count, step, next, computing, tempo, ...counters, ...buttons };
}

/**
 * @param {string} id
 * @param {Icon} sign
 * @param {string} text
 * @param {string} title
 */
function button(id, sign, text, title) {
  return el('button', { id, type: 'button', class: 'button', title }, icon(sign), el('span', {}, text));
}

/** Shows on the button of a demonstration whether it plays. @param {HTMLElement} play @param {boolean} playing */
export function showPlaying(play, playing) {
  if ((play.getAttribute('aria-pressed') === 'true') === playing) return;
  play.setAttribute('aria-pressed', String(playing));
  play.querySelector('svg')?.replaceWith(icon(playing ? 'pause' : 'play'));
}

/** The distances and the number of moves made, in each metric. @param {Words} words @param {Language} language */
export function distances(words, language) {
  const names = metrics[language];
  const cards = METRICS.map((metric) => el('div', { class: 'distance', 'data-metric': metric },
    el('dt', { title: names[metric].move }, names[metric].name),
    el('dd', { class: 'now', id: `distance-${metric}` }),
    el('dd', { class: 'counter' }, `${words.made} `, el('b', { id: `made-${metric}`, class: 'number' }, '0')),
    el('dd', { class: 'counter' }, `${words.best} `, el('b', { id: `best-${metric}`, class: 'number' }))));
  return el('dl', { class: 'distances' }, ...cards);
}

/**
 * @param {ParentNode} root
 * @param {Language} language
 * @param {string} name `distance`, `made` or `best`
 * @param {MaybeDistance} values
 */
export function showNumbers(root, language, name, values) {
  for (const metric of METRICS) {
    const element = root.querySelector(`#${name}-${metric}`);
    const value = values[metric];
    if (element) element.textContent = value === null ? '–' : number[language](value);
  }
}

/**
 * @param {Language} language
 * @param {Metric} chosen
 * @param {import('./dom.js').Attributes} [attributes]
 */
export function metricChoice(language, chosen, attributes = { id: 'metric' }) {
  const names = metrics[language];
  return el('select', attributes, ...METRICS.map((metric) =>
    el('option', { value: metric, selected: metric === chosen, title: names[metric].move }, names[metric].name)));
}

/**
 * The moves that count as one move in a metric, the best first.
 * @template {{metric: Metric, distance: MaybeDistance}} M
 * @param {{moves: M[], distance: MaybeDistance}} answer
 * @param {Metric} metric
 */
export function movesIn(answer, metric) {
  return answer.moves
    .filter((move) => METRICS.indexOf(move.metric) <= METRICS.indexOf(metric))
    .map((move) => {
      const now = answer.distance[metric];
      const then = move.distance[metric];
      return { move, change: now === null ? 0 : (then ?? Infinity) - now };
    })
    .sort((a, b) => a.change - b.change);
}

/**
 * One entry of the list of moves.
 * @template {Omit<Move, 'shape'> & import('./sliding.js').Passing} M
 * @param {Words} words
 * @param {{move: M, change: number}} entry
 * @param {Metric} metric
 * @param {{name: string, dot: string}} look of the piece that moves
 * @param {{make: (move: M) => void, point: (move: M) => void, unpoint: () => void}} does
 */
export function moveItem(words, { move, change }, metric, look, does) {
  const effect = change < 0 ? 'closer' : change === Infinity ? 'loses' : change > 0 ? 'farther' : 'equal';
  const sign = change < 0 ? `−${-change}` : change === Infinity ? '✗' : change > 0 ? `+${change}` : '±0';
  const [column, row] = move.from;
  const left = move.distance[metric];
  // Hidden text for screen readers. A label would have to repeat the visible text.
  const hidden = (/** @type {string} */ text) => el('span', { class: 'visually-hidden' }, text);
  return el('li', { 'data-effect': effect, 'data-position': move.position },
    el('button', {
      type: 'button',
      onclick: () => does.make(move),
      onpointerenter: () => does.point(move),
      onpointerleave: does.unpoint,
      onfocus: () => does.point(move),
      onblur: does.unpoint,
    },
    el('span', { class: `dot ${look.dot}` }),
    el('span', {},
      el('span', { class: 'path' }, `${look.name} `, el('span', { 'aria-hidden': 'true' }, move.path), hidden(words.directions(move.path))),
      el('br'), el('span', { class: 'place' }, words.place(column + 1, row + 1) + (passes(move) ? words.separator + words.passes : ''))),
    el('span', { class: 'effect' }, el('b', {}, sign), words[effect], left === null ? null : hidden(words.toGo(left)))));
}

/**
 * The rank of a distance among all distances.
 * @param {Pick<Words, 'ofAll' | 'ofMost' | 'farthest' | 'nearest' | 'standing'>} words
 * @param {Language} language
 * @param {number[]} histogram
 * @param {number} distance
 */
export function standing(words, language, histogram, distance) {
  const sum = (/** @type {number[]} */ counts) => counts.reduce((total, count) => total + count, 0);
  const all = words.ofAll(sum(histogram));
  const nearer = sum(histogram.slice(0, distance));
  const most = histogram.length - 1;
  const place = words.ofMost(distance, most);
  if (distance >= most) return place + words.farthest(all);
  if (nearer === 0) return place + words.nearest(all);
  return place + words.standing(percent(language, nearer / sum(histogram)), all);
}

/**
 * The heading of a puzzle: its title, or its first name. The other names follow.
 * @param {Words} words
 * @param {Language} language
 * @param {Name[]} names
 * @param {string | null} title
 */
export function heading(words, language, names, title) {
  const pairs = names.map((name) => ({ own: openingName(language, name), other: otherName(language, name) }));
  const first = pairs[0]?.own;
  // Of the two names of a numbered start, one begins with the other.
  const all = pairs.flatMap(({ own, other }, at) => [
    ...((at === 0 && title === null) || other.text.startsWith(own.text) ? [] : [own]),
    ...(own.text.startsWith(other.text) ? [] : [other]),
  ]);
  return [
    title !== null || !first ? el('h1', {}, title ?? words.position) : el('h1', { lang: first.lang }, first.text),
    all.length > 0 ? el('p', { class: 'names' }, ...all.flatMap(({ text, lang }, at) =>
      [at === 0 ? '' : ' · ', el('span', { lang }, text)])) : null,
  ];
}
