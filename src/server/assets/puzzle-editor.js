/** The editor of puzzles: a painter, the text of the puzzle file, its faults, and a preview. */
import { replaceAddress } from './address.js';
import { ApiError, aborted, get, query } from './api.js';
import { el, fill, follow } from './dom.js';
import { failure, reason } from './notice.js';
import { Painter } from './puzzle-painter.js';
import { small } from './puzzle-picture.js';
import { Source } from './puzzle-source.js';
import { words as table } from './puzzle-words.js';
import { Rules } from './rules.js';
import { keepPuzzle, ownPuzzles, passing } from './store.js';

/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./words.js').Context} Context */

export const title = (/** @type {import('./words.js').Language} */ language) => table[language].editor;

/** The key of the last text, which survives a reload. */
const DRAFT = 'huarong.puzzle-draft';

const EXAMPLE = `name = "My puzzle"
start = """
AAB.
AABC
DD.C
"""
# Where the goal pieces must be. A cell with a dot may hold anything.
goal = """
....
..AA
..AA
"""
# Pieces that move only lengthwise, as cars do:
# lengthwise = true
`;

/** Milliseconds between the last key and the check of the text. */
const PAUSE = 300;

/**
 * The text of the puzzle in the address, or else the last text.
 * @param {URL} url
 * @param {AbortSignal} signal
 */
async function firstText(url, signal) {
  const name = url.searchParams.get('name');
  const id = url.searchParams.get('id');
  if (name !== null) return ownPuzzles()[name] ?? EXAMPLE;
  const board = url.searchParams.get('board');
  const source = id !== null ? Source.ofLibrary(id) : board !== null ? Source.ofBoard(board) : null;
  if (source) return (await source.puzzle(signal)).toml ?? EXAMPLE;
  const draft = passing.read(DRAFT);
  return typeof draft === 'string' && draft !== '' ? draft : EXAMPLE;
}

/**
 * @param {HTMLElement} root
 * @param {URL} url
 * @param {Context} context
 */
export async function render(root, url, context) {
  const words = context.t(table);
  const text = el('textarea', {
    id: 'puzzle-text', rows: 22, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'none', wrap: 'off',
    'aria-describedby': 'puzzle-text-help puzzle-problem', oninput: () => { retyped(); },
  });
  text.value = await firstText(url, context.signal);
  if (context.signal.aborted) return;
  const painter = new Painter(text, words, context.announce, changed);

  const problem = el('div', { id: 'puzzle-problem', 'aria-live': 'polite' });
  const preview = el('div', { class: 'puzzle-preview' });
  const file = el('input', { type: 'file', id: 'puzzle-file', accept: '.toml,text/plain', onchange: open });
  const play = el('button', { id: 'puzzle-play', type: 'button', class: 'button primary', disabled: true, onclick: keep }, words.save);
  const download = el('a', { class: 'button', download: 'puzzle.toml' }, words.download);
  const forget = el('button', { type: 'button', class: 'button', hidden: true, onclick: drop }, words.forget);

  /** The puzzle that the server read from the text. @type {Puzzle | null} */
  let puzzle = null;
  let asking = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function changed() {
    puzzle = null;
    play.disabled = true;
    passing.write(DRAFT, text.value);
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  }

  function retyped() {
    changed();
    painter.follow();
  }

  async function check() {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    URL.revokeObjectURL(download.href);
    download.href = URL.createObjectURL(new Blob([text.value], { type: 'application/toml' }));
    try {
      /** @type {Puzzle} */
      const read = await get('/api/v1/puzzle', {}, signal, text.value);
      if (signal.aborted) return;
      puzzle = read;
      play.disabled = false;
      forget.hidden = ownPuzzles()[read.name] === undefined;
      text.removeAttribute('aria-invalid');
      fill(problem, el('p', { class: 'fine' }, words.fine));
      const rules = new Rules(read);
      fill(preview,
        el('div', {}, el('h3', {}, words.painter.layers.start), small(rules, 'start')),
        el('div', {}, el('h3', {}, words.goal), small(rules, 'goal')));
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      text.setAttribute('aria-invalid', 'true');
      fill(problem, report(error));
    }
  }

  /** @param {unknown} error */
  function report(error) {
    if (!(error instanceof ApiError)) return failure(context.language, error, check);
    if (error.code !== 'puzzle-file') {
      return error.refused ? el('p', { class: 'problem' }, error.message || reason(context.language, error)) : failure(context.language, error, check);
    }
    const { line, column, fault } = error.about;
    return el('div', { class: 'row' },
      el('p', { class: 'problem' }, words.problem(line, column, fault)),
      el('button', { type: 'button', class: 'button', onclick: () => goTo(line) }, words.goToLine));
  }

  /** @param {number} line from 1 */
  function goTo(line) {
    const lines = text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  }

  async function open() {
    const chosen = file.files?.[0];
    if (!chosen) return;
    text.value = await chosen.text();
    retyped();
    text.focus();
  }

  function keep() {
    if (!puzzle) return;
    keepPuzzle(puzzle.name, text.value);
    passing.write(DRAFT, null);
    follow(Source.own(puzzle.name).href(), root);
  }

  function drop() {
    if (!puzzle) return;
    keepPuzzle(puzzle.name, null);
    forget.hidden = true;
    replaceAddress(`/puzzles/editor${query({})}`);
  }

  context.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    asking.abort();
    URL.revokeObjectURL(download.href);
  });

  fill(root,
    el('h1', {}, words.editor),
    el('p', { class: 'lead' }, words.editorLead),
    el('div', { class: 'puzzle-editor' },
      painter.element,
      el('div', { class: 'facts' },
        problem,
        el('div', { class: 'row' }, play, download, forget),
        el('div', { class: 'field' }, el('label', { for: 'puzzle-text' }, words.text),
          el('p', { id: 'puzzle-text-help', class: 'muted small' }, words.textHelp), text),
        el('div', { class: 'field' }, el('label', { for: 'puzzle-file' }, words.load), file),
        el('p', {}, el('a', { class: 'button', href: '/puzzles' }, words.all))),
      el('section', { class: 'card' }, el('h2', {}, words.preview), preview)));
  await check();
}
