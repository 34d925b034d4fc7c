/** Asks for answers: a server, or the WebAssembly module in workers of this tab. */
import { outside } from './address.js';
import { SITE } from './site.js';

/** @typedef {{status: number, text: string}} Reply */
/** @typedef {{done: number, total: number}} Progress of a search; the total is 0 if it is unknown */

/**
 * @typedef {object} Asked
 * @property {string} address
 * @property {string | undefined} sent body of the request
 * @property {(reply: Reply) => void} resolve
 * @property {(reason: unknown) => void} reject
 */

/** Answers that are files of the site. */
const FILES = /^\/api\/v1\/(sets|sets\/[^/]+|openings|puzzles|about)$/;
/** Searches, which must not delay other answers. */
const LONG = /^\/api\/v1\/((component|map|puzzle\/\w+|game|gomoku\/move)(\?|$)|solution\?.*\bto=)/;

/** Sends the event `progress` during a search in this tab, with a Progress as its detail. */
export const searching = new EventTarget();

/** A worker with its requests. It answers one at a time. */
class Desk {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Asked[]} */
  #waiting = [];
  /** @type {Asked | null} */
  #current = null;

  /**
   * @param {string} address
   * @param {AbortSignal} [signal]
   * @param {string} [sent]
   * @returns {Promise<Reply>}
   */
  ask(address, signal, sent) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      /** @type {Asked} */
      const asked = { address, sent, resolve, reject };
      signal?.addEventListener('abort', () => this.#drop(asked, signal.reason), { once: true });
      this.#waiting.push(asked);
      this.#next();
    });
  }

  /**
   * Gives a request up. Only the end of its worker ends a search.
   * @param {Asked} asked
   * @param {unknown} reason
   */
  #drop(asked, reason) {
    asked.reject(reason);
    this.#waiting = this.#waiting.filter((other) => other !== asked);
    if (this.#current === asked) this.#restart();
  }

  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#current = null;
    this.#next();
  }

  #next() {
    if (this.#current) return;
    const asked = this.#waiting.shift();
    if (!asked) return;
    this.#current = asked;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ address: asked.address, sent: asked.sent });
  }

  #start() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }) => {
      const asked = this.#current;
      if (!asked) return;
      if ('done' in data) {
        searching.dispatchEvent(new CustomEvent('progress', { detail: data }));
        return;
      }
      this.#current = null;
      if ('failed' in data) asked.reject(new TypeError(data.failed));
      else asked.resolve(data);
      this.#next();
    });
    worker.addEventListener('error', (event) => {
      this.#current?.reject(new TypeError(event.message));
      this.#restart();
    });
    return worker;
  }
}

const answers = new Desk();
const searches = new Desk();

/**
 * The file with an answer, if there is one.
 * @param {import('./site.js').Site} site
 * @param {string} address
 */
function fileOf(site, address) {
  const kept = site.answers[address];
  if (kept) return `/${kept}`;
  return FILES.test(address) ? `${address}.json` : null;
}

/**
 * Asks for an answer. If it is aborted, the promise rejects with an AbortError.
 * @param {string} address path and query
 * @param {AbortSignal} [signal]
 * @param {string} [sent] body of the request
 * @returns {Promise<Reply>}
 */
export async function ask(address, signal, sent) {
  const file = SITE && fileOf(SITE, address);
  if (!SITE || file) {
    const method = sent === undefined ? 'GET' : 'POST';
    const headers = { accept: 'application/json' };
    const init = { method, body: sent ?? null, signal: signal ?? null, headers };
    const response = await fetch(outside(file ?? address), init);
    // The tab says why there is no such file.
    if (!file || response.ok) return { status: response.status, text: await response.text() };
  }
  return (LONG.test(address) ? searches : answers).ask(address, signal, sent);
}
