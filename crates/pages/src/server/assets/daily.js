/** The page of a day: its puzzles, the visitor's results to pass on, the streak, and the calendar of all days. */
import { decorate, el, fill, svg } from './dom.js';
import { TAGS } from './language.js';
import { boardImage } from './lists.js';
import { loading } from './notice.js';
import { DAILY, dayHref, isDate, puzzlesOf, today } from './pack-list.js';
import { longDate, words } from './packs-words.js';
import { BARS, HIGH, WIDE, chart, detours, sparkline } from './path.js';
import { packed } from './puzzle-link.js';
import { pngOf } from './puzzle-export.js';
import { small } from './puzzle-picture.js';
import { Source } from './puzzle-source.js';
import { shareButtons } from './share.js';
import { days, later, streaks } from './store.js';

/** @import { PuzzleOfDay } from './api.js' */
/** @import { Context } from './words.js' */
/** @typedef {PuzzleOfDay & {picture: SVGElement, href: string | null, curve?: number[]}} Shown curve: of the visitor's solution */

const MINUTE = 60_000;
const MONDAY = '2024-01-01';
/** Height of a puzzle in a picture of results. */
const ROW = 210;

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language, signal } = context;
  const t = context.t(words);
  const asked = url.searchParams.get('date');
  const date = isDate(asked) ? asked : today();
  root.append(loading(language));
  const puzzles = await puzzlesOf(date, signal);
  const cards = await Promise.all(puzzles.map((puzzle) => drawn(puzzle, date, signal)));
  if (signal.aborted) return;
  document.title = `${t.ofDay(longDate[language](date))} – ${document.title.split(' – ').pop()}`;

  function show() {
    const all = days();
    const shown = cards.map((one) => ({ ...one, curve: all[`${date} ${one.kind}`]?.curve }));
    const { now, most } = streaks(today());
    const text = resultText(date, shown, t);
    const solved = shown.filter(({ curve }) => curve);
    const share = shareButtons(context, () => dayHref(date), null,
      { name: t.shareResult, copied: t.resultCopied, text, picture: () => pngOf(resultPicture(resultText(date, solved, t), solved)) });
    fill(root, el('div', { class: 'daily' },
      el('h1', {}, t.ofDay(longDate[language](date))),
      el('p', { class: 'lead' }, t.todayLead),
      el('div', { class: 'links' },
        el('a', { class: 'button', href: dayHref(later(date, -1)) }, t.yesterday),
        date < today() && el('a', { class: 'button', href: dayHref(later(date, 1)) }, t.tomorrow),
        date < today() && el('a', { class: 'button', href: dayHref(null) }, t.allToday)),
      el('div', { class: 'packs' }, ...shown.map((one) => card(one, t))),
      solved.length > 0 && el('section', { id: 'result', class: 'card facts' },
        el('pre', {}, text), share.element, el('p', { class: 'muted small' }, t.shareHelp)),
      el('section', { class: 'card facts' },
        el('h2', { id: 'streak' }, t.streak(now), most > now && el('span', { class: 'muted small' }, ` · ${t.longest(most)}`)),
        el('p', { class: 'muted small' }, t.streakHelp), countdown(context)),
      calendar(date, context)));
  }

  show();
  // Another tab may add results.
  addEventListener('storage', show, { signal });
}

/** @param {PuzzleOfDay} puzzle @param {string} date @param {AbortSignal} signal */
async function drawn(puzzle, date, signal) {
  const { kind, start, toml } = puzzle;
  const source = kind === 'klotski' ? Source.ofFamily() : toml === null ? Source.ofBoard(start) : await Source.ofCode(await packed(toml) ?? '');
  const picture = source.isFamily ? boardImage(start) : small(await source.rules(signal), 'start');
  return { ...puzzle, picture, href: source.link({ ...(source.isFamily && { p: start }), pack: DAILY, date }) };
}

/** @param {Shown} shown @param {typeof words.en} t */
function card({ kind, distance, picture, href, curve }, t) {
  const play = curve ? t.again : t.play;
  return el('section', { class: 'card pack', 'data-kind': kind, 'data-solved': curve !== undefined },
    el('div', { class: 'pack-picture' }, picture),
    el('div', { class: 'pack-text' }, el('h2', {}, t.kinds[kind]),
      curve ? el('p', { class: 'done' }, t.solvedIn(curve.length - 1, distance)) : el('p', { class: 'muted' }, t.moves(distance)),
      el('a', { class: 'button primary', href, 'aria-label': `${play}${t.separator}${t.kinds[kind]}` }, play)));
}

