/** Pictures of puzzles as files: SVG without a style sheet, and PNG. */
import { el } from './dom.js';
import { BESIDE, draw } from './puzzle-picture.js';

/** @typedef {import('./rules.js').Piece} Piece */
/** @typedef {import('./rules.js').Rules} Rules */
/** @typedef {Record<typeof PROPERTIES[number], string>} Look of a shape */
/** @typedef {{element: SVGGraphicsElement, look: Look}} Drawn */

const PROPERTIES = /** @type {const} */ ([
  'fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-linejoin', 'stroke-linecap', 'stroke-dasharray',
  'opacity', 'paint-order', 'font-family', 'font-size', 'font-weight', 'text-anchor',
]);

/** Pixels of a PNG per unit; a cell has 100 units. */
const SCALE = 2;

/**
 * A picture in the colours of the page, and its shapes with their looks.
 * @param {Rules} rules
 * @param {readonly Piece[]} pieces
 * @returns {{picture: SVGSVGElement, shapes: Drawn[]}}
 */
function drawn(rules, pieces) {
  const picture = draw(rules, pieces);
  const { width, height } = picture.viewBox.baseVal;
  picture.setAttribute('viewBox', `${-BESIDE} ${-BESIDE} ${width + 2 * BESIDE} ${height + 2 * BESIDE}`);
  // Style sheets apply only within the document.
  const stage = el('div', { hidden: true }, picture);
  document.body.append(stage);
  const shapes = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (picture.querySelectorAll('path, rect, text'))].map((element) => {
    const style = getComputedStyle(element);
    return { element, look: /** @type {Look} */ (Object.fromEntries(PROPERTIES.map((name) => [name, style.getPropertyValue(name)]))) };
  });
  stage.remove();
  return { picture, shapes };
}

/**
 * @param {Rules} rules
 * @param {readonly Piece[]} pieces
 */
export function svgOf(rules, pieces) {
  const { picture, shapes } = drawn(rules, pieces);
  for (const { element, look } of shapes) {
    for (const name of PROPERTIES) element.setAttribute(name, look[name]);
    element.removeAttribute('class');
  }
  picture.removeAttribute('class');
  return new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
}

/**
 * A PNG, drawn shape by shape: the content security policy allows no picture that is not from the server.
 * @param {Rules} rules
 * @param {readonly Piece[]} pieces
 * @returns {Promise<Blob>}
 */
export function pngOf(rules, pieces) {
  const { picture, shapes } = drawn(rules, pieces);
  const { x, y, width, height } = picture.viewBox.baseVal;
  const canvas = el('canvas', { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  for (const shape of shapes) {
    context.setTransform(SCALE, 0, 0, SCALE, -x * SCALE, -y * SCALE);
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
