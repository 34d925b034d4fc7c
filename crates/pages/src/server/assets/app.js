/** The shell of the pages: chooses page, language and theme. */
import { goToPlace, here, inside, isSamePage, keepScroll, outside, pushAddress } from './address.js';
import { ApiError, aborted } from './api.js';
import { el, fill } from './dom.js';
import { COLUMNS, GOAL, ROWS } from './family.js';
import { icon } from './icons.js';
import { LANGUAGES, NAMES, TAGS, preferred } from './language.js';
import { failedPage, loading } from './notice.js';
import { SITE } from './site.js';
import { lasting } from './store.js';
import { shell } from './words.js';

/** @import { Language } from './language.js' */
/** @import { Context, Page } from './words.js' */
/** @typedef {'auto' | 'light' | 'dark'} Theme */

/**
 * The themes in the order of the button. The theme that differs from the system's follows the automatic one, so that
 * the first tap changes the page.
 * @returns {readonly Theme[]}
 */
const themes = () => (matchMedia('(prefers-color-scheme: dark)').matches ? ['auto', 'light', 'dark'] : ['auto', 'dark', 'light']);

/** @type {[pattern: RegExp, name: keyof typeof shell.en.pages, load: () => Promise<Page>][]} */
const PAGES = [
  [/^\/(position)?$/, 'position', () => import('./position.js')],
  [/^\/map$/, 'map', () => import('./map.js')],
  [/^\/editor$/, 'editor', () => import('./editor.js')],
  [/^\/daily$/, 'daily', () => import('./daily.js')],
  [/^\/packs$/, 'packs', () => import('./packs.js')],
  [/^\/rush$/, 'rush', () => import('./rush.js')],
  [/^\/openings$/, 'openings', () => import('./openings.js')],
  [/^\/openings\/[^/]+$/, 'position', () => import('./position.js')],
  [/^\/atlas(\/[^/]+)?$/, 'atlas', () => import('./atlas.js')],
  [/^\/generator$/, 'generator', () => import('./generator.js')],
  [/^\/class$/, 'class', () => import('./class.js')],
  [/^\/print$/, 'print', () => import('./worksheet.js')],
  [/^\/puzzles$/, 'puzzles', () => import('./puzzles.js')],
  [/^\/puzzles\/design$/, 'design', () => import('./design.js')],
  [/^\/puzzles\/editor$/, 'draw', () => import('./puzzle-editor.js')],
  [/^\/puzzles\/[^/]+$/, 'puzzle', () => import('./puzzle.js')],
  [/^\/games$/, 'games', () => import('./games.js')],
  [/^\/gomoku$/, 'gomoku', () => import('./gomoku.js')],
];

/** @param {string} path */
function pageAt(path) {
  return PAGES.find(([pattern]) => pattern.test(path));
}

/** An element of index.html. @param {string} id */
function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no #${id} in the page`);
  return element;
}

// The style sheets use these sizes of the board.
for (const [name, number] of [['--columns', COLUMNS], ['--rows', ROWS], ['--exit', GOAL[0]]]) {
  document.documentElement.style.setProperty(String(name), String(number));
}

const root = part('page');
const live = part('live');
const chooser = /** @type {HTMLSelectElement} */ (part('language'));
fill(chooser, ...LANGUAGES.map((value) => el('option', { value, lang: TAGS[value] }, NAMES[value])));

/** @type {Language} */
let language = LANGUAGES.find((one) => one === lasting.read('huarong.language')) ?? preferred(navigator.languages);
/** @type {Theme} */
let theme = themes().find((one) => one === lasting.read('huarong.theme')) ?? 'auto';
let left = new AbortController();

/** Makes an address independent of the page's. @param {Element} element @param {'href' | 'src'} name */
function pin(element, name) {
  element.setAttribute(name, new URL(element.getAttribute(name) ?? '', document.baseURI).href);
}

