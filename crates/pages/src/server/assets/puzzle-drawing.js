/** Changes to the drawing of a puzzle. Every change returns a new drawing. */
import { colours, doorColours } from './puzzle-picture.js';
import { SIGNS, framed, isDoorPlace, signsIn, walledAs } from './puzzle-text.js';
import { EMPTY, WALL, size } from './rules.js';

/** @import { Cell } from './api.js' */
/** @import { Drawing, Grid } from './puzzle-text.js' */
/** @typedef {'start' | 'goal' | 'gate' | 'doors'} Layer */
/** @typedef {'both' | 'rows' | 'columns'} Freedom */

/** The sign of a door for every piece. */
export const EVERYONE = '*';

/** @param {Drawing} drawing @param {Layer} layer */
export function gridOf(drawing, layer) {
  return layer === 'goal' ? drawing.goals[0] ?? [] : drawing[layer];
}

/**
 * @param {Drawing} drawing
 * @param {Layer} layer
 * @param {Grid} grid
 */
function withGrid(drawing, layer, grid) {
  if (layer === 'start') return withStart(drawing, grid);
  return layer === 'goal' ? { ...drawing, goals: [grid, ...drawing.goals.slice(1)] } : { ...drawing, [layer]: grid };
}

/**
 * Sets the start grid. Its walls apply to all grids.
 * @param {Drawing} drawing
 * @param {Grid} start
 * @returns {Drawing}
 */
function withStart(drawing, start) {
  return {
    ...drawing, start, goals: drawing.goals.map((goal) => walledAs(goal, start)), gate: walledAs(drawing.gate, start),
    doors: framed(drawing.doors, start),
  };
}

/**
 * @param {Drawing} drawing
 * @param {Layer} layer
 * @param {Cell} cell
 * @param {string} sign
 */
export function painted(drawing, layer, [column, row], sign) {
  if (layer !== 'start' && sign === WALL) return drawing;
  if (layer === 'doors' ? !isDoorPlace(drawing.start, column, row) : layer !== 'start' && drawing.start[row]?.[column] === WALL) return drawing;
  const grid = gridOf(drawing, layer).map((signs, y) => signs.map((own, x) => (x === column && y === row ? sign : own)));
  return withGrid(drawing, layer, grid);
}

/**
 * @param {Drawing} drawing
 * @param {number} columns
 * @param {number} rows
 */
export function resized(drawing, columns, rows) {
  const [width, height] = [drawing.start[0]?.length ?? 0, drawing.start.length];
  // Doors on the far sides move with them.
  const from = (/** @type {number} */ at, /** @type {number} */ now, /** @type {number} */ was) => (at > now ? was + 1 : at > was ? -1 : at);
  const doors = Array.from({ length: rows + 2 }, (_, row) => Array.from({ length: columns + 2 }, (_, column) =>
    drawing.doors[from(row, rows, height)]?.[from(column, columns, width)] ?? EMPTY));
  const start = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => drawing.start[row]?.[column] ?? EMPTY));
  return withStart({ ...drawing, doors }, start);
}

/**
 * Clears a layer. Clearing the start also clears goals and rules, which refer to its pieces.
 * @param {Drawing} drawing
 * @param {Layer} layer
 */
export function cleared(drawing, layer) {
  if (layer === 'doors') return withGrid(drawing, layer, framed([], drawing.start));
  if (layer !== 'start') return withGrid(drawing, layer, walledAs([], drawing.start));
  const board = drawing.start.map((signs) => signs.map(() => EMPTY));
  return withStart({
    ...drawing, goals: drawing.goals.map(() => []), gate: [], doors: [], tables: { owners: [], opens: [], frozen: [], layers: [] }, gone: '',
    rows: [], columns: [], alike: [],
  }, board);
}

/** Sets the first goal to the start position. @param {Drawing} drawing */
export function goalFromStart(drawing) {
  return withGrid(drawing, 'goal', drawing.start);
}

/** @param {Drawing} drawing @param {string} sign @returns {Freedom} */
export function freedomOf({ rows, columns }, sign) {
  if (rows.includes(sign)) return 'rows';
  return columns.includes(sign) ? 'columns' : 'both';
}

/**
 * @param {Drawing} drawing
 * @param {string} sign
 * @param {Freedom} freedom
 * @returns {Drawing}
 */
export function freed(drawing, sign, freedom) {
  const { rows, columns } = drawing;
  const listed = (/** @type {string[]} */ signs, /** @type {boolean} */ has) => [...signs.filter((one) => one !== sign), ...(has ? [sign] : [])];
  return { ...drawing, rows: listed(rows, freedom === 'rows'), columns: listed(columns, freedom === 'columns') };
}

