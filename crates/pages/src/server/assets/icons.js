/** Icons for buttons, drawn in the colour of the text. */
import { svg } from './dom.js';

const PATHS = {
  undo: 'M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3',
  redo: 'm15 5 5 5-5 5m5-5H10a5 5 0 0 0 0 10h3',
  restart: 'M5 5v6h6M5.6 11A8 8 0 1 1 4.5 16',
  hint: 'M9 19h6m-5 3h4M8.5 15.5C7 14 5.5 12.3 5.5 9.5a6.5 6.5 0 0 1 13 0c0 2.8-1.5 4.5-3 6',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  step: 'M6 5v14l10-7zM19 5v14',
  next: 'M4 12h15m-6-6 6 6-6 6',
  share: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1m2 3.5a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  mirror: 'M12 3v18M8 7l-5 10h5zM16 7l5 10h-5z',
  close: 'M6 6l12 12M18 6 6 18',
  erase: 'm9 19-5-5L14 4l6 6-9 9zM9 19h11M8.5 9.5l6 6',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5',
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return svg('svg', { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: PATHS[name] }));
}
