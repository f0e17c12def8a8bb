/** The names of entities on the canvas, each on a piece of the background, so that it is legible above lines. */
import { placedLabels, shortLabel, type LabelWish } from '../layout/labels.ts';
import type { PlacedNode } from '../layout/layout.ts';
import { onScreen, type Picture } from './painter.ts';

const labelSize = 12;
/** Pixels around a label. */
const inset = 2;
/** Below this radius on the screen, an entity gets no label unless it is selected. */
const minLabelled = 3.5;

/** `ranked`: entities by importance. */
export type LabelledPicture = Picture & { ranked: readonly PlacedNode[] };

/** The names that fit into the picture, the most important ones first. */
export function labelsOf(context: CanvasRenderingContext2D, picture: LabelledPicture, max: number): LabelWish[] {
  context.font = fontOf(picture);
  return placedLabels(wishesOf(context, picture), picture.size, max);
}

export function paintLabels(context: CanvasRenderingContext2D, labels: readonly LabelWish[], picture: Picture): void {
  const { palette } = picture;
  context.font = fontOf(picture);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const { x, y, text, width } of labels) {
    context.fillStyle = palette.background;
    context.globalAlpha = 0.75;
    context.fillRect(x - width / 2 - inset, y - inset, width + 2 * inset, labelSize + 2 * inset);
    context.globalAlpha = 1;
    context.fillStyle = palette.text;
    context.fillText(text, x, y);
  }
}

function* wishesOf(context: CanvasRenderingContext2D, picture: LabelledPicture): Generator<LabelWish> {
  const { selected, hovered, focused, ranked, camera, size } = picture;
  const first = new Set([selected, focused, hovered].filter((one) => one !== undefined));
  for (const placed of [...first, ...ranked]) {
    const isForced = first.has(placed);
    const { x, y, radius } = onScreen(placed, camera, size);
    if (!isForced && radius < minLabelled) continue;
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue;
    const text = shortLabel(placed.node.name);
    yield { key: placed.node.key, text, x, y: y + radius + 5, width: context.measureText(text).width, isForced };
  }
}

function fontOf({ palette }: Picture): string {
  return `${String(labelSize)}px ${palette.font}`;
}
