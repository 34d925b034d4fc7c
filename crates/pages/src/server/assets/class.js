/** The page of a class: puzzles from short to long under one address, for the projector and for every pupil. */
import { outside } from './address.js';
import { query } from './api.js';
import { el, fill, follow } from './dom.js';
import { keepAddress, numberField } from './lists.js';
import { loading } from './notice.js';
import { MOST_MOVES, classSet, items } from './pack-list.js';
import { words } from './packs-words.js';
import { itemCards } from './rush.js';
import { sharePage } from './share.js';
import { shell } from './words.js';
import { qrCode } from './worksheet-sheet.js';

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language, signal } = context;
  const t = context.t(words);
  const set = classSet(url.searchParams);
  // The address of a new set names its boards.
  if (!('text' in set) && !url.searchParams.has('seed')) set.seed = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000;
  keepAddress(Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)])));
  root.append(loading(language));
  const all = await items('class', language, { set, signal });
  if (signal.aborted) return;
  const { href } = new URL(outside(`/class${query(set)}`), location.href);
  const limits = /** @type {const} */ ([['count', t.classCount, 24], ['from', t.classFrom, MOST_MOVES], ['to', t.classTo, MOST_MOVES]]);
  const numbers = 'text' in set ? [] : limits.map(([name, label, max]) =>
    numberField(`class-${name}`, label, set[name], { name, min: 1, max, required: true }));
  const draw = (/** @type {Event} */ event) => {
    event.preventDefault();
    follow(`/class${query(Object.fromEntries(numbers.map(({ input }) => [input.name, input.value])))}`, root);
  };

  function show() {
    fill(root, el('div', { class: 'class-set' },
      el('h1', {}, context.title), el('p', { class: 'lead' }, t.classLead),
      el('section', { class: 'card class-code' }, qrCode(href), el('p', {}, el('a', { href, lang: 'en' }, href.replace(/^\w+:\/\//, '').replace(/(text=.{9}).*/, '$1…')))),
      itemCards(all, t),
      el('section', { class: 'card facts' },
        el('div', { class: 'links' }, el('a', { class: 'button primary', href: `/print${query({ list: 'class', ...set, per: 6, lines: 1 })}` }, context.t(shell).pages.print)),
        sharePage(context),
        numbers.length > 0 && el('form', { class: 'row', onsubmit: draw }, ...numbers.map(({ field }) => field), el('button', { id: 'class-new', class: 'button' }, t.classNew)))));
  }

  show();
  // Another tab may add results.
  addEventListener('storage', show, { signal });
}