/** The signs of all pieces in grids and rules. @param {Drawing} drawing */
export function signsOf({ start, goals, gate, rows, columns, alike }) {
  return [...new Set([...signsIn([...start, ...goals.flat(), ...gate]), ...rows, ...columns, ...alike.join('')])];
}

/** @param {Drawing} drawing */
function layerSigns({ tables }) {
  return tables.layers.flatMap(([, written]) => [...written.slice(1, -1)]);
}

/**
 * Whether a sign stands for a piece: it is its own, or that of a group.
 * @param {Drawing['tables']} tables
 * @param {string} sign
 * @param {string} piece
 */
function means({ owners }, sign, piece) {
  return sign === piece || owners.some(([group, pieces]) => group === sign && pieces.slice(1, -1).includes(piece));
}

/** The signs that draw doors: of pieces, layers and groups, and of everyone. @param {Drawing} drawing */
export function doorSigns(drawing) {
  const { start, doors, tables } = drawing;
  return [...new Set([...signsIn(start), ...layerSigns(drawing), ...tables.owners.map(([sign]) => sign), ...signsIn(doors), EVERYONE])];
}

/** @param {Drawing} drawing */
export function freeSign(drawing) {
  const taken = [...signsOf(drawing), ...doorSigns(drawing)];
  return SIGNS.find((sign) => !taken.includes(sign)) ?? '@';
}

/** @param {Grid} grid @param {string} sign */
function cellsOf(grid, sign) {
  return grid.flatMap((signs, row) => signs.flatMap((own, column) => (own === sign ? [/** @type {Cell} */ ([column, row])] : [])));
}

/** The cells of a sign, relative to the first. @param {Grid} grid @param {string} sign @returns {Cell[]} */
function shapeOf(grid, sign) {
  const cells = cellsOf(grid, sign);
  const [left, top] = cells[0] ?? [0, 0];
  return cells.map(([column, row]) => [column - left, row - top]);
}

/** A key that is equal for interchangeable pieces. @param {Drawing} drawing @param {string} sign */
function kindOf(drawing, sign) {
  const { start, goals, gate, byShape, lengthwise, alike } = drawing;
  const shape = shapeOf(start, sign);
  const { width, height } = size({ cells: shape });
  const along = freedomOf(drawing, sign);
  const freedom = along === 'both' && lengthwise ? Math.sign(width - height) : along;
  const group = alike.findIndex((signs) => signs.includes(sign));
  const named = group < 0 && goals.some((goal) => signsIn(goal).includes(sign));
  return JSON.stringify([shape, freedom, cellsOf(gate, sign), byShape || [group, named && sign]]);
}

/** The colour of each piece of the start, as in pictures. @param {Drawing} drawing */
export function coloursOf(drawing) {
  const { start, goals, doors, tables, byShape } = drawing;
  const drawn = signsIn(doors);
  if (drawn.length > 0) {
    const signs = [...signsIn(start), ...layerSigns(drawing)];
    const names = signs.map((sign) => drawn.filter((door) => door === EVERYONE || means(tables, door, sign)).join(''));
    const colour = doorColours(names);
    const groups = tables.owners.map(([group]) => /** @type {const} */ ([group, colour[signs.findIndex((sign) => means(tables, group, sign))] ?? '']));
    return new Map([...signs.map((sign, at) => /** @type {const} */ ([sign, colour[at] ?? ''])), ...groups]);
  }
  const pieces = signsIn(start).map((sign) => ({ sign, kind: kindOf(drawing, sign), cells: shapeOf(start, sign) }));
  const kinds = [...new Map(pieces.map((piece) => [piece.kind, piece])).values()];
  const numbers = (/** @type {Grid} */ goal, /** @type {string} */ sign) => {
    const shape = JSON.stringify(shapeOf(goal, sign));
    const own = pieces.find((piece) => piece.sign === sign)?.kind;
    return kinds.flatMap((one, kind) => ((byShape ? JSON.stringify(one.cells) === shape : one.kind === own) ? [{ kind }] : []));
  };
  const colour = colours({
    kinds: kinds.map(({ sign, cells }) => ({ signs: [sign], cells })),
    goals: goals.map((goal) => signsIn(goal).flatMap((sign) => numbers(goal, sign))),
  });
  return new Map(pieces.map(({ sign, kind }) => [sign, colour[kinds.findIndex((one) => one.kind === kind)] ?? '']));
}
