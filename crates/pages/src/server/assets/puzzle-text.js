/**
 * Reads the grids and rules in the text of a puzzle file, and writes them without changing the rest. The service reads only
 * whole, legal files. The painter reads and writes drafts with every cell that is painted, and keeps their comments.
 */

import { EMPTY, WALL } from './rules.js';

/** @typedef {string[][]} Grid rows with one sign per cell */

/**
 * The grids and rules of a puzzle. All grids but the doors have the size and the walls of the start.
 * @typedef {object} Drawing
 * @property {string} name
 * @property {Grid} start
 * @property {Grid[]} goals at least one, which may be empty
 * @property {Grid} gate
 * @property {Grid} doors with one cell more on each side than the start
 * @property {Tables} tables rules about doors, which the painter only reads or removes
 * @property {string} gone signs of the pieces that must be gone
 * @property {boolean} lengthwise
 * @property {boolean} byShape any piece of the same shape satisfies the goal
 * @property {string[]} rows signs of pieces that move left and right only
 * @property {string[]} columns signs of pieces that move up and down only
 * @property {string[]} alike groups of interchangeable signs
 */

/**
 * The entries of keys whose values are tables: each sign with a string or a number, as written.
 * @typedef {Record<typeof TABLES[number], [sign: string, written: string][]>} Tables
 */

/** Signs for new pieces. */
export const SIGNS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];

/**
 * A key with its value, the range of its lines in the text, and the range of the value.
 * @typedef {{key: string, value: string, lines: [from: number, to: number], place: [from: number, to: number]}} Entry
 */

