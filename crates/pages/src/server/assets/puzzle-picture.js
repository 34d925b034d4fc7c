/** Pictures of any puzzle: board, thin walls, gates, doors, goal and pieces. */
import { svg } from './dom.js';
import { size } from './rules.js';
import { DIRECTIONS } from './sliding.js';

/** @import { Cell, Kind, Puzzle } from './api.js' */
/** @import { Piece, Rules } from './rules.js' */

/** Units of a cell, and of the space around the board. */
export const CELL = 100;
export const MARGIN = 30;

/** Maximum number of pieces in a goal whose outlines are shown on the board; more would hide it. */
const MOST_OUTLINES = 4;

/** Length of the lane at an exit, which is longer than the margin. */
const EXIT = 48;
/** Space around a picture that also has the lane. In an animation, it is a whole number of pixels. */
export const BESIDE = EXIT - MARGIN + 7;

/** The outline of cells as path data, with an inset. @param {readonly Cell[]} cells @param {number} inset */
export function outline(cells, inset) {
  const key = (/** @type {number} */ x, /** @type {number} */ y) => `${x} ${y}`;
  const covered = new Set(cells.map(([x, y]) => key(x, y)));
  // The edges of each cell clockwise: first corner and direction.
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const outside = [[0, -1], [1, 0], [0, 1], [-1, 0]];
  /** @type {Map<string, number[]>} */
  const edges = new Map();
  for (const [x, y] of cells) {
    corners.forEach(([dx = 0, dy = 0], direction) => {
      const [ox = 0, oy = 0] = outside[direction] ?? [];
      if (covered.has(key(x + ox, y + oy))) return;
      const start = key(x + dx, y + dy);
      edges.set(start, [...(edges.get(start) ?? []), direction]);
    });
  }
  let path = '';
  for (const [start, directions] of edges) {
    while (directions.length > 0) {
      let [x = 0, y = 0] = start.split(' ').map(Number);
      const first = /** @type {number} */ (directions[0]);
      let direction = first;
      /** @type {string[]} */
      const points = [];
      do {
        const [dx, dy] = /** @type {Cell} */ (DIRECTIONS[direction]);
        x += dx;
        y += dy;
        const here = edges.get(key(x, y)) ?? [];
        // Cells that touch only at a corner have separate outlines.
        const next = [direction + 1, direction, direction + 3].map((turn) => turn % 4).find((turn) => here.includes(turn)) ?? first;
        here.splice(here.indexOf(next), 1);
        if (next !== direction) {
          const [[ax, ay], [bx, by]] = /** @type {[Cell, Cell]} */ ([DIRECTIONS[direction], DIRECTIONS[next]]);
          points.push(`${x * CELL - (ay + by) * inset} ${y * CELL + (ax + bx) * inset}`);
        }
        direction = next;
      } while (key(x, y) !== start || direction !== first);
      path += `M${points.join('L')}Z`;
    }
  }
  return path;
}

/** Number of colours of pieces with doors, and the colour of those without. */
const MOST_COLOURS = 11;
const WITHOUT_DOOR = 's11';

/** Thickness of a door in the frame, and the space between a door in a wall and the edges of the wall. */
const DOOR = 26;
const DOOR_INSET = 18;
/** Maximum number of colours, and of owners with their signs, that a door shows. */
const MOST_BARS = 3;
const MOST_OWNERS = 6;

/**
 * The colours of pieces with doors: equal for those with the same doors.
 * @param {readonly string[]} doors names for each piece the doors that it owns; empty if there are none
 */
export function doorColours(doors) {
  const known = [...new Set(doors.filter((name) => name !== ''))];
  return doors.map((name) => (name === '' ? WITHOUT_DOOR : `s${known.indexOf(name) % MOST_COLOURS}`));
}

/**
 * The colours of the kinds. Goal pieces stand out, unless most pieces are goal pieces. With doors, the colour of a kind is
 * that of its doors.
 * @param {Pick<Puzzle, 'doors'> & {kinds: Pick<Kind, 'cells' | 'signs'>[], goals: {kind: number}[][]}} puzzle
 */
export function colours({ kinds, goals, doors }) {
  if (doors) {
    return doorColours(kinds.map(({ signs }) =>
      doors.doors.flatMap(({ owners }, number) => (owners.includes(signs[0] ?? '') ? [number] : [])).join()));
  }
  const named = new Set(goals.flatMap((goal) => goal.map(({ kind }) => kind)));
  const few = named.size <= Math.max(1, kinds.length / 3);
  let odd = 0;
  return kinds.map((kind, number) => {
    const { width, height } = size(kind);
    if (few && named.has(number)) return 's0';
    if (kind.cells.length === 1) return 's3';
    if (height === 1) return 's1';
    if (width === 1) return 's2';
    odd += 1;
    return odd % 2 === 1 ? 's4' : 's5';
  });
}

