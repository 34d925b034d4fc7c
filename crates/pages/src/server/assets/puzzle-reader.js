/** Reads the puzzle of a board that stands alone: no service can be asked. */
import { unpacked } from './puzzle-link.js';
import { SIGNS, boardIn, read } from './puzzle-text.js';
import { EMPTY, Rules, WALL, klotski } from './rules.js';

/** @import { Cell, Kind, Puzzle } from './api.js' */
/** @import { Drawing, Grid } from './puzzle-text.js' */
/** @typedef {{rules: Rules, start: string}} Setup */

/**
 * The puzzle of a description in JSON or a row of a pack, a position of Klotski, a Rush Hour board in one line, a puzzle file
 * without doors, gates and thin walls, or a link to one of these; null if the text is none of them.
 * @param {string} text
 * @returns {Promise<Setup | null>} rejects if the text is no JSON or its link does not answer
 */
export async function setupOf(text) {
  const given = text.trim();
  if (given.startsWith('{')) return ofDescription(JSON.parse(given));
  if (/^https?:/.test(given)) return ofLink(new URL(given));
  if (klotski.parse(given)) return { rules: klotski, start: given };
  if (/^\s*thin_walls\s*=/m.test(given)) return null;
  const board = boardIn(given);
  return ofDrawing(board === null ? read(given) : rushHour(board));
}

/** @param {Puzzle | {description: Puzzle}} given @returns {Setup} */
export function ofDescription(given) {
  const rules = new Rules('description' in given ? given.description : given);
  return { rules, start: rules.print(rules.parse(rules.puzzle.start) ?? []) };
}

/** @param {URL} link to a page of a site or a server */
async function ofLink(link) {
  const [board, code, p] = ['board', 'text', 'p'].map((name) => link.searchParams.get(name));
  const [, root, id] = /^(.*\/)puzzles\/([^/]+)\/?$/.exec(link.pathname) ?? [];
  const text = code ? await unpacked(code) : board;
  /** @type {Setup | null} */
  let setup = null;
  if (text) setup = await setupOf(text);
  else if (id === undefined) setup = { rules: klotski, start: klotski.puzzle.start };
  else {
    const { puzzles } = await (await fetch(new URL(`${root}api/v1/puzzles.json`, link))).json();
    const puzzle = puzzles.find((/** @type {Puzzle} */ one) => one.id === id);
    if (puzzle) setup = ofDescription(puzzle);
  }
  // Of other pages, a link without a position shows nothing.
  if (p === null) return id === undefined && !text ? null : setup;
  return setup?.rules.parse(p) ? { ...setup, start: p } : null;
}

/** The drawing of a Rush Hour board; null if its rows are no board. @param {string} board @returns {Drawing | null} */
function rushHour(board) {
  const side = Math.sqrt(board.length);
  const rows = board.includes('/') ? board.replace(/\/$/, '').split('/') : board.match(new RegExp(`.{${Math.ceil(side)}}`, 'g')) ?? [];
  const written = rows.map((row) => [...row].map((sign) => ({ o: EMPTY, x: WALL })[sign] ?? sign));
  const signs = written.flat();
  const red = signs.includes('X') ? 'X' : 'A';
  // Beside a red car of one cell, these signs are cars of one cell, too. Each gets a sign of its own.
  /** @type {Record<string, string[]>} */
  const unit = signs.filter((sign) => sign === red).length === 1 ? { '-': [red], '|': [] } : {};
  const free = SIGNS.filter((sign) => !signs.includes(sign));
  const start = written.map((row) => row.map((sign) => {
    const [own = sign] = unit[sign] ? free.splice(0, 1) : [];
    unit[sign]?.push(own);
    return own;
  }));
  const goal = start.map((row) => {
    const long = row.filter((sign) => sign === red).length;
    return row.map((_, column) => (column >= row.length - long ? red : EMPTY));
  });
  const drawn = read('start = "."');
  return drawn && { ...drawn, name: 'Rush Hour', start, goals: [goal], lengthwise: true, rows: unit['-'] ?? [], columns: unit['|'] ?? [] };
}

/** @param {Drawing | null} drawing @returns {Setup | null} null if its grids do not agree */
function ofDrawing(drawing) {
  if (!drawing) return null;
  const { name, start, goals, lengthwise, byShape, rows, columns, alike, gate, doors } = drawing;
  if ([...gate, ...doors].flat().some((sign) => sign !== EMPTY && sign !== WALL)) return null;
  /** @type {Map<string, Kind>} */
  const kinds = new Map();
  const wanted = new Set(goals.flat(2));
  for (const [sign, [first, ...others]] of piecesOf(start)) {
    const cells = [first, ...others].map(([x, y]) => /** @type {Cell} */ ([x - first[0], y - first[1]]));
    const [width, height] = [0, 1].map((axis) => new Set(cells.map((cell) => cell[axis])).size);
    const long = lengthwise && width !== height ? (Number(width) > Number(height) ? 'rows' : 'columns') : 'both';
    const freedom = rows.includes(sign) ? 'rows' : columns.includes(sign) ? 'columns' : long;
    const group = byShape ? '' : alike.find((signs) => signs.includes(sign)) ?? (wanted.has(sign) ? sign : '');
    const key = JSON.stringify([cells, freedom, group]);
    const kind = kinds.get(key) ?? { signs: [], cells, freedom, gate: [] };
    kinds.set(key, { ...kind, signs: [...kind.signs, sign] });
  }
  const all = [...kinds.values()];
  const places = goals.map((goal) => [...piecesOf(goal)].map(([sign, [at]]) => ({ kind: all.findIndex(({ signs }) => signs.includes(sign)), at })));
  const text = start.map((row) => row.join('')).join('/');
  const puzzle = { id: null, name, source: null, columns: start[0]?.length ?? 0, rows: start.length, start: text, thin_walls: [], kinds: all, goals: places, published: [] };
  const isSound = start.every((row) => row.length === puzzle.columns) && places.flat().length > 0 && places.flat().every(({ kind }) => kind >= 0);
  const setup = isSound ? ofDescription(puzzle) : null;
  return setup?.rules.parse(setup.start) ? setup : null;
}

/** The cells of each piece of a grid, in reading order. @param {Grid} grid */
function piecesOf(grid) {
  /** @type {Map<string, [Cell, ...Cell[]]>} */
  const pieces = new Map();
  grid.forEach((row, y) => row.forEach((sign, x) => {
    if (sign === EMPTY || sign === WALL) return;
    pieces.set(sign, [...(pieces.get(sign) ?? []), [x, y]]);
  }));
  return pieces;
}
