/** The page's address, and what the browser keeps beside it for the way back. */

/** The address as it was last set or come to. */
let known = location.href;

/** What is kept beside the present address: anything, also what another version of the page wrote. */
export function kept() {
  const state = history.state;
  return /** @type {Record<string, unknown>} */ (state !== null && typeof state === 'object' ? state : {});
}

/**
 * Gives the present page another address, and keeps more beside it.
 * @param {string} path
 * @param {Record<string, unknown>} [more]
 */
export function replaceAddress(path, more = {}) {
  history.replaceState({ ...kept(), ...more }, '', path);
  known = location.href;
}

/** @param {string} path of another page */
export function pushAddress(path) {
  history.pushState(null, '', path);
  known = location.href;
}

/** Keeps where the page is scrolled to. */
export function keepScroll() {
  history.replaceState({ ...kept(), scroll: scrollY }, '');
}

/** After the browser changed the address: whether it names only another place of the same page. */
export function isSamePage() {
  const before = new URL(known);
  known = location.href;
  return before.pathname === location.pathname && before.search === location.search && before.hash !== location.hash;
}

/** Goes to where the page was left, or to what the address names in it. */
export function goToPlace() {
  const { scroll } = kept();
  if (typeof scroll === 'number') scrollTo(0, scroll);
  else named()?.scrollIntoView();
}

/** The element that the address names behind `#`. */
function named() {
  const id = location.hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(id));
  } catch {
    // No text, and so no name of anything.
    return null;
  }
}
