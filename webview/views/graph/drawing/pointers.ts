/** Mouse, pen and touch in the drawing: click, double click, drag of an entity, and moving and zooming of the drawing. */
import type { Point } from '../layout/camera.ts';
import type { PlacedNode } from '../layout/layout.ts';

export interface PointerWork {
  nodeAt(at: Point): PlacedNode | undefined;
  pan(by: Point): void;
  zoom(factor: number, at: Point): void;
  drag(placed: PlacedNode, to: Point): void;
  hover(placed: PlacedNode | undefined): void;
  click(placed: PlacedNode): void;
  /** A double click. */
  open(placed: PlacedNode): void;
}

/** Pixels that a pointer may move during a click. */
const clickReach = 4;
const zoomPerPixel = 0.0016;
/** Pixels of a wheel that reports lines. */
const lineHeight = 20;

export class Pointers {
  readonly #work: PointerWork;
  /** Pointers that are down: two zoom. */
  readonly #down = new Map<number, Point>();
  #pressed: { placed: PlacedNode | undefined; at: Point; hasMoved: boolean } | undefined;

  constructor(work: PointerWork) {
    this.#work = work;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = pointOf(event);
    capture(event);
    this.#down.set(event.pointerId, at);
    this.#pressed = { placed: this.#work.nodeAt(at), at, hasMoved: this.#down.size > 1 };
  }

  move(event: PointerEvent): void {
    const at = pointOf(event);
    const before = this.#down.get(event.pointerId);
    if (before === undefined || this.#pressed === undefined) {
      this.#work.hover(this.#work.nodeAt(at));
      return;
    }
    this.#down.set(event.pointerId, at);
    const { placed, at: start } = this.#pressed;
    this.#pressed.hasMoved ||= Math.hypot(at.x - start.x, at.y - start.y) > clickReach;
    if (!this.#pressed.hasMoved) return;
    if (this.#down.size > 1) this.#pinch(event.pointerId, before, at);
    else if (placed === undefined) this.#work.pan({ x: at.x - before.x, y: at.y - before.y });
    else this.#work.drag(placed, at);
  }

  up(event: PointerEvent): void {
    const pressed = this.#pressed;
    this.#down.delete(event.pointerId);
    if (this.#down.size > 0) return;
    this.#pressed = undefined;
    if (event.type === 'pointerup' && pressed?.placed !== undefined && !pressed.hasMoved)
      this.#work.click(pressed.placed);
  }

  open(event: MouseEvent): void {
    const placed = this.#work.nodeAt(pointOf(event));
    if (placed !== undefined) this.#work.open(placed);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * lineHeight;
    this.#work.zoom(Math.exp(-pixels * zoomPerPixel), pointOf(event));
  }

  #pinch(moved: number, before: Point, now: Point): void {
    const other = [...this.#down].find(([id]) => id !== moved)?.[1];
    if (other === undefined) return;
    const apart = (one: Point): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
    this.#work.zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }
}

/** In the element that listens. */
function pointOf({ clientX, clientY, currentTarget }: MouseEvent): Point {
  const box = currentTarget instanceof Element ? currentTarget.getBoundingClientRect() : { left: 0, top: 0 };
  return { x: clientX - box.left, y: clientY - box.top };
}

function capture({ currentTarget, pointerId }: PointerEvent): void {
  if (currentTarget instanceof Element) currentTarget.setPointerCapture(pointerId);
}
