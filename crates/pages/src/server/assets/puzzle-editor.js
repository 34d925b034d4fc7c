/** The editor of puzzles: a painter, the text of the puzzle file, its faults, and a preview. */
import { replaceAddress } from './address.js';
import { ApiError, aborted, get, latest, query } from './api.js';
import { measureList, unmeasured } from './difficulty.js';
import { words as difficultyWords } from './difficulty-words.js';
import { el, fill, follow } from './dom.js';
import { distanceCards, labelled } from './lists.js';
import { failure, reason } from './notice.js';
import { Painter } from './puzzle-painter.js';
import { small } from './puzzle-picture.js';
import { packed } from './puzzle-link.js';
import { Source, sharedHref } from './puzzle-source.js';
import { boardIn, freeName, named } from './puzzle-text.js';
import { words as table } from './puzzle-words.js';
import { Rules } from './rules.js';
import { shareButtons } from './share.js';
import { SITE } from './site.js';
import { keepPuzzle, ownPuzzles, passing } from './store.js';
import { VariantList } from './variants.js';
import { shell } from './words.js';

/** @import { Puzzle, PuzzlePosition } from './api.js' */

/** The key of the last text, which survives a reload. */
const DRAFT = 'huarong.puzzle-draft';

/** The first text. It has no name, so that no other puzzle is replaced. @param {string[]} comments */
const example = ([goal, cars]) => `start = """
AAB.
AABC
.DDC
.E..
"""
# ${goal}
goal = """
....
....
..AA
..AA
"""
# ${cars}
# lengthwise = true
`;

/** Milliseconds between the last key and the check of the text. */
const PAUSE = 300;

/** The straight moves of the longest puzzle of each difficulty but the last. */
const DIFFICULTIES = [10, 20, 30, 40];

/**
 * The text of the puzzle in the address, or else the last text; null if there is none.
 * @param {URL} url
 * @param {AbortSignal} signal
 */
