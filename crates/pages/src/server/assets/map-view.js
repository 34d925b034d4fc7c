/** The map of a component on a canvas: levels from left to right, with zoom and scrolling. */
import { listenTo, listenToLook } from './map-gestures.js';
import { NOTHING, drawMarks } from './map-marks.js';

/** @import { ComponentMap } from './component-map.js' */
/** @import { Colour, Marks } from './map-marks.js' */

/** Maximum number of pixels between two levels, and between two nodes of a level. */
const LEVEL = 80;
const NODE = 28;
const MARGIN = 22;
/** Pixels below the map, for its scale. */
const SCALE = 26;
/** Number of lines per stroke: very long canvas paths are slower than many short ones. */
const BATCH = 400;
/**
 * Maximum number of lines that are drawn in every frame. A larger map is moved as a picture, and drawn again after so
 * many milliseconds without a change.
 */
const FEW = 5_000;
const CALM = 120;
/** Maximum distance of a click from its node, in pixels. */
const REACH = 24;

export class MapView {
  /** @type {ComponentMap} */
  #map;
  #canvas;
  #context;
  #colourOf;
  #pointAt;
  /** The last picture of nodes and lines without marks, and its place. */
  #drawn = document.createElement('canvas');
  #drawnAt = { x: 1, y: 1, left: 0, top: 0 };
  /** Number of lines in it. */
  #lines = 0;
  #width = 0;
  #height = 0;
  #zoom = 1;
  #left = 0;
  #top = 0;
  /** Factor for the distance of nodes in the first level: there are often many more goal positions than others. */
  #squeeze = 1;
  /** Number of places in the widest level. */
  #most = 1;
  /** @type {Marks} */
  #marks = NOTHING;
  #frame = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #stale = true;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {ComponentMap} map
   * @param {(colour: Colour) => string} colourOf
   * @param {(node: number) => void} choose called with the clicked node
   * @param {(node: number | null) => void} point called with the node under the pointer when it changes
   * @param {AbortSignal} signal
   */
  constructor(canvas, map, colourOf, choose, point, signal) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    this.#canvas = canvas;
    this.#context = context;
    this.#map = map;
    this.#colourOf = colourOf;
    this.#measure();
    this.#pointAt = listenTo(canvas, {
      nodeAt: (x, y) => this.#nodeAt(x, y),
      point,
      choose,
      drag: (x, y) => {
        this.#left += x;
        this.#top += y;
        this.#place();
      },
      zoom: (factor, x, y) => this.#zoomAt(factor, x, y),
    });
    listenToLook(canvas, () => this.#resize(), () => this.redraw(), signal);
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      cancelAnimationFrame(this.#frame);
    });
  }

  /** Shows another map as a whole, without marks. @param {ComponentMap} map */
  change(map) {
    this.#map = map;
    this.#measure();
    this.#marks = NOTHING;
    this.#pointAt(null);
    this.#lines = 0;
    this.whole();
  }

  /** @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    this.#request();
  }

  /** Draws the whole map again. */
  redraw() {
    this.#stale = true;
    this.#request();
  }

  #measure() {
    const [first = 1, ...others] = this.#map.levels;
    const most = Math.max(...others, 1);
    this.#squeeze = others.length === 0 || first <= most ? 1 : Math.max((most - 1) / (first - 1), 0.25);
    this.#most = Math.max(most, (first - 1) * this.#squeeze + 1);
  }

  /** Pixels from one node of a level to the next. @param {number} level */
  #stepIn(level) {
    return this.#steps.y * (level === 0 ? this.#squeeze : 1);
  }

  /** Shows the whole map. */
  whole() {
    this.#zoom = 1;
    this.#place();
  }

  /** Zooms about the middle. @param {number} factor */
  zoomBy(factor) {
    this.#zoomAt(factor, this.#width / 2, this.#bottom / 2);
  }

  /** Zooms in until a node is distinct from its neighbours. @param {number} node */
  zoomTo(node) {
    const { fitY } = this.#fit;
    this.#zoom = Math.min(Math.max(this.#zoom, (NODE * 0.6) / fitY), this.#mostZoom);
    const [x, y] = this.pixelOf(node);
    this.#left += this.#width / 2 - x;
    this.#top += this.#bottom / 2 - y;
    this.#place();
  }

  /** Moves the map until a node is visible. @param {number} node */
  reveal(node) {
    const [x, y] = this.pixelOf(node);
    const into = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.min(Math.max(at, MARGIN * 2), size - MARGIN * 2) - at;
    this.#left += into(x, this.#width);
    this.#top += into(y, this.#bottom);
    this.#place();
  }

  /** The height without the scale. */
  get #bottom() {
    return this.#height - SCALE;
  }

  /** Pixels between levels and nodes when the whole map is visible. */
  get #fit() {
    const levels = Math.max(this.#map.levels.length - 1, 1);
    return {
      fitX: Math.min((this.#width - 2 * MARGIN) / levels, LEVEL),
      fitY: Math.min((this.#bottom - 2 * MARGIN) / Math.max(this.#most - 1, 1), NODE),
    };
  }

  get #mostZoom() {
    const { fitX, fitY } = this.#fit;
    return Math.max(LEVEL / fitX, NODE / fitY);
  }

  /** Pixels between levels and between nodes. */
  get #steps() {
    const { fitX, fitY } = this.#fit;
    return { x: Math.min(fitX * this.#zoom, LEVEL), y: Math.min(fitY * this.#zoom, NODE) };
  }

  /** The place of a node, in pixels. @param {number} node @returns {[x: number, y: number]} */
  pixelOf(node) {
    const level = this.#map.levelOf(node);
    const middle = ((this.#map.levels[level] ?? 1) - 1) / 2;
    return [this.#left + level * this.#steps.x, this.#top + (this.#map.placeOf(node) - middle) * this.#stepIn(level)];
  }

  /** The node nearest to a place, within reach. @param {number} atX @param {number} atY */
  #nodeAt(atX, atY) {
    const { x } = this.#steps;
    const { levels } = this.#map;
    const about = Math.round((atX - this.#left) / x);
    let found = null;
    let nearest = REACH;
    for (const level of [about, about - 1, about + 1]) {
      const count = levels[level];
      if (count === undefined) continue;
      const place = Math.round((atY - this.#top) / this.#stepIn(level) + (count - 1) / 2);
      const node = this.#map.begin(level) + Math.min(Math.max(place, 0), count - 1);
      const [nodeX, nodeY] = this.pixelOf(node);
      const far = Math.hypot(nodeX - atX, nodeY - atY);
      if (far < nearest) {
        found = node;
        nearest = far;
      }
    }
    return found;
  }

  /** @param {number} factor @param {number} atX @param {number} atY */
  #zoomAt(factor, atX, atY) {
    const before = this.#steps;
    const zoom = Math.min(Math.max(this.#zoom * factor, 1), this.#mostZoom);
    const changes = zoom !== this.#zoom;
    this.#zoom = zoom;
    const after = this.#steps;
    this.#left = atX - ((atX - this.#left) * after.x) / before.x;
    this.#top = atY - ((atY - this.#top) * after.y) / before.y;
    this.#place();
    return changes;
  }

  /** Keeps the map within the canvas, and draws it. */
  #place() {
    const { x, y } = this.#steps;
    const long = (this.#map.levels.length - 1) * x;
    const half = ((this.#most - 1) * y) / 2;
    const keep = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ length) =>
      length <= size - 2 * MARGIN ? (size - length) / 2 : Math.min(Math.max(at, size - MARGIN - length), MARGIN);
    this.#left = keep(this.#left, this.#width, long);
    this.#top = keep(this.#top - half, this.#bottom, 2 * half) + half;
    // If the whole map is visible, one finger scrolls the page.
    this.#canvas.style.touchAction = this.#zoom > 1 ? 'none' : 'pan-y';
    this.#stale = true;
    this.#request();
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    const before = this.#width === 0 ? null : this.#steps;
    this.#width = clientWidth;
    this.#height = clientHeight;
    for (const canvas of [this.#canvas, this.#drawn]) {
      canvas.width = Math.round(clientWidth * devicePixelRatio);
      canvas.height = Math.round(clientHeight * devicePixelRatio);
    }
    if (before) this.#left *= this.#steps.x / before.x;
    // Resizing clears the canvas, so it is drawn again before this frame is shown.
    this.#lines = 0;
    this.#place();
    cancelAnimationFrame(this.#frame);
    this.#draw();
  }

  #request() {
    if (this.#frame === 0 && this.#width > 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    clearTimeout(this.#timer);
    if (this.#stale && this.#lines <= FEW) this.#drawAll();
    else if (this.#stale) {
      // A map that was moved as a picture is drawn again.
      this.#timer = setTimeout(() => {
        this.#lines = 0;
        this.#request();
      }, CALM);
    }
    const context = this.#context;
    const { x, y } = this.#steps;
    const at = this.#drawnAt;
    const [growX, growY] = [x / at.x, y / at.y];
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    context.drawImage(this.#drawn, this.#left - at.left * growX, this.#top - at.top * growY,
      this.#width * growX, this.#height * growY);
    drawMarks({
      context, radius: this.#radius, colourOf: this.#colourOf,
      pixelOf: (node) => this.pixelOf(node),
      lineTo: (from, to) => this.#lineTo(context, ...this.pixelOf(from), ...this.pixelOf(to)),
    }, this.#marks);
    this.#drawScale(context);
  }

  /** Draws all visible positions and moves. */
  #drawAll() {
    const context = this.#drawn.getContext('2d');
    if (!context) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    const steps = this.#steps;
    const first = Math.max(Math.floor((-this.#left - MARGIN) / steps.x), 0);
    const last = Math.min(Math.ceil((this.#width + MARGIN - this.#left) / steps.x), this.#map.levels.length - 1);
    this.#lines = this.#drawMoves(context, Math.max(first - 1, 0), last);
    this.#drawNodes(context, first, last);
    this.#drawnAt = { ...steps, left: this.#left, top: this.#top };
    this.#stale = false;
    this.#canvas.dataset['drawn'] = String(this.#lines);
  }

  /**
   * Draws the moves from some levels. Returns the number of visible ones.
   * @param {CanvasRenderingContext2D} context
   * @param {number} firstLevel
   * @param {number} lastLevel
   */
  #drawMoves(context, firstLevel, lastLevel) {
    const map = this.#map;
    const { x, y } = this.#steps;
    context.strokeStyle = this.#colourOf('edge');
    context.lineWidth = Math.min(0.7 + y / 40, 1.2);
    context.globalAlpha = Math.min(0.05 + y * 0.12, 0.8);
    let lines = 0;
    context.beginPath();
    for (let level = firstLevel; level <= lastLevel; level++) {
      const [begin, end, beyond] = [map.begin(level), map.begin(level + 1), map.begin(level + 2)];
      const atX = this.#left + level * x;
      const step = this.#stepIn(level);
      // The first node of this level, and of the next.
      const ownTop = this.#top - ((end - begin - 1) / 2) * step;
      const nextTop = this.#top - ((beyond - end - 1) / 2) * y;
      for (let node = begin; node < end; node++) {
        const fromY = ownTop + (node - begin) * step;
        for (const other of map.neighbours(node)) {
          if (other < node) continue;
          const toY = other < end ? ownTop + (other - begin) * step : nextTop + (other - end) * y;
          if ((fromY < 0 && toY < 0) || (fromY > this.#height && toY > this.#height)) continue;
          context.moveTo(atX, fromY);
          this.#lineTo(context, atX, fromY, other < end ? atX : atX + x, toY);
          lines += 1;
          if (lines % BATCH === 0) {
            context.stroke();
            context.beginPath();
          }
        }
      }
    }
    context.stroke();
    context.globalAlpha = 1;
    return lines;
  }

  /**
   * Draws a line to a node. Within a level it bends around the nodes between, if there is room.
   * @param {CanvasRenderingContext2D} context
   * @param {number} fromX
   * @param {number} fromY
   * @param {number} toX
   * @param {number} toY
   */
  #lineTo(context, fromX, fromY, toX, toY) {
    const { x } = this.#steps;
    if (fromX !== toX || x < 12) context.lineTo(toX, toY);
    else {
      const reach = Math.min(x * 0.7, 8 + Math.abs(toY - fromY) * 0.3);
      context.quadraticCurveTo(fromX + reach, (fromY + toY) / 2, toX, toY);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} firstLevel
   * @param {number} lastLevel
   */
  #drawNodes(context, firstLevel, lastLevel) {
    const map = this.#map;
    const { x } = this.#steps;
    const radius = this.#radius;
    for (let level = firstLevel; level <= lastLevel; level++) {
      const count = map.levels[level] ?? 0;
      const step = this.#stepIn(level);
      const top = this.#top - ((count - 1) / 2) * step;
      const from = Math.max(Math.floor((-MARGIN - top) / step), 0);
      const to = Math.min(Math.ceil((this.#height + MARGIN - top) / step), count - 1);
      const atX = this.#left + level * x;
      context.fillStyle = this.#colourOf(level === 0 && map.solvable ? 'goal' : 'node');
      context.beginPath();
      for (let place = from; place <= to; place++) {
        const atY = top + place * step;
        if (radius < 2) context.rect(atX - radius, atY - radius, 2 * radius, 2 * radius);
        else {
          context.moveTo(atX + radius, atY);
          context.arc(atX, atY, radius, 0, 2 * Math.PI);
        }
      }
      context.fill();
    }
  }

  /** Half the width of a node. */
  get #radius() {
    const { x, y } = this.#steps;
    return Math.min(Math.max(y * 0.32, 0.5), Math.max(x * 0.25, 0.5), 7);
  }

  /** Draws the distances below the map. @param {CanvasRenderingContext2D} context */
  #drawScale(context) {
    const { x } = this.#steps;
    const { length } = this.#map.levels;
    const every = [1, 2, 5, 10, 20, 50, 100, 200].find((every) => every * x >= 40) ?? 500;
    context.fillStyle = this.#colourOf('ground');
    context.fillRect(0, this.#bottom, this.#width, SCALE);
    context.fillStyle = this.#colourOf('ink');
    context.strokeStyle = this.#colourOf('edge');
    context.lineWidth = 1;
    context.font = `13px ${getComputedStyle(this.#canvas).fontFamily}`;
    context.textAlign = 'center';
    for (let level = 0; level < length; level += every) {
      const at = this.#left + level * x;
      if (at < 0 || at > this.#width) continue;
      context.beginPath();
      context.moveTo(at, this.#bottom);
      context.lineTo(at, this.#bottom + 5);
      context.stroke();
      context.fillText(String(level), at, this.#height - 6);
    }
  }
}
