/** The page of Rush Hour: published puzzles from short to long, random ones of a chosen difficulty, boards in one line, and records. */
import { ApiError, aborted, get, query } from './api.js';
import { el, fill, follow } from './dom.js';
import { choice, labelled } from './lists.js';
import { failure, loading, reasons } from './notice.js';
import { firstUnsolved, items } from './pack-list.js';
import { words as packWords } from './packs-words.js';
import { small } from './puzzle-picture.js';
import { Source } from './puzzle-source.js';
import { words as table } from './puzzle-words.js';
import { range } from './rating.js';
import { Rules } from './rules.js';
import { best, passing } from './store.js';
import { shell } from './words.js';

/** @import { Context } from './words.js' */

/** @type {import('./words.js').Page['render']} */
export async function render(root, _url, context) {
  const { language, signal } = context;
  const [{ rush }, packs, { pages }] = [context.t(table), context.t(packWords), context.t(shell)];
  root.append(loading(language));
  const [published, records] = await Promise.all([items('rush', language), items('rush-records', language)]);
  if (signal.aborted) return;
  const next = firstUnsolved(published) ?? published[0];
  const [random, opened] = forms(context);
  fill(root, el('h1', {}, context.title), el('p', { class: 'lead' }, rush.lead),
    el('div', { class: 'links' }, next && el('a', { id: 'rush-start', class: 'button primary', href: next.href },
      `${next === published[0] ? packs.start : packs.goOn} · ${next.name.text}`)),
    random, itemCards(published, packs), opened,
    el('div', { class: 'links' },
      el('a', { class: 'button', href: '/class' }, pages.class),
      el('a', { class: 'button', href: `/print${query({ list: 'rush' })}` }, pages.print)),
    el('section', { id: 'rush-records' }, el('h2', {}, packs.packs['rush-records']), el('p', { class: 'lead' }, packs.leads['rush-records']),
      itemCards(records, packs)));
}

/** The cards of a list in its order, with the visitor's results. @param {import('./pack-list.js').Item[]} all @param {typeof packWords.en} t */
export function itemCards(all, t) {
  const results = best();
  return el('ol', { class: 'cards puzzles' }, ...all.map(({ href, name, moves, metric, key, puzzle }) => el('li', {},
    el('a', { class: 'puzzle-card card', href },
      puzzle && small(new Rules(puzzle), 'start'),
      el('span', { class: 'card-text' },
        el('strong', { class: 'card-name', lang: name.lang }, name.text), el('span', { class: 'card-set' }, moves === null ? '' : t.moveCount(moves))),
      results[key] && el('span', { class: 'badge' }, t.yours(results[key][metric]))))));
}

/** The numbers of moves to choose from; null is the largest. @type {readonly [from: number, to: number | null][]} */
const RANGES = [[1, 10], [11, 20], [21, 30], [31, 40], [41, null]];

/** The key of the chosen range, which stays until the tab is closed. */
const CHOSEN = 'huarong.rush-difficulty';
/** The choice of puzzles at the visitor's level. */
const OWN = 'own';

/** The address of a random board of the difficulty that was chosen last. @param {AbortSignal} signal */
export async function randomHref(signal) {
  const chosen = passing.read(CHOSEN) ?? 1;
  const [from, to] = chosen === OWN ? range() : RANGES[Number(chosen)] ?? [];
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const { start } = await get('/api/v1/rush', { from, to, seed }, signal);
  return Source.ofBoard(start).href();
}

/** The forms for a random puzzle and for a board in one line. @param {Context} context */
function forms({ language, signal, t: pick }) {
  const t = pick(table).rush;
  const difficulty = choice('rush-difficulty', t.difficulty,
    [...RANGES.map(([from, to], at) => /** @type {[string, string]} */ ([String(at), t.range(from, to)])), [OWN, t.own(...range())]], String(passing.read(CHOSEN) ?? 1),
    (at) => passing.write(CHOSEN, at));
  const input = el('input', {
    id: 'rush-board', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'go',
    required: true, 'aria-describedby': 'rush-board-help rush-problem', oninput: () => say(),
  });
  const problem = el('div', { id: 'rush-problem', 'aria-live': 'polite' });

  /** @param {...import('./dom.js').Child} children */
  function say(...children) {
    input.removeAttribute('aria-invalid');
    fill(problem, ...children);
  }

  /** @param {() => Promise<string>} find the address of a puzzle @param {...Node} children */
  function form(find, ...children) {
    const element = el('form', { onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      element.after(problem);
      say();
      try {
        const href = await find();
        if (!signal.aborted) follow(href, element);
      } catch (error) {
        if (signal.aborted || aborted(error)) return;
        const isRefused = error instanceof ApiError && error.refused;
        say(isRefused ? el('p', { class: 'problem' }, ...reasons(language, error)) : failure(language, error, () => element.requestSubmit()));
        if (isRefused) input.setAttribute('aria-invalid', 'true');
      }
    } }, ...children);
    return element;
  }

  const opened = async () => {
    const source = Source.ofBoard(input.value.trim());
    await source.puzzle(signal);
    return source.href();
  };
  return [
    el('div', { class: 'rush-controls' },
      form(() => randomHref(signal), difficulty.field, el('button', { id: 'rush-random', class: 'button' }, t.random)),
      el('p', { class: 'muted small' }, t.randomHelp)),
    el('div', { class: 'rush-controls' },
      form(opened, labelled(t.board, input), el('button', { id: 'rush-open', class: 'button' }, t.open)), problem,
      el('p', { id: 'rush-board-help', class: 'muted small' }, t.boardHelp)),
  ];
}
