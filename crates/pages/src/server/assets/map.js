/** The page of a map: a position in its component, its optimal solutions, and the path to any other position. */
import { aborted, latest, query } from './api.js';
import { ARROW_KEYS, Board } from './board.js';
import { ComponentMap } from './component-map.js';
import { Demonstration } from './demonstration.js';
import { download } from './download.js';
import { el, fill } from './dom.js';
import { START } from './family.js';
import { icon } from './icons.js';
import { keepAddress, metricSwitch, positionCode } from './lists.js';
import { graphml, json } from './map-files.js';
import { SpaceView } from './map-space.js';
import { hasWebGl } from './map-space-drawing.js';
import { MapView } from './map-view.js';
import { words as table } from './map-words.js';
import { pieceName, positionText } from './names.js';
import { failure, loading, reason } from './notice.js';
import { detours } from './path.js';
import { showPlaying } from './position-view.js';
import { colours as coloursOf, draw } from './puzzle-picture.js';
import { Source } from './puzzle-source.js';
import { shareButtons } from './share.js';
import { indexAt } from './sliding.js';
import { attempts } from './store.js';
import { metricOf, metrics } from './words.js';

/** @import { MapAnswer, Metric, Solution } from './api.js' */
/** @import { Made } from './board.js' */
/** @import { Colour } from './map-marks.js' */
/** @import { Rules } from './rules.js' */
/** @import { Context } from './words.js' */

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const asked = url.searchParams;
  const metric = metricOf(asked.get('metric'));
  fill(root, loading(context.language));
  const source = await Source.asked(asked);
  const rules = await source.rules(context.signal);
  const p = asked.get('p') || (source.isFamily ? START : rules.puzzle.start);
  const answer = await source.map(source.isFamily ? positionText(p) : p, metric, context.signal);
  const own = asked.has('own') ? attempts().filter(({ key, path }) => key === source.key && path[0] === answer.position).at(-1) : undefined;
  await new Page(root, context, source, rules, answer, own?.path ?? []).open(asked.get('to'));
}

/** Radians that a key turns the map, with the shift key: about the upright axis, and about the horizontal one. */
const TURN = Math.PI / 24;
/** @type {Record<string, [yaw: number, pitch: number]>} */
const TURNS = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, -TURN], ArrowDown: [0, TURN] };

class Page {
  #root;
  #context;
  #words;
  #language;
  #source;
  #rules;
  #pieceColours;
  #map;
  #metric;
  /** The marked position, which the board shows. */
  #here;
  /** @type {number | null} */
  #chosen = null;
  /** The path to the chosen position, or to the goal. @type {Solution | null} */
  #path = null;
  /** The positions of the visitor's path; empty if none is shown. */
  #own;
  /** The node selected by the arrow keys. @type {number | null} */
  #cursor = null;
  /** The node under the pointer. @type {number | null} */
  #pointed = null;
  /** The shortest paths from the marked position, once they are needed. @type {{from: number, before: Int32Array} | null} */
  #tree = null;
  #asking;
  #board;
  #parts;
  /** The view that is shown: flat, or in space. @type {MapView | SpaceView} */
  #view;
  #flat;
  /** @type {SpaceView | null} */
  #space = null;
  #colourOf;
  #demonstration;

