/** Pictures of puzzles as files: SVG without a style sheet, and PNG. */
import { el, svg } from './dom.js';
import { BESIDE, MARGIN, draw } from './puzzle-picture.js';

/** @import { Piece, Rules } from './rules.js' */
/** @typedef {Record<typeof PROPERTIES[number], string>} Look of a shape */
/** @typedef {{element: SVGGraphicsElement, look: Look}} Drawn */

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

/**
 * The picture of a board, with its margin.
 * @param {Rules} rules
 * @param {readonly Piece[]} pieces
 */
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
 * The shapes of a picture with their looks, in the colours of the page.
 * @param {SVGSVGElement} picture
 * @returns {Drawn[]}
 */
function looksOf(picture) {
  // Style sheets apply only within the document.
  const stage = el('div', { hidden: true }, picture);
  document.body.append(stage);
  const shapes = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (picture.querySelectorAll('path, rect, text'))].map((element) => {
    const style = getComputedStyle(element);
    return { element, look: /** @type {Look} */ (Object.fromEntries(PROPERTIES.map((name) => [name, style.getPropertyValue(name)]))) };
  });
  stage.remove();
  return shapes;
}

/** @param {SVGSVGElement} picture */
export function svgOf(picture) {
  for (const { element, look } of looksOf(picture)) {
    const isText = element instanceof SVGTextElement;
    for (const name of PROPERTIES) {
      if (look[name] !== INITIAL[name] && (isText || !/^(font|text)-/.test(name))) element.setAttribute(name, look[name]);
    }
    element.removeAttribute('class');
  }
  picture.removeAttribute('class');
  return new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
}

/**
 * A PNG, drawn shape by shape: the content security policy allows no picture that is not from the server.
 * @param {SVGSVGElement} picture
 * @returns {Promise<Blob>}
 */
export function pngOf(picture) {
  const shapes = looksOf(picture);
  const { x, y, width, height } = picture.viewBox.baseVal;
  // Browsers limit the size of a canvas.
  const scale = Math.min(SCALE, MOST_PIXELS / width, MOST_PIXELS / height);
  const canvas = el('canvas', { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  for (const shape of shapes) {
    context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
    paint(context, shape);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Drawn} shape
 */
function paint(context, { element, look }) {
  /** @type {SVGTransform[]} */
  const transforms = [];
  for (let above = /** @type {Element | null} */ (element); above instanceof SVGGraphicsElement; above = above.parentElement) {
    const own = above.transform.baseVal.consolidate();
    if (own) transforms.unshift(own);
  }
  for (const { matrix: { a, b, c, d, e, f } } of transforms) context.transform(a, b, c, d, e, f);
  context.lineWidth = parseFloat(look['stroke-width']);
  context.lineJoin = /** @type {CanvasLineJoin} */ (look['stroke-linejoin']);
  context.lineCap = /** @type {CanvasLineCap} */ (look['stroke-linecap']);
  context.setLineDash(look['stroke-dasharray'] === 'none' ? [] : look['stroke-dasharray'].split(/[ ,]+/).map(parseFloat));
  const fill = () => {
    if (look.fill === 'none') return;
    context.globalAlpha = Number(look.opacity) * Number(look['fill-opacity']);
    context.fillStyle = look.fill;
    if (element instanceof SVGTextElement) context.fillText(element.textContent ?? '', ...placeOf(element));
    else context.fill(pathOf(element));
  };
  const stroke = () => {
    if (look.stroke === 'none') return;
    context.globalAlpha = Number(look.opacity) * Number(look['stroke-opacity']);
    context.strokeStyle = look.stroke;
    if (element instanceof SVGTextElement) context.strokeText(element.textContent ?? '', ...placeOf(element));
    else context.stroke(pathOf(element));
  };
  context.font = `${look['font-weight']} ${look['font-size']} ${look['font-family']}`;
  context.textAlign = look['text-anchor'] === 'middle' ? 'center' : 'start';
  for (const step of look['paint-order'].startsWith('stroke') ? [stroke, fill] : [fill, stroke]) step();
}

/**
 * @param {SVGElement} element
 * @returns {[x: number, y: number]}
 */
function placeOf(element) {
  return [Number(element.getAttribute('x')), Number(element.getAttribute('y'))];
}

/** @param {SVGElement} element */
function pathOf(element) {
  if (!(element instanceof SVGRectElement)) return new Path2D(element.getAttribute('d') ?? '');
  const path = new Path2D();
  const size = (/** @type {string} */ name) => Number(element.getAttribute(name));
  path.roundRect(...placeOf(element), size('width'), size('height'), size('rx'));
  return path;
}
