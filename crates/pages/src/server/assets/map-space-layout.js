/** Places of the nodes of a map in space: the level along one axis, and a layout of forces in the other two. */

/** @import { ComponentMap } from './component-map.js' */

/** Rounds of smoothing, and of forces. */
const SMOOTHING = 400;
const FORCES = 140;
/** Rounds of smoothing between two corrections, which keep the two coordinates independent. */
const CORRECTED = 5;
/** Part of the way to the mean of its neighbours that a node goes in a round of smoothing, and of forces. */
const SMOOTH = 0.5;
const PULL = 0.12;
/** Part of the overlap of two nodes that a round of forces removes. */
const PUSH = 0.45;
/** Number of nodes that are measured, and the share of them that the radius covers. */
const SAMPLE = 1000;
const NEARLY = 0.96;
/** Length of the longest axis, in units of the diameter of the widest level. */
const LONG = 2.2;

/**
 * The places while they are computed. Nodes of a level keep a distance of 1, if there is room.
 * @typedef {object} Places
 * @property {Float32Array} at x, y and z of each node
 * @property {number} spacing between levels
 * @property {number} radius the distance from the axis within which nearly all nodes are
 */

/**
 * Computes the places. Two coordinates vary slowly along the moves: they approach eigenvectors of the graph. Then forces
 * pull neighbours together, and push nodes of a level apart. The same map always has the same places. Each step takes a
 * few milliseconds.
 * @param {ComponentMap} map
 * @returns {Generator<Places, Places>} yields nothing before the coordinates are smooth
 */
export function* layout(map) {
  const { size, levels } = map;
  const random = generator(1);
  const noise = () => Float64Array.from({ length: size }, () => random() - 0.5);
  const level = Float64Array.from({ length: size }, (_, node) => map.levelOf(node));
  const weight = Float64Array.from({ length: size }, (_, node) => map.neighbours(node).length + 1);
  const [ys, zs, next] = [noise(), noise(), new Float64Array(size)];
  const ones = new Float64Array(size).fill(1);
  without(level, ones, weight);
  const places = { at: new Float32Array(3 * size), spacing: 1, radius: 1 };
  for (let round = 0; round < SMOOTHING; round++) {
    pull(map, ys, next, SMOOTH);
    pull(map, zs, next, SMOOTH);
    if (round % CORRECTED !== 0) continue;
    for (const coordinate of [ys, zs]) {
      without(coordinate, ones, weight);
      without(coordinate, level, weight);
    }
    without(zs, ys, weight);
    for (const coordinate of [ys, zs]) stretch(coordinate, 1);
    yield places;
  }
  const widest = Math.max(...levels);
  const radius = Math.sqrt(widest) * 0.62 + 1;
  places.spacing = (LONG * 2 * radius) / Math.max(levels.length - 1, 1);
  for (const coordinate of [ys, zs]) stretch(coordinate, radius * 0.5);
  const middle = ((levels.length - 1) * places.spacing) / 2;
  const cells = new Cells(widest);
  for (let round = 0; round < FORCES; round++) {
    pull(map, ys, next, PULL);
    pull(map, zs, next, PULL);
    for (let one = 0; one < levels.length; one++) cells.push(ys, zs, map.begin(one), map.begin(one + 1));
    places.radius = reach(ys, zs);
    for (let node = 0; node < size; node++) {
      places.at[3 * node] = map.levelOf(node) * places.spacing - middle;
      places.at[3 * node + 1] = ys[node] ?? 0;
      places.at[3 * node + 2] = zs[node] ?? 0;
    }
    yield places;
  }
  return places;
}

/** The distance from the axis within which nearly all of some nodes are. @param {Float64Array} ys @param {Float64Array} zs */
function reach(ys, zs) {
  const every = Math.ceil(ys.length / SAMPLE);
  const far = [];
  for (let node = 0; node < ys.length; node += every) far.push(Math.hypot(ys[node] ?? 0, zs[node] ?? 0));
  far.sort((a, b) => a - b);
  return Math.max(far[Math.floor(far.length * NEARLY)] ?? 0, 1);
}

/** Pseudorandom numbers from 0 to 1 (mulberry32). @param {number} seed */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Moves each value towards the mean of its neighbours.
 * @param {ComponentMap} map
 * @param {Float64Array} values
 * @param {Float64Array} next room for the new values
 * @param {number} share of the way
 */
