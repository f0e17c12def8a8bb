/**
 * Runs the layout and paints, each in a task of its own, so that input is handled in between. With reduced motion, the
 * graph is painted once it no longer moves.
 */

/** Milliseconds of layout in one task. */
const sliceMs = 10;
/** Milliseconds between pictures while nothing is shown in motion. */
const quietMs = 400;

export interface FrameWork {
  /** Runs a slice of the layout; returns whether it needs another one. */
  run(): boolean;
  draw(): void;
}

export class Frames {
  readonly sliceMs = sliceMs;
  readonly #work: FrameWork;
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  #frame: number | undefined;
  #slice: number | undefined;
  #painted = 0;

  constructor(work: FrameWork) {
    this.#work = work;
  }

  /** Paints with the next frame. */
  paint(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#painted = performance.now();
      this.#work.draw();
    });
  }

  /** Runs the layout until it is settled. */
  lay(): void {
    this.#slice ??= window.setTimeout(() => {
      this.#slice = undefined;
      const isMoving = this.#work.run();
      if (!isMoving || !this.#isQuiet) this.paint();
      if (isMoving) this.lay();
    });
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    window.clearTimeout(this.#slice);
    this.#frame = undefined;
    this.#slice = undefined;
  }

  get #isQuiet(): boolean {
    return this.#reducedMotion.matches && performance.now() - this.#painted < quietMs;
  }
}
