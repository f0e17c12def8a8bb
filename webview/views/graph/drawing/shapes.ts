/** A shape for each kind of entity, so that color is not the only difference. Also drawn in the legend. */
import { svg, type TemplateResult } from 'lit';
import type { EntityKindCard } from '../../../../src/protocol/graph/graph.ts';
import type { Point } from '../layout/camera.ts';

type Shape = 'circle' | readonly Point[];

const square = polygon(4, 45, 1.18);
const shapes: Readonly<Record<EntityKindCard, Shape>> = {
  concept: 'circle',
  person: polygon(3, -90, 1.3),
  file: square,
  symbol: polygon(4, 0, 1.2),
  package: polygon(6, 0, 1.08),
  service: polygon(8, 22.5, 1.05),
  project: polygon(5, -90, 1.15),
  issue: polygon(3, 90, 1.3),
  error: star(),
};

/** Adds the shape to the path of `context`. */
export function trace(
  context: Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'arc' | 'closePath'>,
  kind: EntityKindCard,
  { x, y, radius }: Point & { radius: number },
): void {
  const shape = shapes[kind];
  if (shape === 'circle') {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  for (const [place, corner] of shape.entries()) {
    const [left, top] = [x + corner.x * radius, y + corner.y * radius];
    if (place === 0) context.moveTo(left, top);
    else context.lineTo(left, top);
  }
  context.closePath();
}

/** The shape in an SVG of 16 by 16. */
export function svgShape(kind: EntityKindCard): TemplateResult {
  const shape = shapes[kind];
  if (shape === 'circle') return svg`<circle cx="8" cy="8" r="6" />`;
  const points = shape.map(({ x, y }) => `${(8 + x * 6).toFixed(1)},${(8 + y * 6).toFixed(1)}`).join(' ');
  return svg`<polygon points=${points} />`;
}

/** `start` in degrees, clockwise from the right; `size` makes the areas of the shapes alike. */
function polygon(corners: number, start: number, size: number): Point[] {
  return Array.from({ length: corners }, (_, corner) => pointAt(start + (corner * 360) / corners, size));
}

function star(): Point[] {
  return Array.from({ length: 8 }, (_, corner) => pointAt(corner * 45 - 90, corner % 2 === 0 ? 1.35 : 0.6));
}

function pointAt(degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
}
