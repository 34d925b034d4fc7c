/** The text of a puzzle as a part of an address: compressed, in base64url. */

/** Longest code. Some hosts and programs cut addresses of more than 8 KB. */
const LONGEST = 6000;
/** Longest text, in bytes. */
const MOST_BYTES = 65_536;
/** Unlike `deflate-raw`, this format ends with a checksum, so that no damage goes unnoticed. */
const FORMAT = 'deflate';

/**
 * Sends bytes through a stream.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The code of a text. @param {string} text @returns {Promise<string | null>} null if it is too long for an address */
export async function packed(text) {
  const bytes = new TextEncoder().encode(text);
  const packed = bytes.length > MOST_BYTES ? null : await through(bytes, new CompressionStream(FORMAT));
  // More arguments than the call stack has room for would throw.
  if (!packed || packed.length > LONGEST) return null;
  const code = btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return code.length > LONGEST ? null : code;
}

/** The text of a code. @param {string} code @returns {Promise<string | null>} null if the code is damaged */
export async function unpacked(code) {
  // Few bytes can expand to a thousand times as many.
  if (code.length > LONGEST) return null;
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream(FORMAT));
    return text.length > MOST_BYTES ? null : new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return null;
  }
}
