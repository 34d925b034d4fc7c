/** A plugin for jsPsych 8: a trial with one puzzle. */
import { VERSION } from './package.js';
import { csv, run } from './trial.js';

/** @import { Stimulus, Trial } from './trial.js' */

/** Types of parameters, by their numbers in jsPsych. */
const [BOOL, STRING, INT, OBJECT, COMPLEX] = [0, 1, 2, 12, 13];

export class HuarongPlugin {
  static info = {
    name: 'huarong',
    version: VERSION,
    parameters: {
      /** A row of stimuli.json. */
      stimulus: { type: OBJECT, default: undefined },
      /** `finger`, `straight` or `unit`: how moves are counted. */
      metric: { type: STRING, default: 'finger' },
      /** The text of the button that ends the trial; no button if it is empty. */
      give_up: { type: STRING, default: '' },
      /** Whether there is a button that restarts the puzzle. */
      restart: { type: BOOL, default: true },
    },
    data: {
      stimulus: { type: STRING },
      start: { type: STRING },
      condition: { type: STRING },
      solved: { type: BOOL },
      /** Milliseconds until the puzzle was solved or given up. */
      rt: { type: INT },
      /** The log, with the time of each press and move. */
      events: { type: COMPLEX, array: true },
    },
    citations: { apa: '', bibtex: '' },
  };
  #jsPsych;

  /** @param {{finishTrial: (data: object) => void}} jsPsych */
  constructor(jsPsych) {
    this.#jsPsych = jsPsych;
  }

  /**
   * @param {HTMLElement} display
   * @param {{stimulus: Stimulus, metric: import('./api.js').Metric, give_up: string, restart: boolean}} parameters
   */
  async trial(display, { stimulus, metric, give_up, restart }) {
    const trial = await run(display, stimulus, { metric, giveUp: give_up, restart });
    display.replaceChildren();
    this.#jsPsych.finishTrial({ ...trial, rt: trial.events.at(-1)?.time });
  }

  /**
   * The data of all trials with puzzles as CSV, which `huarong trace` reads.
   * @param {string} participant
   * @param {object[]} data the values of `jsPsych.data.get()`
   */
  static csv(participant, data) {
    return csv(participant, /** @type {Trial[]} */ (data.filter((trial) => 'events' in trial)));
  }
}
