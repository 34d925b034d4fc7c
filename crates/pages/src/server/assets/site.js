/** What the pages know of their server. `huarong site` writes another version, for pages without a server. */

/**
 * @typedef {object} Site
 * @property {string} module address of the WebAssembly module, from the root of the site
 * @property {string | null} design address of the module that also finds puzzles to order
 * @property {Record<string, string>} answers files with answers, by the addresses of their questions
 * @property {Record<string, string[]>} tables for each piece set: addresses of its tables, in the order of METRICS
 */

/** The files in place of a server; null if there is a server. */
export const SITE = /** @type {Site | null} */ (null);