/** The sign on the pieces of each kind; empty unless the goal distinguishes kinds, or doors do. @param {Puzzle} puzzle */
function marks({ kinds, goals, doors }) {
  if (doors) return kinds.map(({ signs }) => signs[0] ?? '');
  const named = new Set(goals.flatMap((goal) => goal.map(({ kind }) => kind)));
  return kinds.map(({ signs }, number) => (named.size > 1 && named.has(number) ? signs[0] ?? '' : ''));
}

/**
 * A piece by itself, its first cell at the origin.
 * @param {Kind} kind
 * @param {string} colour
 * @param {string} mark
 * @param {{below?: string[], waits?: number}} [state] the colours of its layers below, and for how many pieces it waits
 */
function body(kind, colour, mark, { below = [], waits = 0 } = {}) {
  const xs = kind.cells.map(([x]) => x);
  const ys = kind.cells.map(([, y]) => y);
  const [left, right] = [Math.min(...xs) * CELL, (Math.max(...xs) + 1) * CELL];
  const [top, bottom] = [Math.min(...ys) * CELL, (Math.max(...ys) + 1) * CELL];
  const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
  /** @type {SVGElement[]} */
  const parts = [
    svg('path', { class: `body ${colour}`, d: outline(kind.cells, 13) }),
    svg('path', { class: `link ${colour}`, d: links(kind.cells) }),
    ...below.map((inner, depth) => svg('path', { class: `layer ${inner}`, d: outline(kind.cells, 26 + 11 * depth) })),
  ];
  if (kind.freedom === 'rows') {
    parts.push(svg('path', {
      class: 'axis',
      d: `M${left + 28} ${centre}H${right - 28}M${left + 40} ${centre - 12}l-12 12l12 12M${right - 40} ${centre - 12}l12 12l-12 12`,
    }));
  } else if (kind.freedom === 'columns') {
    parts.push(svg('path', {
      class: 'axis',
      d: `M${middle} ${top + 28}V${bottom - 28}M${middle - 12} ${top + 40}l12 -12l12 12M${middle - 12} ${bottom - 40}l12 12l12 -12`,
    }));
  }
  if (waits > 0) parts.push(svg('path', { class: 'ice', d: outline(kind.cells, 13) }));
  // The badge of a frozen piece has the rest of the cell.
  const place = waits > 0 ? { x: CELL / 2 - 14, y: CELL / 2 + 2 } : { x: CELL / 2, y: CELL / 2 + 16 };
  if (mark) parts.push(svg('text', { class: 'mark', ...place, 'aria-hidden': 'true' }, mark));
  if (waits > 0) parts.push(...badge(waits));
  return parts;
}

/** A snowflake, and the number of pieces for which a frozen piece waits. @param {number} waits */
function badge(waits) {
  return [
    svg('rect', { class: 'badge', x: 38, y: 60, width: 56, height: 34, rx: 17 }),
    svg('path', { class: 'flake', d: 'M56 66v22M46.5 71.5l19 11M46.5 82.5l19 -11' }),
    svg('text', { class: 'count', x: 79, y: 87, 'aria-hidden': 'true' }, waits),
  ];
}

/** The rectangle of a door, from the corner of the board. @param {Puzzle} puzzle @param {Cell} cell of the board, or beside it */
export function doorPlace({ columns, rows }, [column, row]) {
  const [x, y] = [column * CELL, row * CELL];
  if (column < 0) return { x: -DOOR, y, width: DOOR, height: CELL };
  if (column === columns) return { x, y, width: DOOR, height: CELL };
  if (row < 0) return { x, y: -DOOR, width: CELL, height: DOOR };
  if (row === rows) return { x, y, width: CELL, height: DOOR };
  const side = CELL - 2 * DOOR_INSET;
  return { x: x + DOOR_INSET, y: y + DOOR_INSET, width: side, height: side };
}

/**
 * The doors in the colours and with the signs of their owners. A door that opens later is barred, and has the number of
 * pieces that must leave before.
 * @param {Puzzle} puzzle
 * @param {readonly string[]} colour of each kind
 * @param {number} left number of pieces that have left
 */
