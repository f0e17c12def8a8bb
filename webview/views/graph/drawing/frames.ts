/**
 * Runs the layout and paints, each in a separate task, so that input is handled in between. With reduced motion, few
 * pictures of a layout that moves are shown.
 */

/** Milliseconds of layout in one task. */
const sliceMs = 8;
/** Milliseconds without a movement after which it has ended. */
const restMs = 120;
/** Milliseconds between pictures with reduced motion. */
const quietMs = 400;

export interface FrameWork {
  /** Runs the layout for about so many milliseconds; returns whether it still moves. */
  run(budgetMs: number): boolean;
  draw(): void;
  /** Shows the last picture moved or zoomed; returns false if it has to be drawn instead. */
  glance(): boolean;
  /** Adds to the picture; returns whether it is incomplete. */
  refine(): boolean;
}

export class Frames {
  readonly #work: FrameWork;
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  #frame: number | undefined;
  #slice: number | undefined;
  #refining: number | undefined;
  #rest: number | undefined;
  #isGlance = false;
  #painted = 0;

  constructor(work: FrameWork) {
    this.#work = work;
  }

  /** Paints with the next frame. */
  paint(): void {
    this.#isGlance = false;
    this.#frame ??= requestAnimationFrame(() => this.#show());
  }

  /** Shows with the next frame what was moved or zoomed, and paints once that ends. */
  glance(): void {
    if (this.#frame === undefined) this.#isGlance = true;
    this.#frame ??= requestAnimationFrame(() => this.#show());
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.paint(), restMs);
  }

  /** Runs the layout until it is settled. */
  lay(): void {
    this.#slice ??= window.setTimeout(() => {
      this.#slice = undefined;
      const isMoving = this.#work.run(sliceMs);
      if (!isMoving || !this.#isQuiet) this.paint();
      if (isMoving) this.lay();
    });
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    if (this.#refining !== undefined) cancelAnimationFrame(this.#refining);
    window.clearTimeout(this.#slice);
    window.clearTimeout(this.#rest);
    this.#frame = undefined;
    this.#refining = undefined;
    this.#slice = undefined;
  }

  #show(): void {
    this.#frame = undefined;
    if (this.#isGlance && this.#work.glance()) return;
    this.#painted = performance.now();
    this.#work.draw();
    this.#refine();
  }

  /** With each following frame, unless a new picture begins. */
  #refine(): void {
    if (this.#refining !== undefined) cancelAnimationFrame(this.#refining);
    this.#refining = requestAnimationFrame(() => {
      this.#refining = undefined;
      if (this.#frame === undefined && this.#work.refine()) this.#refine();
    });
  }

  get #isQuiet(): boolean {
    return this.#reducedMotion.matches && performance.now() - this.#painted < quietMs;
  }
}
