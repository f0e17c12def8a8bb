/**
 * Paints the graph on a canvas. Links of one thickness, and entities of one kind, share paths, so that thousands take
 * a few milliseconds. Names are drawn as text, never as markup.
 */
import { entityKinds } from '../../../../src/protocol/graph/graph.ts';
import { toScreen, type Camera, type Point, type Size } from '../layout/camera.ts';
import type { PlacedLink, PlacedNode } from '../layout/layout.ts';
import type { Palette } from './palette.ts';
import { trace } from './shapes.ts';

export interface Picture {
  nodes: readonly PlacedNode[];
  links: readonly PlacedLink[];
  /** Without outlines: of a large graph. */
  isPlain: boolean;
  camera: Camera;
  size: Size;
  palette: Palette;
  selected: PlacedNode | undefined;
  /** Under the mouse. */
  hovered: PlacedNode | undefined;
  /** Where the keyboard is; undefined if the drawing has not the focus. */
  focused: PlacedNode | undefined;
}

/** Pixels for 1, 2 to 3, 4 to 7, and more common memories. */
const widths = [1, 2, 3.25, 5] as const;
const minWidth = 0.7;
const minRadius = 1.5;
/** Links or entities in one path. */
const pathLength = 20;

export function paint(context: CanvasRenderingContext2D, picture: Picture): void {
  const { width, height } = picture.size;
  context.clearRect(0, 0, width, height);
  paintLinks(context, picture);
  paintNodes(context, picture);
  paintRings(context, picture);
}

/** Adds links to a picture, below everything that is there. */
export function paintLinksBelow(context: CanvasRenderingContext2D, picture: Picture): void {
  context.globalCompositeOperation = 'destination-over';
  paintLinks(context, picture);
  context.globalCompositeOperation = 'source-over';
}

function paintLinks(context: CanvasRenderingContext2D, picture: Picture): void {
  const { links, selected, palette } = picture;
  const steps = widths.map((): { plain: PlacedLink[]; strong: PlacedLink[] } => ({ plain: [], strong: [] }));
  for (const link of links) {
    const isStrong = link.source === selected || link.target === selected;
    steps[stepOf(link.together)]?.[isStrong ? 'strong' : 'plain'].push(link);
  }
  // Those of the selected entity are above the others.
  for (const look of ['plain', 'strong'] as const) {
    context.strokeStyle = look === 'strong' ? palette.strongLink : palette.link;
    context.globalAlpha = look === 'strong' ? 0.9 : 0.4;
    for (const [step, members] of steps.entries()) strokeLinks(context, members[look], widths[step] ?? 1, picture);
  }
  context.globalAlpha = 1;
}

function strokeLinks(
  context: CanvasRenderingContext2D,
  links: readonly PlacedLink[],
  width: number,
  picture: Picture,
): void {
  // Thinner from afar, where thousands of links are in sight.
  context.lineWidth = Math.max(minWidth, width * Math.min(1, picture.camera.scale));
  for (const some of piecesOf(links)) {
    context.beginPath();
    for (const link of some) traceLink(context, link, picture);
    context.stroke();
  }
}

/** Whether a part of it may be. */
export function isLinkInSight(
  { source, target }: PlacedLink,
  { camera, size }: Pick<Picture, 'camera' | 'size'>,
): boolean {
  return !isOutside(toScreen(source, camera, size), toScreen(target, camera, size), size);
}

function traceLink(context: CanvasRenderingContext2D, { source, target }: PlacedLink, picture: Picture): void {
  const [from, to] = [toScreen(source, picture.camera, picture.size), toScreen(target, picture.camera, picture.size)];
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
}

function isOutside(from: Point, to: Point, { width, height }: Size): boolean {
  return (
    Math.max(from.x, to.x) < 0 ||
    Math.min(from.x, to.x) > width ||
    Math.max(from.y, to.y) < 0 ||
    Math.min(from.y, to.y) > height
  );
}

function stepOf(together: number): number {
  return Math.min(widths.length - 1, Math.floor(Math.log2(Math.max(1, together))));
}

function paintNodes(context: CanvasRenderingContext2D, { nodes, palette, camera, size, isPlain }: Picture): void {
  context.strokeStyle = palette.background;
  context.lineWidth = 1.5;
  for (const kind of entityKinds) {
    context.fillStyle = palette.kinds[kind];
    for (const some of piecesOf(nodes.filter(({ node }) => node.kind === kind))) {
      context.beginPath();
      for (const placed of some) {
        const at = onScreen(placed, camera, size);
        if (isInSight(at, size)) trace(context, kind, at);
      }
      context.fill();
      if (!isPlain) context.stroke();
    }
  }
}

/** Many short paths are painted faster than a long one. */
function* piecesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += pathLength) yield items.slice(from, from + pathLength);
}

function paintRings(
  context: CanvasRenderingContext2D,
  { nodes, selected, focused, palette, camera, size }: Picture,
): void {
  for (const placed of nodes) {
    if (placed.node.isExpanded && placed !== selected)
      ring(context, onScreen(placed, camera, size), { color: palette.text, width: 1, gap: 2, dash: [] });
  }
  if (selected !== undefined)
    ring(context, onScreen(selected, camera, size), { color: palette.strongLink, width: 2.5, gap: 3, dash: [] });
  if (focused !== undefined)
    ring(context, onScreen(focused, camera, size), { color: palette.text, width: 1.5, gap: 7, dash: [4, 3] });
}

interface Ring {
  color: string;
  width: number;
  /** Pixels between the entity and its ring. */
  gap: number;
  dash: readonly number[];
}

function ring(
  context: CanvasRenderingContext2D,
  { x, y, radius }: Point & { radius: number },
  { color, width, gap, dash }: Ring,
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash([...dash]);
  context.beginPath();
  context.arc(x, y, radius * 1.15 + gap, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
}

export function onScreen(placed: PlacedNode, camera: Camera, size: Size): Point & { radius: number } {
  const radius = Math.max(minRadius, placed.radius * Math.min(1.5, camera.scale));
  return { ...toScreen(placed, camera, size), radius };
}

function isInSight({ x, y, radius }: Point & { radius: number }, { width, height }: Size): boolean {
  return x + radius > 0 && y + radius > 0 && x - radius < width && y - radius < height;
}
