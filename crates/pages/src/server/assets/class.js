/** The page of a class: Rush Hour puzzles from short to long under one address, for the projector and for every pupil. */
import { outside } from './address.js';
import { query } from './api.js';
import { el, fill, follow } from './dom.js';
import { keepAddress, numberField } from './lists.js';
import { loading } from './notice.js';
import { MOST_MOVES, classSet, items } from './pack-list.js';
import { words } from './packs-words.js';
import { small } from './puzzle-picture.js';
import { Rules } from './rules.js';
import { sharePage } from './share.js';
import { best } from './store.js';
import { shell } from './words.js';
import { qrCode } from './worksheet-sheet.js';

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language, signal } = context;
  const t = context.t(words);
  const set = classSet(url.searchParams);
  // The address of a new set names its boards.
  if (!url.searchParams.has('seed')) set.seed = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000;
  keepAddress(Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)])));
  root.append(loading(language));
  const all = await items('class', language, { set, signal });
  if (signal.aborted) return;
  const { href } = new URL(outside(`/class${query(set)}`), location.href);
  const [count, from, to] = [
    numberField('class-count', t.classCount, set.count, { min: 1, max: 24, required: true }),
    numberField('class-from', t.classFrom, set.from, { min: 1, max: MOST_MOVES, required: true }),
    numberField('class-to', t.classTo, set.to, { min: 1, max: MOST_MOVES, required: true }),
  ];
  const draw = (/** @type {Event} */ event) => {
    event.preventDefault();
    follow(`/class${query({ count: count.input.value, from: from.input.value, to: to.input.value })}`, root);
  };

  function show() {
    const results = best();
    fill(root, el('div', { class: 'class-set' },
      el('h1', {}, context.title), el('p', { class: 'lead' }, t.classLead),
      el('section', { class: 'card class-code' }, qrCode(href), el('p', {}, el('a', { href, lang: 'en' }, href.replace(/^\w+:\/\//, '')))),
      el('ol', { class: 'cards puzzles' }, ...all.map(({ href, name, moves, key, puzzle }) => el('li', {},
        el('a', { class: 'puzzle-card card', href },
          puzzle && small(new Rules(puzzle), 'start'),
          el('span', { class: 'card-text' }, el('strong', { class: 'card-name' }, name.text), el('span', { class: 'card-set' }, t.moveCount(moves ?? 0))),
          results[key] && el('span', { class: 'badge' }, t.yours(results[key].finger)))))),
      el('section', { class: 'card facts' },
        el('div', { class: 'links' }, el('a', { class: 'button primary', href: `/print${query({ list: 'class', ...set, per: 6, lines: 1 })}` }, context.t(shell).pages.print)),
        sharePage(context),
        el('form', { class: 'row', onsubmit: draw }, count.field, from.field, to.field, el('button', { id: 'class-new', class: 'button' }, t.classNew)))));
  }

  show();
  // Another tab may add results.
  addEventListener('storage', show, { signal });
}
