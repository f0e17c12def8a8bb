/** The part of the drawing that is visible: moving, zooming around a point, and fitting. Pure. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** `x` and `y` of the plane are in the middle of the picture; `scale` is in pixels per unit. */
export interface Camera extends Point {
  scale: number;
}

const minScale = 0.05;
const maxScale = 4;
/** A small graph is not magnified further than this. */
const maxFit = 1.4;
/** Pixels that stay free around what is fitted, for labels. */
const margin = 60;

export function viewBoxOf({ x, y, scale }: Camera, { width, height }: Size): string {
  return [x - width / scale / 2, y - height / scale / 2, width / scale, height / scale].join(' ');
}

/** `by` in pixels, as the content moves. */
export function panned({ x, y, scale }: Camera, by: Point): Camera {
  return { x: x - by.x / scale, y: y - by.y / scale, scale };
}

/** The point under `at`, in pixels from the middle, stays there. */
export function zoomed(camera: Camera, factor: number, at: Point): Camera {
  const scale = Math.min(maxScale, Math.max(minScale, camera.scale * factor));
  const rest = 1 / camera.scale - 1 / scale;
  return { x: camera.x + at.x * rest, y: camera.y + at.y * rest, scale };
}

/** Shows all points and the origin. */
export function fitted(points: readonly Point[], { width, height }: Size): Camera {
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [
    Math.min(0, ...across),
    Math.max(0, ...across),
    Math.min(0, ...down),
    Math.max(0, ...down),
  ];
  const fit = Math.min(roomOf(width) / Math.max(1, right - left), roomOf(height) / Math.max(1, bottom - top));
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(maxFit, Math.max(minScale, fit)) };
}

function roomOf(length: number): number {
  return Math.max(length / 2, length - 2 * margin);
}