  /**
   * @param {HTMLElement} root
   * @param {Context} context
   * @param {Source} source
   * @param {Rules} rules
   * @param {MapAnswer} answer
   * @param {string[]} own
   */
  constructor(root, context, source, rules, answer, own) {
    this.#own = own;
    this.#root = root;
    this.#context = context;
    this.#asking = latest(context.signal);
    this.#language = context.language;
    this.#words = context.t(table);
    this.#source = source;
    this.#rules = rules;
    this.#pieceColours = coloursOf(rules.puzzle);
    this.#board = new Board(rules);
    this.#map = new ComponentMap(answer, rules);
    this.#metric = answer.metric;
    this.#here = answer.position;
    this.#parts = this.#build(answer);
    const { canvas, colours } = this.#parts;
    this.#colourOf = (/** @type {Colour} */ name) => getComputedStyle(colours[name]).color;
    this.#flat = new MapView(canvas, this.#map, this.#colourOf, (node) => this.#choose(node), (node) => this.#point(node),
      context.signal);
    this.#view = this.#flat;
    this.#demonstration = new Demonstration({
      position: () => this.#here,
      metric: () => this.#metric,
      speed: () => 3,
      solve: (position) => this.#ask(position, context.signal),
      make: ({ position }) => this.#goTo(position),
      changed: () => {
        const { play, count } = this.#parts;
        showPlaying(play, this.#demonstration.playing);
        count.textContent = this.#demonstration.count;
      },
      failed: (error) => this.#fail(error),
    });
  }

  /** @param {string | null} to the position chosen at first */
  async open(to) {
    this.#board.name = this.#words.board;
    this.#board.label = ({ shape, column, row }) => this.#words.piece(this.#nameOf(shape), column + 1, row + 1);
    this.#board.show(this.#here);
    if (this.#context.signal.aborted) return;
    fill(this.#root, this.#parts.element);
    this.#listen();
    const known = to === null ? undefined : this.#map.find(to);
    this.#chosen = known ?? null;
    this.#showChosen();
    this.#show();
    await this.#askWay();
    if (to !== null && known === undefined) await this.#chooseWritten(to);
  }

  /** Chooses a position given in any notation, or shows an error. @param {string} text */
  async #chooseWritten(text) {
    try {
      const { target = '' } = await this.#source.solution(this.#here, this.#metric, this.#context.signal,
        this.#source.isFamily ? positionText(text) : text);
      await this.#choose(this.#map.find(target) ?? null);
    } catch (error) {
      if (!aborted(error)) this.#fail(error);
    }
  }

  /** A picture of a position, which screen readers skip. @param {string} text */
  #picture(text) {
    const picture = draw(this.#rules, this.#rules.parse(text) ?? []);
    picture.setAttribute('aria-hidden', 'true');
    return picture;
  }

  /** The name of files, without their extensions. */
  get #fileName() {
    const { piece_set = this.#rules.puzzle.id ?? 'puzzle' } = this.#map.answer;
    return `${piece_set}-${this.#metric}-${this.#map.size}`;
  }

  /** The page of a position. @param {string} p */
  #hrefOf(p) {
    return this.#source.href({ p, metric: this.#metric });
  }

  /** @param {string} shape */
  #nameOf(shape) {
    return pieceName(this.#language, this.#rules, shape);
  }

  /** What the address says about the map, besides the puzzle. */
  get #params() {
    return {
      p: this.#here,
      to: this.#chosen === null ? null : this.#map.textOf(this.#chosen),
      metric: this.#metric === 'finger' ? null : this.#metric,
    };
  }

  /** @param {MapAnswer} answer */
  #build({ piece_set }) {
    const words = this.#words;
    const { text } = this.#source.nameOf(this.#language, this.#rules.puzzle);
    const canvas = el('canvas', { id: 'map' });
    const space = { drawn: el('canvas', { id: 'map-space' }), marks: el('canvas', { id: 'map-space-marks' }) };
    const spaceBox = el('div', { class: 'map-space', hidden: true }, space.drawn, space.marks);
    const sign = (/** @type {Colour} */ colour) => el('span', { class: `sign ${colour}`, 'aria-hidden': 'true' });
    const colours = {
      here: sign('here'), path: sign('path'), own: sign('own'), goal: sign('goal'), node: sign('node'), edge: sign('edge'),
      ink: sign('ink'), ground: sign('ground'), near: sign('near'), middle: sign('middle'), far: sign('far'),
    };
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ name) =>
      el('button', { id, type: 'button', class: 'button', 'aria-label': name, title: name }, text);
    const inSpace = el('button', { id: 'map-in-space', type: 'button', class: 'button', 'aria-pressed': 'false' }, words.inSpace);
    if (!hasWebGl()) {
      inSpace.disabled = true;
      inSpace.textContent = words.noWebGl;
    }
    const tools = {
      inSpace,
      closer: button('map-closer', '+', words.closer),
      away: button('map-away', '−', words.away),
      whole: el('button', { id: 'map-whole', type: 'button', class: 'button' }, words.whole),
      near: el('button', { id: 'map-near', type: 'button', class: 'button' }, words.near),
    };
    const field = el('div', {
      id: 'map-field', class: 'map-field', tabindex: 0, role: 'application', 'aria-label': words.field,
      'aria-describedby': 'map-keys',
    }, canvas, spaceBox);
    // Screen readers are told about the position by announcements.
    const preview = el('div', { id: 'map-preview', class: 'map-preview', 'aria-hidden': 'true', hidden: true });
    const lead = el('p', { id: 'map-lead', class: 'lead' });
    const here = el('p', { id: 'map-here' });
    const links = el('div', { class: 'links' });
    const chosen = el('section', { id: 'map-chosen', class: 'card facts', 'aria-labelledby': 'chosen-title' });
    const pathTitle = el('h2', { id: 'path-title', class: 'spaced' });
    const pathList = el('ol', { id: 'path' });
    const play = el('button', { id: 'map-play', type: 'button', class: 'button', 'aria-pressed': 'false' },
      icon('play'), el('span', {}, words.play));
    const step = el('button', { id: 'map-step', type: 'button', class: 'button' },
      icon('step'), el('span', {}, words.step));
    const count = el('span', { class: 'number muted' });
    const error = el('div', { id: 'map-error' });
    const keys = el('p', { id: 'map-keys', class: 'muted small' }, words.keys);
    const [edges, optimal] = [el('span'), el('span')];
    const legend = el('ul', { class: 'legend' },
      el('li', {}, colours.here, optimal),
      el('li', {}, colours.path, words.legend.path),
      el('li', { id: 'legend-own', hidden: this.#own.length === 0 }, colours.own, words.legend.own),
      this.#map.solvable && el('li', {}, colours.goal, words.legend.goal),
      el('li', { id: 'legend-node' }, colours.node, words.legend.node),
      el('li', { id: 'legend-ramp', hidden: true }, colours.near, colours.middle, colours.far,
        this.#map.solvable ? words.legend.ramp : words.legend.rampDead),
      el('li', {}, colours.edge, edges),
      el('li', { hidden: true }, colours.ink, colours.ground));
    const element = el('article', { class: 'map-page' },
      el('header', {},
        el('h1', {}, piece_set === undefined ? words.puzzleTitle(text) : words.title(piece_set)),
        lead),
      el('div', { class: 'map-head' },
        metricSwitch(this.#language, 'map-metric', this.#metric, (metric) => this.#changeMetric(metric)),
        el('div', { class: 'map-tools' }, ...Object.values(tools))),
      error,
      el('figure', { class: 'map-box' },
        el('div', { class: 'map-stage' }, field, preview),
        el('figcaption', {},
          el('p', { class: 'axis' }, this.#map.solvable ? words.axis : words.axisDead),
          legend)),
      el('div', { class: 'map-side' },
        el('div', { class: 'map-board' },
          this.#board,
          el('div', { class: 'row' }, step, play, count)),
        chosen,
        el('section', { class: 'facts', 'aria-labelledby': 'here-title' },
          el('h2', { id: 'here-title' }, words.here), here, links,
          pathTitle, pathList)),
      el('div', { class: 'map-foot' },
        keys,
        el('div', { class: 'links' },
          el('span', {}, words.files),
          el('button', { id: 'map-graphml', type: 'button', class: 'button', onclick: () => download(`${this.#fileName}.graphml`, graphml(this.#map, this.#fileName)) }, 'GraphML'),
          el('button', { id: 'map-json', type: 'button', class: 'button', onclick: () => download(`${this.#fileName}.json`, json(this.#map)) }, 'JSON')),
        this.#map.whole ? null : el('p', { class: 'muted small' }, words.filesTree),
        shareButtons(this.#context, () => this.#source.mapLink(this.#params)).element));
    this.#board.id = 'map-position';
    return {
      element, canvas, space, spaceBox, field, preview, colours, edges, optimal, tools, lead, here, links, chosen, pathTitle, pathList, play, step, count,
      error, keys,
    };
  }

  #listen() {
    const { tools, field, play, step } = this.#parts;
    // The picture would stay where the node no longer is.
    field.addEventListener('wheel', () => this.#point(null), { passive: true });
    tools.inSpace.addEventListener('click', () => this.#changeView());
    tools.closer.addEventListener('click', () => this.#view.zoomBy(2));
    tools.away.addEventListener('click', () => this.#view.zoomBy(1 / 2));
    tools.whole.addEventListener('click', () => this.#view.whole());
    tools.near.addEventListener('click', () => this.#view.zoomTo(this.#node));
    field.addEventListener('keydown', (event) => this.#key(event));
    field.addEventListener('blur', () => {
      this.#cursor = null;
      this.#preview(this.#pointed);
      this.#mark();
    });
    step.addEventListener('click', () => this.#demonstration.step());
    play.addEventListener('click', () => {
      if (this.#demonstration.playing) this.#demonstration.pause();
      else this.#demonstration.play();
    });
    this.#board.addEventListener('take', () => this.#demonstration.leave());
    this.#board.addEventListener('move', async (event) => {
      this.#demonstration.leave();
      await this.#goTo(/** @type {CustomEvent<Made>} */ (event).detail.position);
      this.#context.announce(this.#parts.here.textContent ?? '');
    });
    this.#board.addEventListener('blocked', () => this.#context.announce(this.#words.blocked));
    this.#board.addEventListener('keydown', (event) => {
      const arrow = ARROW_KEYS[event.key];
      if (arrow && !event.defaultPrevented && this.#board.push(arrow)) event.preventDefault();
    });
    this.#context.signal.addEventListener('abort', () => this.#demonstration.leave());
  }

  /** The node of the marked position. */
  get #node() {
    // Every position reachable from the component belongs to it.
    return this.#map.find(this.#here) ?? 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.#cursor ?? this.#chosen ?? this.#node;
    const turn = TURNS[event.key];
    if (event.shiftKey && turn && this.#view === this.#space) {
      this.#space.turn(...turn);
      event.preventDefault();
      return;
    }
    switch (event.key) {
      case 'ArrowRight': this.#lead(this.#beside(at, 1)); break;
      case 'ArrowLeft': this.#lead(this.#beside(at, -1)); break;
      case 'ArrowUp': this.#lead(this.#sameLevel(at, at - 1)); break;
      case 'ArrowDown': this.#lead(this.#sameLevel(at, at + 1)); break;
      case 'Home': this.#lead(this.#node); break;
      case 'Enter': case ' ': this.#choose(at); break;
      case 'Escape': this.#choose(null); break;
      case '+': case '=': this.#view.zoomBy(2); break;
      case '-': this.#view.zoomBy(1 / 2); break;
      case '0': this.#view.whole(); break;
      default: return;
    }
    event.preventDefault();
  }

  /** Shows a position under the pointer, and the path to it. @param {number | null} node */
  #point(node) {
    this.#pointed = node;
    this.#preview(node);
    this.#mark();
  }

  /** A picture of a position beside its place on the map. @param {number | null} node */
  #preview(node) {
    const { preview, field } = this.#parts;
    preview.hidden = node === null;
    if (node === null) return;
    const words = this.#words;
    const path = this.#pathFrom(node);
    fill(preview, this.#picture(this.#map.textOf(node)),
      el('p', {}, (this.#map.solvable ? words.toGoal : words.fromStart)(this.#map.levelOf(node))),
      path.length > 1 ? el('p', {}, words.movesAway(path.length - 1)) : null);
    // Beside the node, on the side with more room.
    const [x, y] = this.#view.pixelOf(node);
    const { offsetWidth, offsetHeight } = preview;
    const left = x < field.clientWidth / 2 ? x + 18 : x - 18 - offsetWidth;
    const top = Math.min(Math.max(y - offsetHeight / 2, 4), field.clientHeight - offsetHeight - 4);
    preview.style.insetInlineStart = `${left}px`;
    preview.style.insetBlockStart = `${top}px`;
  }

  /**
   * A shortest path from a node to the marked position. Empty if not all moves are known, or if the node is marked.
   * @param {number} node
   */
  #pathFrom(node) {
    const from = this.#node;
    if (!this.#map.whole || node === from) return [];
    if (this.#tree?.from !== from) this.#tree = { from, before: this.#map.treeFrom(from) };
    const path = [node];
    for (let at = this.#tree.before[node] ?? -1; at >= 0; at = this.#tree.before[at] ?? -1) path.push(at);
    return path;
  }

  /** The first neighbour in another level. @param {number} node @param {number} direction */
  #beside(node, direction) {
    const level = this.#map.levelOf(node) + direction;
    return this.#map.neighbours(node).find((other) => this.#map.levelOf(other) === level) ?? node;
  }

  /** @param {number} node @param {number} other */
  #sameLevel(node, other) {
    return other >= 0 && other < this.#map.size && this.#map.levelOf(other) === this.#map.levelOf(node) ? other : node;
  }

  /** Moves the cursor to a node, and announces it. @param {number} node */
  #lead(node) {
    this.#cursor = node;
    this.#view.reveal(node);
    this.#preview(node);
    this.#mark();
    const near = [...this.#map.neighbours(node)].map((other) => this.#map.levelOf(other) - this.#map.levelOf(node));
    const count = (/** @type {number} */ direction) => near.filter((change) => change === direction).length;
    this.#context.announce(this.#words.cursor({
      distance: this.#map.levelOf(node), solvable: this.#map.solvable,
      place: this.#map.placeOf(node) + 1,
      all: this.#map.levels[this.#map.levelOf(node)] ?? 0,
      moves: this.#map.whole ? { nearer: count(-1), equal: count(0), farther: count(1) } : null,
    }));
  }

  /** Chooses a position and shows the path to it; null for the goal. @param {number | null} node */
  async #choose(node) {
    this.#demonstration.leave();
    this.#chosen = node === this.#node ? null : node;
    this.#showChosen();
    this.#show();
    const said = await this.#askWay();
    if (said !== '') this.#context.announce(said);
  }

  /** Marks another position. @param {string} position */
  async #goTo(position) {
    this.#here = position;
    this.#board.show(position);
    if (this.#node === this.#chosen && !this.#onWay) this.#chosen = null;
    this.#view.reveal(this.#node);
    this.#showChosen();
    this.#show();
    if (!this.#onWay) await this.#askWay();
  }

  /** Whether the marked position is on the path shown. */
  get #onWay() {
    const path = this.#path;
    return path !== null && (path.position === this.#here || path.moves.some(({ position }) => position === this.#here));
  }

  /** A shortest path from a position to the chosen one, or to the goal. @param {string} position @param {AbortSignal} signal */
  #ask(position, signal) {
    const to = this.#chosen === null ? null : this.#map.textOf(this.#chosen);
    return this.#source.solution(position, this.#metric, signal, to);
  }

  /** Requests the path and shows it. Returns the text to announce. */
  async #askWay() {
    const signal = this.#asking();
    this.#path = null;
    try {
      // Without a goal there is no path until a position is chosen.
      if (this.#map.solvable || this.#chosen !== null) {
        const path = await this.#ask(this.#here, signal);
        if (signal.aborted) return '';
        this.#path = path;
      }
      fill(this.#parts.error);
    } catch (error) {
      if (signal.aborted || aborted(error)) return '';
      // The list of the path before would be wrong.
      this.#showWay();
      this.#fail(error);
      return '';
    }
    this.#showWay();
    this.#show();
    return this.#parts.pathTitle.textContent ?? '';
  }

  /** Changes between the flat map and the map in space. */
  #changeView() {
    const { canvas, space, spaceBox, tools, keys, field } = this.#parts;
    const words = this.#words;
    const isSpace = this.#view === this.#flat;
    this.#point(null);
    canvas.hidden = isSpace;
    spaceBox.hidden = !isSpace;
    for (const [id, isHidden] of /** @type {[string, boolean][]} */ ([['legend-ramp', !isSpace], ['legend-node', isSpace]])) {
      const item = document.getElementById(id);
      if (item) item.hidden = isHidden;
    }
    tools.inSpace.setAttribute('aria-pressed', String(isSpace));
    keys.textContent = isSpace ? words.keysInSpace : words.keys;
    if (isSpace && !this.#space) {
      const laid = (/** @type {boolean} */ isLaid) => {
        field.setAttribute('aria-busy', String(!isLaid));
        spaceBox.dataset['laid'] = String(isLaid);
      };
      this.#space = new SpaceView(space.drawn, space.marks, this.#map, this.#colourOf,
        (node) => this.#choose(node), (node) => this.#point(node), laid, this.#context.signal);
    }
    this.#view = isSpace && this.#space ? this.#space : this.#flat;
    this.#mark();
  }

  /** Loads the map of the same positions in another metric. @param {Metric} metric */
  async #changeMetric(metric) {
    this.#demonstration.leave();
    const { field } = this.#parts;
    field.setAttribute('aria-busy', 'true');
    const chosen = this.#chosen === null ? null : this.#map.textOf(this.#chosen);
    try {
      const answer = await this.#source.map(this.#here, metric, this.#context.signal);
      this.#map = new ComponentMap(answer, this.#rules);
      this.#metric = metric;
      this.#chosen = chosen === null ? null : this.#map.find(chosen) ?? null;
      this.#cursor = null;
      this.#tree = null;
      this.#flat.change(this.#map);
      this.#space?.change(this.#map);
      this.#showChosen();
      this.#show();
      await this.#askWay();
    } catch (error) {
      if (!aborted(error)) this.#fail(error);
    } finally {
      field.removeAttribute('aria-busy');
    }
  }

  /** All steps of optimal solutions from the marked position. */
  get #optimal() {
    return this.#map.solvable ? this.#map.optimal(this.#node) : [];
  }

  /** Updates the marks on the map. */
  #mark() {
    const path = this.#chosen === null || !this.#path ? [] : [this.#path, ...this.#path.moves];
    const own = this.#own.map((position) => this.#map.find(position) ?? 0);
    const astray = detours(own.map((node) => this.#map.levelOf(node))).flatMap(({ move }) => own[move - 1] ?? []);
    this.#view.mark({
      own, astray, here: this.#node, optimal: this.#optimal, chosen: this.#chosen, cursor: this.#cursor,
      path: path.map(({ position }) => this.#map.find(position) ?? 0),
      pointed: this.#pointed === null ? [] : this.#pathFrom(this.#pointed),
    });
  }

  /** Updates everything that depends on the marked position. */
  #show() {
    const words = this.#words;
    const { lead, edges, optimal, here, links, pathList } = this.#parts;
    const { solvable, whole } = this.#map;
    const level = this.#map.levelOf(this.#node);
    this.#mark();
    lead.textContent = words.lead(this.#map.size, this.#map.levels.length - 1,
      metrics[this.#language][this.#metric].name, solvable);
    edges.textContent = whole ? words.legend.edge : words.legend.tree;
    optimal.textContent = !solvable ? words.legend.place : whole ? words.legend.here : words.legend.one;
    const nearer = this.#map.begin(level);
    here.textContent = solvable
      ? words.place(level, this.#map.levels.length - 1, nearer / this.#map.size) +
        (level === 0 || !whole ? '' : words.optimal(new Set(this.#optimal.flat()).size))
      : words.unsolvable;
    const { piece_set } = this.#map.answer;
    fill(links,
      el('a', { class: 'button', href: this.#hrefOf(this.#here) }, words.open),
      piece_set && el('a', { class: 'button', href: `/atlas/${piece_set}${query({ p: this.#here })}` }, words.set(piece_set)));
    for (const item of pathList.children) {
      const current = item instanceof HTMLElement && item.dataset['position'] === this.#here;
      if (current) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
      // Only the list scrolls, not the page.
      if (current) pathList.scrollTop = item.offsetTop - pathList.offsetTop - pathList.clientHeight / 3;
    }
    keepAddress({ ...this.#source.params, ...this.#params, own: this.#own.length > 0 ? '1' : null });
  }

  #showWay() {
    const words = this.#words;
    const { pathTitle, pathList, play, step } = this.#parts;
    const moves = this.#path?.moves ?? [];
    pathTitle.textContent = this.#path ? words.path(moves.length, this.#chosen === null) : words.noPath;
    for (const button of [play, step]) button.disabled = moves.length === 0;
    let pieces = this.#rules.parse(this.#path?.position ?? '') ?? [];
    fill(pathList, ...moves.map((move) => {
      const { from, to, position } = move;
      const shape = pieces[indexAt(pieces, from)]?.shape ?? '';
      pieces = this.#rules.parse(position) ?? [];
      return el('li', { 'data-position': position },
        el('button', { type: 'button', onclick: () => {
          this.#demonstration.leave();
          this.#goTo(position);
        } },
        el('span', { class: `dot ${this.#pieceColours[Number(shape)] ?? ''}` }),
        el('span', {}, words.move(this.#nameOf(shape), from, to))));
    }));
  }

  #showChosen() {
    const words = this.#words;
    const { chosen } = this.#parts;
    const node = this.#chosen;
    if (node === null) {
      fill(chosen, el('h2', { id: 'chosen-title' }, words.chosen), el('p', { class: 'muted' }, words.none));
      return;
    }
    const text = this.#map.textOf(node);
    fill(chosen,
      el('h2', { id: 'chosen-title' }, words.chosen),
      el('div', { class: 'chosen-card' },
        this.#picture(text),
        el('div', { class: 'facts' },
          el('p', {}, (this.#map.solvable ? words.toGoal : words.fromStart)(this.#map.levelOf(node))),
          positionCode(text),
          el('a', { id: 'chosen-open', class: 'button primary', href: this.#hrefOf(text) },
            words.open),
          el('button', { id: 'chosen-mark', type: 'button', class: 'button', onclick: () => {
            this.#demonstration.leave();
            this.#chosen = null;
            this.#goTo(text);
            this.#parts.field.focus();
          } }, words.mark))));
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.#context.signal.aborted) return;
    this.#context.announce(reason(this.#language, error));
    fill(this.#parts.error, failure(this.#language, error, () => this.#askWay()));
  }
}
