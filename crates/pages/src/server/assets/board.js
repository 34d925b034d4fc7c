/**
 * <sliding-board>: a position whose pieces are moved by pointer and keyboard. It is one stop of the Tab key. Arrow keys
 * select a piece, Enter or Space takes it, and arrow keys then move it.
 */
import { celebrate } from './celebration.js';
import { decorate, svg } from './dom.js';
import { CELL, MARGIN, doorPlace, draw, drawFamily, outline, toCell } from './puzzle-picture.js';
import { Region, advance, length } from './region.js';
import { klotski, size } from './rules.js';
import { beyond, indexAt, neighbour, track } from './sliding.js';

/** @import { Cell } from './api.js' */
/** @import { Point } from './region.js' */
/** @import { Piece, Rules } from './rules.js' */
/** @import { Way } from './sliding.js' */

/**
 * A move of the player. The board already shows it.
 * @typedef {object} Made
 * @property {Cell} from
 * @property {Cell} to
 * @property {boolean} leaves whether the piece passes a door from there
 * @property {string} shape
 * @property {'drag' | 'key' | 'click'} by
 * @property {string} position after the move
 */

/**
 * A piece that the pointer holds.
 * @typedef {object} Hold
 * @property {number} pointer
 * @property {number} moving
 * @property {Point} grabbed where the pointer grabbed it, in cells
 * @property {Point} start
 * @property {Point} at
 * @property {Point} goal
 * @property {Region} region
 * @property {readonly Way[]} out the ways of the piece out of the board
 * @property {number} time of the last frame
 */

/** Duration of a slide by one cell, in milliseconds. */
const PACE = 90;

