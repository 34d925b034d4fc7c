/** The visitor's progress as a file. */
import { best, days, isDistance, keepBest, keepDay } from './store.js';

const FORMAT = 'huarong-progress';

/** The text of a file with all results. */
export function progressText() {
  return `${JSON.stringify({ format: FORMAT, version: 1, best: best(), days: days() }, null, 2)}\n`;
}

/**
 * Keeps the results of a file where they are better. Returns their number; null if the text is no such file.
 * @param {string} text
 */
export function loadProgress(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (file?.format !== FORMAT || file.best === null || typeof file.best !== 'object') return null;
  for (const [day, result] of Object.entries(days(file.days))) keepDay(day, result);
  return Object.entries(file.best).filter(([start, made]) => isDistance(made) && keepBest(start, made)).length;
}
