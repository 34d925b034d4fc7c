/** Buttons that pass on the address of a position, or of a list of moves. */
import { el, fill } from './dom.js';
import { icon } from './icons.js';

/** @typedef {import('./words.js').Context} Context */
/** @typedef {import('./position-words.js').Words} Words */

/**
 * @param {Context} context
 * @param {Words} words
 * @param {() => string} position the link to the position
 * @param {() => string | null} moves the link to the moves of the game; null if there are none
 */
export function shareButtons({ announce }, words, position, moves) {
  const said = el('p', { class: 'small muted', hidden: true });

  /** @param {string} text */
  function say(text) {
    said.textContent = text;
    said.hidden = false;
    announce(text);
  }

  /** @param {string} href */
  async function copy(href) {
    try {
      await navigator.clipboard.writeText(href);
      say(words.shared);
    } catch {
      // The visitor can copy it by hand.
      fill(said, `${words.notShared} `, el('code', {}, href));
      said.hidden = false;
      announce(words.notShared);
    }
  }

  async function open() {
    try {
      await navigator.share({ title: document.title, url: moves() ?? position() });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) say(words.notShared);
    }
  }

  const withMoves = el('button', { id: 'share-moves', type: 'button', class: 'button', onclick: () => copy(moves() ?? position()) },
    icon('share'), words.shareMoves);
  const element = el('section', { class: 'facts' },
    el('div', { class: 'links' },
      el('button', { id: 'share', type: 'button', class: 'button', onclick: () => copy(position()) }, icon('share'), words.share),
      withMoves,
      'share' in navigator
        ? el('button', { id: 'share-sheet', type: 'button', class: 'button', onclick: open }, words.shareSheet) : null),
    said);
  return {
    element,
    /** Offers the list of moves only if there is one. */
    update() {
      withMoves.hidden = moves() === null;
      said.hidden = true;
    },
  };
}
