/**
 * What the canvas shows: the placed entities, and the part of the plane that is in sight. A large graph is painted in
 * pieces: first what matters most, and more links and names with each following frame in which nothing moves. While it
 * is moved or zoomed, its last picture is moved and zoomed as a whole.
 */
import type { GraphModel } from '../model/graphModel.ts';
import {
  fitted,
  panned,
  showing,
  toScreen,
  toWorld,
  zoomed,
  type Camera,
  type Point,
  type Size,
} from '../layout/camera.ts';
import { Layout, type PlacedLink, type PlacedNode } from '../layout/layout.ts';
import { isLinkInSight, paint, paintLinksBelow, type Picture } from './painter.ts';
import { labelsOf, paintLabels } from './labelPainter.ts';
import type { LabelWish } from '../layout/labels.ts';
import { Snapshot } from './snapshot.ts';

/** From this number of entities and links on, a graph is painted in pieces. */
const largeFrom = 1_500;
/** What one frame paints of a large graph. */
const linksInFrame = 200;
const labelsInFrame = 12;
const maxLabels = 120;

/** What is marked in a picture, and its colors. */
export type Marks = Pick<Picture, 'selected' | 'hovered' | 'focused' | 'palette'>;

export class Scene {
  readonly #layout = new Layout();
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  /** Whether the camera follows the layout, until the user moves it. */
  #isFitting = true;
  #size: Size = { width: 0, height: 0 };
  /** Entities and links by importance. */
  #ranked: readonly PlacedNode[] = [];
  #links: readonly PlacedLink[] = [];
  /** The last picture, and what is still missing from it. */
  #painted: { picture: Picture; links: readonly PlacedLink[]; labels: readonly LabelWish[] } | undefined;
  readonly #snapshot = new Snapshot();

  get nodes(): readonly PlacedNode[] {
    return this.#layout.nodes;
  }

  get isSettled(): boolean {
    return this.#layout.isSettled;
  }

  node(key: string | null): PlacedNode | undefined {
    return key === null ? undefined : this.#layout.byKey.get(key);
  }

  show(model: GraphModel): void {
    this.#layout.show(model);
    const weightOf = ({ node }: PlacedNode): number => node.degree + (node.isStart || node.isExpanded ? 1e6 : 0);
    this.#ranked = this.#layout.nodes.toSorted((one, other) => weightOf(other) - weightOf(one));
    this.#links = this.#layout.links.toSorted((one, other) => other.together - one.together);
  }

  /** Starts over, also with entities that were dragged. */
  reset(model: GraphModel): void {
    this.#layout.clear();
    this.show(model);
    this.fit();
  }

  /** Runs slices of the layout for about `budgetMs`. */
  run(budgetMs: number): void {
    if (!this.#layout.isSettled) this.#layout.run(budgetMs, () => performance.now());
  }

  resize(size: Size): void {
    this.#size = size;
  }

  draw(context: CanvasRenderingContext2D, marks: Marks): void {
    if (this.#size.width === 0) return;
    if (this.#isFitting) this.#camera = fitted(this.#layout.nodes, this.#size);
    const whole = { nodes: this.#layout.nodes, camera: this.#camera, size: this.#size, ...marks };
    const links = this.#layout.isUnordered ? [] : this.#links.filter((link) => isLinkInSight(link, whole));
    const [linksNow, labelsNow] = this.#isLarge ? [linksInFrame, labelsInFrame] : [links.length, maxLabels];
    const picture = { ...whole, links: links.slice(0, linksNow), isPlain: this.#isLarge };
    this.#snapshot.forget();
    paint(context, picture);
    const ranked = this.#layout.isUnordered ? [] : this.#ranked;
    const labels = labelsOf(context, { ...picture, ranked }, maxLabels);
    paintLabels(context, labels.slice(0, labelsNow), picture);
    this.#painted = { picture, links: links.slice(linksNow), labels: labels.slice(labelsNow) };
  }

  /** Adds to the last picture; returns whether more is missing. */
  refine(context: CanvasRenderingContext2D): boolean {
    if (this.#painted === undefined) return false;
    const { picture, links, labels } = this.#painted;
    if (links.length > 0) paintLinksBelow(context, { ...picture, links: links.slice(0, linksInFrame) });
    else paintLabels(context, labels.slice(0, labelsInFrame), picture);
    const isLinked = links.length === 0;
    this.#painted = {
      picture,
      links: links.slice(linksInFrame),
      labels: isLinked ? labels.slice(labelsInFrame) : labels,
    };
    return this.#painted.links.length + this.#painted.labels.length > 0;
  }

  /** Moves the last picture of a large graph to what is in sight now. Returns false if it has to be drawn instead. */
  glance(context: CanvasRenderingContext2D): boolean {
    if (!this.#isLarge || this.#painted === undefined || !this.#layout.isSettled) return false;
    this.#snapshot.show(context, { camera: this.#camera, size: this.#size, taken: this.#painted.picture.camera });
    return true;
  }

  fit(): void {
    this.#isFitting = true;
  }

  pan(by: Point): void {
    this.#look(panned(this.#camera, by));
  }

  /** Around a point of the canvas; by default its middle. */
  zoom(factor: number, at: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    this.#look(zoomed(this.#camera, factor, at, this.#size));
  }

  bringIntoSight(placed: PlacedNode): void {
    if (!this.#isFitting) this.#camera = showing(placed, this.#camera, this.#size);
  }

  drag(placed: PlacedNode, to: Point): void {
    this.#isFitting = false;
    this.#layout.drag(placed, toWorld(to, this.#camera, this.#size));
  }

  /** The entity at a point of the canvas, or very near to it. */
  nodeAt(at: Point): PlacedNode | undefined {
    const { x, y } = toWorld(at, this.#camera, this.#size);
    const reach = 6 / this.#camera.scale;
    let best: { placed: PlacedNode; distance: number } | undefined;
    for (const placed of this.#layout.nodes) {
      const distance = Math.hypot(placed.x - x, placed.y - y) - placed.radius;
      if (distance <= reach && (best === undefined || distance < best.distance)) best = { placed, distance };
    }
    return best?.placed;
  }

  /** Where an entity is on the canvas, and which half that is. */
  placeOf(placed: PlacedNode): Point & { half: 'left' | 'right' } {
    const at = toScreen(placed, this.#camera, this.#size);
    return { ...at, half: at.x > this.#size.width / 2 ? 'right' : 'left' };
  }

  get #isLarge(): boolean {
    return this.#layout.nodes.length + this.#links.length > largeFrom;
  }

  #look(camera: Camera): void {
    this.#isFitting = false;
    this.#camera = camera;
  }
}
