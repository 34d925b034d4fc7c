/** A component as a graph: neighbours of positions, and their optimal paths. */
import { EMPTY } from './rules.js';

/** @import { MapAnswer } from './api.js' */
/** @import { Rules } from './rules.js' */

/** Maximum number of positions in a map that the server makes. */
export const MOST_MAPPED = 50_000;

export class ComponentMap {
  #answer;
  #rules;
  /** The cells that are no walls, in reading order. */
  #cells;
  /** The first node of each level, then the number of nodes. */
  #begins;
  #levels;
  /** The index of each node's first neighbour in `#neighbours`, then the length of that list. */
  #first;
  #neighbours;
  /** @type {Map<string, number>} */
  #nodes;

  /** @param {MapAnswer} answer @param {Rules} rules of its puzzle */
  constructor(answer, rules) {
    this.#answer = answer;
    this.#rules = rules;
    this.#cells = rules.cells;
    const { levels, moves, signs } = answer;
    const size = signs.length;
    this.#begins = Uint32Array.from({ length: levels.length + 1 });
    this.#levels = new Uint16Array(size);
    levels.forEach((count, level) => {
      const begin = this.#begins[level] ?? 0;
      this.#begins[level + 1] = begin + count;
      this.#levels.fill(level, begin, begin + count);
    });
    this.#first = neighbourCounts(moves);
    this.#neighbours = new Uint32Array(this.#first[size] ?? 0);
    const next = this.#first.slice();
    const add = (/** @type {number} */ node, /** @type {number} */ other) => {
      const at = next[node] ?? 0;
      this.#neighbours[at] = other;
      next[node] = at + 1;
    };
    moves.forEach((steps, node) => {
      for (const step of steps) {
        add(node, node + step);
        add(node + step, node);
      }
    });
    this.#nodes = new Map(signs.map((text, node) => [text, node]));
  }

  /** Number of nodes. */
  get size() {
    return this.#levels.length;
  }

  /** Number of nodes in each level. */
  get levels() {
    return this.#answer.levels;
  }

  /** Whether levels are distances to the goal; otherwise they are distances from a position. */
  get solvable() {
    return this.#answer.solvable;
  }

  /** Whether all moves are known; otherwise one per position. */
  get whole() {
    return this.#answer.all_moves;
  }

  get answer() {
    return this.#answer;
  }

  /** @param {number} node */
  levelOf(node) {
    return this.#levels[node] ?? 0;
  }

  /** The first node of a level. @param {number} level */
  begin(level) {
    return this.#begins[level] ?? this.size;
  }

  /** The place of a node within its level. @param {number} node */
  placeOf(node) {
    return node - this.begin(this.levelOf(node));
  }

  /** The lists of neighbours of all nodes, one after the other, and the beginning of each. */
  get adjacency() {
    return { first: this.#first, neighbours: this.#neighbours };
  }

  /** @param {number} node */
  neighbours(node) {
    return this.#neighbours.subarray(this.#first[node], this.#first[node + 1]);
  }

  /** The text of a node's position. @param {number} node */
  textOf(node) {
    const rules = this.#rules;
    const signs = [...this.#answer.signs[node] ?? ''];
    const taken = new Set();
    let at = 0;
    const pieces = this.#cells.flatMap((cell) => {
      if (taken.has(rules.cellIndex(cell))) return [];
      const shape = rules.shapeOf(signs[at] ?? '');
      at += 1;
      if (shape === undefined) return [];
      const piece = { shape, column: cell[0], row: cell[1] };
      for (const covered of rules.cellsOf(piece)) taken.add(rules.cellIndex(covered));
      return [piece];
    });
    return rules.print(pieces);
  }

  /** The node of a position; undefined if it belongs to another component. @param {string} text */
  find(text) {
    return this.#nodes.get(this.#signsOf(text));
  }

  /** A position in the short form of maps: one sign per piece, at its first cell, and one per empty cell. @param {string} text */
  #signsOf(text) {
    const rules = this.#rules;
    const covered = new Map((rules.parse(text) ?? []).flatMap((piece) => rules.cellsOf(piece)
      .map((cell, nth) => [rules.cellIndex(cell), nth === 0 ? rules.signAt(text, cell) : ''])));
    return this.#cells.map((cell) => covered.get(rules.cellIndex(cell)) ?? EMPTY).join('');
  }

  /**
   * A shortest-path tree from a node along the known moves: for each node the one before it.
   * @param {number} from
   * @returns {Int32Array} -1 for the node itself, and for nodes that are not reached
   */
  treeFrom(from) {
    const before = new Int32Array(this.size).fill(-1);
    const waiting = new Uint32Array(this.size);
    waiting[0] = from;
    for (let at = 0, end = 1; at < end; at++) {
      const node = waiting[at] ?? 0;
      for (const other of this.neighbours(node)) {
        if (other === from || before[other] !== -1) continue;
        before[other] = node;
        waiting[end] = other;
        end += 1;
      }
    }
    return before;
  }

  /** All steps of optimal paths from a node to the first level, as pairs of nodes from far to near. @param {number} from */
  optimal(from) {
    /** @type {[from: number, to: number][]} */
    const steps = [];
    let level = [from];
    while (level.length > 0) {
      const next = new Set();
      for (const node of level) {
        for (const other of this.neighbours(node)) {
          if (this.levelOf(other) >= this.levelOf(node)) continue;
          steps.push([node, other]);
          next.add(other);
        }
      }
      level = [...next];
    }
    return steps;
  }
}

/** The index of each node's first neighbour in the list of all. @param {number[][]} moves */
function neighbourCounts(moves) {
  const first = new Uint32Array(moves.length + 1);
  const count = (/** @type {number} */ node) => { first[node + 1] = (first[node + 1] ?? 0) + 1; };
  moves.forEach((steps, node) => {
    for (const step of steps) {
      count(node);
      count(node + step);
    }
  });
  for (let node = 0; node < moves.length; node++) first[node + 1] = (first[node + 1] ?? 0) + (first[node] ?? 0);
  return first;
}