function drawnDoors(puzzle, colour, left) {
  return (puzzle.doors?.doors ?? []).map(({ at: [column, row], owners, opens_after }) => {
    const { x, y, width, height } = doorPlace(puzzle, [column - 1, row - 1]);
    const numbers = puzzle.kinds.flatMap(({ signs }, number) => (signs.some((sign) => owners.includes(sign)) ? [number] : []));
    const known = [...new Set(numbers.map((number) => colour[number] ?? ''))];
    const shown = known.length > MOST_BARS ? ['any'] : known;
    const waits = Math.max(opens_after - left, 0);
    const part = 1 / shown.length;
    const bars = shown.map((look, nth) => svg('rect', {
      class: `door ${look}`,
      ...(width >= height ? { x: x + width * part * nth, y, width: width * part, height } : { x, y: y + height * part * nth, width, height: height * part }),
    }));
    const signs = numbers.length > MOST_OWNERS ? '*' : numbers.map((number) => puzzle.kinds[number]?.signs[0]).join('');
    const [middle, centre] = [x + width / 2, y + height / 2];
    const text = waits > 0 ? `${signs} ${waits}` : signs;
    const turned = height > width && text.length > 1 ? `rotate(-90 ${middle} ${centre})` : null;
    const bar = width >= height ? `M${x + 8} ${centre}h${width - 16}` : `M${middle} ${y + 8}v${height - 16}`;
    return svg('g', { 'data-door': signs, 'data-waits': waits },
      ...bars,
      waits > 0 && svg('path', { class: 'bar', d: bar }),
      svg('text', { class: 'sign', x: middle, y: centre + 8, transform: turned }, text));
  });
}

/** Lines between the separate parts of a shape. @param {readonly Cell[]} cells */
function links(cells) {
  /** @type {Cell[][]} */
  const parts = [];
  for (const cell of cells) {
    const beside = parts.filter((part) => part.some(([x, y]) => Math.abs(x - cell[0]) + Math.abs(y - cell[1]) === 1));
    for (const part of beside) parts.splice(parts.indexOf(part), 1);
    parts.push([cell, ...beside.flat()]);
  }
  const middle = (/** @type {Cell} */ [x, y]) => `${(x + 0.5) * CELL} ${(y + 0.5) * CELL}`;
  if (parts.length < 2) return '';
  return `M${parts.map(([first]) => middle(/** @type {Cell} */ (first))).join('L')}`;
}

/**
 * The exit of a piece that moves in rows: its kind, and the rows in which the goal has it at the right edge of the board.
 * Null if the goal is another one.
 * @param {Puzzle} puzzle
 */
function exitOf({ columns, kinds, goals, doors }) {
  const [wanted, ...others] = goals.flat();
  const kind = wanted && kinds[wanted.kind];
  if (!kind || doors || others.length > 0 || kind.freedom !== 'rows') return null;
  const [column, row] = wanted.at;
  const rows = kind.cells.flatMap(([x, y]) => (column + x === columns - 1 ? [row + y] : []));
  return rows.length > 0 ? { kind: wanted.kind, rows } : null;
}

/** Whether one car leaves the board at an exit, which pictures show. @param {Puzzle} puzzle */
export function hasExit(puzzle) {
  return exitOf(puzzle) !== null;
}

/**
 * Whether pictures of a board outline the goal. An exit shows it better than an outline, which other cars would cover.
 * @param {Puzzle} puzzle
 */
export function outlinesGoal(puzzle) {
  const [goal = []] = puzzle.goals;
  return !hasExit(puzzle) && goal.length > 0 && goal.length <= MOST_OUTLINES;
}

/**
 * A lane through the frame at the exit, with an arrow in the colour of the piece that leaves.
 * @param {Puzzle} puzzle
 * @param {readonly string[]} colour of each kind
 */
function exit(puzzle, colour) {
  const found = exitOf(puzzle);
  if (!found) return [];
  const edge = puzzle.columns * CELL;
  return found.rows.flatMap((row) => [
    svg('rect', { class: 'exit-gap', x: edge - 1, y: row * CELL, width: EXIT + 1, height: CELL }),
    svg('path', { class: 'exit-side', d: `M${edge + 6.5} ${row * CELL - 6.5}H${edge + EXIT}M${edge + 6.5} ${(row + 1) * CELL + 6.5}H${edge + EXIT}` }),
    svg('path', { class: `exit-arrow ${colour[found.kind]}`, d: `M${edge + 8} ${row * CELL + 18}l32 32l-32 32z` }),
  ]);
}

/** From the corner of a picture to a cell. @param {number} column @param {number} row */
export function toCell(column, row) {
  return `translate(${MARGIN + CELL * column} ${MARGIN + CELL * row})`;
}

