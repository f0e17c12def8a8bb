/**
 * The graph as a drawing on a canvas: one tab stop, in which arrow keys move from entity to entity. What the keyboard is
 * on is announced. The layout runs in slices between frames, so that input is never blocked for long. The list beside it
 * shows the same without a drawing.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t, tn } from '../../../l10n/t.ts';
import { controls } from '../../../parts/design/controls.ts';
import { entries } from '../../../parts/design/entries.ts';
import { styles } from '../../../parts/design/styles/styles.ts';
import { entityKindName } from '../entityWords.ts';
import type { GraphModel } from '../graphModel.ts';
import { fitted, panned, showing, toScreen, toWorld, zoomed, type Camera, type Point, type Size } from './camera.ts';
import { drawingStyles } from './drawingStyles.ts';
import { Frames } from './frames.ts';
import { Layout, type PlacedNode } from './layout.ts';
import { nextNode, type Direction } from './nextNode.ts';
import { paint } from './painter.ts';
import { paletteOf, paletteStyles, watchTheme, type Palette } from './palette.ts';
import { Pointers } from './pointers.ts';
import { renderLegend, renderTools } from './tools.ts';

const zoomStep = 1.3;
const panStep = 60;

export class GraphDrawing extends LitElement {
  static override styles = [styles, controls, entries, paletteStyles, drawingStyles];
  static override properties = {
    model: { attribute: false },
    selected: { attribute: false },
    tip: { state: true },
    announced: { state: true },
  };

  declare model: GraphModel;
  /** A key. */
  declare selected: string | null;
  declare onSelect: (key: string) => void;
  declare onToggle: (key: string) => void;
  declare onHide: (key: string) => void;
  declare onReset: () => void;
  /** The entity under the mouse. */
  declare private tip: PlacedNode | undefined;
  /** What the keyboard is on, for a screen reader. */
  declare private announced: string;

  readonly #layout = new Layout();
  readonly #frames = new Frames({ run: () => this.#run(), draw: () => this.#draw() });
  readonly #pointers = new Pointers({
    nodeAt: (at) => this.#nodeAt(at),
    pan: (by) => this.#look(panned(this.#camera, by)),
    zoom: (factor, at) => this.#look(zoomed(this.#camera, factor, at, this.#size)),
    drag: (placed, to) => this.#drag(placed, to),
    hover: (placed) => this.#hover(placed),
    click: (placed) => this.#select(placed),
    open: (placed) => this.onToggle(placed.node.key),
  });
  readonly #sizes = new ResizeObserver(() => this.#resize());
  #camera: Camera = { x: 0, y: 0, scale: 1 };
  /** Whether the camera follows the layout, until the user moves it. */
  #isFitting = true;
  #size: Size = { width: 0, height: 0 };
  #ranked: readonly PlacedNode[] = [];
  #focused: string | undefined;
  #hasFocus = false;
  #palette: Palette | undefined;
  #unwatch: (() => void) | undefined;

  constructor() {
    super();
    this.selected = null;
    this.announced = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unwatch = watchTheme(() => this.#repaint());
    if (this.hasUpdated) this.#watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch?.();
    this.#sizes.disconnect();
    this.#frames.stop();
  }

  override firstUpdated(): void {
    this.#watch();
  }

  override focus(): void {
    void this.updateComplete.then(() => this.#stage?.focus());
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) this.#show();
    if (changed.has('selected') && this.selected !== null) this.#focused = this.selected;
    this.#frames.paint();
  }

  override render(): TemplateResult {
    const { nodes } = this.model;
    const label = tn(nodes.length, 'Drawing of {0} entity', 'Drawing of {0} entities');
    return html`<div
        class="stage"
        role="application"
        tabindex="0"
        aria-label=${label}
        aria-describedby="keys"
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @focus=${() => this.#focusChanged(true)}
        @blur=${() => this.#focusChanged(false)}
        @wheel=${(event: WheelEvent) => this.#pointers.wheel(event)}
        @pointerdown=${(event: PointerEvent) => this.#pointers.down(event)}
        @pointermove=${(event: PointerEvent) => this.#pointers.move(event)}
        @pointerup=${(event: PointerEvent) => this.#pointers.up(event)}
        @pointercancel=${(event: PointerEvent) => this.#pointers.up(event)}
        @pointerleave=${() => this.#hover(undefined)}
        @dblclick=${(event: MouseEvent) => this.#pointers.open(event)}
      >
        <canvas aria-hidden="true"></canvas>
        ${this.#renderTip()}
      </div>
      ${renderTools({
        zoom: (direction) => this.#zoomBy(direction === 'in' ? zoomStep : 1 / zoomStep),
        fit: () => this.#fit(),
        reset: () => this.#reset(),
      })}
      <p class="unseen" role="status">${this.announced}</p>
      ${renderLegend(this.model)}`;
  }

  #renderTip(): TemplateResult | typeof nothing {
    if (this.tip === undefined) return nothing;
    const { name, kind } = this.tip.node;
    const { x, y } = toScreen(this.tip, this.#camera, this.#size);
    const side = x > this.#size.width / 2 ? 'before' : 'after';
    return html`<div class="tip ${side}" .style=${`left: ${x.toFixed(0)}px; top: ${y.toFixed(0)}px`} aria-hidden="true">
      <bdi>${name}</bdi> <span class="quiet">${entityKindName(kind)}</span>
    </div>`;
  }

  get #stage(): HTMLElement | null {
    return this.renderRoot.querySelector('.stage');
  }

  get #canvas(): HTMLCanvasElement | null {
    return this.renderRoot.querySelector('canvas');
  }

  get #selectedNode(): PlacedNode | undefined {
    return this.selected === null ? undefined : this.#layout.byKey.get(this.selected);
  }

  get #focusedNode(): PlacedNode | undefined {
    return (this.#focused === undefined ? undefined : this.#layout.byKey.get(this.#focused)) ?? this.#layout.nodes[0];
  }

  #watch(): void {
    if (this.#stage !== null) this.#sizes.observe(this.#stage);
    this.#repaint();
  }

  #show(): void {
    this.#layout.show(this.model);
    const weightOf = ({ node }: PlacedNode): number => node.degree + (node.isStart || node.isExpanded ? 1e6 : 0);
    this.#ranked = this.#layout.nodes.toSorted((one, other) => weightOf(other) - weightOf(one));
    this.#frames.lay();
  }

  #repaint(): void {
    this.#palette = undefined;
    this.#frames.paint();
  }

  #resize(): void {
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#stage ?? {};
    const canvas = this.#canvas;
    if (canvas === null) return;
    this.#size = { width, height };
    canvas.width = Math.round(width * window.devicePixelRatio);
    canvas.height = Math.round(height * window.devicePixelRatio);
    this.#frames.paint();
  }

  /** Returns whether the layout needs another slice. */
  #run(): boolean {
    if (this.#layout.isSettled) return false;
    this.#layout.run(this.#frames.sliceMs, () => performance.now());
    return !this.#layout.isSettled;
  }

  #draw(): void {
    const context = this.#canvas?.getContext('2d');
    if (!context || this.#size.width === 0) return;
    if (this.#isFitting) this.#camera = fitted(this.#layout.nodes, this.#size);
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint(context, {
      ...{ nodes: this.#layout.nodes, ranked: this.#ranked },
      // Thousands of long lines take much longer to paint than the short ones of an ordered graph.
      links: this.#layout.isUnordered ? [] : this.#layout.links,
      ...{ camera: this.#camera, size: this.#size, palette: (this.#palette ??= paletteOf(this)) },
      ...{ selected: this.#selectedNode, hovered: this.tip },
      focused: this.#hasFocus ? this.#focusedNode : undefined,
    });
  }

  #look(camera: Camera): void {
    this.#isFitting = false;
    this.#camera = camera;
    if (this.tip !== undefined) this.requestUpdate();
    this.#frames.paint();
  }

  #fit(): void {
    this.#isFitting = true;
    this.#frames.paint();
  }

  /** Entities that were dragged move back, too. */
  #reset(): void {
    this.#layout.clear();
    this.#show();
    this.#fit();
    this.onReset();
  }

  #zoomBy(factor: number): void {
    const { width, height } = this.#size;
    this.#look(zoomed(this.#camera, factor, { x: width / 2, y: height / 2 }, this.#size));
  }

  #nodeAt(at: Point): PlacedNode | undefined {
    const { x, y } = toWorld(at, this.#camera, this.#size);
    const reach = 6 / this.#camera.scale;
    let best: { placed: PlacedNode; distance: number } | undefined;
    for (const placed of this.#layout.nodes) {
      const distance = Math.hypot(placed.x - x, placed.y - y) - placed.radius;
      if (distance <= reach && (best === undefined || distance < best.distance)) best = { placed, distance };
    }
    return best?.placed;
  }

  #drag(placed: PlacedNode, to: Point): void {
    this.#isFitting = false;
    this.#layout.drag(placed, toWorld(to, this.#camera, this.#size));
    this.#frames.lay();
  }

  #hover(placed: PlacedNode | undefined): void {
    if (placed !== this.tip) this.tip = placed;
  }

  #select(placed: PlacedNode): void {
    this.#focused = placed.node.key;
    this.onSelect(placed.node.key);
  }

  #focusChanged(hasFocus: boolean): void {
    this.#hasFocus = hasFocus && this.#stage?.matches(':focus-visible') === true;
    if (this.#hasFocus) this.#announce();
    this.#frames.paint();
  }

  #announce(): void {
    const placed = this.#focusedNode;
    if (placed === undefined) return;
    const { key, name, kind, isExpanded, degree } = placed.node;
    const parts = [name, entityKindName(kind), tn(degree, '{0} connection', '{0} connections')];
    if (isExpanded) parts.push(t('expanded'));
    if (key === this.selected) parts.push(t('selected'));
    this.announced = parts.join(', ');
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = this.#actionOf(event);
    if (run === undefined) return;
    event.preventDefault();
    this.#hasFocus = true;
    run();
    this.#announce();
    this.#frames.paint();
  }

  #actionOf({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    const direction = directions[key];
    if (direction !== undefined) return () => (shiftKey ? this.#panTo(direction) : this.#move(direction));
    const placed = this.#focusedNode;
    const ofNode = (run: (key: string) => void) => () => placed && run(placed.node.key);
    const actions: Record<string, () => void> = {
      Enter: ofNode((node) => this.onSelect(node)),
      ' ': ofNode((node) => this.onSelect(node)),
      '+': ofNode((node) => this.onToggle(node)),
      Delete: ofNode((node) => this.onHide(node)),
      Home: () => this.#focusOn(this.#layout.nodes[0]),
      PageUp: () => this.#zoomBy(zoomStep),
      PageDown: () => this.#zoomBy(1 / zoomStep),
      '0': () => this.#fit(),
    };
    return Object.hasOwn(actions, key) ? actions[key] : undefined;
  }

  #move(direction: Direction): void {
    const from = this.#focusedNode;
    if (from !== undefined) this.#focusOn(nextNode(from, this.#layout.nodes, direction));
  }

  #focusOn(placed: PlacedNode | undefined): void {
    if (placed === undefined) return;
    this.#focused = placed.node.key;
    this.tip = undefined;
    if (!this.#isFitting) this.#camera = showing(placed, this.#camera, this.#size);
  }

  #panTo(direction: Direction): void {
    const by = { left: [panStep, 0], right: [-panStep, 0], up: [0, panStep], down: [0, -panStep] } as const;
    const [x, y] = by[direction];
    this.#look(panned(this.#camera, { x, y }));
  }
}

const directions: Readonly<Record<string, Direction | undefined>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

customElements.define('bigmind-graph-drawing', GraphDrawing);