async function textOf(url, signal) {
  const source = await Source.asked(url.searchParams);
  if (!source.isFamily) return source.text ?? (await source.puzzle(signal)).toml ?? null;
  const draft = passing.read(DRAFT);
  return typeof draft === 'string' && draft !== '' ? draft : null;
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const words = context.t(table);
  const text = el('textarea', {
    id: 'puzzle-text', rows: 22, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'none', wrap: 'off',
    'aria-describedby': 'puzzle-text-help puzzle-problem', oninput: () => { retyped(); },
  });
  text.value = await textOf(url, context.signal) ?? example(words.example);
  if (context.signal.aborted) return;
  const painter = new Painter(text, words, context, changed);

  const problem = el('div', { id: 'puzzle-problem', 'aria-live': 'polite' });
  const facts = el('div', { id: 'puzzle-facts', class: 'facts', 'aria-live': 'polite' });
  const measures = el('details', { id: 'puzzle-measures', open: true, hidden: true });
  const variants = new VariantList(context, () => whole().text);
  const preview = el('div', { class: 'puzzle-preview' });
  const file = el('input', { type: 'file', id: 'puzzle-file', accept: '.toml,text/plain', onchange: open });
  const play = el('button', { id: 'puzzle-play', type: 'button', class: 'button primary', disabled: true, onclick: keep }, words.save);
  const download = el('a', { class: 'button', download: 'puzzle.toml' }, words.download);
  const forget = el('button', { type: 'button', class: 'button', hidden: true, onclick: drop }, words.forget);

  /** The puzzle that the server read from the text. @type {Puzzle | null} */
  let puzzle = null;
  /** The text as a part of an address; null if it is too long. @type {string | null} */
  let code = null;
  const share = shareButtons(context, () => (code === null ? null : sharedHref(code)));
  share.element.hidden = true;
  const asking = latest(context.signal);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** The text with a name, as it is sent and stored. */
  function whole() {
    const taken = ownPuzzles();
    const free = freeName(words.untitled, (name) => taken[name] !== undefined);
    return named(text.value, url.searchParams.get('name') || free);
  }

  function changed() {
    puzzle = null;
    play.disabled = true;
    share.element.hidden = true;
    variants.reset(false);
    facts.setAttribute('aria-busy', 'true');
    passing.write(DRAFT, text.value);
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  }

  function retyped() {
    changed();
    painter.follow();
  }

  async function check() {
    const signal = asking();
    let sent = whole();
    try {
      const board = boardIn(text.value);
      if (board !== null) {
        const { toml = '' } = await get('/api/v1/puzzle', { board }, signal);
        if (signal.aborted) return;
        text.value = toml;
        passing.write(DRAFT, toml);
        painter.follow();
        context.announce(words.boardRead);
        sent = whole();
      }
      URL.revokeObjectURL(download.href);
      download.href = URL.createObjectURL(new Blob([sent.text], { type: 'application/toml' }));
      const read = await get('/api/v1/puzzle', {}, signal, sent.text);
      if (signal.aborted) return;
      code = await packed(sent.text);
      if (signal.aborted) return;
      puzzle = read;
      variants.reset(true);
      play.disabled = false;
      share.element.hidden = false;
      share.update();
      forget.hidden = ownPuzzles()[read.name] === undefined;
      text.removeAttribute('aria-invalid');
      fill(problem, el('p', { class: 'fine' }, words.fine));
      const rules = new Rules(read);
      fill(preview,
        el('div', {}, el('h3', {}, words.painter.layers.start), small(rules, 'start')),
        el('div', {}, el('h3', {}, words.goal), small(rules, 'goal')));
      // The page is complete without the search, which may take seconds.
      search(sent.text, signal);
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      fill(facts);
      measures.hidden = true;
      const { missing } = painter;
      // A drawing that has only begun has no fault.
      const isBegun = missing !== null && error instanceof ApiError && error.code === 'puzzle-file';
      text.setAttribute('aria-invalid', String(!isBegun));
      fill(problem, isBegun ? el('p', { class: 'muted' }, words.painter.missing[missing]) : report(error, sent.lines));
    }
  }

  /** Shows what the search of a puzzle finds. @param {string} sent @param {AbortSignal} signal */
  async function search(sent, signal) {
    const searching = setTimeout(() => fill(facts, el('p', { class: 'muted' }, words.searching)), PAUSE);
    try {
      const answer = await get('/api/v1/puzzle/position', {}, signal, sent);
      if (signal.aborted) return;
      fill(facts, ...found(answer));
      // The files of a site have no measures.
      if (answer.solvable && !SITE) measure(sent, signal);
      else measures.hidden = true;
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      measures.hidden = true;
      fill(facts, error instanceof ApiError && error.code === 'too-large'
        ? el('p', { class: 'muted' }, words.unsearched) : failure(context.language, error, check));
    } finally {
      clearTimeout(searching);
      if (!signal.aborted) facts.removeAttribute('aria-busy');
    }
  }

  /** Shows the measures of difficulty. @param {string} sent @param {AbortSignal} signal */
  async function measure(sent, signal) {
    /** @type {HTMLElement[]} */
    let shown;
    try {
      shown = measureList(context.language, await get('/api/v1/puzzle/difficulty', {}, signal, sent));
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      shown = [unmeasured(context.language, error)];
    }
    if (signal.aborted) return;
    measures.hidden = false;
    fill(measures, el('summary', {}, context.t(difficultyWords).heading), el('div', { class: 'facts' }, ...shown));
  }

  /** @param {PuzzlePosition} answer */
  function found({ solvable, distance, reachable }) {
    const straight = distance.straight ?? 0;
    const grade = DIFFICULTIES.filter((most) => straight > most).length;
    return [
      el('p', { id: 'puzzle-difficulty', class: solvable ? null : 'problem' }, solvable ? words.difficulty(words.difficulties[grade] ?? '') : words.unsolvableStart,
        reachable === null ? null : words.reached(reachable)),
      solvable ? distanceCards(context.language, distance) : null,
    ];
  }

  /** @param {unknown} error @param {number} inserted number of lines above the text that was sent */
  function report(error, inserted) {
    if (!(error instanceof ApiError)) return failure(context.language, error, check);
    if (error.code !== 'puzzle-file') {
      return error.refused ? el('p', { class: 'problem' }, error.message || reason(context.language, error)) : failure(context.language, error, check);
    }
    const { column, fault } = error.about;
    const line = Math.max(error.about['line'] - inserted, 1);
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
    keepPuzzle(puzzle.name, whole().text);
    passing.write(DRAFT, null);
    const own = Source.own(puzzle.name);
    // Going back returns to this puzzle.
    replaceAddress(own.editorHref);
    follow(own.href(), root);
  }

  function drop() {
    if (!puzzle) return;
    keepPuzzle(puzzle.name, null);
    forget.hidden = true;
    replaceAddress(`/puzzles/editor${query({})}`);
  }

  context.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    URL.revokeObjectURL(download.href);
  });

  fill(root,
    el('h1', {}, context.title),
    el('p', { class: 'lead' }, words.editorLead),
    el('div', { class: 'puzzle-editor' },
      painter.element,
      el('div', { class: 'facts' },
        problem, facts,
        el('div', { class: 'row' }, play, download, forget),
        share.element, measures, variants.element,
        el('div', { class: 'field' }, el('label', { for: 'puzzle-text' }, words.text),
          el('p', { id: 'puzzle-text-help', class: 'muted small' }, words.textHelp), text),
        labelled(words.load, file),
        el('p', {}, el('a', { class: 'button', href: '/puzzles' }, context.t(shell).exists.puzzle))),
      el('section', { class: 'card' }, el('h2', {}, words.preview), preview)));
  await check();
}
