/** The marks on a map: positions, optimal solutions and paths. Both views draw them on a canvas. */

/** @typedef {'edge' | 'node' | 'goal' | 'here' | 'path' | 'own' | 'ink' | 'ground' | 'near' | 'middle' | 'far'} Colour */

/**
 * @typedef {object} Marks
 * @property {number | null} here the marked position
 * @property {[from: number, to: number][]} optimal steps of its optimal solutions
 * @property {number | null} chosen
 * @property {number[]} path path to the chosen position, node by node
 * @property {number[]} own the visitor's path, node by node
 * @property {number[]} astray nodes of that path at which a detour begins
 * @property {number | null} cursor selected by the keyboard
 * @property {number[]} pointed path to the node under the pointer, node by node
 */

/**
 * The view that marks are drawn on.
 * @typedef {object} Surface
 * @property {CanvasRenderingContext2D} context
 * @property {number} radius half the width of a node
 * @property {(colour: Colour) => string} colourOf
 * @property {(node: number) => [x: number, y: number]} pixelOf
 * @property {(from: number, to: number) => void} lineTo continues the present path of the canvas to a node
 */

/** @type {Marks} */
export const NOTHING = { here: null, optimal: [], chosen: null, path: [], own: [], astray: [], cursor: null, pointed: [] };

/** @param {Surface} surface @param {Marks} marks */
export function drawMarks(surface, { here, optimal, chosen, path, own, astray, cursor, pointed }) {
  const { context, radius, colourOf, pixelOf } = surface;
  context.lineJoin = 'round';
  if (optimal.length > 0) {
    context.strokeStyle = colourOf('here');
    context.lineWidth = Math.min(1.4 + radius / 4, 2.2);
    context.beginPath();
    for (const [from, to] of optimal) {
      context.moveTo(...pixelOf(from));
      context.lineTo(...pixelOf(to));
    }
    context.stroke();
    if (radius >= 2) drawDots(surface, optimal.map(([, to]) => to), 'here');
  }
  if (own.length > 0) {
    drawPath(surface, own, 'ground', 6);
    drawPath(surface, own, 'own', 3);
    for (const node of astray) drawSign(surface, 'own', () => context.arc(...pixelOf(node), Math.max(radius + 1, 5), 0, 2 * Math.PI));
  }
  if (path.length > 0) {
    drawPath(surface, path, 'ground', 6);
    drawPath(surface, path, 'path', 3);
    if (radius >= 2) drawDots(surface, path, 'path');
  }
  const [end] = pointed;
  if (end !== undefined) {
    drawPath(surface, pointed, 'ground', 4);
    drawPath(surface, pointed, 'ink', 1.6);
    const [x, y] = pixelOf(end);
    drawSign(surface, 'ink', () => context.arc(x, y, Math.max(radius, 4), 0, 2 * Math.PI));
  }
  const size = Math.max(radius + 2, 6);
  if (chosen !== null) {
    const [x, y] = pixelOf(chosen);
    const reach = size * 1.35;
    drawSign(surface, 'path', () => {
      context.moveTo(x, y - reach);
      context.lineTo(x + reach, y);
      context.lineTo(x, y + reach);
      context.lineTo(x - reach, y);
      context.closePath();
    });
  }
  if (here !== null) drawSign(surface, 'here', () => context.arc(...pixelOf(here), size, 0, 2 * Math.PI));
  if (cursor !== null) {
    const [x, y] = pixelOf(cursor);
    context.strokeStyle = colourOf('ink');
    context.lineWidth = 2.5;
    context.strokeRect(x - size - 4, y - size - 4, 2 * size + 8, 2 * size + 8);
  }
}

/**
 * @param {Surface} surface
 * @param {number[]} path
 * @param {Colour} colour
 * @param {number} width
 */
function drawPath({ context, colourOf, pixelOf, lineTo }, path, colour, width) {
  context.strokeStyle = colourOf(colour);
  context.lineWidth = width;
  context.beginPath();
  path.forEach((node, at) => {
    const before = path[at - 1];
    if (before === undefined) context.moveTo(...pixelOf(node));
    else lineTo(before, node);
  });
  context.stroke();
}

/**
 * @param {Surface} surface
 * @param {number[]} nodes
 * @param {Colour} colour
 */
function drawDots({ context, radius, colourOf, pixelOf }, nodes, colour) {
  context.fillStyle = colourOf(colour);
  context.beginPath();
  for (const node of nodes) {
    const [x, y] = pixelOf(node);
    context.moveTo(x, y);
    context.arc(x, y, radius + 0.5, 0, 2 * Math.PI);
  }
  context.fill();
}

/**
 * Draws a mark with an outline in the colour of the background.
 * @param {Surface} surface
 * @param {Colour} colour
 * @param {() => void} outline
 */
function drawSign({ context, colourOf }, colour, outline) {
  context.beginPath();
  outline();
  context.fillStyle = colourOf(colour);
  context.strokeStyle = colourOf('ground');
  context.lineWidth = 3;
  context.stroke();
  context.fill();
}
