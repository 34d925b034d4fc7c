/** Rush Hour on the page of puzzles: random puzzles of a chosen difficulty, and boards in one line. */
import { aborted, get } from './api.js';
import { el, fill, follow } from './dom.js';
import { choice, labelled } from './lists.js';
import { failure, reasons } from './notice.js';
import { Source } from './puzzle-source.js';
import { words as table } from './puzzle-words.js';
import { range } from './rating.js';
import { passing } from './store.js';

/** @import { Context } from './words.js' */

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

/** The controls of the section. @param {Context} context */
export function rushControls(context) {
  const { language, signal } = context;
  const t = context.t(table).rush;
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

  /** @param {string} href */
  function go(href) {
    if (!signal.aborted) follow(href, element);
  }

  async function draw() {
    passing.write(CHOSEN, difficulty.select.value);
    say();
    try {
      go(await randomHref(signal));
    } catch (error) {
      if (!signal.aborted && !aborted(error)) say(failure(language, error, draw));
    }
  }

  async function open() {
    const board = input.value.trim();
    say();
    try {
      await Source.ofBoard(board).puzzle(signal);
      go(Source.ofBoard(board).href());
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      say(el('p', { class: 'problem' }, ...reasons(language, error)));
      input.setAttribute('aria-invalid', 'true');
    }
  }

  /** @param {() => void} submit @param {...Node} children */
  const form = (submit, ...children) => el('form', {
    onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); submit(); },
  }, ...children);
  const element = el('div', { class: 'rush-controls' },
    form(draw, difficulty.field, el('button', { id: 'rush-random', class: 'button primary' }, t.random)),
    form(open,
      labelled(t.board, input),
      el('button', { id: 'rush-open', class: 'button' }, t.open)),
    el('p', { id: 'rush-board-help', class: 'muted small' }, t.boardHelp),
    problem);
  return element;
}
