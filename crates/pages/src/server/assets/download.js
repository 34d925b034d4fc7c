/** Saves data of a page as a file. */
import { el } from './dom.js';

/** @param {string} name of the file @param {Blob} content */
export function download(name, content) {
  const href = URL.createObjectURL(content);
  el('a', { href, download: name }).click();
  // The browser reads the data after this call.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} [type]
 */
export function downloadText(name, text, type = 'text/plain') {
  download(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
