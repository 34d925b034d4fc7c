/** Pictures that are drawn in this tab, in place of the server's. */
import { getOnce } from './api.js';
import { ask } from './asking.js';

/** Pixels around the window in which a picture that loads lazily is drawn. */
const NEAR = 800;

/** Draws pictures before they are seen. */
const approaching = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    approaching.unobserve(target);
    /** @type {HTMLImageElement} */ (target).loading = 'eager';
    draw(target, 'src');
  }
}, { rootMargin: `${NEAR}px` });
/** Revokes the pictures of elements that are gone. */
const gone = new FinalizationRegistry((/** @type {string} */ url) => URL.revokeObjectURL(url));
/** The picture that an element is to show, by the address of the server's. @type {WeakMap<Element, string>} */
const wanted = new WeakMap();
/** Pictures that are not revoked yet. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Shows a picture, and keeps its data only as long as they are needed.
 * @param {Element} element
 * @param {'href' | 'src'} name of the attribute
 * @param {string} address of the server's picture
 */
export function showPicture(element, name, address) {
  wanted.set(element, address);
  if (element instanceof HTMLImageElement && element.loading === 'lazy') approaching.observe(element);
  else draw(element, name);
}

/**
 * @param {Element} element
 * @param {'href' | 'src'} name
 */
async function draw(element, name) {
  const address = wanted.get(element) ?? '';
  const url = await drawn(address).catch(() => '');
  // Another picture may be wanted by now.
  if (wanted.get(element) !== address) {
    URL.revokeObjectURL(url);
    return;
  }
  revoke(element);
  element.setAttribute(name, url);
  if (url === '') return;
  shown.set(element, url);
  gone.register(element, url, element);
  // An image has its own copy of the data. A link needs them for as long as it is there.
  if (element instanceof HTMLImageElement) element.onload = () => revoke(element);
}

/** @param {Element} element */
function revoke(element) {
  URL.revokeObjectURL(shown.get(element) ?? '');
  shown.delete(element);
  gone.unregister(element);
}

/**
 * The address of a drawn picture.
 * @param {string} address of the server's picture
 */
async function drawn(address) {
  const set = /^\/svg\/histogram\?.*\bset=([^&]*)/.exec(address)?.[1];
  // The tab has no statistics of its own.
  const figures = set === undefined ? undefined : JSON.stringify(await getOnce(`/api/v1/sets/${set}`));
  const { status, text } = await ask(address, undefined, figures);
  if (status !== 200) throw new TypeError(text);
  return URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
}
