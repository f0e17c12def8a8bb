/**
 * The graph as a drawing: one tab stop, in which arrow keys move from entity to entity. What the keyboard is on is
 * announced. It appears once it is laid out, and nothing in it moves by itself. The list shows the same without it.
 */
import { html, LitElement, svg, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { t, tn } from '../../../l10n/t.ts';
import { controls } from '../../../parts/design/controls.ts';
import { entries } from '../../../parts/design/entries.ts';
import { styles } from '../../../parts/design/styles/styles.ts';
import { fitted, panned, viewBoxOf, zoomed, type Camera, type Point, type Size } from '../layout/camera.ts';
import { labelsFor } from '../layout/labels.ts';
import { layOut, type Layout, type PlacedNode } from '../layout/layout.ts';
import { nextNode } from '../layout/nextNode.ts';
import { entityKindName } from '../model/entityWords.ts';
import type { GraphModel, GraphNode } from '../model/graphModel.ts';
import { drawingStyles } from './drawingStyles.ts';
import { renderLabel, renderLink, renderNode } from './picture.ts';
import { renderKeys, renderLegend, renderTool } from './tools.ts';

/** Milliseconds of layout in one task, so that input is handled in between. */
const sliceMs = 15;
const zoomStep = 1.3;
const zoomPerPixel = 0.0016;
const panStep = 60;

class GraphDrawing extends LitElement {
  static override styles = [styles, controls, entries, drawingStyles];
  static override properties = {
    ...{ model: { attribute: false }, selected: { attribute: false } },
    ...{ layout: { state: true }, camera: { state: true }, size: { state: true } },
    ...{ focused: { state: true }, hasFocus: { state: true }, hovered: { state: true } },
  };

  declare model: GraphModel;
  /** A key. */
  declare selected: string | null;
  declare onSelect: (key: string) => void;
  declare onToggle: (key: string) => void;
  declare onHide: (key: string) => void;
  declare onReset: () => void;
  declare private layout: Layout;
  /** Undefined as long as everything is shown. */
  declare private camera: Camera | undefined;
  declare private size: Size;
  /** The keys of the entities that the keyboard and the mouse are on. */
  declare private focused: string | null;
  declare private hovered: string | undefined;
  /** Whether the drawing has the focus, and shows it. */
  declare private hasFocus: boolean;
  #slice: number | undefined;
  /** Where the background was touched last, while it is dragged. */
  #dragged: Point | undefined;

  readonly #actions = new Map<string, (focused: PlacedNode, event: KeyboardEvent) => void>([
    ['Enter', ({ node }) => this.onSelect(node.key)],
    [' ', ({ node }) => this.onSelect(node.key)],
    ['+', ({ node }) => this.onToggle(node.key)],
    ['Delete', ({ node }) => this.onHide(node.key)],
    ['Home', () => this.#focusOn(this.layout.nodes[0])],
    ['PageUp', () => this.#zoom(zoomStep)],
    ['PageDown', () => this.#zoom(1 / zoomStep)],
    ['0', () => (this.camera = undefined)],
    ['ArrowLeft', this.#arrow({ x: -1, y: 0 })],
    ['ArrowRight', this.#arrow({ x: 1, y: 0 })],
    ['ArrowUp', this.#arrow({ x: 0, y: -1 })],
    ['ArrowDown', this.#arrow({ x: 0, y: 1 })],
  ]);

  constructor() {
    super();
    this.layout = { nodes: [], links: [] };
    this.size = { width: 0, height: 0 };
    this.hasFocus = false;
  }

  override firstUpdated(): void {
    const sizes = new ResizeObserver(([entry]) => (this.size = entry?.contentRect ?? this.size));
    if (this.#stage !== null) sizes.observe(this.#stage);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) this.#layOut(new Map(this.layout.nodes.map((placed) => [placed.node.key, placed])));
    if (changed.has('selected')) this.focused = this.selected;
  }

  override render(): TemplateResult {
    const { length } = this.model.nodes;
    return html`<svg
        class="stage"
        viewBox=${viewBoxOf(this.#camera, this.size)}
        role="application"
        tabindex="0"
        aria-label=${tn(length, 'Drawing of {0} entity', 'Drawing of {0} entities')}
        aria-describedby="keys"
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @focus=${() => this.#focusChanged()}
        @blur=${() => this.#focusChanged()}
        @wheel=${(event: WheelEvent) => this.#wheel(event)}
        @pointerdown=${(event: PointerEvent) => this.#press(event)}
        @pointermove=${(event: PointerEvent) => this.#drag(event)}
        @lostpointercapture=${() => (this.#dragged = undefined)}
        @pointerover=${(event: PointerEvent) => (this.hovered = keyAt(event))}
        @pointerleave=${() => (this.hovered = undefined)}
        @click=${(event: MouseEvent) => withKeyAt(event, this.onSelect)}
        @dblclick=${(event: MouseEvent) => withKeyAt(event, this.onToggle)}
      >
        ${this.#renderPicture()}
      </svg>
      <p class="unseen" role="status">${this.hasFocus ? this.#words() : ''}</p>
      <div class="below">
        <div class="tools" role="group" aria-label=${t('Drawing')}>
          ${renderTool('zoom-in', t('Zoom In'), () => this.#zoom(zoomStep))}
          ${renderTool('zoom-out', t('Zoom Out'), () => this.#zoom(1 / zoomStep))}
          ${renderTool('screen-full', t('Show Everything'), () => (this.camera = undefined))}
          ${renderTool('discard', t('Reset Drawing'), () => this.#reset())}
        </div>
        ${renderLegend(this.model)} ${renderKeys()}
      </div>`;
  }

  #renderPicture(): TemplateResult {
    const { size, selected, hovered, layout } = this;
    const { nodes, links } = layout;
    const camera = this.#camera;
    const focused = this.hasFocus ? this.#focusedNode?.node.key : undefined;
    const lookOf = ({ key, isExpanded }: GraphNode): string =>
      `${key === selected ? 'selected' : isExpanded ? 'expanded' : ''} ${key === focused ? 'focused' : ''}`;
    const named = nodes.filter(({ node }) => node.isStart || [selected, hovered, focused].includes(node.key));
    return svg`<g aria-hidden="true">
      ${guard([layout, selected], () => links.map((link) => renderLink(link, selected)))}
      ${guard([layout, selected, focused], () => nodes.map((placed) => renderNode(placed, lookOf(placed.node))))}
      ${labelsFor(nodes, named, { camera, size }).map((label) => renderLabel(label, camera.scale))}
    </g>`;
  }

  get #stage(): SVGSVGElement | null {
    return this.renderRoot.querySelector<SVGSVGElement>('.stage');
  }

  get #camera(): Camera {
    return this.camera ?? fitted(this.layout.nodes, this.size);
  }

  get #focusedNode(): PlacedNode | undefined {
    const { nodes } = this.layout;
    return nodes.find(({ node }) => node.key === this.focused) ?? nodes[0];
  }

  /** `before`: what stays about where it is. */
  #layOut(before: ReadonlyMap<string, Point>): void {
    window.clearTimeout(this.#slice);
    this.#run(layOut(this.model, before));
  }

  #run(steps: Generator<undefined, Layout>): void {
    const until = performance.now() + sliceMs;
    let step = steps.next();
    while (step.done !== true && performance.now() < until) step = steps.next();
    if (step.done === true) this.layout = step.value;
    else this.#slice = window.setTimeout(() => this.#run(steps));
  }

  #reset(): void {
    this.camera = undefined;
    this.#layOut(new Map());
    this.onReset();
  }

  /** Around a point, in pixels from the middle. */
  #zoom(factor: number, at: Point = { x: 0, y: 0 }): void {
    this.camera = zoomed(this.#camera, factor, at);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top, width, height } = this.#stage?.getBoundingClientRect() ?? new DOMRect();
    const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
    this.#zoom(Math.exp(-event.deltaY * zoomPerPixel), at);
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0 || keyAt(event) !== undefined) return;
    this.#stage?.setPointerCapture(event.pointerId);
    this.#dragged = { x: event.clientX, y: event.clientY };
  }

  #drag({ clientX: x, clientY: y }: PointerEvent): void {
    if (this.#dragged === undefined) return;
    this.camera = panned(this.#camera, { x: x - this.#dragged.x, y: y - this.#dragged.y });
    this.#dragged = { x, y };
  }

  #focusChanged(): void {
    this.hasFocus = this.#stage?.matches(':focus-visible') === true;
  }

  /** What the keyboard is on, for a screen reader. */
  #words(): string {
    const placed = this.#focusedNode;
    if (placed === undefined) return '';
    const { key, name, kind, degree, isExpanded } = placed.node;
    const parts = [name, entityKindName(kind), tn(degree, '{0} connection', '{0} connections')];
    if (isExpanded) parts.push(t('expanded'));
    if (key === this.selected) parts.push(t('selected'));
    return parts.join(', ');
  }

  #key(event: KeyboardEvent): void {
    const run = this.#actions.get(event.key);
    const focused = this.#focusedNode;
    if (run === undefined || focused === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.hasFocus = true;
    run(focused, event);
  }

  /** To the next entity, or with Shift to another part of the drawing. */
  #arrow(direction: Point) {
    return (from: PlacedNode, { shiftKey }: KeyboardEvent): void => {
      if (!shiftKey) this.#focusOn(nextNode(from, this.layout.nodes, direction));
      else this.camera = panned(this.#camera, { x: -panStep * direction.x, y: -panStep * direction.y });
    };
  }

  #focusOn(placed: PlacedNode | undefined): void {
    if (placed === undefined) return;
    this.focused = placed.node.key;
    if (this.camera !== undefined) this.camera = { ...this.camera, x: placed.x, y: placed.y };
  }
}

/** Of the entity under the pointer. */
function keyAt({ target }: Event): string | undefined {
  return target instanceof Element ? (target.closest('.node')?.getAttribute('data-key') ?? undefined) : undefined;
}

function withKeyAt(event: Event, run: (key: string) => void): void {
  const key = keyAt(event);
  if (key !== undefined) run(key);
}

customElements.define('bigmind-graph-drawing', GraphDrawing);
