/** The map of a component in space: levels along one axis. Dragging turns it. */
import { listenTo, listenToLook } from './map-gestures.js';
import { NOTHING, drawMarks } from './map-marks.js';
import { SpaceDrawing } from './map-space-drawing.js';
import { layout } from './map-space-layout.js';

/** @import { ComponentMap } from './component-map.js' */
/** @import { Colour, Marks } from './map-marks.js' */

/** Milliseconds of a frame for the layout, and from one picture of an unfinished layout to the next. */
const SLICE = 12;
const SHOWN = 150;
/**
 * A frame that takes more milliseconds is slow: then fewer lines and points are drawn, and no marks, until the map was
 * still for a while.
 */
const SLOW = 34;
const CALM = 160;
/** The smallest share of the lines, and of the points. */
const FEWEST_LINES = 1 / 16;
const FEWEST_POINTS = 1 / 3;
/** Radians per pixel of a drag. */
const TURN = 0.008;
/** The first direction of view. */
const YAW = -0.5;
const PITCH = 0.35;
/** The tangent of half the angle of view. */
const VIEW = 0.36;
/** Most pixels of the canvas for each pixel of the page. */
const MOST_PIXELS = 2;
/** Minimum and maximum zoom, and maximum distance of a click from its node, in pixels. */
const LEAST_ZOOM = 0.5;
const MOST_ZOOM = 40;
const REACH = 16;
/** Numbers of levels between two numbers of the axis. */
const LABELS = [1, 2, 5, 10, 20, 50, 100, 200];

