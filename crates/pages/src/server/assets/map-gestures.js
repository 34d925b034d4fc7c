/** Wheel, mouse and fingers on a map: what they point at, click, drag and zoom. */

/** Maximum distance of a pointer movement that is still a click, in pixels. */
const STILL = 6;

/**
 * What a view does with gestures. Places are in pixels from the corner of the canvas.
 * @typedef {object} Gestures
 * @property {(x: number, y: number) => number | null} nodeAt
 * @property {(node: number | null) => void} point called with the node under the pointer when it changes
 * @property {(node: number) => void} choose called with the clicked node
 * @property {(x: number, y: number, isMove: boolean) => void} drag by so many pixels; whether it moves the map in any case
 * @property {(factor: number, x: number, y: number) => boolean} zoom about a place; whether anything changes
 */

/**
 * Calls functions when a view has to be drawn again.
 * @param {HTMLCanvasElement} canvas
 * @param {() => void} resize called when the canvas has another size
 * @param {() => void} redraw called when the page has other colours
 * @param {AbortSignal} signal
 */
export function listenToLook(canvas, resize, redraw, signal) {
  const sizes = new ResizeObserver(resize);
  const themes = new MutationObserver(redraw);
  sizes.observe(canvas);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw, { signal });
  signal.addEventListener('abort', () => {
    sizes.disconnect();
    themes.disconnect();
  });
}

/**
 * Listens to the pointers. Returns a function that sets the node under the pointer.
 * @param {HTMLCanvasElement} canvas
 * @param {Gestures} gestures
 */
export function listenTo(canvas, gestures) {
  /** @type {number | null} */
  let pointed = null;
  const pointAt = (/** @type {number | null} */ node) => {
    if (node === pointed) return;
    pointed = node;
    gestures.point(node);
  };

  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let hasMoved = false;
  const placeOf = (/** @type {MouseEvent} */ event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  canvas.addEventListener('wheel', (event) => {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const { x, y } = placeOf(event);
    // If the map cannot zoom further, the page scrolls.
    if (gestures.zoom(Math.exp(-event.deltaY * lines * 0.002), x, y)) event.preventDefault();
  }, { passive: false });

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    hasMoved = pointers.size > 0;
    pointers.set(event.pointerId, placeOf(event));
  });

  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    const now = placeOf(event);
    if (!before) {
      // A finger covers what it points at.
      if (event.pointerType !== 'touch') pointAt(gestures.nodeAt(now.x, now.y));
      return;
    }
    const [first, second] = [...pointers.keys()].map((id) => ({ id, ...pointers.get(id) ?? now }));
    if (first && second) {
      const other = first.id === event.pointerId ? second : first;
      const [was, is] = [before, now].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      gestures.drag((now.x - before.x) / 2, (now.y - before.y) / 2, true);
      gestures.zoom((is ?? 1) / Math.max(was ?? 1, 1), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (hasMoved || Math.hypot(now.x - before.x, now.y - before.y) > STILL) {
      hasMoved = true;
      pointAt(null);
      gestures.drag(now.x - before.x, now.y - before.y, event.shiftKey);
    } else {
      return;
    }
    pointers.set(event.pointerId, now);
  });

  canvas.addEventListener('pointerup', (event) => {
    if (!pointers.delete(event.pointerId) || hasMoved) return;
    const { x, y } = placeOf(event);
    const node = gestures.nodeAt(x, y);
    if (node !== null) gestures.choose(node);
  });
  canvas.addEventListener('pointercancel', (event) => pointers.delete(event.pointerId));
  canvas.addEventListener('pointerleave', () => pointAt(null));
  return pointAt;
}
