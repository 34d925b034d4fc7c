/** The page of worksheets: choose puzzles, see the sheets, print them. */
import { latest, query } from './api.js';
import { el, fill } from './dom.js';
import { checkbox, choice, keepAddress, labelled, searchField, settled } from './lists.js';
import { finds } from './names.js';
import { loading } from './notice.js';
import { PACKS, classSet, items } from './pack-list.js';
import { words as packWords } from './packs-words.js';
import { sharePage } from './share.js';
import { COLUMNS, entryOf, key, patterns, sheets } from './worksheet-sheet.js';
import { words as table } from './worksheet-words.js';

/** @import { Look, Option } from './worksheet-sheet.js' */

/** Puzzles beside the packs. */
const LISTS = /** @type {const} */ (['openings', 'puzzles', 'mine', 'class']);
/** The most puzzles of a worksheet: each answer may need a search. */
const MOST = 60;
const LONGEST_TITLE = 80;
/** @type {readonly Option[]} */
const OPTIONS = ['moves', 'address', 'qr', 'letters', 'patterns', 'lines', 'key'];
/** Options that are chosen at first. @type {readonly Option[]} */
const FIRST = ['moves', 'letters', 'patterns', 'key'];
const PAPERS = /** @type {const} */ (['a4', 'letter']);

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language, signal } = context;
  const t = context.t(table);
  const asked = url.searchParams;
  const packNames = context.t(packWords).packs;
  const lists = [...PACKS, ...LISTS];
  const named = (/** @type {string} */ list) => PACKS.some((pack) => pack === list)
    ? packNames[/** @type {keyof typeof packNames} */ (list)] : t.lists[/** @type {keyof typeof t.lists} */ (list)];
  let list = lists.find((one) => one === asked.get('list')) ?? 'first-steps';
  let chosen = (asked.get('choose') ?? '').split(',').filter((id) => id !== '').slice(0, MOST);
  const off = asked.get('without')?.split(',') ?? null;
  // Older addresses name all options that are off, but not this one.
  const isOn = (/** @type {Option} */ one) => (one === 'lines' ? asked.get('lines') === '1' : off === null ? FIRST.includes(one) : !off.includes(one));
  const set = classSet(asked);
  /** @type {Look} */
  const look = {
    title: asked.get('title')?.slice(0, LONGEST_TITLE) ?? '',
    perPage: Object.keys(COLUMNS).map(Number).find((one) => one === Number(asked.get('per'))) ?? 4,
    paper: PAPERS.find((one) => one === asked.get('paper')) ?? 'a4',
    options: /** @type {Record<Option, boolean>} */ (Object.fromEntries(OPTIONS.map((one) => [one, isOn(one)]))),
    link: null,
  };
  root.append(loading(language));
  const listed = async (/** @type {import('./pack-list.js').List} */ from) =>
    (await items(from, language, { set, signal })).map((item) => ({ entry: entryOf(item), text: item.text }));
  let all = await listed(list);
  if (signal.aborted) return;
  // Whoever comes from a pack wants its puzzles.
  if (!asked.has('choose') && asked.has('list') && !asked.get('q')) chosen = all.slice(0, list === 'class' ? MOST : look.perPage).map(({ entry }) => entry.id);

  const said = el('p', { role: 'status', class: 'small' });
  const boxes = el('ul', { class: 'sheet-choice' });
  const preview = el('div', { class: 'sheets' });
  const search = searchField('sheet-search', t.search, t.searchHint, asked.get('q') ?? '', () => showChoice());
  const from = choice('sheet-list', t.list, lists.map((one) => [one, named(one)]), list, changeList);
  const name = el('input', { id: 'sheet-title', autocomplete: 'off', maxlength: LONGEST_TITLE, value: look.title, placeholder: named(list), oninput: () => { look.title = name.value; show(); } });
  const perPage = choice('sheet-per-page', t.perPage, Object.keys(COLUMNS).map((one) => [one, one]), String(look.perPage), (value) => {
    look.perPage = Number(value);
    showChoice();
    show();
  });
  const paper = choice('sheet-paper', t.paper, PAPERS.map((one) => [one, t.papers[one]]), look.paper, (value) => {
    look.paper = PAPERS.find((one) => one === value) ?? 'a4';
    show();
  });
  const options = OPTIONS.map((one) => {
    const { input, field } = checkbox(`sheet-${one}`, t.options[one], look.options[one], () => {
      look.options[one] = input.checked;
      show();
    });
    return field;
  });
  const first = el('button', { type: 'button', class: 'button', onclick: () => choose([...new Set([...chosen, ...found().slice(0, look.perPage).map(({ entry }) => entry.id)])]) });
  const none = el('button', { type: 'button', class: 'button', onclick: () => choose([]) }, t.none);
  const printing = el('button', { id: 'sheet-print', type: 'button', class: 'button primary', onclick: () => print() }, t.print);
  const solving = latest(signal);

  function found() {
    const matches = finds(search.input.value);
    return all.filter(({ text }) => matches(text));
  }

  /** @param {string} value */
  async function changeList(value) {
    const wanted = lists.find((one) => one === value) ?? list;
    const loaded = await listed(wanted);
    if (signal.aborted || from.select.value !== value) return;
    list = wanted;
    all = loaded;
    search.input.value = '';
    name.placeholder = named(list);
    choose([]);
  }

  /** @param {string[]} ids */
  function choose(ids) {
    chosen = ids.slice(0, MOST);
    said.textContent = ids.length > MOST ? t.tooMany(MOST) : t.chosen(chosen.length);
    showChoice();
    show();
  }

  function showChoice() {
    first.textContent = t.first(Math.min(look.perPage, found().length));
    first.disabled = found().length === 0;
    fill(boxes, ...found().map(({ entry }, at) => {
      const { input, field } = checkbox(`sheet-choice-${at}`, entry.name.text, chosen.includes(entry.id), () => {
        choose(input.checked ? [...chosen, entry.id] : chosen.filter((id) => id !== entry.id));
        document.getElementById(`sheet-choice-${at}`)?.focus();
      });
      input.dataset['id'] = entry.id;
      field.lang = entry.name.lang;
      return el('li', {}, field);
    }));
  }

  /** Draws the sheets, and keeps what they show in the address. */
  const show = settled(signal, 60, () => {
    const solved = solving();
    const entries = chosen.flatMap((id) => all.filter(({ entry }) => entry.id === id).map(({ entry }) => entry));
    const isClass = list === 'class';
    const shown = { ...look, title: look.title.trim() || named(list), link: isClass ? `/class${query(set)}` : null };
    said.textContent ||= t.chosen(entries.length);
    printing.disabled = entries.length === 0;
    fill(preview, patterns(), ...sheets(entries, shown, t));
    if (entries.length === 0) preview.append(el('p', { class: 'muted' }, t.nothing));
    if (entries.length > 0 && look.options.key) preview.append(key(entries, shown, t, language, solved));
    keepAddress({
      list, ...(isClass && Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]))),
      choose: isClass && chosen.length === all.length ? null : chosen.join(','), q: search.input.value, title: look.title, per: look.perPage === 4 ? null : String(look.perPage),
      paper: look.paper === 'a4' ? null : look.paper, lines: look.options.lines ? '1' : null, without: OPTIONS.filter((one) => one !== 'lines' && !look.options[one]).join(',') || 'nothing',
    });
  });

  fill(root, el('div', { class: 'worksheet' },
    el('h1', {}, context.title),
    el('p', { class: 'lead' }, t.lead),
    el('form', { class: 'sheet-settings', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      el('section', { class: 'card facts' }, from.field, search.field, el('div', { class: 'row' }, first, none), said, boxes),
      el('section', { class: 'card facts' },
        labelled(t.title, name),
        el('div', { class: 'row' }, perPage.field, paper.field),
        ...options, el('div', { class: 'row' }, printing), sharePage(context))),
    el('section', { 'aria-label': t.preview }, preview)));
  showChoice();
  show();
}
