/** The source of a map: a position of the 4x5 family, or of another puzzle. */
import { get, query } from './api.js';
import { Board } from './board.js';
import { START } from './family.js';
import { el } from './dom.js';
import { positionHref } from './lists.js';
import { words as mapWords } from './map-words.js';
import { boardName, positionText, puzzleName } from './names.js';
import { PuzzleBoard, pieceName } from './puzzle-board.js';
import { colours } from './puzzle-picture.js';
import { Source } from './puzzle-source.js';
import { words as puzzleWords } from './puzzle-words.js';
import { Rules, SHAPES, klotski } from './rules.js';
import { shapes } from './words.js';

/** @import { MapAnswer, Metric, Shape, Solution } from './api.js' */
/** @import { Context } from './words.js' */

/**
 * @typedef {object} MapSource
 * @property {Rules<any>} rules
 * @property {Board} board
 * @property {string} start the position that is marked at first
 * @property {Record<string, string | null>} params of the map's address that name the puzzle
 * @property {(params: Record<string, string | null>) => string | null} link address of the map for others; null if it is too long
 * @property {(answer: MapAnswer) => string} title
 * @property {(answer: MapAnswer) => string} file beginning of the names of files
 * @property {(p: string, metric: Metric, signal: AbortSignal) => Promise<MapAnswer>} map
 * @property {(p: string, metric: Metric, to: string | null, signal: AbortSignal) => Promise<Solution>} solution
 * @property {(p: string, metric: Metric) => string} href of the page of a position
 * @property {(p: string, answer: MapAnswer) => HTMLElement | null} rank link to the rank of a position
 * @property {(text: string) => import('./rules.js').Piece[]} pieces of a position, as pictures need them
 * @property {(move: {shape: string, piece?: string}) => string} shapeOf shape of the moved piece
 * @property {(shape: string) => string} name of a shape
 * @property {(shape: string) => string} dot class that colours a shape
 */

/**
 * The source that the address of a map asks for.
 * @param {URLSearchParams} params
 * @param {Context} context
 * @returns {Promise<MapSource>}
 */
export async function mapSource(params, context) {
  const source = await Source.asked(params);
  return source ? ofPuzzle(source, new Rules(await source.puzzle(context.signal)), context) : ofFamily(context);
}

/**
 * @param {Context} context
 * @returns {MapSource}
 */
function ofFamily({ language, t }) {
  const words = t(mapWords);
  return {
    rules: klotski,
    board: new Board(),
    start: START,
    params: {},
    link: (params) => `/map${query(params)}`,
    title: ({ piece_set = '' }) => words.title(piece_set),
    file: ({ piece_set = '' }) => piece_set,
    map: (p, metric, signal) => get('/api/v1/map', { p: positionText(p), metric }, signal),
    solution: (p, metric, to, signal) => get('/api/v1/solution', { p, metric, to }, signal),
    href: (p, metric) => `${positionHref(p)}&metric=${metric}`,
    rank: (p, { piece_set = '' }) =>
      el('a', { class: 'button', href: `/atlas/${piece_set}${query({ p })}` }, words.set(piece_set)),
    pieces: (text) => (klotski.parse(text) ?? []).map((piece) => ({ ...piece, shape: String(SHAPES.indexOf(piece.shape)) })),
    shapeOf: ({ shape }) => shape,
    name: (shape) => shapes[language][/** @type {Shape} */ (shape)],
    dot: (shape) => shape,
  };
}

/**
 * @param {Source} source
 * @param {Rules} rules
 * @param {Context} context
 * @returns {MapSource}
 */
function ofPuzzle(source, rules, { language, t }) {
  const { puzzle } = rules;
  const colour = colours(puzzle);
  const { text } = source.isBoard ? boardName(language, puzzle) : puzzleName(language, puzzle);
  return {
    rules,
    board: new PuzzleBoard(rules),
    start: puzzle.start,
    params: source.params,
    link: (params) => source.mapLink(params),
    title: () => t(mapWords).puzzleTitle(text),
    file: () => puzzle.id ?? 'puzzle',
    map: (p, metric, signal) => source.map(p, metric, signal),
    solution: (p, metric, to, signal) => source.solution(p, metric, signal, to),
    href: (p, metric) => source.href({ p, metric }),
    rank: () => null,
    pieces: (position) => rules.parse(position) ?? [],
    shapeOf: ({ piece }) => rules.shapeOf(piece ?? '') ?? '',
    name: (shape) => pieceName(t(puzzleWords), rules, shape),
    dot: (shape) => colour[Number(shape)] ?? '',
  };
}
