/** Buttons that pass on an address. */
import { here, outside } from './address.js';
import { el, fill } from './dom.js';
import { icon } from './icons.js';
import { sharing } from './words.js';

/** @import { Context } from './words.js' */

/**
 * Buttons that copy a link, or pass it to other programs.
 * @param {Context} context
 * @param {() => string | null} link path from the root of the site; null if there is none
 * @param {import('./dom.js').Child} [choice] shown before the buttons
 * @param {{name: string, copied: string, text: string, picture: () => Promise<Blob>} | null} [result] passed on with the link
 */
export function shareButtons({ announce, t }, link, choice = null, result = null) {
  const words = t(sharing);
  const said = el('p', { class: 'small muted', hidden: true });

  /** @param {...import('./dom.js').Child} text */
  function say(...text) {
    fill(said, ...text);
    said.hidden = false;
    announce(said.textContent ?? '');
  }

  /** @param {(href: string) => Promise<void>} pass */
  async function pass(pass) {
    const path = link();
    if (path === null) {
      say(words.tooLong);
      return;
    }
    const { href } = new URL(outside(path), location.href);
    try {
      await pass(href);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      // The visitor can copy it by hand.
      say(`${words.notShared} `, el('code', {}, href));
    }
  }

  const copy = () => pass(async (href) => {
    await navigator.clipboard.writeText(result ? `${result.text}\n${href}` : href);
    say(result?.copied ?? words.shared);
  });
  const open = () => pass(async (url) => {
    const files = result ? [new File([await result.picture()], 'huarong.png', { type: 'image/png' })] : [];
    const data = { title: document.title, url, ...(result && { text: result.text }) };
    await navigator.share(result && navigator.canShare?.({ files }) ? { ...data, files } : data);
  });
  const element = el('div', { class: 'facts share' },
    choice,
    el('div', { class: 'links' },
      el('button', { id: 'share', type: 'button', class: 'button', onclick: copy }, icon('share'), result?.name ?? words.share),
      'share' in navigator
        ? el('button', { id: 'share-sheet', type: 'button', class: 'button', onclick: open }, words.shareSheet) : null),
    said);
  return {
    element,
    /** Hides what was said about the last link. */
    update() {
      said.hidden = true;
    },
  };
}

/** Buttons for the address of the present page. @param {Context} context */
export function sharePage(context) {
  return shareButtons(context, () => {
    const { pathname, search, hash } = here();
    return pathname + search + hash;
  }).element;
}

/**
 * The same for a puzzle. The visitor chooses between the link to its start and the link to the present game.
 * @param {Context} context
 * @param {() => string | null} puzzle
 * @param {() => string | null} game null if no move was made
 */
export function gameSharing(context, puzzle, game) {
  const words = context.t(sharing);
  const choose = (/** @type {'puzzle' | 'game'} */ value) =>
    el('input', { id: `share-${value}`, type: 'radio', name: 'share', value, checked: value === 'puzzle', onchange: () => buttons.update() });
  const whole = choose('game');
  const first = choose('puzzle');
  const option = (/** @type {HTMLInputElement} */ input, /** @type {string} */ text, /** @type {string} */ title) =>
    el('label', { title }, input, el('span', {}, text));
  const choice = el('fieldset', { class: 'metric-switch' }, el('legend', {}, words.linkTo),
    el('div', { class: 'segments' },
      option(first, words.thisPuzzle, words.thisPuzzleTitle), option(whole, words.myGame, words.myGameTitle)));
  const buttons = shareButtons(context, () => (whole.checked ? game() : null) ?? puzzle(), choice);
  return {
    element: buttons.element,
    /** Offers the game only if there is one. */
    update() {
      choice.hidden = game() === null;
      buttons.update();
    },
  };
}
