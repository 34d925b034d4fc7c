/** A worker with the WebAssembly module that it is named after. It says when it is ready, answers requests, and loads the tables that they need. */
import { outside } from './address.js';
import { SITE } from './site.js';

/** @import { Reply } from './asking.js' */

/**
 * @typedef {object} Module
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} input
 * @property {() => number} ask
 * @property {() => number} take
 * @property {() => number} output
 * @property {() => number} output_bytes
 */

const METRICS = ['unit', 'straight', 'finger'];

/** The global object, as a worker has it. */
const here = /** @type {{name: string, postMessage(message: unknown): void}} */ (/** @type {unknown} */ (self));

async function load() {
  const page = {
    progress: (/** @type {number} */ done, /** @type {number} */ total) => here.postMessage({ done, total }),
  };
  const response = await found(here.name);
  // Some hosts send another type than application/wasm, which streaming would need.
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), { page });
  return /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
}

/** @param {string} file */
async function found(file) {
  const response = await fetch(outside(`/${file}`));
  if (!response.ok) throw new TypeError(`${file}: ${response.status}`);
  return response;
}

/** @param {Module} module @param {Uint8Array} bytes */
function write(module, bytes) {
  const at = module.input(bytes.length);
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
}

/** @param {Module} module */
function read(module) {
  return new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.output(), module.output_bytes()));
}

/** Loads the tables of a piece set. @param {Module} module @param {string} set */
async function bring(module, set) {
  const files = SITE?.tables[set] ?? [];
  const tables = await Promise.all(files.map(async (file) => new Uint8Array(await (await found(file)).arrayBuffer())));
  tables.forEach((table, number) => {
    const head = new TextEncoder().encode(`${set}\n${METRICS[number]}\n`);
    const bytes = new Uint8Array(head.length + table.length);
    bytes.set(head);
    bytes.set(table, head.length);
    write(module, bytes);
    if (module.take() !== 0) throw new TypeError(read(module));
  });
}

/**
 * @param {Module} module
 * @param {string} address
 * @param {string | undefined} sent
 * @returns {Promise<Reply>}
 */
async function answer(module, address, sent) {
  const request = new TextEncoder().encode(sent === undefined ? address : `${address}\n${sent}`);
  for (let tries = 0; tries < 3; tries += 1) {
    write(module, request);
    const status = module.ask();
    const text = read(module);
    if (status !== 0) return { status, text };
    await bring(module, text);
  }
  throw new TypeError(`no tables for ${address}`);
}

load().then((module) => {
  self.addEventListener('message', async ({ data }) => {
    try {
      here.postMessage(await answer(module, data.address, data.sent));
    } catch (error) {
      here.postMessage({ failed: String(error) });
    }
  });
  here.postMessage({ ready: true });
}, (error) => here.postMessage({ ready: false, failed: String(error) }));
