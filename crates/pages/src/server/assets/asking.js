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
 * @property {boolean} isDropped whether nobody waits for the answer any longer
 */

/** Answers that are files of the site. */
const FILES = /^\/api\/v1\/(sets|sets\/[^/]+|openings|puzzles|solved|solved\/[^/]+|about)$/;
/** Searches, which must not delay other answers. */
const LONG = /^\/api\/v1\/((component|map|difficulty|puzzle\/\w+|game|gomoku\/move)(\?|$)|solution\?.*\bto=)/;

/** Milliseconds that a dropped search has to end by itself, because the end of its worker also ends what the worker knows. */
const GRACE = 500;

/** Sends the event `progress` during a search in this tab, with a Progress as its detail. */
export const searching = new EventTarget();

/** A worker with its requests. It answers one at a time, after it has loaded the module. */
class Desk {
  /** @type {Worker | null} */
  #worker = null;
  #isReady = false;
  /** @type {Asked[]} */
  #waiting = [];
  /** @type {Asked | null} */
  #current = null;
  #isEndable;
  #module;

  /** @param {string | null | undefined} module its address @param {boolean} isEndable whether its worker ends with a request that was given up */
  constructor(module, isEndable) {
    this.#module = module ?? '';
    this.#isEndable = isEndable;
  }

  /**
   * @param {string} address
   * @param {AbortSignal} [signal]
   * @param {string} [sent]
   */
  async ask(address, signal, sent) {
    signal?.throwIfAborted();
    let drop = () => {};
    try {
      return await new Promise((resolve, reject) => {
        /** @type {Asked} */
        const asked = { address, sent, resolve, reject, isDropped: false };
        drop = () => this.#drop(asked, signal?.reason);
        signal?.addEventListener('abort', drop);
        this.#waiting.push(asked);
        this.#next();
      });
    } finally {
      signal?.removeEventListener('abort', drop);
    }
  }

  /** Gives a request up. Only the end of its worker ends a search. @param {Asked} asked @param {unknown} reason */
  #drop(asked, reason) {
    asked.isDropped = true;
    asked.reject(reason);
    this.#waiting = this.#waiting.filter((other) => other !== asked);
    if (this.#current !== asked || !this.#isEndable) return;
    setTimeout(() => { if (this.#current === asked) this.#restart(); }, GRACE);
  }

  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#current = null;
    this.#next();
  }

  #next() {
    if (this.#current || this.#waiting.length === 0) return;
    this.#worker ??= this.#start();
    if (!this.#isReady) return;
    const asked = /** @type {Asked} */ (this.#waiting.shift());
    this.#current = asked;
    this.#worker.postMessage({ address: asked.address, sent: asked.sent });
  }

  /**
   * Rejects the requests that a worker without a module cannot answer. The next request loads it again.
   * @param {string} message
   */
  #fail(message) {
    for (const { reject } of this.#waiting.splice(0)) reject(new TypeError(message));
    this.#current?.reject(new TypeError(message));
    this.#restart();
  }

  #start() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module', name: this.#module });
    worker.addEventListener('message', ({ data }) => {
      if ('ready' in data) {
        this.#isReady = data.ready;
        if (data.ready) this.#next();
        else this.#fail(data.failed);
        return;
      }
      const asked = this.#current;
      if (!asked) return;
      if ('done' in data) {
        if (!asked.isDropped) searching.dispatchEvent(new CustomEvent('progress', { detail: data }));
        return;
      }
      if ('failed' in data) {
        asked.reject(new TypeError(data.failed));
        // The module may be broken.
        this.#restart();
        return;
      }
      this.#current = null;
      asked.resolve(data);
      this.#next();
    });
    worker.addEventListener('error', (event) => this.#fail(event.message));
    return worker;
  }
}

const answers = new Desk(SITE?.module, false);
const searches = new Desk(SITE?.module, true);
const designs = new Desk(SITE?.design, true);

/** The file with an answer, if there is one. @param {import('./site.js').Site} site @param {string} address */
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
  const desk = address.startsWith('/api/v1/design') ? designs : LONG.test(address) ? searches : answers;
  return desk.ask(address, signal, sent);
}
