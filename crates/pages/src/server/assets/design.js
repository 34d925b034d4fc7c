/** Puzzles to order: conditions, and the longest puzzles that satisfy them. */
import { replaceAddress } from './address.js';
import { ApiError, get, query } from './api.js';
import { words as dictionary } from './design-words.js';
import { el, fill } from './dom.js';
import { checkbox, choice, labelled, numberField } from './lists.js';
import { reasons } from './notice.js';
import { codeOf } from './pack-list.js';
import { sharePage } from './share.js';
import { SITE } from './site.js';
import { foundCards, searcher } from './variants.js';
import { METRICS, metricOf, metrics, shell } from './words.js';

/** The order of an address without one. */
const FIRST = { board: '4x5', rush: '6x6', max_walls: '0', car_lengths: '2..3', count: '6', seed: '0' };

/**
 * @param {string} id
 * @param {string} label
 * @param {string | null} value
 * @param {string | null} [help]
 */
function textField(id, label, value, help = null) {
  const described = help === null ? null : `${id}-help`;
  const input = el('input', { id, type: 'text', value: value ?? '', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': described });
  return { input, field: labelled(label, input, help === null ? null : el('p', { id: described, class: 'muted small' }, help)) };
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language } = context;
  const t = context.t(dictionary);
  const asked = url.searchParams;
  if (SITE && !SITE.design) {
    fill(root, el('h1', {}, context.title), el('p', { class: 'lead' }, t.lead), el('p', { id: 'design-results' }, t.onServer));
    return;
  }
  const kind = choice('design-kind', t.subject, [['pieces', t.ofPieces], ['rush', t.ofCars]], asked.has('rush') ? 'rush' : 'pieces', show);
  const pieces = textField('design-pieces', t.pieces, asked.get('pieces') ?? t.firstPieces, t.piecesHelp);
  const board = textField('design-board', t.board, asked.get('board') ?? FIRST.board, t.boardHelp);
  const goal = textField('design-goal', t.goal, asked.get('goal'), t.goalHelp);
  const size = textField('design-size', t.board, asked.get('rush') ?? FIRST.rush);
  const walls = numberField('design-walls', t.walls, asked.get('max_walls') ?? FIRST.max_walls, { min: 0 });
  const lengths = textField('design-lengths', t.lengths, asked.get('car_lengths') ?? FIRST.car_lengths, t.lengthsHelp);
  const metric = choice('design-metric', t.metric, METRICS.map((one) => /** @type {[string, string]} */ ([one, metrics[language][one].name])),
    metricOf(asked.get('metric')), () => {});
  const moves = textField('design-moves', t.moves, asked.get('distance'), t.movesHelp);
  const solutions = textField('design-solutions', t.solutions, asked.get('solutions'));
  const from = numberField('design-from', t.from, asked.get('from'), { min: 1 });
  const to = numberField('design-to', t.to, asked.get('to'), { min: 1 });
  const count = numberField('design-count', t.count, asked.get('count') ?? FIRST.count, { min: 1, max: 24 });
  const seed = numberField('design-seed', t.seed, asked.get('seed') ?? FIRST.seed, { min: 0 });
  const minimal = checkbox('design-minimal', t.minimal, asked.get('minimal') === 'true');
  const symmetric = checkbox('design-symmetric', t.symmetric, asked.get('symmetric') === 'true');
  const [ofPieces, ofCars] = [{ pieces, board, goal, minimal, symmetric }, { rush: size, max_walls: walls, car_lengths: lengths }];
  const ofBoth = { distance: moves, solutions, from, to, count, seed };
  const button = el('button', { id: 'design-find', type: 'submit', class: 'button primary' }, t.find);
  const results = el('section', { id: 'design-results', 'aria-live': 'polite' });

  function show() {
    const isRush = kind.select.value === 'rush';
    for (const { field } of Object.values(ofPieces)) field.hidden = isRush;
    for (const { field } of Object.values(ofCars)) field.hidden = !isRush;
  }

  /** The order as parameters; what is empty is missing. */
  function order() {
    const controls = Object.entries({ ...(kind.select.value === 'rush' ? ofCars : ofPieces), ...ofBoth });
    const written = controls.map(([name, { input }]) => [name, input.type !== 'checkbox' ? input.value.trim() : input.checked ? 'true' : '']);
    return { ...Object.fromEntries(written.filter(([, value]) => value !== '')), metric: metric.select.value };
  }

  /** @param {import('./dom.js').Child[]} content which must be in sight: the form is longer than the window of a phone */
  function present(...content) {
    fill(results, ...content);
    results.scrollIntoView({ block: 'nearest' });
  }

  /** The label of the field that is wrong, which the English message names itself. @param {ApiError} error */
  function label({ message }) {
    const [, wrong] = Object.entries({ ...ofPieces, ...ofCars, ...ofBoth }).find(([name]) => language !== 'en' && message.startsWith(`${name}:`)) ?? [];
    return wrong && `「${wrong.field.querySelector('label')?.textContent}」：`;
  }

  const search = searcher(context, t, button, present);
  const find = () => search.run(async (signal) => {
    const parameters = order();
    replaceAddress(`/puzzles/design${query(parameters)}`);
    const found = await get('/api/v1/design', parameters, signal);
    const cards = await foundCards(found.puzzles, { play: t.play, edit: t.edit }, ({ distance }) => ({ title: t.moveCount(distance) }));
    const set = await codeOf(found.puzzles.map(({ distance, puzzle }) => ({ moves: distance, metric: found.metric, toml: puzzle.toml ?? '' })));
    return [el('p', { id: 'design-found' }, t.found(found)),
      found.puzzles.length > 0 && set && el('a', { id: 'design-set', class: 'button', href: `/class${query({ text: set })}` }, context.t(shell).pages.class), cards];
  }, (error) => error instanceof ApiError && error.code === 'request'
    ? el('p', { id: 'design-error', class: 'problem', role: 'alert' }, label(error), ...reasons(language, error)) : null);

  show();
  fill(root,
    el('h1', {}, context.title),
    el('p', { class: 'lead' }, t.lead, SITE && ` ${t.limits}`),
    el('form', { id: 'design-form', class: 'card facts', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); find(); } },
      el('div', { class: 'filters row' }, kind.field, size.field, walls.field, lengths.field),
      pieces.field,
      el('div', { class: 'filters row' }, board.field, goal.field),
      el('div', { class: 'filters row' }, metric.field, moves.field, solutions.field),
      el('div', { class: 'filters row' }, from.field, to.field, count.field, seed.field),
      el('div', { class: 'row' }, minimal.field, symmetric.field),
      el('div', { class: 'row' }, button, sharePage(context))),
    results);
  if (asked.has('pieces') || asked.has('rush')) await find();
}
