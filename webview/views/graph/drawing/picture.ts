/** The graph as an SVG: links, entities and names. A shape for each kind, so that color is not the only difference. */
import { svg, type TemplateResult } from 'lit';
import type { EntityKindCard } from '../../../../src/protocol/graph/graph.ts';
import type { Label } from '../layout/labels.ts';
import type { PlacedLink, PlacedNode } from '../layout/layout.ts';
import { entityKindName, isolated } from '../model/entityWords.ts';

/** Of each kind: its color, and its outline around the origin, of about the area of a circle with radius 1. */
const shapes: Readonly<Record<EntityKindCard, readonly [fill: string, outline: string]>> = {
  file: ['--vscode-charts-blue, #1a85ff', 'M-.83-.83H.83V.83H-.83Z'],
  symbol: ['--vscode-charts-purple, #8a5cd6', 'M0-1.2 1.2 0 0 1.2-1.2 0Z'],
  package: ['--vscode-charts-orange, #d18616', 'M1.08 0 .54.94-.54.94-1.08 0-.54-.94.54-.94Z'],
  service: ['--vscode-charts-green', 'M.97-.4 .97.4.4.97-.4.97-.97.4-.97-.4-.4-.97.4-.97Z'],
  person: ['--vscode-charts-yellow', 'M0-1.3 1.13.65-1.13.65Z'],
  project: ['--vscode-charts-green', 'M0-1.15 1.09-.36.68.93-.68.93-1.09-.36Z'],
  issue: ['--vscode-charts-yellow', 'M0 1.3-1.13-.65 1.13-.65Z'],
  error: ['--vscode-charts-red, #d13438', 'M0-1.35.42-.42 1.35 0 .42.42 0 1.35-.42.42-1.35 0-.42-.42Z'],
  concept: ['--vscode-descriptionForeground', 'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z'],
};

export function renderShape(kind: EntityKindCard): TemplateResult {
  const [fill, outline] = shapes[kind];
  return svg`<path class="shape" fill="var(${fill})" d=${outline} />`;
}

/** Thicker, the more memories mention both. */
export function renderLink({ source, target, together }: PlacedLink, selected: string | null): TemplateResult {
  const isStrong = source.node.key === selected || target.node.key === selected;
  const width = 1 + Math.min(2, Math.log2(together) / 2);
  return svg`<line
    class=${isStrong ? 'strong link' : 'link'}
    stroke-width=${width} x1=${source.x} y1=${source.y} x2=${target.x} y2=${target.y}
  />`;
}

/** The ring is also what a pointer reaches. */
export function renderNode({ x, y, radius, node }: PlacedNode, look: string): TemplateResult {
  return svg`<g class=${`node ${look}`} data-key=${node.key} transform="translate(${x} ${y}) scale(${radius})">
    <title>${isolated(node.name)}, ${entityKindName(node.kind)}</title>
    <circle class="focus" r=${1.15 + 7 / radius} />
    <circle class="ring" r=${1.15 + 3 / radius} />
    ${renderShape(node.kind)}
  </g>`;
}

/** `scale`: pixels per unit. */
export function renderLabel({ x, y, text }: Label, scale: number): TemplateResult {
  return svg`<text x=${x} y=${y} font-size=${12 / scale}>${text}</text>`;
}