/** @param {string} text */
function announce(text) {
  // Screen readers do not repeat a text that has not changed.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

function showTheme() {
  const { dataset } = document.documentElement;
  if (theme === 'auto') delete dataset.theme;
  else dataset.theme = theme;
  const button = part('theme');
  const name = shell[language].theme[theme];
  fill(button, icon(theme));
  button.setAttribute('aria-label', name);
  button.setAttribute('title', name);
}

function showShell() {
  const words = shell[language];
  document.documentElement.lang = TAGS[language];
  part('site').textContent = words.site;
  part('skip').textContent = words.skip;
  part('foot').textContent = words.footer;
  part('openapi').textContent = words.openapi;
  const nav = part('pages');
  nav.setAttribute('aria-label', words.navigation);
  for (const link of nav.querySelectorAll('a')) {
    const [, name = 'position'] = pageAt(inside(link.pathname)) ?? [];
    link.textContent = name === 'position' ? words.play : words.pages[name];
  }
  chooser.setAttribute('aria-label', words.language);
  chooser.setAttribute('title', words.language);
  chooser.value = language;
  showTheme();
}

function markCurrent() {
  // Rush Hour boards are among the puzzles, but have a link of their own.
  const path = here().pathname.replace(/^\/$/, '/position').replace(/^\/puzzles\/rush/, '/rush/');
  const nav = part('pages');
  for (const link of nav.querySelectorAll('a')) {
    const page = inside(link.pathname);
    link.removeAttribute('aria-current');
    if (path !== page && !path.startsWith(`${page}/`)) continue;
    link.setAttribute('aria-current', 'page');
    // Only the row of links scrolls, not the page.
    nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  }
}

/** Renders the page of the present address. */
async function show() {
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const words = shell[language];
  markCurrent();
  const asked = pageAt(here().pathname);
  if (!asked) {
    document.title = `${words.missing} – ${words.site}`;
    fill(root, el('div', { class: 'notice' }, el('h1', {}, words.missing), el('p', {}, words.missingText),
      el('a', { class: 'button', href: '/position' }, words.home)));
    return;
  }
  const [, name, load] = asked;
  /** @type {Context} */
  const context = { language, title: words.pages[name], t: (table) => table[language], announce, signal };
  try {
    fill(root, loading(language));
    // If a module cannot be loaded, the server does not answer.
    const page = await load().catch(() => { throw new ApiError('', 0); });
    if (signal.aborted) return;
    document.title = `${context.title} – ${words.site}`;
    fill(root);
    await page.render(root, here(), context);
  } catch (error) {
    if (signal.aborted || aborted(error)) return;
    fill(root, failedPage(language, error, show));
  }
}

/** @param {string} path */
async function navigate(path) {
  // Going back returns to this scroll position.
  keepScroll();
  pushAddress(path);
  const shown = show();
  scrollTo(0, 0);
  root.focus({ preventScroll: true });
  await shown;
  goToPlace();
  announce(document.title);
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || !pageAt(inside(link.pathname))) return;
  event.preventDefault();
  if (link.hash === '#page') {
    root.focus();
    return;
  }
  navigate(inside(link.pathname) + link.search + link.hash);
}

history.scrollRestoration = 'manual';
addEventListener('popstate', async () => {
  if (!isSamePage()) {
    scrollTo(0, 0);
    await show();
  }
  goToPlace();
});
// A reload returns to the last scroll position.
let scrolled = 0;
addEventListener('scroll', () => {
  clearTimeout(scrolled);
  scrolled = setTimeout(keepScroll, 350);
});
document.addEventListener('click', follow);

chooser.addEventListener('change', () => {
  language = LANGUAGES.find((language) => language === chooser.value) ?? language;
  lasting.write('huarong.language', language);
  showShell();
  show();
});

part('theme').addEventListener('click', () => {
  const order = themes();
  theme = order[(order.indexOf(theme) + 1) % order.length] ?? 'auto';
  lasting.write('huarong.theme', theme);
  showTheme();
  announce(shell[language].theme[theme]);
});

if (SITE) {
  // The addresses in index.html begin at its folder, and the address of the page will change.
  for (const link of document.querySelectorAll('a, link:not([rel=stylesheet])')) pin(link, 'href');
  for (const image of document.images) pin(image, 'src');
}
showShell();
show().then(() => {
  goToPlace();
  // It loads every file, so it waits until the page is there.
  if (SITE) navigator.serviceWorker?.register(outside('/offline.js')).catch(() => { /* The site works without it. */ });
});
