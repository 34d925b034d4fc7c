/** The text of a puzzle as a part of an address: compressed, in base64url. */

/** Longest code. Some hosts and programs cut addresses of more than 8 KB. */
const LONGEST = 6000;
/** Longest text, in bytes: few bytes can expand to very many. */
const MOST_BYTES = 65_536;
/** Unlike `deflate-raw`, this format ends with a checksum, so that no damage goes unnoticed. */
const FORMAT = 'deflate';

/**
 * Sends bytes through a stream.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>} null if more than `MOST_BYTES` come out
 */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {BlobPart[]} */
  const parts = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part = /** @type {Uint8Array<ArrayBuffer>} */ (next.value);
    parts.push(part);
    length += part.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * The code of a text.
 * @param {string} text
 * @returns {Promise<string | null>} null if it is too long for an address
 */
export async function packed(text) {
  const bytes = new TextEncoder().encode(text);
  const packed = bytes.length > MOST_BYTES ? null : await through(bytes, new CompressionStream(FORMAT));
  // More arguments than the call stack has room for would throw.
  if (!packed || packed.length > LONGEST) return null;
  const code = btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return code.length > LONGEST ? null : code;
}

/**
 * The text of a code.
 * @param {string} code
 * @returns {Promise<string | null>} null if the code is damaged
 */
export async function unpacked(code) {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream(FORMAT));
    return text && new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return null;
  }
}
