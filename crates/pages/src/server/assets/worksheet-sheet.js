/** Sheets of paper: puzzles in a grid, and their answers. */
import { outside } from './address.js';
import { aborted, query } from './api.js';
import { ask } from './asking.js';
import { el, svg } from './dom.js';
import { draw, hasExit, outlinesGoal, small } from './puzzle-picture.js';
import { Rules, klotski } from './rules.js';
import { arrows, indexAt, passes, track } from './sliding.js';
import { metricBeside } from './words.js';

/** @import { Metric, Solution } from './api.js' */
/** @import { Written } from './names.js' */
/** @import { Piece } from './rules.js' */
/** @import { Words } from './worksheet-words.js' */

/**
 * A puzzle on a sheet.
 * @typedef {object} Entry
 * @property {string} id names it in the address of the page
 * @property {Written} name
 * @property {string | null} href short address of its page; null if it is too large for one
 * @property {number | null} moves fewest known moves
 * @property {Metric} metric in which they are counted
 * @property {() => Rules} rules
 * @property {(signal: AbortSignal) => Promise<Solution>} solve
 */

/** @typedef {'moves' | 'address' | 'qr' | 'letters' | 'patterns' | 'lines' | 'key'} Option lines: to write on */

/**
 * @typedef {object} Look
 * @property {string} title
 * @property {number} perPage
 * @property {'a4' | 'letter'} paper
 * @property {Record<Option, boolean>} options
 * @property {string | null} link address of all puzzles together, if they have one
 */

/** How many puzzles are on a page, and their columns. @type {Record<number, number>} */
export const COLUMNS = { 1: 1, 2: 1, 4: 2, 6: 2, 12: 3 };

/** Lines and dots that tell the colours of pieces apart without colour. The piece of the goal is the darkest. */
const PATTERNS = {
  s1: 'M0 8H40M0 28H40',
  s2: 'M8 0V40M28 0V40',
  s3: 'M10 10h.1M30 30h.1',
  s4: 'M-10 10L10 -10M0 40L40 0M30 50L50 30',
  s5: 'M0 8H40M0 28H40M8 0V40M28 0V40',
};

/** The patterns, which the pictures of the page refer to. */
export function patterns() {
  return svg('svg', { class: 'visually-hidden', width: 0, height: 0, 'aria-hidden': 'true' }, svg('defs', {},
    ...Object.entries(PATTERNS).map(([colour, d]) =>
      svg('pattern', { id: `pattern-${colour}`, width: 40, height: 40, patternUnits: 'userSpaceOnUse' },
        svg('path', { d: 'M0 0H40V40H0Z', fill: '#fff' }),
        svg('path', { d, fill: 'none', stroke: '#555', 'stroke-width': colour === 's3' ? 9 : 4, 'stroke-linecap': 'round' })))));
}

/** The sign of each piece of a start. @param {Rules} rules @param {readonly Piece[]} pieces */
function signsOf(rules, pieces) {
  return pieces.map(({ column, row }) => rules.signAt(rules.puzzle.start, [column, row]));
}

/**
 * The picture of a puzzle.
 * @param {Rules} rules
 * @param {readonly Piece[]} pieces
 * @param {Record<Option, boolean>} options
 */
function picture(rules, pieces, options) {
  const drawn = draw(rules, pieces);
  drawn.setAttribute('aria-hidden', 'true');
  paint(drawn, options);
  if (!options.letters) return drawn;
  const signs = signsOf(rules, pieces);
  drawn.querySelectorAll('[data-shape]').forEach((piece, at) => {
    piece.querySelector('.mark')?.remove();
    piece.append(svg('text', { class: 'mark', x: 50, y: 66 }, signs[at]));
  });
  return drawn;
}

/**
 * Replaces the colours of a picture by patterns if they are wanted.
 * @param {SVGElement} drawn
 * @param {Record<Option, boolean>} options
 */