function pull({ adjacency: { first, neighbours } }, values, next, share) {
  for (let node = 0; node < values.length; node++) {
    const begin = first[node] ?? 0;
    const end = first[node + 1] ?? 0;
    const own = values[node] ?? 0;
    let sum = 0;
    for (let at = begin; at < end; at++) sum += values[neighbours[at] ?? 0] ?? 0;
    next[node] = end > begin ? own + share * (sum / (end - begin) - own) : own;
  }
  values.set(next);
}

/**
 * Subtracts from a vector its part along another, under a weighted product.
 * @param {Float64Array} vector
 * @param {Float64Array} other
 * @param {Float64Array} weight
 */
function without(vector, other, weight) {
  let [product, square] = [0, 0];
  for (let at = 0; at < vector.length; at++) {
    const weighted = (weight[at] ?? 0) * (other[at] ?? 0);
    product += weighted * (vector[at] ?? 0);
    square += weighted * (other[at] ?? 0);
  }
  const share = square > 0 ? product / square : 0;
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) - share * (other[at] ?? 0);
}

/** Scales a vector to a root mean square. @param {Float64Array} vector @param {number} wanted */
function stretch(vector, wanted) {
  const mean = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0) / Math.max(vector.length, 1));
  const factor = mean > 1e-12 ? wanted / mean : 0;
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * factor;
}

/** Pushes the nodes of a level apart, by lists of the nodes in cells of size 1. */
class Cells {
  #mask;
  #first;
  #nodes;
  #keys;

  /** @param {number} most nodes of a level */
  constructor(most) {
    this.#mask = 2 ** Math.ceil(Math.log2(2 * most + 1)) - 1;
    this.#first = new Uint32Array(this.#mask + 2);
    this.#nodes = new Uint32Array(most);
    this.#keys = new Uint32Array(most);
  }

  /** @param {number} y @param {number} z */
  #key(y, z) {
    return ((Math.imul(y, 73856093) ^ Math.imul(z, 19349663)) >>> 0) & this.#mask;
  }

  /**
   * @param {Float64Array} ys
   * @param {Float64Array} zs
   * @param {number} begin the first node of the level
   * @param {number} end
   */
  push(ys, zs, begin, end) {
    const [first, nodes, keys] = [this.#first, this.#nodes, this.#keys];
    first.fill(0);
    for (let node = begin; node < end; node++) {
      const key = this.#key(Math.floor(ys[node] ?? 0), Math.floor(zs[node] ?? 0));
      keys[node - begin] = key;
      first[key + 1] = (first[key + 1] ?? 0) + 1;
    }
    for (let key = 0; key <= this.#mask; key++) first[key + 1] = (first[key + 1] ?? 0) + (first[key] ?? 0);
    // Filled from the end of each list, so that `first` has the beginnings again.
    for (let node = end - 1; node >= begin; node--) {
      const key = (keys[node - begin] ?? 0) + 1;
      first[key] = (first[key] ?? 0) - 1;
      nodes[first[key] ?? 0] = node;
    }
    for (let node = begin; node < end; node++) {
      const cellY = Math.floor(ys[node] ?? 0);
      const cellZ = Math.floor(zs[node] ?? 0);
      for (let dy = -1; dy <= 1; dy++) {
        for (let dz = -1; dz <= 1; dz++) {
          const key = this.#key(cellY + dy, cellZ + dz);
          const last = key === this.#mask ? end - begin : first[key + 2] ?? 0;
          for (let at = first[key + 1] ?? 0; at < last; at++) {
            const other = nodes[at] ?? 0;
            if (other > node) separate(ys, zs, node, other);
          }
        }
      }
    }
  }
}

/**
 * Moves two nodes apart that are nearer than 1.
 * @param {Float64Array} ys
 * @param {Float64Array} zs
 * @param {number} one
 * @param {number} other
 */
function separate(ys, zs, one, other) {
  let y = (ys[other] ?? 0) - (ys[one] ?? 0);
  let z = (zs[other] ?? 0) - (zs[one] ?? 0);
  let far = Math.hypot(y, z);
  if (far >= 1) return;
  if (far < 1e-6) {
    // Nodes at the same place part in a direction that depends on their numbers.
    [y, z, far] = [Math.cos(other), Math.sin(other), 1e-6];
    [y, z] = [y * far, z * far];
  }
  const step = (PUSH * (1 - far)) / (2 * far);
  ys[one] = (ys[one] ?? 0) - step * y;
  zs[one] = (zs[one] ?? 0) - step * z;
  ys[other] = (ys[other] ?? 0) + step * y;
  zs[other] = (zs[other] ?? 0) + step * z;
}
