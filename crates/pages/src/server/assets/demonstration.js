/** Shows an optimal solution move by move. */

/** @import { Metric, Solution, SolutionMove } from './api.js' */

/**
 * The functions that a demonstration calls on its page.
 * @typedef {object} Host
 * @property {() => string} position
 * @property {() => Metric} metric
 * @property {() => number} speed moves per second
 * @property {(position: string, metric: Metric) => Promise<Solution>} solve
 * @property {(move: SolutionMove) => void} make
 * @property {() => void} changed called when playing or the count has changed
 * @property {(error: unknown) => void} failed
 */

export class Demonstration {
  #host;
  /** @type {Solution | null} */
  #solution = null;
  #at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Number of the present run. Pending requests of earlier runs make no move. */
  #run = 0;

  playing = false;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** The moves shown so far: `17 / 81`, or an empty text. */
  get count() {
    return this.#solution ? `${this.#at} / ${this.#solution.distance}` : '';
  }

  play() {
    clearTimeout(this.#timer);
    this.#run += 1;
    this.playing = true;
    this.#host.changed();
    this.#tick(this.#run);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#run += 1;
    this.playing = false;
    this.#host.changed();
  }

  /** Makes the next move of an optimal solution. */
  async step() {
    this.pause();
    await this.#next(this.#run);
  }

  /** Stops, and drops the solution. */
  leave() {
    this.#solution = null;
    this.#at = 0;
    this.pause();
  }

  /** @param {number} run */
  async #tick(run) {
    await this.#next(run);
    if (run !== this.#run) return;
    if (this.#solution && this.#at < this.#solution.moves.length) {
      this.#timer = setTimeout(() => this.#tick(run), 1000 / this.#host.speed());
    } else {
      this.pause();
    }
  }

  /** @param {number} run */
  async #next(run) {
    const position = this.#host.position();
    const metric = this.#host.metric();
    if (!this.#follows(position, metric)) {
      try {
        const solution = await this.#host.solve(position, metric);
        // The player may have paused or moved in the meantime.
        if (run !== this.#run) return;
        this.#solution = solution;
        this.#at = 0;
      } catch (error) {
        if (run !== this.#run) return;
        this.leave();
        this.#host.failed(error);
        return;
      }
    }
    const move = this.#solution?.moves[this.#at];
    if (move) {
      this.#at += 1;
      this.#host.make(move);
    }
    this.#host.changed();
  }

  /** Whether the present solution continues from a position. @param {string} position @param {Metric} metric */
  #follows(position, metric) {
    if (this.#solution?.metric !== metric) return false;
    const before = this.#solution.moves[this.#at - 1]?.position ?? this.#solution.position;
    return before === position;
  }
}
