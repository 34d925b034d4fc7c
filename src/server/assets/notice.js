/** Boxes that say what is going on instead of content. */
import { ApiError } from './api.js';
import { el } from './dom.js';
import { shell } from './words.js';

/** @typedef {import('./words.js').Language} Language */

/**
 * What an error means, in words.
 * @param {Language} language
 * @param {unknown} error
 */
export function reason(language, error) {
  const words = shell[language];
  if (!(error instanceof ApiError)) return words.failed;
  if (error.status === 0) return words.unreachable;
  return error.message || words.failed;
}

/**
 * An error with a button that tries again.
 * @param {Language} language
 * @param {unknown} error
 * @param {() => void} retry
 */
export function failure(language, error, retry) {
  return el('div', { class: 'notice', role: 'alert' },
    el('p', {}, reason(language, error)),
    el('button', { type: 'button', class: 'button', onclick: retry }, shell[language].retry));
}

/**
 * The same in place of a whole page, which must have a heading.
 * @param {Language} language
 * @param {unknown} error
 * @param {() => void} retry
 */
export function failedPage(language, error, retry) {
  const box = failure(language, error, retry);
  box.prepend(el('h1', {}, shell[language].notShown));
  return box;
}

/** @param {Language} language */
export function loading(language) {
  return el('p', { class: 'loading' }, shell[language].loading);
}
