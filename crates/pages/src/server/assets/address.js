/** The address of the page, and the state that the browser keeps with it in the history. */

/** The path of the site's first page: `/`, unless the site is in a folder. Assets may be in a folder of their version. */
const ROOT = new URL(import.meta.url).pathname.replace(/assets\/([^/]+\/)?[^/]+$/, '');

/**
 * The path from the root of the host, of a path from the root of the site. Other addresses stay as they are.
 * @param {string} path
 */
export function outside(path) {
  return path.startsWith('/') ? ROOT + path.slice(1) : path;
}

/**
 * The path from the root of the site, of a path from the root of the host. In a folder of files, the address of a page
 * ends with a slash.
 * @param {string} path
 */
export function inside(path) {
  const page = path.replace(/\/?(index\.html)?$/, '');
  return `/${page.slice(ROOT.length)}`;
}

/** The address of the present page, with its path from the root of the site. */
export function here() {
  const url = new URL(location.href);
  url.pathname = inside(url.pathname);
  return url;
}

/** The address as last set or reached. */
let known = location.href;

/** The state of the present history entry. Another version of the page may have written it, so it may be anything. */
export function kept() {
  const state = history.state;
  return /** @type {Record<string, unknown>} */ (state !== null && typeof state === 'object' ? state : {});
}

/**
 * Replaces the address of the present page, and adds to its state.
 * @param {string} path
 * @param {Record<string, unknown>} [more]
 */
export function replaceAddress(path, more = {}) {
  history.replaceState({ ...kept(), ...more }, '', outside(path));
  known = location.href;
}

/** @param {string} path of another page */
export function pushAddress(path) {
  history.pushState(null, '', outside(path));
  known = location.href;
}

/** Records the scroll position. */
export function keepScroll() {
  history.replaceState({ ...kept(), scroll: scrollY }, '');
}

/** Whether the browser changed only the fragment of the address. */
export function isSamePage() {
  const before = new URL(known);
  known = location.href;
  return before.pathname === location.pathname && before.search === location.search && before.hash !== location.hash;
}

/** Scrolls to the recorded position, or to the element that the fragment names. */
export function goToPlace() {
  const { scroll } = kept();
  if (typeof scroll === 'number') scrollTo(0, scroll);
  else named()?.scrollIntoView();
}

/** The element that the fragment names. */
function named() {
  const id = location.hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(id));
  } catch {
    // The fragment is not valid UTF-8.
    return null;
  }
}
