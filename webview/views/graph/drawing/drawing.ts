/**
 * The graph as a drawing on a canvas: one tab stop, in which arrow keys move from entity to entity. What the keyboard is
 * on is announced. The list shows the same without a drawing.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t, tn } from '../../../l10n/t.ts';
import { controls } from '../../../parts/design/controls.ts';
import { entries } from '../../../parts/design/entries.ts';
import { styles } from '../../../parts/design/styles/styles.ts';
import { entityKindName } from '../model/entityWords.ts';
import type { GraphModel } from '../model/graphModel.ts';
import type { Point } from '../layout/camera.ts';
import { actionOf, type KeyWork } from './drawingKeys.ts';
import { drawingStyles } from './drawingStyles.ts';
import { Frames } from './frames.ts';
import type { PlacedNode } from '../layout/layout.ts';
import { nextNode, type Direction } from '../layout/nextNode.ts';
import { paletteOf, paletteStyles, watchTheme, type Palette } from './palette.ts';
import { Pointers } from './pointers.ts';
import { Scene } from './scene.ts';
import { renderLegend, renderTools } from './tools.ts';

const zoomStep = 1.3;
/** How the content moves, in pixels. */
const panSteps: Readonly<Record<Direction, Point>> = {
  left: { x: 60, y: 0 },
  right: { x: -60, y: 0 },
  up: { x: 0, y: 60 },
  down: { x: 0, y: -60 },
};

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

  readonly #scene = new Scene();
  readonly #frames = new Frames({
    run: (budgetMs) => this.#run(budgetMs),
    draw: () => this.#draw(),
    glance: () => this.#context !== null && this.#scene.glance(this.#context),
    refine: () => this.#context !== null && this.#scene.refine(this.#context),
  });
  readonly #pointers = new Pointers({
    nodeAt: (at) => this.#scene.nodeAt(at),
    pan: (by) => this.#look(() => this.#scene.pan(by)),
    zoom: (factor, at) => this.#look(() => this.#scene.zoom(factor, at)),
    drag: (placed, to) => this.#drag(placed, to),
    hover: (placed) => this.#hover(placed),
    click: (placed) => this.#select(placed),
    open: (placed) => this.onToggle(placed.node.key),
  });
  readonly #keys: KeyWork = {
    move: (direction) => this.#move(direction),
    pan: (direction) => this.#look(() => this.#scene.pan(panSteps[direction])),
    zoom: (direction) => this.#zoom(direction),
    fit: () => this.#look(() => this.#scene.fit()),
    toStart: () => this.#focusOn(this.#scene.nodes[0]),
    select: () => this.#withFocused(this.onSelect),
    toggle: () => this.#withFocused(this.onToggle),
    hide: () => this.#withFocused(this.onHide),
  };
  readonly #sizes = new ResizeObserver(() => this.#resize());
  /** The key of the entity that the keyboard is on. */
  #focused: string | null = null;
  /** Whether the drawing has the focus, and shows it. */
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
    if (this.hasUpdated) this.#watchSize();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch?.();
    this.#sizes.disconnect();
    this.#frames.stop();
  }

  override firstUpdated(): void {
    this.#watchSize();
  }

  override focus(): void {
    void this.updateComplete.then(() => this.#stage?.focus());
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) this.#scene.show(this.model);
    if (changed.has('selected')) this.#focused = this.selected;
    if (this.#hasFocus && (changed.has('model') || changed.has('selected'))) this.#announce();
    this.#frames.lay();
  }

  override render(): TemplateResult {
    const { length } = this.model.nodes;
    return html`<div
        class="stage"
        role="application"
        tabindex="0"
        aria-label=${tn(length, 'Drawing of {0} entity', 'Drawing of {0} entities')}
        aria-describedby="keys"
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @focus=${() => this.#focusChanged()}
        @blur=${() => this.#focusChanged()}
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
        zoom: (direction) => this.#zoom(direction),
        fit: () => this.#look(() => this.#scene.fit()),
        reset: () => this.#reset(),
      })}
      <p class="unseen" role="status">${this.announced}</p>
      ${renderLegend(this.model)}`;
  }

  #renderTip(): TemplateResult | typeof nothing {
    if (this.tip === undefined) return nothing;
    const { name, kind } = this.tip.node;
    const { x, y, half } = this.#scene.placeOf(this.tip);
    const place = `left: ${x.toFixed(0)}px; top: ${y.toFixed(0)}px`;
    return html`<div class="tip ${half}" .style=${place} aria-hidden="true">
      <bdi>${name}</bdi> <span class="quiet">${entityKindName(kind)}</span>
    </div>`;
  }

  get #stage(): HTMLElement | null {
    return this.renderRoot.querySelector('.stage');
  }

  get #context(): CanvasRenderingContext2D | null {
    return this.renderRoot.querySelector('canvas')?.getContext('2d') ?? null;
  }

  get #focusedNode(): PlacedNode | undefined {
    return this.#scene.node(this.#focused) ?? this.#scene.nodes[0];
  }

  #watchSize(): void {
    if (this.#stage !== null) this.#sizes.observe(this.#stage);
    this.#repaint();
  }

  #resize(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#stage ?? {};
    if (canvas === null) return;
    canvas.width = Math.round(width * window.devicePixelRatio);
    canvas.height = Math.round(height * window.devicePixelRatio);
    this.#scene.resize({ width, height });
    this.#frames.paint();
  }

  #repaint(): void {
    this.#palette = undefined;
    this.#frames.paint();
  }

  #run(budgetMs: number): boolean {
    this.#scene.run(budgetMs);
    return !this.#scene.isSettled;
  }

  #draw(): void {
    const context = this.#context;
    if (context === null) return;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#scene.draw(context, {
      palette: (this.#palette ??= paletteOf(this)),
      selected: this.#scene.node(this.selected),
      hovered: this.tip,
      focused: this.#hasFocus ? this.#focusedNode : undefined,
    });
  }

  #look(change: () => void): void {
    change();
    this.tip = undefined;
    this.#frames.glance();
  }

  #zoom(direction: 'in' | 'out'): void {
    this.#look(() => this.#scene.zoom(direction === 'in' ? zoomStep : 1 / zoomStep));
  }

  #reset(): void {
    this.#scene.reset(this.model);
    this.#frames.lay();
    this.onReset();
  }

  #drag(placed: PlacedNode, to: Point): void {
    this.#scene.drag(placed, to);
    this.#frames.lay();
  }

  #hover(placed: PlacedNode | undefined): void {
    if (placed !== this.tip) this.tip = placed;
  }

  #select(placed: PlacedNode): void {
    this.#focused = placed.node.key;
    this.onSelect(placed.node.key);
  }

  #focusChanged(): void {
    this.#hasFocus = this.#stage?.matches(':focus-visible') === true;
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
    const run = actionOf(event, this.#keys);
    if (run === undefined) return;
    event.preventDefault();
    this.#hasFocus = true;
    run();
    this.#announce();
    this.#frames.paint();
  }

  #withFocused(run: (key: string) => void): void {
    const placed = this.#focusedNode;
    if (placed !== undefined) run(placed.node.key);
  }

  #move(direction: Direction): void {
    const from = this.#focusedNode;
    if (from !== undefined) this.#focusOn(nextNode(from, this.#scene.nodes, direction));
  }

  #focusOn(placed: PlacedNode | undefined): void {
    if (placed === undefined) return;
    this.#focused = placed.node.key;
    this.tip = undefined;
    this.#scene.bringIntoSight(placed);
  }
}

customElements.define('bigmind-graph-drawing', GraphDrawing);
