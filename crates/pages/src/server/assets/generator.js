/** The generator: random layouts within a range of difficulty, reproducible by their seed. */
import { replaceAddress } from './address.js';
import { ApiError, aborted, get, getOnce, query } from './api.js';
import { decorate, el, fill } from './dom.js';
import { rangeChart } from './generator-chart.js';
import { words } from './generator-words.js';
import { boardImage, choice, distanceList, numberField, pieceWords, positionCode, positionHref } from './lists.js';
import { loading, reasons, unknownName } from './notice.js';
import { sharePage } from './share.js';
import { METRICS, metricOf, metrics } from './words.js';

/** @import { FullSet as Details, Sample } from 'api' */
/** @typedef {[value: string, text: string]} Option */

const FIRST_SET = '1h4v4s';
const MOST = 100;
/** Attributes of the fields. */
const FIELD = { min: 0, 'aria-describedby': 'generator-error' };

/** A short random seed, easy to pass on. */
function newSeed() {
  return String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000);
}

/** @param {string} set @returns {Promise<Details>} */
function detailsOf(set) {
  return getOnce(`/api/v1/sets/${set}`);
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language, signal } = context;
  const t = context.t(words);
  const asked = url.searchParams;
  root.append(loading(language));
  const { sets } = await getOnce('/api/v1/sets');
  const named = asked.get('set');
  const known = sets.find(({ piece_set }) => piece_set === named);
  let details = await detailsOf(known?.piece_set ?? FIRST_SET);
  if (signal.aborted) return;
  let metric = metricOf(asked.get('metric'));

  const set = choice('generator-set', t.set,
    sets.map(({ piece_set: name }) => /** @type {Option} */ ([name, t.setWithPieces(name, pieceWords(language, name))])),
    details.piece_set, changeSet);
  const metricChoice = choice('generator-metric', metrics[language].metric,
    METRICS.map((one) => /** @type {Option} */ ([one, metrics[language][one].name])), metric, (value) => {
      const before = greatest();
      metric = metricOf(value);
      rescale(before);
    });
  const meaning = el('p', { class: 'muted small' });
  // The default range is the hardest quarter of the distances.
  const from = numberField('generator-from', t.from, asked.get('from') ?? Math.round(greatest() * 0.75), FIELD);
  const to = numberField('generator-to', t.to, asked.get('to') ?? greatest(), FIELD);
  const many = numberField('generator-count', t.count, asked.get('count') ?? 6, { ...FIELD, max: MOST });
  const seed = numberField('generator-seed', t.seed, asked.get('seed') ?? newSeed(), FIELD);
  // An address with a seed has all choices; a link from another page may omit them.
  const top = el('input', { id: 'generator-top', type: 'checkbox',
    checked: asked.has('top') ? asked.get('top') === '1' : !asked.has('seed') });
  const fields = [from, to, many, seed];
  const inRange = el('p', { class: 'small', id: 'generator-range' });
  const problem = el('p', { id: 'generator-error', class: 'problem', role: 'alert' });
  const heading = el('p', { id: 'generator-count-drawn', class: 'muted' });
  const results = el('ol', { class: 'cards layouts' });
  const chart = rangeChart(language, (range) => {
    from.input.value = String(range.from);
    to.input.value = String(range.to);
    showRange();
  });
  for (const { input } of [from, to]) input.addEventListener('input', showRange);
  for (const { input } of fields) input.addEventListener('input', () => input.removeAttribute('aria-invalid'));

  function greatest() {
    return details.max[metric] ?? 0;
  }

  /** @param {string} name */
  async function changeSet(name) {
    const before = greatest();
    try {
      const found = await detailsOf(name);
      if (signal.aborted || set.select.value !== name) return;
      details = found;
      rescale(before);
    } catch (error) {
      if (!signal.aborted) fail(...reasons(language, error));
    }
  }

  /** Keeps the range in proportion when the greatest distance changes. @param {number} before */
  function rescale(before) {
    for (const { input } of [from, to]) {
      const share = before === 0 ? 1 : Math.min(Number(input.value) / before, 1);
      input.value = String(Math.round(share * greatest()));
    }
    showRange();
  }

  function showRange() {
    const range = { from: Number(from.input.value), to: Number(to.input.value) };
    const histogram = details.histogram[metric];
    for (const { input } of [from, to]) input.max = String(greatest());
    meaning.textContent = metrics[language][metric].move;
    chart.show(histogram, range, t.chart({ max: greatest(), ...range }));
    const positions = histogram.slice(Math.max(range.from, 0), range.to + 1).reduce((sum, one) => sum + one, 0);
    inRange.textContent = details.solvable === 0 ? t.nothingSolvable : t.inRange(positions);
  }

  /** @param {import('./dom.js').Child[]} why */
  function fail(...why) {
    fill(problem, ...why);
    heading.textContent = '';
    results.replaceChildren();
  }

  /** Reports the first fault of the fields. Returns whether there is none. */
  function check() {
    problem.textContent = '';
    for (const { input } of fields) input.removeAttribute('aria-invalid');
    const wrong = fields.find(({ input }) => !/^\d+$/.test(input.value) || (input === many.input && !(Number(input.value) >= 1 && Number(input.value) <= MOST)));
    const [field, message] = wrong ? [wrong, wrong === many ? t.wrongCount(MOST) : t.invalid(wrong.label)]
      : Number(from.input.value) > Number(to.input.value) ? [to, t.wrongOrder] : [null, ''];
    if (!field) return true;
    fail(message);
    field.input.setAttribute('aria-invalid', 'true');
    field.input.focus();
    return false;
  }

  function wanted() {
    return {
      set: details.piece_set, metric, from: from.input.value, to: to.input.value,
      count: many.input.value, seed: seed.input.value, top: top.checked ? 1 : 0,
    };
  }

  let last = 0;

  async function draw() {
    if (!check()) return;
    const asking = ++last;
    const { from, to, top, ...rest } = wanted();
    // The address is replaced, so the back button leaves the generator.
    replaceAddress(`/generator${query(wanted())}`);
    results.setAttribute('aria-busy', 'true');
    try {
      const sample = await get('/api/v1/sample',
        { ...rest, distance: `${from}..${to}`, big_at_top: top === 1 ? true : null }, signal);
      if (asking === last) show(sample, Number(rest.count));
    } catch (error) {
      if (aborted(error) || asking !== last) return;
      const why = reasons(language, error);
      if (!(error instanceof ApiError) || !error.refused) fail(...why);
      else if (error.status !== 422) fail(t.failed, ' ', ...why);
      else fail(details.solvable === 0 ? t.nothingSolvable : t.nothing, ' ', ...why);
    } finally {
      if (asking === last) results.removeAttribute('aria-busy');
    }
  }

  /** @param {Sample} sample @param {number} count number requested */
  function show({ sample, fitting }, count) {
    const text = t.result(sample.length, fitting) + (sample.length < count ? t.few : '');
    heading.textContent = text;
    context.announce(text);
    results.replaceChildren(...sample.map(({ position, distance }, place) => el('li', {},
      el('a', { class: 'card layout', href: `${positionHref(position)}&metric=${metric}`, 'data-position': position },
        boardImage(position, t.layoutAlt(place + 1)),
        distanceList(language, distance),
        positionCode(position)))));
    results.dataset.sort = metric;
  }

  const setLink = el('a', { class: 'set-link', href: `/atlas/${details.piece_set}` }, t.about);
  set.select.addEventListener('change', () => decorate(setLink, { href: `/atlas/${set.select.value}` }));
  const form = el('form', { id: 'generator', class: 'card', novalidate: true, onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    draw();
  } },
  el('div', { class: 'part' },
    set.field,
    metricChoice.field,
    meaning,
    el('label', { class: 'check' }, top, t.top)),
  el('fieldset', { class: 'part range' },
    el('legend', {}, t.range),
    chart.box,
    el('div', { class: 'pair' }, from.field, to.field),
    inRange),
  el('div', { class: 'part' },
    el('div', { class: 'pair' }, many.field, seed.field),
    el('p', { class: 'muted small' }, t.seedHint),
    el('div', { class: 'pair' },
      el('button', { id: 'generator-draw', type: 'submit', class: 'button primary' }, t.draw),
      el('button', { id: 'generator-again', type: 'button', class: 'button', onclick: () => {
        seed.input.value = newSeed();
        draw();
      } }, t.again)),
    problem,
    setLink));

  showRange();
  fill(root,
    el('h1', {}, context.title),
    el('p', { class: 'lead' }, t.lead),
    named !== null && !known && unknownName(language, 'set', named),
    form,
    el('section', { class: 'drawn', 'aria-label': t.results }, heading, results),
    sharePage(context));
  await draw();
}
