/** The page of packs: puzzles to choose from, the visitor's progress, and its file. */
import { getOnce, query } from './api.js';
import { el, fill } from './dom.js';
import { downloadText } from './download.js';
import { boardImage } from './lists.js';
import { LEVELS, PACKS, drawnHref, firstUnsolved, isGraded, items, packPlace, today } from './pack-list.js';
import { words } from './packs-words.js';
import { loadProgress, progressText } from './progress.js';
import { small } from './puzzle-picture.js';
import { Rules } from './rules.js';
import { best } from './store.js';
import { shell } from './words.js';

/** @import { Item, Pack } from './pack-list.js' */
/** @import { Context } from './words.js' */

/** @type {import('./words.js').Page['render']} */
export async function render(root, _url, context) {
  const { language, signal } = context;
  const t = context.t(words);
  // Both lists are there before the cards, so that an address with the name of a pack finds its place.
  await Promise.all([getOnce('/api/v1/openings'), getOnce('/api/v1/puzzles')]);
  const contents = await Promise.all(PACKS.map(async (pack) => ({ pack, all: await items(pack, language) })));
  if (signal.aborted) return;

  function show() {
    const packs = contents.filter(({ all }) => all.length > 0).map(({ pack, all }) => card(pack, all, context));
    fill(root,
      el('h1', {}, context.title),
      el('p', { class: 'lead' }, t.lead, ' ', el('a', { href: '/class' }, context.t(shell).pages.class)),
      el('div', { class: 'packs' },
        isGraded && randomCard(context),
        ...packs, progressCard(context, show)));
  }

  show();
  // Another tab may add results.
  addEventListener('storage', show, { signal });
}

/** @param {Context} context */
function randomCard(context) {
  const t = context.t(words);
  return el('section', { id: 'random', class: 'card pack' },
    el('div', { class: 'pack-text' }, el('h2', {}, t.random), el('p', {}, t.randomLead),
      el('ul', { class: 'levels' }, ...LEVELS.map((level) => el('li', {},
        el('a', { class: 'button', href: drawnHref(level), 'data-level': level }, t.levels[level]),
        el('span', { class: 'muted small' }, t.levelHints[level]))))));
}

/**
 * @param {Pack} pack
 * @param {Item[]} all
 * @param {Context} context
 */
function card(pack, all, { t: pick }) {
  const t = pick(words);
  const { print } = pick(shell).pages;
  const results = best();
  const solved = all.filter(({ key }) => key in results).length;
  const next = firstUnsolved(all) ?? all[0];
  const name = solved === 0 ? t.start : solved < all.length ? t.goOn : t.again;
  return el('section', { id: packPlace(pack), class: 'card pack' },
    el('div', { class: 'pack-picture' }, next?.puzzle ? small(new Rules(next.puzzle), 'start') : next && boardImage(next.key)),
    el('div', { class: 'pack-text' },
      el('h2', {}, t.packs[pack]),
      el('p', {}, t.leads[pack]),
      el('progress', { max: all.length, value: solved, 'aria-label': t.packs[pack] }),
      el('p', { class: 'muted small number' }, t.solvedOf(solved, all.length)),
      el('div', { class: 'links' },
        next ? el('a', { class: 'button primary', href: next.href, 'aria-label': `${name}${t.separator}${t.packs[pack]}` }, name) : null,
        el('a', { class: 'button', href: `/print${query({ list: pack })}`, 'aria-label': `${print}${t.separator}${t.packs[pack]}` }, print))),
    el('details', {}, el('summary', {}, t.all(all.length)),
      el('ol', { class: 'tiles' }, ...all.map((item, at) => tile(item, at + 1, results[item.key]?.[item.metric], t)))));
}

/**
 * @param {Item} item
 * @param {number} at
 * @param {number | undefined} own the visitor's number of moves
 * @param {typeof words.en} t
 */
function tile({ href, name, moves }, at, own, t) {
  const facts = [moves === null ? '' : t.moves(moves), own === undefined ? '' : t.yours(own)]
    .map((fact) => (fact === '' ? '' : t.separator + fact)).join('');
  return el('li', {}, el('a', { class: 'pack-tile', href, title: name.text + facts, 'data-solved': own !== undefined },
    el('span', {}, at),
    el('span', { class: 'visually-hidden' }, t.separator, el('span', { lang: name.lang }, name.text), facts)));
}

/** @param {Context} context @param {() => void} changed */
function progressCard({ t: pick, announce }, changed) {
  const t = pick(words);
  const said = el('p', { id: 'progress-said', role: 'status' });
  const file = el('input', {
    type: 'file', id: 'progress-file', accept: 'application/json,.json', class: 'visually-hidden', 'aria-label': t.load, tabindex: -1,
  });
  file.addEventListener('change', async () => {
    const text = await file.files?.[0]?.text();
    if (text === undefined) return;
    const better = loadProgress(text);
    const answer = better === null ? t.unreadable : t.loaded(better);
    if (better) changed();
    // The cards may be new.
    const shown = document.getElementById('progress-said') ?? said;
    shown.textContent = answer;
    announce(answer);
  });
  const save = () => {
    downloadText(`huarong-progress-${today()}.json`, progressText(), 'application/json');
  };
  return el('section', { id: 'progress', class: 'card pack' },
    el('div', { class: 'pack-text' },
      el('h2', {}, t.progress),
      el('p', {}, t.progressLead),
      el('p', { class: 'number' }, t.total(Object.keys(best()).length)),
      el('div', { class: 'links' },
        el('button', { type: 'button', id: 'progress-save', class: 'button', onclick: save }, t.save),
        el('button', { type: 'button', id: 'progress-load', class: 'button', onclick: () => file.click() }, t.load),
        file),
      said));
}
