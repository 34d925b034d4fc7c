/** Pictures of puzzles as files: SVG without a style sheet, and PNG. */
import { decorate, el, svg } from './dom.js';
import { BESIDE, MARGIN, draw } from './puzzle-picture.js';

/** @import { Piece, Rules } from './rules.js' */
/** @typedef {Record<typeof PROPERTIES[number], string>} Look of a shape */

const PROPERTIES = /** @type {const} */ ([
  'fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-linejoin', 'stroke-linecap', 'stroke-dasharray',
  'opacity', 'paint-order', 'font-family', 'font-size', 'font-weight', 'text-anchor',
]);

/** Pixels of a PNG per unit; a cell has 100 units. */
const SCALE = 2;
/** The longest side of a PNG, in pixels. */
const MOST_PIXELS = 4000;
/** Height of the caption of a position. */
const CAPTION = 70;

/** Looks that need no attribute. @type {Partial<Look>} */
const INITIAL = {
  'fill-opacity': '1', 'stroke': 'none', 'stroke-opacity': '1', 'stroke-linejoin': 'miter', 'stroke-linecap': 'butt',
  'stroke-dasharray': 'none', 'opacity': '1', 'paint-order': 'normal',
};

/** The picture of a board, with its margin. @param {Rules} rules @param {readonly Piece[]} pieces */
export function boardPicture(rules, pieces) {
  const picture = draw(rules, pieces);
  const { width, height } = picture.viewBox.baseVal;
  picture.setAttribute('viewBox', `${-BESIDE} ${-BESIDE} ${width + 2 * BESIDE} ${height + 2 * BESIDE}`);
  return picture;
}

/**
 * All positions of a solution in one picture, row by row.
 * @param {Rules} rules
 * @param {readonly {pieces: readonly Piece[], caption: string}[]} steps
 */
export function solutionPicture(rules, steps) {
  const boards = steps.map(({ pieces }) => draw(rules, pieces));
  const { width = 0, height = 0 } = boards[0]?.viewBox.baseVal ?? {};
  const [wide, high] = [width + 2 * BESIDE, height + 2 * BESIDE + CAPTION];
  // Nearly a square.
  const columns = Math.max(1, Math.round(Math.sqrt(steps.length * high / wide)));
  const rows = Math.ceil(steps.length / columns);
  const ground = svg('rect', { class: 'ground', width: columns * wide, height: rows * high });
  return svg('svg', { viewBox: `0 0 ${columns * wide} ${rows * high}`, class: 'puzzle-picture' }, ground,
    ...boards.map((board, at) => svg('g', {
      transform: `translate(${BESIDE + wide * (at % columns)} ${BESIDE + high * Math.floor(at / columns)})`,
    }, ...board.childNodes, svg('text', { class: 'caption', x: MARGIN, y: height + CAPTION / 2 }, steps[at]?.caption))));
}

/**
 * The file of a picture, in the colours of the page.
 * @param {SVGSVGElement} picture
 * @param {Map<string, Look>} [looks] known looks, by class
 */
export function svgOf(picture, looks = new Map()) {
  // Style sheets apply only within the document.
  const stage = el('div', { hidden: true }, picture);
  document.body.append(stage);
  for (const shape of picture.querySelectorAll('path, rect, text')) {
    const kind = shape.getAttribute('class') ?? '';
    const style = getComputedStyle(shape);
    const look = looks.get(kind) ?? /** @type {Look} */ (Object.fromEntries(PROPERTIES.map((name) => [name, style.getPropertyValue(name)])));
    looks.set(kind, look);
    const isText = shape instanceof SVGTextElement;
    for (const name of PROPERTIES) {
      if (look[name] !== INITIAL[name] && (isText || !/^(font|text)-/.test(name))) shape.setAttribute(name, look[name]);
    }
    shape.removeAttribute('class');
  }
  stage.remove();
  picture.removeAttribute('class');
  return new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
}

/**
 * A picture on a canvas.
 * @param {SVGSVGElement} picture
 * @param {number} scale
 * @param {{ground?: string, looks?: Map<string, Look>}} [options] the colour behind the picture, and known looks by class
 */
export async function canvasOf(picture, scale, { ground = 'transparent', looks } = {}) {
  const size = picture.viewBox.baseVal;
  const [width, height] = [size.width, size.height].map((side) => Math.round(side * scale));
  decorate(picture, { width, height });
  const src = URL.createObjectURL(svgOf(picture, looks));
  const image = el('img', { src });
  await image.decode().finally(() => URL.revokeObjectURL(src));
  const canvas = el('canvas', { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: looks !== undefined });
  if (!context) throw new Error('no canvas');
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  return context;
}

/** @param {SVGSVGElement} picture @returns {Promise<Blob>} */
export async function pngOf(picture) {
  const { width, height } = picture.viewBox.baseVal;
  // Browsers limit the size of a canvas.
  const { canvas } = await canvasOf(picture, Math.min(SCALE, MOST_PIXELS / width, MOST_PIXELS / height));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
