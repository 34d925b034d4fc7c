/** Writes animated pictures of few colours as GIF, by the specification GIF89a. */

/**
 * A part of the picture that changes.
 * @typedef {object} Frame
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} pixels numbers of colours, row by row
 * @property {number} delay in hundredths of a second, until the next frame
 */

/** The most codes of LZW, which have 12 bits. */
const MOST_CODES = 4096;

/** @param {number} number */
function short(number) {
  return [number & 255, number >> 8];
}

/** The codes of LZW with a growing width. @param {Uint8Array} pixels @param {number} bits of a pixel */
function compressed(pixels, bits) {
  const clear = 1 << bits;
  const end = clear + 1;
  /** @type {number[]} */
  const bytes = [];
  let [buffer, filled] = [0, 0];
  let [width, next] = [bits + 1, end + 1];
  /** Codes by the code of all pixels but the last, and the last pixel. @type {Map<number, number>} */
  const codes = new Map();
  const put = (/** @type {number} */ code) => {
    buffer |= code << filled;
    filled += width;
    for (; filled >= 8; filled -= 8) {
      bytes.push(buffer & 255);
      buffer >>>= 8;
    }
  };
  // The reader knows each code one step later than the writer.
  const widen = () => { if (next === 1 << width && next < MOST_CODES) width += 1; };
  put(clear);
  let code = pixels[0] ?? 0;
  for (const pixel of pixels.subarray(1)) {
    const key = code << 8 | pixel;
    const known = codes.get(key);
    if (known !== undefined) {
      code = known;
      continue;
    }
    put(code);
    if (next < MOST_CODES) {
      codes.set(key, next);
      widen();
      next += 1;
    } else {
      put(clear);
      codes.clear();
      [width, next] = [bits + 1, end + 1];
    }
    code = pixel;
  }
  put(code);
  widen();
  put(end);
  if (filled > 0) bytes.push(buffer & 255);
  return bytes;
}

/** Data in blocks of at most 255 bytes. @param {number[]} bytes */
function blocks(bytes) {
  /** @type {number[]} */
  const all = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    all.push(block.length, ...block);
  }
  return [...all, 0];
}

/**
 * A picture that repeats its frames for ever. Each frame is drawn over those before it.
 * @param {number} width
 * @param {number} height
 * @param {readonly (readonly [red: number, green: number, blue: number])[]} palette at most 256 colours
 * @param {readonly Frame[]} frames
 */
export function gif(width, height, palette, frames) {
  const bits = Math.max(2, Math.ceil(Math.log2(palette.length)));
  const colours = Array.from({ length: 1 << bits }, (_, at) => palette[at] ?? [0, 0, 0]);
  /** @type {BlobPart[]} */
  const parts = [
    'GIF89a',
    new Uint8Array([...short(width), ...short(height), 0xf0 | (bits - 1), 0, 0, ...colours.flat(), 0x21, 0xff, 11]),
    'NETSCAPE2.0',
    new Uint8Array([3, 1, 0, 0, 0]),
  ];
  for (const { left, top, width, height, pixels, delay } of frames) {
    parts.push(new Uint8Array([
      0x21, 0xf9, 4, 4, ...short(delay), 0, 0,
      0x2c, ...[left, top, width, height].flatMap(short), 0, bits, ...blocks(compressed(pixels, bits)),
    ]));
  }
  return new Blob([...parts, ';'], { type: 'image/gif' });
}