/** Moves and fewest moves, the distances, and where the longest detour began. @param {string} date @param {Shown[]} all @param {typeof words.en} t */
function resultText(date, all, t) {
  return [`${t.today} ${date}`, ...all.map(({ kind, distance, curve }) => {
    if (!curve) return `${t.kinds[kind]} –`;
    const [longest] = detours(curve);
    return `${t.kinds[kind]} ${curve.length - 1}/${distance} ${sparkline(curve)} ${longest ? t.astray(longest.move) : t.optimal}`;
  })].join('\n');
}

/** The same about solved puzzles as a picture, with larger curves. @param {string} text @param {Shown[]} solved */
function resultPicture(text, solved) {
  const [width, height] = [WIDE + 40, 60 + solved.length * ROW];
  const lines = text.split('\n').map((line, at) => svg('text', { class: 'result', x: 20, y: Math.max(44, 96 + (at - 1) * ROW) }, line.replace(BARS, '')));
  const curves = solved.map(({ curve = [] }) => chart(curve, [], ''));
  curves.forEach((curve, at) => decorate(curve, { x: 20, y: 110 + at * ROW, width: WIDE, height: HIGH }));
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'puzzle-picture' }, svg('rect', { class: 'ground', width, height }), ...lines, ...curves);
}

/** When the next puzzles come, in the visitor's time. @param {Context} context */
function countdown({ language, t: pick, signal }) {
  const t = pick(words);
  const text = el('p', { id: 'next-day', class: 'small' });
  const tell = () => {
    const next = new Date(later(today(), 1));
    const minutes = Math.ceil((next.getTime() - Date.now()) / MINUTE);
    const time = new Intl.DateTimeFormat(TAGS[language], { timeStyle: 'short' }).format(next);
    text.textContent = t.nextIn(time, Math.floor(minutes / 60), minutes % 60);
  };
  tell();
  const timer = setInterval(tell, MINUTE / 4);
  signal.addEventListener('abort', () => clearInterval(timer));
  return text;
}

/** A month of days, each with the number of puzzles that the visitor has solved. @param {string} chosen @param {Context} context */
function calendar(chosen, { language, t: pick }) {
  const t = pick(words);
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options) => new Intl.DateTimeFormat(TAGS[language], { ...options, timeZone: 'UTC' });
  const [ofMonth, ofWeekday] = [format({ year: 'numeric', month: 'long' }), format({ weekday: 'narrow' })];
  let first = `${chosen.slice(0, 8)}01`;
  const table = el('table', { class: 'calendar' });
  const move = (/** @type {string} */ name, /** @type {number} */ days) => el('button', { type: 'button', class: `button calendar-${days < 0 ? 'earlier' : 'later'}`, onclick: () => {
    // From the first of a month, so many days lead into the month before or after.
    first = `${later(first, days).slice(0, 8)}01`;
    show();
  } }, name);
  const [before, after] = [move(t.earlier, -1), move(t.later, 31)];

  function show() {
    const all = Object.keys(days());
    const weekday = (new Date(first).getUTCDay() + 6) % 7;
    const rows = Array.from({ length: 6 }, (_, week) => el('tr', {}, ...Array.from({ length: 7 }, (_, day) => {
      const date = later(first, 7 * week + day - weekday);
      const solved = all.filter((day) => day.startsWith(date)).length;
      if (date.slice(0, 7) !== first.slice(0, 7)) return el('td');
      const number = Number(date.slice(8));
      return el('td', {}, date > today() ? el('span', { class: 'muted' }, number) : el('a', {
        href: dayHref(date), 'data-solved': solved > 0 && solved, 'aria-label': t.ofKinds(longDate[language](date), solved),
        'aria-current': date === chosen && 'date',
      }, number));
    }))).filter((row) => row.textContent !== '');
    fill(table, el('caption', { 'aria-live': 'polite' }, ofMonth.format(new Date(first))),
      el('thead', {}, el('tr', {}, ...Array.from({ length: 7 }, (_, day) => el('th', { scope: 'col' }, ofWeekday.format(new Date(later(MONDAY, day))))))),
      el('tbody', {}, ...rows));
    after.disabled = later(first, 31).slice(0, 7) > today().slice(0, 7);
  }

  show();
  return el('section', { class: 'card facts' }, el('h2', {}, t.calendar), el('div', { class: 'links' }, before, after), table);
}
