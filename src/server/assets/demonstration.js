/** An optimal solution, shown move by move. */

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').Solution} Solution */
/** @typedef {import('./api.js').SolutionMove} SolutionMove */

/**
 * What a demonstration needs of its page.
 * @typedef {object} Host
 * @property {() => string} position
 * @property {() => Metric} metric
 * @property {() => number} speed moves a second
 * @property {(position: string, metric: Metric) => Promise<Solution>} solve
 * @property {(move: SolutionMove) => void} make
 * @property {() => void} changed playing or the count is another
 * @property {(error: unknown) => void} failed
 */

export class Demonstration {
  #host;
  /** @type {Solution | null} */
  #solution = null;
  #at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  playing = false;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** How far it is: `17 / 81`, or nothing. */
  get count() {
    return this.#solution ? `${this.#at} / ${this.#solution.distance}` : '';
  }

  play() {
    this.playing = true;
    this.#host.changed();
    this.#tick();
  }

  pause() {
    clearTimeout(this.#timer);
    this.playing = false;
    this.#host.changed();
  }

  /** Makes the next move of an optimal solution. */
  async step() {
    this.pause();
    await this.#next();
  }

  /** Stops, and forgets the solution that it was showing. */
  leave() {
    this.#solution = null;
    this.#at = 0;
    this.pause();
  }

  async #tick() {
    await this.#next();
    if (!this.playing) return;
    if (this.#solution && this.#at < this.#solution.moves.length) {
      this.#timer = setTimeout(() => this.#tick(), 1000 / this.#host.speed());
    } else {
      this.pause();
    }
  }

  async #next() {
    const position = this.#host.position();
    const metric = this.#host.metric();
    if (!this.#follows(position, metric)) {
      try {
        const solution = await this.#host.solve(position, metric);
        // The player may have moved meanwhile.
        if (this.#host.position() !== position || this.#host.metric() !== metric) return;
        this.#solution = solution;
        this.#at = 0;
      } catch (error) {
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

  /**
   * Whether the solution at hand goes on from a position.
   * @param {string} position
   * @param {Metric} metric
   */
  #follows(position, metric) {
    if (this.#solution?.metric !== metric) return false;
    const before = this.#solution.moves[this.#at - 1]?.position ?? this.#solution.position;
    return before === position;
  }
}
