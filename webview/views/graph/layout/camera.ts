/** The part of the drawing that is visible: moving, zooming around a point, and fitting. Pure. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** `x` and `y` of the world are in the middle of the canvas; `scale` is in pixels per unit. */
export interface Camera extends Point {
  scale: number;
}

const minScale = 0.03;
const maxScale = 4;
/** A small graph is not magnified further than this. */
const maxFit = 1.4;
/** Pixels that stay free around what is fitted, for labels. */
const margin = 44;

export function toScreen({ x, y }: Point, camera: Camera, { width, height }: Size): Point {
  return { x: (x - camera.x) * camera.scale + width / 2, y: (y - camera.y) * camera.scale + height / 2 };
}

export function toWorld({ x, y }: Point, camera: Camera, { width, height }: Size): Point {
  return { x: (x - width / 2) / camera.scale + camera.x, y: (y - height / 2) / camera.scale + camera.y };
}

/** `by` in pixels, as the content moves. */
export function panned(camera: Camera, by: Point): Camera {
  return { ...camera, x: camera.x - by.x / camera.scale, y: camera.y - by.y / camera.scale };
}

/** The point of the world under `at` stays there. */
export function zoomed(camera: Camera, factor: number, at: Point, size: Size): Camera {
  const scale = Math.min(maxScale, Math.max(minScale, camera.scale * factor));
  const fixed = toWorld(at, camera, size);
  return {
    scale,
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y - (at.y - size.height / 2) / scale,
  };
}

/** Shows all points. */
export function fitted(points: readonly Point[], { width, height }: Size): Camera {
  if (points.length === 0) return { x: 0, y: 0, scale: 1 };
  const [left, right] = rangeOf(points.map(({ x }) => x));
  const [top, bottom] = rangeOf(points.map(({ y }) => y));
  const fit = Math.min(roomOf(width) / Math.max(1, right - left), roomOf(height) / Math.max(1, bottom - top));
  const scale = Math.min(maxFit, Math.max(minScale, fit));
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** The camera that has the point in sight: the same if it has already. */
export function showing(point: Point, camera: Camera, size: Size): Camera {
  const { x, y } = toScreen(point, camera, size);
  const by = { x: outside(x, size.width), y: outside(y, size.height) };
  return by.x === 0 && by.y === 0 ? camera : panned(camera, by);
}

function outside(at: number, length: number): number {
  const inset = Math.min(margin, length / 4);
  if (at < inset) return inset - at;
  return at > length - inset ? length - inset - at : 0;
}

function roomOf(length: number): number {
  return Math.max(length / 2, length - 2 * margin);
}

/** Not by `Math.min(...values)`, which takes no more than some ten thousand. */
function rangeOf(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
