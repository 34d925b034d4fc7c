/** Creates elements without parsing markup, so no text can become markup. */
import { outside } from './address.js';

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * An HTML element. Functions named `on…` become listeners, `true` becomes an empty attribute. `false`, null and
 * undefined set no attribute. Addresses that begin with `/` begin at the root of the site.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An SVG element, with attributes as in `el`.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

/** Replaces all children of an element. @param {Element | ShadowRoot} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** Goes to another page, as if the visitor clicked a link. @param {string} href @param {Element} parent of the link */
export function follow(href, parent) {
  const link = el('a', { href, hidden: true });
  parent.append(link);
  link.click();
}

/** @param {Element} element @param {Attributes} attributes */
export function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2).toLowerCase(), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== null && value !== undefined) {
      const text = value === true ? '' : String(value);
      element.setAttribute(name, name === 'href' || name === 'src' ? outside(text) : text);
    }
  }
}

/**
 * Enables a control, or disables it without taking its focus away. Its listener must then do nothing.
 * @param {Element} control
 * @param {boolean} can
 */
export function enable(control, can) {
  if (can) control.removeAttribute('aria-disabled');
  else control.setAttribute('aria-disabled', 'true');
}

/** @param {Element | ShadowRoot} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}