const STRING = String.raw`"""(?:[^\\]|\\[^])*?"""(?!")|'''[^]*?'''(?!')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`;
const ARRAY = String.raw`\[(?:[^\]"'#]|#.*|${STRING})*\]`;
const INLINE = String.raw`\{(?:[^{}"'#\n]|${STRING})*\}`;
const ENTRY = new RegExp(String.raw`[ \t]*["']?([\w-]+)["']?[ \t]*=[ \t]*(${STRING}|${ARRAY}|${INLINE}|[^\s"'\[#]+)[ \t]*(?:#.*)?(?:\n|$)`, 'dy');
const TABLES = /** @type {const} */ (['owners', 'opens', 'frozen', 'layers']);
const TABLE = /[ \t]*\[/y;
const LINE = /.*\n?/y;
const ESCAPE = /\\(?:u([\da-f]{4})|U([\da-f]{8})|[ \t]*\n\s*|(.))/gi;
/** @type {Record<string, string>} */
const ESCAPED = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b' };

/** The entries before the first table. Unreadable lines are skipped. @param {string} text */
function entriesOf(text) {
  /** @type {Entry[]} */
  const entries = [];
  for (let at = 0; at < text.length;) {
    if (matched(TABLE, text, at)) break;
    const found = matched(ENTRY, text, at);
    if (found) {
      const [, key = '', value = ''] = found;
      const [lines, , place] = /** @type {RegExpIndicesArray} */ (found.indices);
      if (place) entries.push({ key, value, lines, place });
    }
    const read = found ?? matched(LINE, text, at);
    at += read?.[0].length || 1;
  }
  return entries;
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} at
 */
function matched(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The strings of a value, which is a string or an array of strings, with their ranges. @param {string} value */
function stringsIn(value) {
  return [...value.matchAll(new RegExp(`#.*|${STRING}`, 'g'))]
    .filter(([written]) => !written.startsWith('#'))
    .map(({ 0: written, index }) => ({ from: index, to: index + written.length, said: said(written) }));
}

/** The entries of an inline table. @param {string} value @returns {[sign: string, written: string][]} */
function tableIn(value) {
  const entries = value.matchAll(new RegExp(String.raw`(?:["'](.)["']|(\w))\s*=\s*(${STRING}|\d+)`, 'gu'));
  return [...entries].map(([, quoted, bare, written = '']) => [quoted ?? bare ?? '', written]);
}

/** The content of a string literal. @param {string} written */
function said(written) {
  const quotes = /^("""|''')/.test(written) ? 3 : 1;
  const inside = written.slice(quotes, -quotes);
  const text = quotes === 3 ? inside.replace(/^\n/, '') : inside;
  if (written.startsWith("'")) return text;
  return text.replace(ESCAPE, (_, short, long, letter) => {
    const code = short ?? long;
    return code ? String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)) : ESCAPED[letter] ?? letter ?? '';
  });
}

/** The grid in a string, with rows of any length; null if there is none. @param {string} text @returns {Grid | null} */
function gridOf(text) {
  const rows = text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd().split('\n').map((line) => line.trimEnd());
  return rows.join('') === '' || rows.some((row) => /\s/.test(row)) ? null : rows.map((row) => [...row]);
}

/**
 * A grid extended to a size with walls.
 * @param {Grid} grid
 * @param {number} width
 * @param {number} height
 */
function padded(grid, width, height) {
  return Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => grid[row]?.[column] ?? WALL));
}

/** A grid with the size and the walls of another. @param {Grid} grid @param {Grid} start */
export function walledAs(grid, start) {
  return start.map((signs, row) => signs.map((sign, column) => {
    const own = grid[row]?.[column] ?? EMPTY;
    if (sign === WALL) return WALL;
    return own === WALL ? EMPTY : own;
  }));
}

/**
 * A grid of doors around the board of a start. Doors are on walls and beside the board, but not at its corners.
 * @param {Grid} grid
 * @param {Grid} start
 */
export function framed(grid, start) {
  const width = (start[0]?.length ?? 0) + 2;
  return Array.from({ length: start.length + 2 }, (_, row) => Array.from({ length: width }, (_, column) => {
    const sign = grid[row]?.[column] ?? EMPTY;
    return sign === WALL || !isDoorPlace(start, column, row) ? EMPTY : sign;
  }));
}

/**
 * Whether a door can be at a place of the grid of doors.
 * @param {Grid} start
 * @param {number} column
 * @param {number} row
 */
export function isDoorPlace(start, column, row) {
  const isOpen = (/** @type {number} */ x, /** @type {number} */ y) => (start[row + y - 1]?.[column + x - 1] ?? WALL) !== WALL;
  return !isOpen(0, 0) && (isOpen(1, 0) || isOpen(-1, 0) || isOpen(0, 1) || isOpen(0, -1));
}

/** @param {Grid} grid */
export function signsIn(grid) {
  return [...new Set(grid.flat())].filter((sign) => sign !== WALL && sign !== EMPTY);
}

/** The drawing in a text; null if its grids are unreadable. @param {string} text @returns {Drawing | null} */
export function read(text) {
  const entries = entriesOf(text);
  const value = (/** @type {string} */ key) => entries.find((entry) => entry.key === key)?.value ?? '';
  const strings = (/** @type {string} */ key) => stringsIn(value(key)).map((string) => string.said);
  const signs = (/** @type {string} */ key) => strings(key).flatMap((string) => [...string.replace(/\s/g, '')]);
  const [start] = strings('start').map(gridOf);
  const goals = strings(goalKey(entries)).map(gridOf);
  const gates = strings('gate').map(gridOf);
  const doors = strings('doors').map(gridOf);
  const others = [...goals, ...gates, ...doors].filter((grid) => grid !== null);
  if (!start || others.length < goals.length + gates.length + doors.length) return null;
  const whole = padded(start, Math.max(...start.map((row) => row.length)), start.length);
  const [gate = [], ...drawn] = [gates[0] ?? [], ...(goals.length > 0 ? goals : [[]])].map((grid) => walledAs(grid ?? [], whole));
  return {
    name: strings('name')[0] ?? '',
    start: whole,
    goals: drawn,
    gate,
    doors: framed(doors[0] ?? [], whole),
    tables: /** @type {Tables} */ (Object.fromEntries(TABLES.map((key) => [key, tableIn(value(key))]))),
    gone: signs('gone').join(''),
    lengthwise: value('lengthwise') === 'true',
    byShape: strings('goal_by')[0] === 'shape',
    rows: signs('rows'),
    columns: signs('columns'),
    alike: strings('alike').map((group) => group.replace(/\s/g, '')),
  };
}

/** @param {Entry[]} entries */
function goalKey(entries) {
  return entries.some(({ key }) => key === 'goal') ? 'goal' : entries.find(({ key }) => key === 'goals')?.key ?? 'goal';
}

/** The text with another drawing. @param {string} text @param {Drawing} drawing */
export function write(text, drawing) {
  const before = read(text);
  const goal = goalKey(entriesOf(text));
  const { name, start, goals, gate, doors, tables, gone, lengthwise, byShape, rows, columns, alike } = drawing;
  let written = withGrids(text, 'start', [start]);
  const hasGoal = goals.some((grid) => signsIn(grid).length > 0);
  const hasDoors = signsIn(doors).length > 0;
  // Without a goal, all pieces with doors must be gone.
  if (hasDoors && !hasGoal) written = withValue(written, goal, null);
  else if (hasGoal || entriesOf(text).some(({ key }) => key === goal)) written = withGrids(written, goal, goals);
  for (const [key, grid] of Object.entries({ gate, doors })) written = signsIn(grid).length > 0 ? withGrids(written, key, [grid]) : withValue(written, key, null);
  for (const key of TABLES) if (tables[key].length === 0 && before?.tables[key].length) written = withValue(written, key, null);
  if (gone === '' && before?.gone) written = withValue(written, 'gone', null);
  const put = (/** @type {string} */ key, /** @type {string} */ now, /** @type {string | undefined} */ was, /** @type {string} */ value) => {
    if (now !== (was ?? '')) written = withValue(written, key, now === '' ? null : value);
  };
  put('lengthwise', lengthwise ? 'true' : '', before?.lengthwise ? 'true' : '', 'true');
  put('goal_by', byShape ? 'shape' : '', before?.byShape ? 'shape' : '', '"shape"');
  put('rows', rows.join(''), before?.rows.join(''), JSON.stringify(rows.join('')));
  put('columns', columns.join(''), before?.columns.join(''), JSON.stringify(columns.join('')));
  put('alike', alike.join(' '), before?.alike.join(' '), `[${alike.map((group) => JSON.stringify(group)).join(', ')}]`);
  if (name !== before?.name) written = withValue(written, 'name', JSON.stringify(name));
  return written;
}

/** @param {Grid} grid */
function printed(grid) {
  const rows = grid.map((row) => `${row.join('').replace(/["\\]/g, '\\$&')}\n`);
  return `"""\n${rows.join('')}"""`;
}

/**
 * The text with other grids in a key. Strings that already have the grid are not changed.
 * @param {string} text
 * @param {string} key
 * @param {Grid[]} grids
 */
function withGrids(text, key, grids) {
  const entry = entriesOf(text).find((one) => one.key === key);
  if (!entry) return withValue(text, key, printed(/** @type {Grid} */ (grids[0])));
  let { value } = entry;
  stringsIn(value).forEach(({ said }, nth) => {
    const grid = grids[nth];
    // Earlier replacements may have moved the string.
    const place = stringsIn(value)[nth];
    if (grid && place && !drawsAlready(said, grid)) value = value.slice(0, place.from) + printed(grid) + value.slice(place.to);
  });
  return withValue(text, key, value);
}

/** @param {string} text @param {Grid} grid */
function drawsAlready(text, grid) {
  const drawn = gridOf(text) ?? [];
  const width = Math.max(...[...drawn, ...grid].map((row) => row.length));
  return drawn.length === grid.length && printed(padded(drawn, width, drawn.length)) === printed(grid);
}

/** The order in which new keys are inserted. */
const ORDER = ['name', 'source', 'start', 'goal', 'goals', 'gate', 'doors', 'lengthwise', 'rows', 'columns', 'alike', 'goal_by'];

/**
 * The text with another value of a key; null removes the key.
 * @param {string} text
 * @param {string} key
 * @param {string | null} value
 */
function withValue(text, key, value) {
  const entries = entriesOf(text);
  const entry = entries.find((one) => one.key === key);
  if (entry) {
    const [from, to] = value === null ? entry.lines : entry.place;
    return text.slice(0, from) + (value ?? '') + text.slice(to);
  }
  if (value === null) return text;
  const above = ORDER.slice(0, ORDER.indexOf(key));
  const at = Math.max(0, ...entries.filter((one) => above.includes(one.key)).map(({ lines }) => lines[1]));
  const before = text.slice(0, at);
  return `${before}${/[^\n]$/.test(before) ? '\n' : ''}${key} = ${value}\n${text.slice(at)}`;
}

/** The text with another name. @param {string} text @param {string} name */
export function renamed(text, name) {
  return read(text)?.name === name ? text : withValue(text, 'name', JSON.stringify(name));
}

/** A name, with a number if it is taken. @param {string} name @param {(name: string) => boolean} isTaken */
export function freeName(name, isTaken) {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name} ${number}`;
  return free;
}

/**
 * The text with a name if it has none: that of the visitor's puzzle need not be chosen.
 * @param {string} text
 * @param {string} name
 * @returns {{text: string, lines: number}} lines: number of lines that were inserted at the top
 */
export function named(text, name) {
  const entry = entriesOf(text).find(({ key }) => key === 'name');
  if (!entry) return { text: `name = ${JSON.stringify(name)}\n${text}`, lines: 1 };
  const [own] = stringsIn(entry.value);
  // The server reports a name that is no string.
  return { text: own?.said.trim() === '' ? withValue(text, 'name', JSON.stringify(name)) : text, lines: 0 };
}

/** A Rush Hour board in one line, if the text is nothing else. @param {string} text */
export function boardIn(text) {
  const line = text.trim();
  return /^[A-Za-z.#|-]{16,}$|^[A-Za-z.#|-]+(\/[A-Za-z.#|-]+)+$/.test(line) ? line : null;
}
