/** Wheel, mouse and fingers on a map: what they point at, click, drag and zoom. */

/** Maximum distance of a pointer movement that is still a click, in pixels. */
const STILL = 6;

/**
 * What a view does with gestures. Places are in pixels from the corner of the canvas.
 * @typedef {object} Gestures
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave the pointer left the canvas, or drags it
 * @property {(x: number, y: number) => void} click
 * @property {(x: number, y: number, isMove: boolean) => void} drag by so many pixels; whether it moves the map in any case
 * @property {(factor: number, x: number, y: number) => boolean} zoom about a place; whether anything changes
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Gestures} gestures
 */
export function listenTo(canvas, gestures) {
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
      if (event.pointerType !== 'touch') gestures.hover(now.x, now.y);
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
      gestures.leave();
      gestures.drag(now.x - before.x, now.y - before.y, event.shiftKey);
    } else {
      return;
    }
    pointers.set(event.pointerId, now);
  });

  canvas.addEventListener('pointerup', (event) => {
    if (!pointers.delete(event.pointerId) || hasMoved) return;
    const { x, y } = placeOf(event);
    gestures.click(x, y);
  });
  canvas.addEventListener('pointercancel', (event) => pointers.delete(event.pointerId));
  canvas.addEventListener('pointerleave', () => gestures.leave());
}
