/**
 * <sliding-board>: a position whose pieces are moved by pointer and keyboard. It is one stop of the Tab key. Arrow keys
 * select a piece, Enter or Space takes it, and arrow keys then move it.
 */
import { celebrate } from './celebration.js';
import { decorate, svg } from './dom.js';
import { CELL, MARGIN, draw, drawFamily, outline, toCell } from './puzzle-picture.js';
import { Region, advance, length } from './region.js';
import { klotski } from './rules.js';
import { indexAt, moveBetween, moved, neighbour } from './sliding.js';

/** @import { Cell } from './api.js' */
/** @import { Point } from './region.js' */
/** @import { Piece, Rules } from './rules.js' */

/**
 * A move of the player. The board already shows it.
 * @typedef {object} Made
 * @property {Cell} from
 * @property {Cell} to
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
 * @property {number} time of the last frame
 */

/** Duration of a slide by one cell, in milliseconds. */
const PACE = 90;

/** @type {Record<string, Cell>} */
export const ARROW_KEYS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Board extends HTMLElement {
  /** Names a piece for screen readers. @type {(piece: Piece) => string} */
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

  /**
   * Shows a position.
   * @param {string} text
   * @param {{pace?: number}} [options] pace: maximum milliseconds per cell
   */
  show(text, { pace = PACE } = {}) {
    const pieces = this.#rules.parse(text) ?? [];
    if (this.#picture && sameShapes(pieces, this.#pieces)) this.#rearrange(pieces, pace);
    else this.#load(pieces);
  }

  /**
   * Marks the piece of a move and its target.
   * @param {Cell} from
   * @param {Cell} to
   */
  point(from, to) {
    this.unpoint();
    const at = indexAt(this.#pieces, from);
    const piece = this.#pieces[at];
    if (!piece) return;
    this.#shapes[at]?.classList.add('shown');
    this.#marks.append(svg('path', {
      class: 'ghost', d: outline(this.#rules.kind(piece.shape).cells, 10), transform: toCell(...to),
    }));
  }

  unpoint() {
    this.#marks.replaceChildren();
    for (const shape of this.#shapes) shape.classList.remove('shown');
  }

  /**
   * Moves the selected piece by one cell. Returns whether a piece is selected.
   * @param {Cell} direction
   */
  push([x, y]) {
    const piece = this.#pieces[this.#selected];
    if (!piece) return false;
    /** @type {Cell} */
    const to = [piece.column + x, piece.row + y];
    /** @type {Cell} */
    const from = [piece.column, piece.row];
    if (this.#rules.fitsFor(this.#pieces, this.#selected)(...to, from)) {
      this.#commit(this.#selected, to, 'key', [from, to]);
    } else {
      this.#nudge(this.#selected, [x, y]);
      this.dispatchEvent(new CustomEvent('blocked'));
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
    const { isFamily } = this.#rules;
    this.className = isFamily ? 'family' : 'puzzle';
    const picture = (isFamily ? drawFamily : draw)(this.#rules, pieces);
    decorate(picture, { role: 'group', 'aria-label': this.name, focusable: 'false' });
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
  }

  /** @param {SVGSVGElement} picture */
  #listen(picture) {
    picture.addEventListener('pointerdown', (event) => this.#take(event));
    // Some browsers ignore `touch-action` on parts of a picture, and would scroll.
    picture.addEventListener('touchstart', (event) => {
      if (this.#pieceAt(event) >= 0) event.preventDefault();
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

  /**
   * The place of the pointer, in cells.
   * @param {MouseEvent} event
   * @returns {Point}
   */
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
    this.#hold = {
      pointer: event.pointerId, moving, start, at: start, goal: start, grabbed: this.#place(event),
      region: new Region(this.#rules.fitsFor(this.#pieces, moving), [start, ...ends]), time: 0,
    };
    this.dispatchEvent(new CustomEvent('take'));
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
    const path = hold.region.path(hold.at, to);
    if (to[0] === hold.start[0] && to[1] === hold.start[1]) this.#slide(hold.moving, path, PACE);
    else this.#commit(hold.moving, to, 'drag', path);
  }

  /** Returns a held piece to its start. */
  #giveUp() {
    const hold = this.#hold;
    if (!hold) return;
    this.#hold = null;
    this.#shapes[hold.moving]?.classList.remove('held');
    this.#slide(hold.moving, hold.region.path(hold.at, hold.start), PACE);
  }

  /**
   * Moves the selected piece to a clicked empty cell, if it can reach it.
   * @param {MouseEvent} event
   */
  #click(event) {
    const piece = this.#pieces[this.#selected];
    if (!piece || this.#pieceAt(event) >= 0) return;
    const [x, y] = this.#place(event);
    const cell = this.#rules.cellIndex([Math.floor(x), Math.floor(y)]);
    let best = null;
    for (const path of this.#rules.pathsOf(this.#pieces, this.#selected).values()) {
      const [column, row] = /** @type {Cell} */ (path[path.length - 1]);
      const covers = this.#rules.cellsOf({ ...piece, column, row }).some((covered) => this.#rules.cellIndex(covered) === cell);
      if (covers && (!best || path.length < best.length)) best = path;
    }
    const to = best?.[best.length - 1];
    if (best && to) this.#commit(this.#selected, to, 'click', best);
  }

  /**
   * Makes a piece the only stop of the Tab key.
   * @param {number} at
   */
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
      this.#select(this.#selected === at ? -1 : at);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {number} at index, or -1 for none */
  #select(at) {
    if (at === this.#selected) return;
    this.#shapes[this.#selected]?.setAttribute('aria-pressed', 'false');
    this.#shapes[at]?.setAttribute('aria-pressed', 'true');
    this.#selected = at;
    this.#showTargets();
    this.dispatchEvent(new CustomEvent('select'));
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
  }

  /**
   * Makes a move of the player and dispatches an event.
   * @param {number} moving
   * @param {Cell} to
   * @param {Made['by']} by
   * @param {Point[]} path path of the slide from the place shown
   */
  #commit(moving, to, by, path) {
    const piece = this.#pieces[moving];
    if (!piece) return;
    this.#endFinale();
    this.unpoint();
    this.#pieces = moved(this.#pieces, moving, to);
    this.#settle(moving);
    this.#slide(moving, path, PACE);
    this.#showTargets();
    /** @type {Made} */
    const detail = { from: [piece.column, piece.row], to, shape: piece.shape, by, position: this.position };
    this.dispatchEvent(new CustomEvent('move', { detail }));
  }

  /**
   * Moves the pieces to another position of the same piece set.
   * @param {Piece[]} pieces
   * @param {number} pace
   */
  #rearrange(pieces, pace) {
    this.#giveUp();
    this.#endFinale();
    this.unpoint();
    const move = moveBetween(this.#pieces, pieces);
    const path = move ? this.#rules.pathTo(this.#pieces, move.moving, move.to) : null;
    if (move && path) {
      this.#pieces = moved(this.#pieces, move.moving, move.to);
      this.#settle(move.moving);
      this.#slide(move.moving, path, pace);
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

  /**
   * Updates the place and name of a piece after a move.
   * @param {number} at
   */
  #settle(at) {
    const piece = this.#pieces[at];
    const shape = this.#shapes[at];
    if (!piece || !shape) return;
    decorate(shape, { 'data-column': piece.column, 'data-row': piece.row, 'aria-label': this.label(piece) });
    this.#put(at, [piece.column, piece.row]);
  }

  /**
   * @param {number} at
   * @param {Point} place
   */
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
    const whole = length(path);
    if (calm.matches || pace === 0 || whole === 0) return;
    let far = 0;
    const frames = path.map((place, corner) => {
      far += corner === 0 ? 0 : length(path.slice(corner - 1, corner + 1));
      return { transform: translation(place), offset: far / whole };
    });
    // Long slides are a little faster per cell, as by hand.
    shape.animate(frames, { duration: pace * (0.5 + 0.75 * whole), easing: 'ease-in-out' });
  }

  /**
   * Shakes a piece that cannot move.
   * @param {number} at
   * @param {Cell} direction
   */
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

/** @param {Point} place */
function translation([column, row]) {
  return `translate(${MARGIN + CELL * column}px, ${MARGIN + CELL * row}px)`;
}

/**
 * @param {readonly Piece[]} a
 * @param {readonly Piece[]} b
 */
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
