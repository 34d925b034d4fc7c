/** A puzzle that a participant solves, and the log of it. The page of a study and the plugin for jsPsych share both. */
import { el } from './dom.js';
import { HuarongBoard } from './huarong-board.js';

/** @import { Cell, Metric, Puzzle } from './api.js' */

/**
 * A puzzle of a study. `start` is its board as `huarong trace` reads it.
 * @typedef {object} Stimulus
 * @property {string} id
 * @property {string} start
 * @property {string} [condition]
 * @property {Puzzle} description
 */

/**
 * An entry of a log: `start`, `press`, `move`, `restart`, `solved` or `give_up`.
 * @typedef {object} Entry
 * @property {string} event
 * @property {number} time milliseconds since the start of the trial
 * @property {number} attempt
 * @property {number} moves in the metric of the study, since the start of the attempt
 * @property {string} position
 * @property {Cell} [from]
 * @property {Cell} [to]
 * @property {'drag' | 'key' | 'click'} [by]
 */

/** @typedef {{stimulus: string, start: string, condition: string, began: string, solved: boolean, events: Entry[]}} Trial */

/**
 * Shows a puzzle until it is solved or given up.
 * @param {HTMLElement} parent
 * @param {Stimulus} stimulus
 * @param {{metric: Metric, giveUp: string, restart: boolean}} options giveUp: text of the button; empty if there is none
 * @returns {Promise<Trial>}
 */
export function run(parent, { id, start, condition = '', description }, { metric, giveUp, restart }) {
  const board = new HuarongBoard();
  board.id = 'board';
  board.setAttribute('controls', restart ? 'restart' : '');
  board.setAttribute('metric', metric);
  const began = performance.now();
  /** @type {Trial} */
  const trial = { stimulus: id, start, condition, began: new Date().toISOString(), solved: false, events: [] };
  let attempt = 1;
  return new Promise((resolve) => {
    /** @param {string} event @param {Partial<Entry>} [more] */
    const log = (event, { from, to, by } = {}) => {
      const time = Math.round(performance.now() - began);
      trial.events.push({ event, time, attempt, moves: board.moves[metric], position: board.position, from, to, by });
    };
    for (const name of ['press', 'move', 'restart', 'solved']) {
      board.addEventListener(name, (event) => {
        if (name === 'restart') attempt += 1;
        log(name, /** @type {CustomEvent} */ (event).detail);
        if (name !== 'solved') return;
        trial.solved = true;
        board.inert = true;
        resolve(trial);
      });
    }
    const leave = () => {
      log('give_up');
      resolve(trial);
    };
    if (giveUp !== '') board.append(el('button', { type: 'button', class: 'give-up', onclick: leave }, giveUp));
    board.description = description;
    parent.append(board);
    log('start');
  });
}

const COLUMNS = ['participant', 'trial', 'stimulus', 'start', 'condition', 'attempt', 'event', 'time', 'by', 'from', 'to', 'moves', 'position'];

/**
 * The logs of a participant as CSV, which `huarong trace` reads. Consecutive key presses on one piece are one move, so only
 * the last of them has a position. Rows that are no moves have none.
 * @param {string} participant
 * @param {readonly Trial[]} trials
 */
export function csv(participant, trials) {
  const rows = trials.flatMap(({ stimulus, start, condition, events }, number) => {
    let last = '';
    return events.map(({ event, time, attempt, moves, position, from, to, by }, at) => {
      const next = events[at + 1];
      const goesOn = next?.event === 'move' && next.by === 'key' && next.from?.join() === to?.join();
      const isReached = ['start', 'restart'].includes(event) || (event === 'move' && !goesOn && position !== last);
      if (isReached) last = position;
      return [participant, number + 1, stimulus, start, condition, attempt, event, time, by, from?.join(' '), to?.join(' '), moves,
        isReached ? position : ''];
    });
  });
  return [COLUMNS, ...rows].map((row) => row.map(quoted).join(',') + '\r\n').join('');
}

/** @param {unknown} value */
function quoted(value = '') {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
