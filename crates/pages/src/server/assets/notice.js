/** Messages in place of content: errors and loading. */
import { ApiError } from './api.js';
import { el } from './dom.js';
import { explained } from './error-words.js';
import { SITE } from './site.js';
import { shell } from './words.js';

/** @import { Language } from './language.js' */
/** @typedef {keyof typeof PLACES} Kind */

/** The pages that list everything of a kind. */
const PLACES = { pack: '/packs', set: '/atlas', game: '/games', puzzle: '/puzzles', opening: '/openings' };

/** What errors are about, by their codes. @type {readonly [codes: RegExp, kind: keyof typeof PLACES][]} */
const KINDS = [[/^set/, 'set'], [/puzzle|^rush-board$|^damaged-link$/, 'puzzle'], [/-name$/, 'opening'], [/^early-day$/, 'pack']];

/**
 * The meaning of an error in a language, with the server's message if there is no translation.
 * @param {Language} language
 * @param {unknown} error
 * @returns {{text: string, said: string}} said: the server's message in English
 */
function meaning(language, error) {
  const words = shell[language];
  if (!(error instanceof ApiError)) return { text: words.failed, said: '' };
  // A proxy that answers in place of the server sends no code.
  if (error.unanswered && error.code === '') return { text: SITE ? words.absent : words.unreachable, said: '' };
  const { text, said } = explained(language, error);
  return { text: text || words.failed, said };
}

/** The meaning of an error as text. @param {Language} language @param {unknown} error */
export function reason(language, error) {
  return meaning(language, error).text;
}

/**
 * The meaning of an error as the content of an element.
 * @param {Language} language
 * @param {unknown} error
 * @returns {import('./dom.js').Child[]}
 */
export function reasons(language, error) {
  const { text, said } = meaning(language, error);
  return [text, said !== '' && el('span', { class: 'said', lang: 'en' }, said)];
}

/**
 * An error, with a button to try again if that may help.
 * @param {Language} language
 * @param {unknown} error
 * @param {() => void} retry
 */
export function failure(language, error, retry) {
  return el('div', { class: 'notice', role: 'alert' },
    el('p', {}, ...reasons(language, error)),
    error instanceof ApiError && error.refused ? null
      : el('button', { type: 'button', class: 'button', onclick: retry }, shell[language].retry));
}

/**
 * An error in place of a whole page, with a heading.
 * @param {Language} language
 * @param {unknown} error
 * @param {() => void} retry
 */
export function failedPage(language, error, retry) {
  const box = failure(language, error, retry);
  box.prepend(el('h1', {}, shell[language].notShown));
  if (error instanceof ApiError && error.refused) {
    const kind = KINDS.find(([codes]) => codes.test(error.code))?.[1];
    box.append(kind ? listLink(language, kind) : el('a', { class: 'button', href: '/position' }, shell[language].home));
  }
  return box;
}

/** A link to all things of a kind. @param {Language} language @param {Kind} kind */
function listLink(language, kind) {
  return el('a', { class: 'button', href: PLACES[kind] }, shell[language].exists[kind]);
}

/**
 * Says that an address names something that does not exist, with a link to what exists.
 * @param {Language} language
 * @param {'pack' | 'set' | 'game'} kind
 * @param {string} name
 */
export function unknownName(language, kind, name) {
  return el('div', { id: 'unknown', class: 'notice', role: 'alert' },
    el('p', {}, shell[language].unknown[kind](name)), listLink(language, kind));
}

/** @param {Language} language */
export function loading(language) {
  return el('p', { class: 'loading' }, shell[language].loading);
}