/** @type {Record<string, Cell>} */
export const ARROW_KEYS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Board extends HTMLElement {
  /** Names a piece of some for screen readers. @type {(piece: Piece, pieces: readonly Piece[]) => string} */
  label = ({ shape, column, row }) => `${shape} ${column} ${row}`;
  /** Names the board. */
  name = '';
  #rules;

  /** @type {Piece[]} */
  #pieces = [];
  /** @type {SVGElement[]} in the order of the pieces */
  #shapes = [];
  /** @type {SVGSVGElement | null} */
  #picture = null;
  #marks = svg('g', { 'aria-hidden': 'true' });
  #targets = svg('g', { 'aria-hidden': 'true' });
  /** Index of the selected piece, which arrow keys and clicks on empty cells move; -1 if none. */
  #selected = -1;
  /** @type {Hold | null} */
  #hold = null;
  /** @type {Animation[]} */
  #finale = [];

  /** @param {Rules} [rules] missing if the browser copies the element */
  constructor(rules = klotski) {
    super();
    this.#rules = rules;
    // On the picture, this listener would make the picture a stop of the Tab key.
    this.addEventListener('focusin', (event) => this.#rove(this.#pieceAt(event)));
  }

  /** The text of the position shown. */
  get position() {
    return this.#rules.print(this.#pieces);
  }

  /** Shows a position. @param {string} text @param {{pace?: number}} [options] pace: maximum milliseconds per cell */
  show(text, { pace = PACE } = {}) {
    const pieces = this.#rules.parse(text) ?? [];
    if (this.#picture) this.#rearrange(pieces, pace);
    else this.#load(pieces);
  }

  /**
   * Marks the piece of a move and its target.
   * @param {Cell} from
   * @param {Cell} to
   * @param {boolean} [leaves] whether the piece passes a door from there
   */
  point(from, to, leaves = false) {
    this.unpoint();
    const at = indexAt(this.#pieces, from);
    const piece = this.#pieces[at];
    if (!piece) return;
    this.#shapes[at]?.classList.add('shown');
    const { out = null } = this.#rules.wayTo(this.#pieces, at, to, leaves) ?? {};
    // Half a step beyond the door.
    const target = out ? beyond(to, out, 0.5) : to;
    this.#marks.append(svg('path', {
      class: 'ghost', d: outline(this.#rules.kind(piece.shape).cells, 10), transform: toCell(...target),
    }));
  }

  unpoint() {
    this.#marks.replaceChildren();
    for (const shape of this.#shapes) shape.classList.remove('shown');
  }

  /** Moves the selected piece by one cell, or out through a door. Returns whether a piece is selected. @param {Cell} direction */
  push(direction) {
    const moving = this.#selected;
    const piece = this.#pieces[moving];
    if (!piece) return false;
    /** @type {Cell} */
    const from = [piece.column, piece.row];
    const to = beyond(from, direction);
    if (this.#rules.fitsFor(this.#pieces, moving)(...to, from)) {
      this.#commit({ moving, path: [from, to], out: null }, 'key');
      return true;
    }
    const out = this.#rules.waysOut(this.#pieces, moving).find((way) => way.path.length === 1 && same(way.out, direction));
    if (out) {
      this.#commit(out, 'key');
    } else {
      this.#nudge(moving, direction);
      this.dispatchEvent(new CustomEvent('blocked', { detail: piece }));
    }
    return true;
  }

  deselect() {
    this.#select(-1);
  }

  /** Animates the big piece of the family, which leaves the board. */
  finish() {
    const at = this.#pieces.findIndex(({ shape }) => shape === '0');
    const shape = this.#shapes[at];
    if (!this.#rules.isFamily || calm.matches || !shape) return;
    // After it has left the board, it must not cover the controls below.
    shape.classList.add('gone');
    this.#finale = celebrate(this, shape, this.#pieces[at]);
  }

  /** @param {readonly Piece[]} pieces */
  #load(pieces) {
    const { isFamily, puzzle } = this.#rules;
    this.className = isFamily ? 'family' : 'puzzle';
    for (const size of /** @type {const} */ (['columns', 'rows'])) this.style.setProperty(`--${size}`, String(puzzle[size]));
    const picture = (isFamily ? drawFamily : draw)(this.#rules, pieces);
    decorate(picture, { role: 'group', 'aria-label': this.name, focusable: 'false' });
    const { activeElement } = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const focused = this.#pieces[this.#shapes.findIndex((shape) => shape === activeElement)];
    this.#hold = null;
    this.#selected = -1;
    this.#pieces = [...pieces];
    this.#shapes = [.../** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll('[data-shape]'))];
    this.#shapes.forEach((shape, at) => {
      // The board sets the places of its pieces.
      shape.removeAttribute('transform');
      decorate(shape, { 'data-piece': at, tabindex: -1, role: 'button', 'aria-pressed': 'false' });
    });
    // The Tab key goes to the first piece in reading order.
    const cells = this.#pieces.map(({ column, row }) => this.#rules.cellIndex([column, row]));
    this.#rove(cells.indexOf(Math.min(...cells)));
    picture.append(this.#targets, this.#marks);
    this.unpoint();
    this.#pieces.forEach((_, at) => this.#settle(at));
    this.#listen(picture);
    this.#picture = picture;
    this.replaceChildren(picture);
    this.#showTargets();
    // A piece that has left gives the focus to the nearest one.
    if (focused) {
      const away = this.#pieces.map(({ column, row }) => Math.hypot(column - focused.column, row - focused.row));
      this.#shapes[away.indexOf(Math.min(...away))]?.focus({ preventScroll: true });
    }
  }

  /** @param {SVGSVGElement} picture */
  #listen(picture) {
    picture.addEventListener('pointerdown', (event) => this.#take(event));
    // Some browsers ignore `touch-action` on parts of a picture, and would scroll.
    picture.addEventListener('touchstart', (event) => {
      if (event.cancelable && this.#pieceAt(event) >= 0) event.preventDefault();
    }, { passive: false });
    picture.addEventListener('pointermove', (event) => this.#drag(event));
    picture.addEventListener('pointerup', (event) => this.#drop(event));
    picture.addEventListener('pointercancel', () => this.#giveUp());
    picture.addEventListener('click', (event) => this.#click(event));
    picture.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {Event} event */
  #pieceAt(event) {
    const path = event.target instanceof Element ? event.target.closest('[data-piece]') : null;
    return path ? this.#shapes.indexOf(/** @type {SVGElement} */ (path)) : -1;
  }

  /** The place of the pointer, in cells. @param {MouseEvent} event @returns {Point} */
  #place(event) {
    const matrix = this.#picture?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [(x - MARGIN) / CELL, (y - MARGIN) / CELL];
  }

  /** @param {PointerEvent} event */
  #take(event) {
    const moving = this.#pieceAt(event);
    const piece = this.#pieces[moving];
    const shape = this.#shapes[moving];
    if (!piece || !shape || event.button !== 0 || this.#hold) return;
    this.#endFinale();
    shape.setPointerCapture(event.pointerId);
    shape.focus({ preventScroll: true });
    this.#select(moving);
    shape.classList.add('held');
    for (const animation of shape.getAnimations()) if (!(animation instanceof CSSAnimation)) animation.cancel();
    /** @type {Point} */
    const start = [piece.column, piece.row];
    const ends = [...this.#rules.pathsOf(this.#pieces, moving).values()].map((path) => /** @type {Cell} */ (path.at(-1)));
    const out = this.#rules.waysOut(this.#pieces, moving);
    this.#hold = {
      pointer: event.pointerId, moving, start, at: start, goal: start, grabbed: this.#place(event), out,
      region: this.#regionOf(moving, [start, ...ends], out), time: 0,
    };
    this.dispatchEvent(new CustomEvent('take', { detail: piece }));
  }

  /**
   * The region in which a piece can be dragged: its places on the board, and one step beyond the doors that it can pass.
   * @param {number} moving
   * @param {readonly Cell[]} ends
   * @param {readonly Way[]} out
   */
  #regionOf(moving, ends, out) {
    const fits = this.#rules.fitsFor(this.#pieces, moving);
    const steps = out.map((way) => /** @type {[Cell, Cell]} */ (track(way).slice(-2)));
    const passes = (/** @type {Cell} */ from, /** @type {Cell} */ to) => steps.some(([inside, outside]) => same(from, inside) && same(to, outside));
    const isOutside = (/** @type {Cell} */ cell) => steps.some(([, outside]) => same(cell, outside));
    return new Region((column, row, from) => {
      /** @type {Cell} */
      const to = [column, row];
      return from && (isOutside(to) || isOutside(from)) ? passes(from, to) || passes(to, from) : fits(...to, from);
    }, [...ends, ...steps.map(([, outside]) => outside)]);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const hold = this.#hold;
    if (!hold || event.pointerId !== hold.pointer) return;
    const [x, y] = this.#place(event);
    const resting = hold.goal === hold.at;
    /** @type {Point} */
    const wanted = [hold.start[0] + x - hold.grabbed[0], hold.start[1] + y - hold.grabbed[1]];
    hold.goal = hold.region.nearest(wanted, hold.at);
    if (resting && hold.goal !== hold.at) {
      hold.time = performance.now();
      requestAnimationFrame((now) => this.#follow(hold, now));
    }
  }

  /**
   * Slides the held piece towards the pointer, along empty cells, faster than the eye notices.
   * @param {Hold} hold
   * @param {number} now
   */
  #follow(hold, now) {
    if (this.#hold !== hold) return;
    const path = hold.region.path(hold.at, hold.goal);
    const whole = length(path);
    const far = Math.max(now - hold.time, 4) / 1000 * Math.max(30, whole * 30);
    hold.time = now;
    hold.at = calm.matches || far >= whole ? hold.goal : advance(path, far);
    this.#put(hold.moving, hold.at);
    if (hold.at !== hold.goal) requestAnimationFrame((later) => this.#follow(hold, later));
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const hold = this.#hold;
    if (!hold || event.pointerId !== hold.pointer) return;
    this.#drag(event);
    this.#hold = null;
    this.#shapes[hold.moving]?.classList.remove('held');
    const [x, y] = hold.goal;
    /** @type {Cell} */
    const to = [Math.round(x), Math.round(y)];
    const slide = hold.region.path(hold.at, to);
    const { moving } = hold;
    const way = hold.out.find((one) => same(/** @type {Cell} */ (track(one).at(-1)), to)) ?? this.#rules.wayTo(this.#pieces, moving, to);
    if (!way || same(to, hold.start)) this.#slide(moving, slide, PACE);
    else this.#commit(way, 'drag', slide);
  }

  /** Returns a held piece to its start. */
  #giveUp() {
    const hold = this.#hold;
    if (!hold) return;
    this.#hold = null;
    this.#shapes[hold.moving]?.classList.remove('held');
    this.#slide(hold.moving, hold.region.path(hold.at, hold.start), PACE);
  }

  /** Moves the selected piece to a clicked empty cell, if it can reach it. @param {MouseEvent} event */
  #click(event) {
    const piece = this.#pieces[this.#selected];
    if (!piece || this.#pieceAt(event) >= 0) return;
    const [x, y] = this.#place(event);
    const best = this.#waysTo([Math.floor(x), Math.floor(y)])[0];
    if (best) this.#commit(best, 'click');
  }

  /** The ways of the selected piece over a cell, the shortest first: onto it, or out through a door there. @param {Cell} cell */
  #waysTo(cell) {
    const moving = this.#selected;
    const piece = /** @type {Piece} */ (this.#pieces[moving]);
    /** @type {Way[]} */
    const all = [...this.#rules.pathsOf(this.#pieces, moving).values()].map((path) => ({ moving, path, out: null }));
    return [...all, ...this.#rules.waysOut(this.#pieces, moving)].sort((a, b) => a.path.length - b.path.length).filter((way) => {
      const [column, row] = /** @type {Cell} */ (track(way).at(-1));
      const isThere = this.#rules.cellsOf({ ...piece, column, row }).some((covered) => same(covered, cell));
      return isThere && (!way.out || this.#rules.isWall(cell));
    });
  }

  /** Makes a piece the only stop of the Tab key. @param {number} at */
  #rove(at) {
    if (at < 0) return;
    this.#shapes.forEach((shape, other) => shape.setAttribute('tabindex', other === at ? '0' : '-1'));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#pieceAt(event);
    const arrow = ARROW_KEYS[event.key];
    if (arrow) {
      // The page moves the selected piece, because the move belongs to its game.
      if (this.#selected >= 0) return;
      this.#shapes[neighbour(this.#pieces.map((piece) => this.#rules.cellsOf(piece)), at, arrow)]?.focus();
    } else if (event.key === 'Escape') {
      if (this.#hold) this.#giveUp();
      else this.deselect();
    } else if (event.key === ' ' || event.key === 'Enter') {
      this.#select(this.#selected === at ? -1 : at, true);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {number} at index, or -1 for none @param {boolean} [byKey] */
  #select(at, byKey = false) {
    if (at === this.#selected) return;
    this.#shapes[this.#selected]?.setAttribute('aria-pressed', 'false');
    this.#shapes[at]?.setAttribute('aria-pressed', 'true');
    this.#selected = at;
    this.#showTargets();
    this.dispatchEvent(new CustomEvent('select', { detail: byKey ? this.#pieces[at] : undefined }));
  }

  /** Shows dots on the empty cells that the selected piece can cover after one move. */
  #showTargets() {
    this.#targets.replaceChildren();
    const piece = this.#pieces[this.#selected];
    if (!piece) return;
    const covered = new Set(this.#pieces.flatMap((other) => this.#rules.cellsOf(other).map((cell) => this.#rules.cellIndex(cell))));
    for (const path of this.#rules.pathsOf(this.#pieces, this.#selected).values()) {
      const [column, row] = /** @type {Cell} */ (path[path.length - 1]);
      for (const cell of this.#rules.cellsOf({ ...piece, column, row })) {
        if (covered.has(this.#rules.cellIndex(cell))) continue;
        covered.add(this.#rules.cellIndex(cell));
        this.#targets.append(svg('circle', {
          class: 'target', cx: MARGIN + CELL * (cell[0] + 0.5), cy: MARGIN + CELL * (cell[1] + 0.5), r: 11,
        }));
      }
    }
    for (const way of this.#rules.waysOut(this.#pieces, this.#selected)) {
      const [column, row] = /** @type {Cell} */ (track(way).at(-1));
      for (const cell of this.#rules.cellsOf({ ...piece, column, row }).filter((cell) => this.#rules.isWall(cell))) {
        this.#targets.append(svg('rect', { class: 'way-out', ...doorPlace(this.#rules.puzzle, cell), transform: toCell(0, 0) }));
      }
    }
  }

  /**
   * Makes a move of the player and dispatches an event.
   * @param {Way} way
   * @param {Made['by']} by
   * @param {Point[]} [slide] path of the slide from the place shown
   */
  #commit(way, by, slide = track(way)) {
    const piece = this.#pieces[way.moving];
    if (!piece) return;
    this.#endFinale();
    this.unpoint();
    this.#make(way, slide, PACE);
    this.#showTargets();
    /** @type {Made} */
    const detail = {
      from: [piece.column, piece.row], to: /** @type {Cell} */ (way.path.at(-1)), leaves: way.out !== null, shape: piece.shape, by,
      position: this.position,
    };
    this.dispatchEvent(new CustomEvent('move', { detail }));
  }

  /**
   * Shows a move.
   * @param {Way} way
   * @param {Point[]} slide
   * @param {number} pace
   */
  #make(way, slide, pace) {
    const after = this.#rules.after(this.#pieces, way);
    if (!way.out) {
      this.#pieces = after;
      this.#settle(way.moving);
      this.#slide(way.moving, slide, pace);
      return;
    }
    const shape = this.#shapes[way.moving];
    const { width, height } = size(this.#rules.kind(this.#pieces[way.moving]?.shape ?? ''));
    // Doors open, and frozen pieces thaw: the board is drawn again.
    this.#load(after);
    if (!shape || calm.matches || pace === 0) return;
    for (const name of shape.getAttributeNames()) if (name !== 'style') shape.removeAttribute(name);
    decorate(shape, { class: 'gone', 'aria-hidden': 'true' });
    this.#picture?.append(shape);
    const first = /** @type {Point} */ (slide[0]);
    // A pointer may have pulled it out by a cell already.
    const last = beyond(/** @type {Cell} */ (way.path.at(-1)), way.out, 1 + (way.out[0] === 0 ? height : width));
    const path = [...slide.slice(0, -1), last];
    const animation = shape.animate(framesOf(path.length > 1 ? path : [first, last], true), { duration: lasting(path, pace) + 2 * pace, easing: 'ease-in' });
    animation.finished.then(() => shape.remove(), () => shape.remove());
  }

  /** Moves the pieces to another position. @param {Piece[]} pieces @param {number} pace */
  #rearrange(pieces, pace) {
    this.#giveUp();
    this.#endFinale();
    this.unpoint();
    const way = this.#rules.wayBetween(this.#pieces, pieces);
    if (way) {
      this.#make(way, track(way), pace);
    } else if (!sameShapes(pieces, this.#pieces)) {
      // A move that is taken back brings the piece back.
      const back = this.#rules.wayBetween(pieces, this.#pieces);
      this.#load(pieces);
      if (back) this.#slide(back.moving, track(back).reverse(), pace);
    } else {
      const before = this.#pieces;
      this.#pieces = assign(before, pieces);
      this.#pieces.forEach(({ column, row }, at) => {
        const old = before[at];
        if (!old || (old.column === column && old.row === row)) return;
        this.#settle(at);
        this.#slide(at, [[old.column, old.row], [column, row]], pace);
      });
    }
    this.#showTargets();
  }

  /** Updates the place and name of a piece after a move. @param {number} at */
  #settle(at) {
    const piece = this.#pieces[at];
    const shape = this.#shapes[at];
    if (!piece || !shape) return;
    decorate(shape, { 'data-column': piece.column, 'data-row': piece.row, 'aria-label': this.label(piece, this.#pieces) });
    this.#put(at, [piece.column, piece.row]);
  }

  /** @param {number} at @param {Point} place */
  #put(at, place) {
    const shape = this.#shapes[at];
    if (shape) shape.style.transform = translation(place);
  }

  /**
   * Animates a piece sliding to its present place.
   * @param {number} at
   * @param {Point[]} path
   * @param {number} pace milliseconds per cell
   */
  #slide(at, path, pace) {
    const last = path[path.length - 1];
    const shape = this.#shapes[at];
    if (!last || !shape) return;
    this.#put(at, last);
    if (calm.matches || pace === 0 || length(path) === 0) return;
    shape.animate(framesOf(path), { duration: lasting(path, pace), easing: 'ease-in-out' });
  }

  /** Shakes a piece that cannot move. @param {number} at @param {Cell} direction */
  #nudge(at, [x, y]) {
    const piece = this.#pieces[at];
    if (calm.matches || !piece) return;
    const home = translation([piece.column, piece.row]);
    const away = translation([piece.column + x * 0.06, piece.row + y * 0.06]);
    this.#shapes[at]?.animate({ transform: [home, away, home] }, { duration: 160 });
  }

  #endFinale() {
    for (const animation of this.#finale) animation.cancel();
    for (const shape of this.#shapes) shape.classList.remove('gone');
    this.#finale = [];
  }
}

/** The frames of a slide. @param {Point[]} path @param {boolean} [fades] whether the piece disappears during the last part */
function framesOf(path, fades = false) {
  const whole = length(path);
  let far = 0;
  return path.map((place, corner) => {
    far += corner === 0 ? 0 : length(path.slice(corner - 1, corner + 1));
    return { transform: translation(place), offset: far / whole, ...(fades ? { opacity: corner === path.length - 1 ? 0 : 1 } : {}) };
  });
}

/**
 * The duration of a slide. Long ones are a little faster per cell, as by hand.
 * @param {Point[]} path
 * @param {number} pace milliseconds per cell
 */
function lasting(path, pace) {
  return pace * (0.5 + 0.75 * length(path));
}

/** Whether two cells are equal. @param {readonly number[]} one @param {readonly number[]} other */
function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

/** @param {Point} place */
function translation([column, row]) {
  return `translate(${MARGIN + CELL * column}px, ${MARGIN + CELL * row}px)`;
}

/** @param {readonly Piece[]} a @param {readonly Piece[]} b */
function sameShapes(a, b) {
  const shapes = (/** @type {readonly Piece[]} */ pieces) => pieces.map(({ shape }) => shape).sort().join();
  return shapes(a) === shapes(b);
}

/**
 * Assigns to each piece the nearest free place of its shape in the new position; an unchanged place has distance 0.
 * @param {readonly Piece[]} before
 * @param {readonly Piece[]} after
 */
function assign(before, after) {
  const left = [...after];
  /** @type {Piece[]} */
  const places = Array(before.length);
  const pairs = before.flatMap((old, at) => after
    .filter(({ shape }) => shape === old.shape)
    .map((place) => ({ at, place, far: Math.hypot(old.column - place.column, old.row - place.row) })));
  for (const { at, place } of pairs.sort((a, b) => a.far - b.far)) {
    const index = left.indexOf(place);
    if (places[at] || index < 0) continue;
    places[at] = place;
    left.splice(index, 1);
  }
  return places;
}

customElements.define('sliding-board', Board);
