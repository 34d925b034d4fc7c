/** The goal of a puzzle in words. */
import { hasExit } from './puzzle-picture.js';

/**
 * The goal in words. With doors, also what the signs on the board mean.
 * @param {import('./api.js').Puzzle} puzzle
 * @param {typeof import('./puzzle-words.js').words.en} words
 */
export function goalTexts(puzzle, words) {
  const { doors, kinds, goals } = puzzle;
  if (!doors) return [hasExit(puzzle) ? words.goalExit : words.goalText];
  const gone = kinds.filter(({ signs }) => signs.some((sign) => doors.gone.includes(sign)));
  const { leave, frozen, opens, layers } = words.doorsHelp;
  return [
    gone.length > 0 && words.goalGone(gone.map(({ signs }) => [signs[0], ...signs.slice(1).map(() => signs[0])].join(' ')).join(' ')),
    goals.some((goal) => goal.length > 0) && words.goalInPlace,
    leave, doors.frozen.length > 0 && frozen, doors.doors.some(({ opens_after }) => opens_after > 0) && opens, doors.layers.length > 0 && layers,
  ].filter((text) => typeof text === 'string');
}
