/** The visitor's level in Rush Hour, and those of puzzles, in moves. The book has the model: docs/explanation/rating.md. */
import { MOST_MOVES } from './pack-list.js';
import { lasting } from './store.js';

const RATING = 'huarong.rating';
/** The level before the first puzzle, and the expected score of the puzzles that are drawn. */
const FIRST = 15;
const AIM = 0.6;
/** Seconds that count as one move, and the longest time that counts. */
const SECONDS = 20;
const LONGEST = 600;
/** The least weight of a new score. The first scores weigh more. */
const WEIGHT = 0.15;
const MOST_PUZZLES = 200;

/** @typedef {{level: number, solved: number, puzzles: [key: string, level: number][]}} Rating */

/** @returns {Rating} */
function rating() {
  const { level, solved, puzzles } = /** @type {Partial<Rating>} */ (lasting.read(RATING) ?? {});
  const isSound = Number(level) > 0 && Number.isInteger(solved) && Array.isArray(puzzles) && puzzles.every((one) => Number(one?.[1]) > 0);
  return isSound ? /** @type {Rating} */ ({ level, solved, puzzles }) : { level: FIRST, solved: 0, puzzles: [] };
}

/** The numbers of moves of puzzles at the visitor's level. @returns {[from: number, to: number]} */
export function range() {
  const middle = Math.min(rating().level * (1 / AIM - 1), MOST_MOVES / 1.15);
  return [Math.max(Math.floor(middle * 0.85), 1), Math.max(Math.ceil(middle * 1.15), 3)];
}

/** Takes a solution without help. @param {string} key of the puzzle @param {{least: number, made: number, seconds: number}} result */
export function rate(key, { least, made, seconds }) {
  const { level, solved, puzzles } = rating();
  const puzzle = puzzles.find(([one]) => one === key)?.[1] ?? least;
  const surprise = least / (made + Math.min(seconds, LONGEST) / SECONDS) - 1 / (1 + puzzle / level);
  const others = puzzles.filter(([one]) => one !== key).slice(1 - MOST_PUZZLES);
  lasting.write(RATING, {
    level: level * Math.exp(Math.max(WEIGHT, 1 / (solved + 2)) * surprise), solved: solved + 1,
    puzzles: [...others, [key, puzzle * Math.exp(-WEIGHT * surprise)]],
  });
}
