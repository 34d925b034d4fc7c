/** Files of a component as a graph: GraphML and JSON. */

/** @import { ComponentMap } from './component-map.js' */

/** Number of lines that are joined before they go into the file: one text of all lines would take more memory. */
const BATCH = 10_000;

/** A text in XML. Pieces may have any sign. @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The two nodes of each known move, the lesser first. @param {ComponentMap} map @returns {Generator<[number, number]>} */
function* edges(map) {
  for (let node = 0; node < map.size; node++) {
    for (const other of map.neighbours(node)) if (other > node) yield [node, other];
  }
}

/** @param {Iterable<string>} lines @param {string} type */
function file(lines, type) {
  /** @type {string[]} */
  const parts = [];
  /** @type {string[]} */
  let batch = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    parts.push(batch.join(''));
    batch = [];
  }
  return new Blob([...parts, ...batch], { type });
}

/** @param {ComponentMap} map @param {string} name */
export function graphml(map, name) {
  function* lines() {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
    yield '<key id="position" for="node" attr.name="position" attr.type="string"/>\n';
    if (map.solvable) yield '<key id="distance" for="node" attr.name="distance" attr.type="int"/>\n';
    yield `<graph edgedefault="undirected">\n<desc>${escaped(name)}</desc>\n`;
    for (let node = 0; node < map.size; node++) {
      const distance = map.solvable ? `<data key="distance">${map.levelOf(node)}</data>` : '';
      yield `<node id="${node}"><data key="position">${escaped(map.textOf(node))}</data>${distance}</node>\n`;
    }
    for (const [node, other] of edges(map)) yield `<edge source="${node}" target="${other}"/>\n`;
    yield '</graph>\n</graphml>\n';
  }
  return file(lines(), 'application/graphml+xml');
}

/** @param {ComponentMap} map */
export function json(map) {
  function* lines() {
    const { piece_set, puzzle, metric, solvable, all_moves } = map.answer;
    const subject = piece_set === undefined ? { puzzle } : { piece_set };
    yield `${JSON.stringify({ ...subject, metric, solvable, all_moves }).slice(0, -1)},"nodes":[\n`;
    for (let node = 0; node < map.size; node++) {
      yield `${node === 0 ? '' : ',\n'}${JSON.stringify({ position: map.textOf(node), distance: map.solvable ? map.levelOf(node) : null })}`;
    }
    yield '],"edges":[\n';
    let isFirst = true;
    for (const edge of edges(map)) {
      yield `${isFirst ? '' : ',\n'}${JSON.stringify(edge)}`;
      isFirst = false;
    }
    yield ']}\n';
  }
  return file(lines(), 'application/json');
}