function paint(drawn, { patterns }) {
  drawn.classList.toggle('patterned', patterns);
  if (!patterns) return drawn;
  for (const part of /** @type {NodeListOf<SVGElement>} */ (drawn.querySelectorAll('.body'))) {
    const colour = Object.keys(PATTERNS).find((one) => part.classList.contains(one));
    if (colour) part.style.fill = `url(#pattern-${colour})`;
  }
  return drawn;
}

/**
 * @param {Entry} entry
 * @param {number} nth from 1
 * @param {Look} look
 * @param {Words} words
 */
function cell({ name, href, moves, rules: rulesOf }, nth, { options }, words) {
  const rules = rulesOf();
  const { host, pathname, search } = new URL(outside(href ?? '/'), location.href);
  const link = href === null ? null : new URL(outside(href), location.href).href;
  // Long addresses are not for typing.
  const short = host + pathname + decodeURIComponent(search);
  return el('li', { class: 'sheet-puzzle' },
    el('h3', {}, `${nth}. `, el('span', { lang: name.lang }, name.text)),
    el('div', { class: 'sheet-board' }, picture(rules, rules.parse(rules.puzzle.start) ?? [], options)),
    el('div', { class: 'sheet-foot' },
      hasExit(rules.puzzle) || rules.puzzle.goals.every((goal) => goal.length === 0) ? null : el('figure', {}, paint(small(rules, 'goal'), options), el('figcaption', {}, words.goal)),
      el('div', { class: 'sheet-facts' },
        options.moves && moves !== null && el('p', {}, words.beat(moves)),
        options.lines && line(words.own),
        options.address && href !== null && short.length <= 90 && el('p', { class: 'sheet-address' }, short)),
      options.qr && link !== null && qrCode(link)));
}

/** A line to write on. @param {string} name */
function line(name) {
  return el('span', { class: 'sheet-line' }, name);
}

/** Addresses of drawn QR codes, by their texts. A browser may read them again after a change of the window. @type {Map<string, Promise<string>>} */
const CODES = new Map();

/** The QR code of a text, once it is drawn. A sheet is complete without it. No camera reads the code of a longer text. @param {string} text */
export function qrCode(text) {
  if (text.length > 1000) return null;
  const image = el('img', { class: 'qr', alt: '', width: 96, height: 96 });
  const drawn = CODES.get(text) ?? ask(`/svg/qr${query({ text })}`).then((drawn) => URL.createObjectURL(new Blob([drawn.text], { type: 'image/svg+xml' })));
  CODES.set(text, drawn);
  drawn.then((src) => { image.src = src; }, () => CODES.delete(text));
  return image;
}

/**
 * The sheets with the puzzles.
 * @param {readonly Entry[]} entries
 * @param {Look} look
 * @param {Words} words
 */
export function sheets(entries, look, words) {
  const { perPage, paper, title, options, link } = look;
  const count = Math.ceil(entries.length / perPage);
  return Array.from({ length: count }, (_, page) => {
    const own = entries.slice(page * perPage, (page + 1) * perPage);
    // What to do, in one sentence for each kind of goal.
    const rules = [...new Set(own.map((entry) => entry.rules()).map(({ puzzle }) =>
      words.rules[puzzle.doors ? 'doors' : hasExit(puzzle) ? 'cars' : outlinesGoal(puzzle) ? 'slide' : 'goal']))];
    const list = el('ol', {}, ...own.map((entry, at) => cell(entry, page * perPage + at + 1, look, words)));
    const rows = perPage / (COLUMNS[perPage] ?? 1);
    list.style.gridTemplate = `repeat(${rows}, minmax(0, 1fr)) / repeat(${COLUMNS[perPage]}, minmax(0, 1fr))`;
    return el('section', { class: `sheet ${paper}`, 'data-per-page': perPage },
      el('div', { class: 'sheet-inside' },
        el('header', {}, el('div', {}, el('h2', {}, title), ...rules.map((text) => el('p', {}, text)),
          options.lines && el('p', { class: 'sheet-lines' }, ...words.pupil.map(line))),
        link !== null && qrCode(new URL(outside(link), location.href).href)),
        list,
        count > 1 ? el('footer', {}, `${page + 1} / ${count}`) : null));
  });
}