export class SpaceView {
  /** @type {ComponentMap} */
  #map;
  #canvas;
  #overlay;
  #context;
  #colourOf;
  #pointAt;
  #laid;
  #drawing;
  #steps;
  /** The time of the last picture of an unfinished layout. */
  #shownAt = 0;
  /** @type {import('./map-space-layout.js').Places | null} */
  #places = null;
  #isLaid = false;
  #width = 0;
  #height = 0;
  #yaw = YAW;
  #pitch = PITCH;
  #zoom = 1;
  /** Pixels from the middle of the canvas to the middle of the map. */
  #shift = { x: 0, y: 0 };
  #matrix = new Float32Array(16);
  /** @type {Marks} */
  #marks = NOTHING;
  #frame = 0;
  /** The share of lines in pictures of a moving map, and the time of the last one. */
  #share = 1;
  #drawnAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLCanvasElement} canvas for WebGL
   * @param {HTMLCanvasElement} overlay above it, for marks
   * @param {ComponentMap} map
   * @param {(colour: Colour) => string} colourOf
   * @param {(node: number) => void} choose called with the clicked node
   * @param {(node: number | null) => void} point called with the node under the pointer when it changes
   * @param {(isLaid: boolean) => void} laid called when the layout begins and when it is finished
   * @param {AbortSignal} signal
   */
  constructor(canvas, overlay, map, colourOf, choose, point, laid, signal) {
    const context = overlay.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    this.#canvas = canvas;
    this.#overlay = overlay;
    this.#context = context;
    this.#colourOf = colourOf;
    this.#laid = laid;
    this.#map = map;
    this.#drawing = new SpaceDrawing(canvas);
    this.#load();
    this.#steps = layout(map);
    this.#pointAt = listenTo(overlay, {
      nodeAt: (x, y) => this.#nodeAt(x, y),
      point,
      choose,
      drag: (x, y, isMove) => {
        if (isMove) this.#move(x, y);
        else this.turn(x * TURN, y * TURN);
      },
      zoom: (factor, x, y) => this.#zoomAt(factor, x, y),
    });
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault(), { signal });
    canvas.addEventListener('webglcontextrestored', () => {
      this.#drawing = new SpaceDrawing(canvas);
      this.#load();
      if (this.#places) this.#drawing.place(this.#places.at);
      this.#request();
    }, { signal });
    listenToLook(overlay, () => this.#resize(), () => this.#request(), signal);
    signal.addEventListener('abort', () => {
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#timer);
    });
    laid(false);
  }

  /** Passes the nodes and moves of the map to the drawing. */
  #load() {
    const { adjacency: { first, neighbours }, size, levels } = this.#map;
    const share = Float32Array.from({ length: size }, (_, node) => this.#map.levelOf(node) / Math.max(levels.length - 1, 1));
    /** @type {[node: number, other: number][]} */
    const lines = [];
    for (let node = 0; node < size; node++) {
      for (let next = first[node] ?? 0; next < (first[node + 1] ?? 0); next++) {
        const other = neighbours[next] ?? 0;
        if (other > node) lines.push([node, other]);
      }
    }
    // Any first part of the nodes and lines is spread over the whole map.
    const order = Uint32Array.from(spread(Array.from({ length: size }, (_, node) => node)));
    this.#drawing.load(share, order, Uint32Array.from(spread(lines).flat()));
  }

  /** Shows another map as a whole, without marks. @param {ComponentMap} map */
  change(map) {
    this.#map = map;
    this.#marks = NOTHING;
    this.#pointAt(null);
    this.#places = null;
    this.#isLaid = false;
    this.#load();
    this.#steps = layout(map);
    this.#laid(false);
    this.whole();
  }

  /** @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    this.#request();
  }

  /** Shows the whole map, in the first direction of view. */
  whole() {
    this.#zoom = 1;
    this.#shift = { x: 0, y: 0 };
    this.#yaw = YAW;
    this.#pitch = PITCH;
    this.#request();
  }

  /** Zooms about the middle. @param {number} factor */
  zoomBy(factor) {
    this.#zoomAt(factor, this.#width / 2, this.#height / 2);
  }

  /** Brings a node to the middle, and zooms in. @param {number} node */
  zoomTo(node) {
    this.#zoom = Math.max(this.#zoom, 4);
    this.#turnMatrix();
    const [x, y] = this.pixelOf(node);
    this.#move(this.#width / 2 - x, this.#height / 2 - y);
  }

  /** Moves the map until a node is visible. @param {number} node */
  reveal(node) {
    const margin = 40;
    const [x, y] = this.pixelOf(node);
    const into = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(Math.max(at, margin), size - margin) - at;
    this.#move(into(x, this.#width), into(y, this.#height));
  }

  /** @param {number} yaw in radians @param {number} pitch in radians */
  turn(yaw, pitch) {
    this.#yaw += yaw;
    this.#pitch = Math.min(Math.max(this.#pitch + pitch, -Math.PI / 2), Math.PI / 2);
    this.#request();
  }

  /** @param {number} x @param {number} y */
  #move(x, y) {
    const most = 2 * Math.max(this.#width, this.#height);
    const within = (/** @type {number} */ at) => Math.min(Math.max(at, -most * this.#zoom), most * this.#zoom);
    this.#shift = { x: within(this.#shift.x + x), y: within(this.#shift.y + y) };
    this.#request();
  }

  /** @param {number} factor @param {number} x @param {number} y */
  #zoomAt(factor, x, y) {
    const zoom = Math.min(Math.max(this.#zoom * factor, LEAST_ZOOM), MOST_ZOOM);
    const changes = zoom !== this.#zoom;
    const grown = zoom / this.#zoom;
    const [fromX, fromY] = [x - this.#width / 2, y - this.#height / 2];
    this.#shift = { x: fromX + (this.#shift.x - fromX) * grown, y: fromY + (this.#shift.y - fromY) * grown };
    this.#zoom = zoom;
    this.#request();
    return changes;
  }

  /** Half the length of the map, half its width, and the distance of the eye. */
  get #extent() {
    const { spacing, radius } = this.#places ?? { spacing: 1, radius: 1 };
    const half = ((this.#map.levels.length - 1) * spacing) / 2;
    const whole = Math.hypot(half, radius) * 1.02;
    return { half, radius, whole, eye: whole / VIEW + whole * 0.2 };
  }

  /** Pixels per unit in the middle of the map. */
  get #scale() {
    const { half, radius } = this.#extent;
    // The axis of levels lies across the canvas at first.
    const fits = Math.min(this.#width / (2.2 * half + radius), this.#height / (2.3 * radius + 0.5 * half));
    return fits * this.#zoom;
  }

  /** Computes the matrix from places to the canvas. */
  #turnMatrix() {
    const { whole, eye } = this.#extent;
    const [sinY, cosY, sinP, cosP] = [Math.sin(this.#yaw), Math.cos(this.#yaw), Math.sin(this.#pitch), Math.cos(this.#pitch)];
    // The rows of the rotation: first about the upright axis, then about the horizontal one.
    const right = [cosY, 0, sinY];
    const up = [sinY * sinP, cosP, -cosY * sinP];
    const back = [-sinY * cosP, sinP, cosY * cosP];
    const lens = this.#scale * eye * 2;
    const [scaleX, scaleY] = [lens / Math.max(this.#width, 1), lens / Math.max(this.#height, 1)];
    const [near, far] = [eye - whole * 1.5, eye + whole * 1.5];
    const shiftX = (2 * this.#shift.x) / Math.max(this.#width, 1);
    const shiftY = (-2 * this.#shift.y) / Math.max(this.#height, 1);
    const column = (/** @type {number} */ at) => {
      const [x = 0, y = 0, z = 0] = [right[at], up[at], back[at]];
      return [scaleX * x - shiftX * z, scaleY * y - shiftY * z, (-(far + near) / (far - near)) * z, -z];
    };
    this.#matrix.set([...column(0), ...column(1), ...column(2),
      shiftX * eye, shiftY * eye, ((far + near) * eye - 2 * far * near) / (far - near), eye]);
  }

  /**
   * The place of a point on the canvas, in pixels, and its distance from the eye.
   * @param {number} x
   * @param {number} y
   * @param {number} z
   * @returns {[x: number, y: number, far: number]}
   */
  #project(x, y, z) {
    const m = this.#matrix;
    const row = (/** @type {number} */ at) => (m[at] ?? 0) * x + (m[at + 4] ?? 0) * y + (m[at + 8] ?? 0) * z + (m[at + 12] ?? 0);
    const far = row(3);
    return [(row(0) / far + 1) * 0.5 * this.#width, (1 - row(1) / far) * 0.5 * this.#height, far];
  }

  /** The place of a node, in pixels. @param {number} node @returns {[x: number, y: number]} */
  pixelOf(node) {
    const at = this.#places?.at;
    const [x, y] = this.#project(at?.[3 * node] ?? 0, at?.[3 * node + 1] ?? 0, at?.[3 * node + 2] ?? 0);
    return [x, y];
  }

  /**
   * The node nearest to a place, within reach. Of nodes at nearly the same place, the one in front.
   * @param {number} atX
   * @param {number} atY
   */
  #nodeAt(atX, atY) {
    if (!this.#isLaid || !this.#places) return null;
    const { at } = this.#places;
    const { eye } = this.#extent;
    let found = null;
    let nearest = REACH;
    for (let node = 0; node < this.#map.size; node++) {
      const [x, y, far] = this.#project(at[3 * node] ?? 0, at[3 * node + 1] ?? 0, at[3 * node + 2] ?? 0);
      const away = Math.abs(x - atX) + Math.abs(y - atY) > REACH * 2 ? Infinity
        : Math.hypot(x - atX, y - atY) + (far / eye) * 4 - 4;
      if (away < nearest) [found, nearest] = [node, away];
    }
    return found;
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#overlay;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#width = clientWidth;
    this.#height = clientHeight;
    const pixels = Math.min(devicePixelRatio, MOST_PIXELS);
    for (const canvas of [this.#canvas, this.#overlay]) {
      canvas.width = Math.round(clientWidth * pixels);
      canvas.height = Math.round(clientHeight * pixels);
    }
    cancelAnimationFrame(this.#frame);
    this.#draw();
  }

  #request() {
    if (this.#frame === 0 && this.#width > 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Continues the layout for a part of a frame. Whether there is anything new to draw. */
  #layOut() {
    const end = performance.now() + SLICE;
    let isNew = false;
    while (!this.#isLaid && performance.now() < end) {
      const { value, done } = this.#steps.next();
      // Places exist as soon as forces act.
      if (value.spacing !== 1 || done) {
        this.#places = value;
        isNew = true;
      }
      this.#isLaid = done === true;
    }
    return isNew;
  }

  #draw() {
    this.#frame = 0;
    const wasLaid = this.#isLaid;
    if (!wasLaid) {
      const isNew = this.#layOut();
      this.#request();
      // Visitors who asked for less motion see the finished layout only.
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const now = performance.now();
      if (!this.#isLaid && (!isNew || isCalm || now < this.#shownAt + SHOWN)) return;
      this.#shownAt = now;
      if (this.#places) this.#drawing.place(this.#places.at);
      if (this.#isLaid) this.#laid(true);
    }
    const now = performance.now();
    const passed = now - this.#drawnAt;
    const isMoving = wasLaid && passed < CALM;
    if (isMoving && passed > SLOW) this.#share = Math.max(this.#share / 2, FEWEST_LINES);
    if (isMoving && passed < SLOW / 2) this.#share = Math.min(this.#share * 1.1, 1);
    this.#drawnAt = now;
    clearTimeout(this.#timer);
    if (isMoving && this.#share < 1) this.#timer = setTimeout(() => this.#request(), 1.5 * CALM);
    const lines = isMoving ? this.#share : 1;
    this.#turnMatrix();
    const { whole, eye } = this.#extent;
    const pixels = this.#canvas.width / this.#width;
    // Half the distance of two nodes of a level.
    const size = Math.min(Math.max(this.#scale * 0.5, 1.6), 9);
    this.#drawing.draw({
      matrix: this.#matrix,
      size: size * pixels * eye,
      depth: [eye - whole, eye + whole],
      colours: [rgb(this.#colourOf('near')), rgb(this.#colourOf('middle')), rgb(this.#colourOf('far'))],
      ground: rgb(this.#colourOf('ground')),
      // Fewer lines are stronger.
      alpha: Math.min((0.06 + this.#scale * 0.03) / Math.sqrt(lines), 0.6),
    }, { lines, points: Math.max(lines, FEWEST_POINTS) });
    const isQuick = lines === 1;
    this.#overlay.style.opacity = isQuick ? '' : '0';
    if (isQuick) this.#drawOver(pixels);
    this.#canvas.dataset['drawn'] = String(Number(this.#canvas.dataset['drawn'] ?? 0) + 1);
  }

  /** Draws the axis and the marks. @param {number} pixels of the canvas for each pixel of the page */
  #drawOver(pixels) {
    const context = this.#context;
    context.setTransform(pixels, 0, 0, pixels, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    this.#drawAxis(context);
    drawMarks({
      context, radius: Math.min(this.#scale * 0.25, 3), colourOf: this.#colourOf,
      pixelOf: (node) => this.pixelOf(node),
      lineTo: (_, to) => context.lineTo(...this.pixelOf(to)),
    }, this.#marks);
  }

  /** Draws the distances below the map. @param {CanvasRenderingContext2D} context */
  #drawAxis(context) {
    const { half, radius } = this.#extent;
    const { spacing } = this.#places ?? { spacing: 1 };
    const last = this.#map.levels.length - 1;
    const place = (/** @type {number} */ level) => this.#project(level * spacing - half, -radius * 1.08, 0);
    const [[fromX, fromY], [toX, toY]] = [place(0), place(last)];
    const long = Math.hypot(toX - fromX, toY - fromY) / Math.max(last, 1);
    const every = LABELS.find((every) => every * long >= 40) ?? 500;
    context.strokeStyle = this.#colourOf('edge');
    context.fillStyle = this.#colourOf('ink');
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    context.stroke();
    context.font = `13px ${getComputedStyle(this.#overlay).fontFamily}`;
    context.textAlign = 'center';
    for (let level = 0; level <= last; level += every) {
      const [x, y] = place(level);
      context.fillText(String(level), x, y + 16);
    }
  }
}

/**
 * The same list in an order that visits all parts of it again and again, in ever smaller steps.
 * @template T
 * @param {readonly T[]} list
 */
function spread(list) {
  const all = [];
  const step = 64;
  for (let from = 0; from < step; from++) {
    // The odd factor mixes the order of the beginnings.
    for (let at = (from * 37) % step; at < list.length; at += step) all.push(/** @type {T} */ (list[at]));
  }
  return all;
}

/** The parts of a colour, from 0 to 1. @param {string} colour `rgb(…)` @returns {[number, number, number]} */
function rgb(colour) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255);
  return [red, green, blue];
}