/** The board with some pieces. @param {Rules} rules @param {readonly Piece[]} pieces */
export function draw(rules, pieces) {
  const { puzzle } = rules;
  const { columns, rows, kinds, goals } = puzzle;
  const colour = colours(puzzle);
  const mark = marks(puzzle);
  const ground = outline(rules.cells, 0);
  const gates = kinds.flatMap(({ gate }, number) => gate.map(([x, y]) => svg('rect', {
    class: `gate ${colour[number]}`, x: x * CELL + 6, y: y * CELL + 6, width: CELL - 12, height: CELL - 12, rx: 10,
  })));
  const thinWalls = puzzle.thin_walls.map(({ at: [x, y], side }) => svg('path', {
    class: 'frame thin', d: side === 'right' ? `M${(x + 1) * CELL} ${y * CELL}v${CELL}` : `M${x * CELL} ${(y + 1) * CELL}h${CELL}`,
  }));
  // An exit shows the goal better than an outline, which other cars would cover.
  const outlined = hasExit(puzzle) ? [] : goals.slice(0, 2);
  const wanted = outlined.flatMap((goal) => (goal.length > MOST_OUTLINES ? [] : goal)).map(({ kind, at: [x, y] }) =>
    svg('path', { class: 'wanted', d: outline(kinds[kind]?.cells ?? [], 8), transform: toCell(x, y) }));
  /** @type {(shape: string) => string[]} */
  const below = (shape) => {
    const next = rules.layerBelow(shape);
    return next === undefined ? [] : [colour[Number(next)] ?? '', ...below(next)];
  };
  return svg('svg', {
    viewBox: `0 0 ${2 * MARGIN + CELL * columns} ${2 * MARGIN + CELL * rows}`, class: `puzzle-picture ${puzzle.doors ? 'with-doors' : ''}`.trim(),
  },
    svg('g', { transform: toCell(0, 0) },
      svg('path', { class: 'frame', d: ground }), svg('path', { class: 'floor', d: ground }),
      ...exit(puzzle, colour), ...gates, ...thinWalls, ...drawnDoors(puzzle, colour, rules.left(pieces))),
    ...pieces.map((piece) => {
      const number = Number(piece.shape);
      const kind = kinds[number];
      const { shape, column, row } = piece;
      return svg('g', { 'data-shape': shape, 'data-column': column, 'data-row': row, transform: toCell(column, row) },
        ...(kind ? body(kind, colour[number] ?? '', mark[number] ?? '', { below: below(shape), waits: rules.waitsFor(pieces, shape) }) : []));
    }),
    svg('g', { 'aria-hidden': 'true' }, ...wanted));
}

/**
 * The board of the family, whose frame is open where the big piece leaves.
 * @param {Rules} rules
 * @param {readonly Piece[]} pieces
 */
export function drawFamily(rules, pieces) {
  const { columns, rows, kinds, goals } = rules.puzzle;
  // The line around a piece makes its corners round.
  const outlines = kinds.map(({ cells }) => outline(cells, 16));
  const [right, bottom] = [MARGIN + CELL * columns, MARGIN + CELL * rows];
  // The exit, between the inner edges of the frame.
  const from = MARGIN + CELL * (goals[0]?.[0]?.at[0] ?? 0);
  const to = from + 2 * CELL;
  const frame = `M${to + 8} ${bottom + 8}H${right + 8}V${MARGIN - 8}H${MARGIN - 8}V${bottom + 8}H${from - 8}`;
  return svg('svg', { viewBox: `0 0 ${right + MARGIN} ${bottom + MARGIN}` },
    svg('rect', { class: 'floor', x: MARGIN, y: MARGIN, width: right - MARGIN, height: bottom - MARGIN }),
    svg('path', { class: 'frame', 'stroke-width': 16, 'stroke-linejoin': 'round', d: frame }),
    svg('line', { class: 'exit', x1: from + 23, x2: to - 23, y1: bottom + 10, y2: bottom + 10 }),
    ...pieces.map(({ shape, column, row }) => svg('path', {
      class: `s${shape}`, 'data-shape': kinds[Number(shape)]?.signs[0], 'data-column': column, 'data-row': row,
      d: outlines[Number(shape)], 'stroke-width': 24, 'stroke-linejoin': 'round', transform: toCell(column, row),
    })));
}

/**
 * A small picture of the start or of the first goal, hidden from screen readers.
 * @param {Rules} rules
 * @param {'start' | 'goal'} what
 */
export function small(rules, what) {
  const { start, goals } = rules.puzzle;
  const wanted = (goals[0] ?? []).map(({ kind, at: [column, row] }) => ({ shape: String(kind), column, row }));
  const picture = draw(rules, what === 'start' ? rules.parse(start) ?? [] : wanted);
  picture.setAttribute('aria-hidden', 'true');
  return picture;
}