/** The moves of a solution, each as the letter of its piece with its path. @param {Entry} entry @param {Solution} solution */
export function answerText({ rules: rulesOf }, { moves }) {
  const rules = rulesOf();
  let pieces = rules.parse(rules.puzzle.start) ?? [];
  const signs = signsOf(rules, pieces);
  return moves.map((move) => {
    const moving = indexAt(pieces, move.from);
    const way = rules.wayTo(pieces, moving, move.to, passes(move));
    const sign = signs[moving] ?? '';
    if (!way) return sign;
    pieces = rules.after(pieces, way);
    if (move.leaves) signs.splice(moving, 1);
    return sign + arrows(track(way));
  });
}

/**
 * The pages with the answers. They are filled as the answers arrive.
 * @param {readonly Entry[]} entries
 * @param {Look} look
 * @param {Words} words
 * @param {import('./language.js').Language} language
 * @param {AbortSignal} signal
 */
export function key(entries, { title, paper, options }, words, language, signal) {
  const items = entries.map(({ name, rules: rulesOf }) => {
    const answer = el('div', {}, el('p', { class: 'muted' }, words.computing));
    const rules = rulesOf();
    const board = picture(rules, rules.parse(rules.puzzle.start) ?? [], { ...options, letters: true });
    return { answer, item: el('li', {}, board, el('div', {}, el('h3', { lang: name.lang }, name.text), answer)) };
  });
  const fillIn = async () => {
    for (const [at, entry] of entries.entries()) {
      const answer = items[at]?.answer;
      try {
        const solution = await entry.solve(signal);
        const moves = answerText(entry, solution);
        answer?.replaceChildren(
          el('p', {}, words.answer(solution.distance, metricBeside(language, solution.metric))),
          el('ol', { class: 'answer' }, ...moves.map((text) => el('li', {}, text))));
      } catch (error) {
        if (aborted(error)) return;
        answer?.replaceChildren(el('p', {}, words.unanswered));
      }
    }
  };
  fillIn();
  return el('section', { class: `sheet key ${paper}` },
    el('div', { class: 'sheet-inside' }, el('header', {}, el('h2', {}, words.answers(title))), el('ol', {}, ...items.map(({ item }) => item))));
}

/**
 * The rules of a puzzle that starts at a position of the family, with a letter on each piece. The big piece has the first
 * letter, the others follow in reading order.
 * @param {string} position
 */
function lettered(position) {
  const pieces = (klotski.parse(position) ?? []).sort((a, b) => Number(b.shape === '0') - Number(a.shape === '0'));
  const letters = (/** @type {number} */ kind) =>
    pieces.flatMap(({ shape }, nth) => (shape === String(kind) ? [String.fromCharCode(65 + nth)] : []));
  const kinds = klotski.puzzle.kinds.map((kind, number) => ({ ...kind, signs: letters(number) }));
  const puzzle = { ...klotski.puzzle, kinds };
  return new Rules({ ...puzzle, start: new Rules(puzzle).print(pieces) });
}

/** @param {import('./pack-list.js').Item} item @returns {Entry} */
export function entryOf({ id, key, name, moves, metric, puzzle, source }) {
  /** @type {Rules | undefined} */
  let rules;
  return {
    // The name of an opening is shorter than its position.
    id, name, moves, metric, href: puzzle ? source.link({}) : source.href({ p: id }),
    rules: () => (rules ??= puzzle ? new Rules(puzzle) : lettered(key)),
    solve: (signal) => source.solution(puzzle?.start ?? key, metric, signal),
  };
}
