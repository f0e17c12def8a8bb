/** The colors of the drawing, from the theme. A canvas knows no variables, so they are read as values. */
import { css } from 'lit';
import type { EntityKindCard } from '../../../../src/protocol/graph/graph.ts';
import { entityKinds } from '../../../../src/protocol/graph/graph.ts';

export interface Palette {
  kinds: Readonly<Record<EntityKindCard, string>>;
  text: string;
  link: string;
  /** Links of the selected entity. */
  strongLink: string;
  /** The outline of entities, and what separates a label from the lines below it. */
  background: string;
  focus: string;
  font: string;
}

/** The variables that the legend uses, too. */
export const paletteStyles = css`
  :host {
    --kind-file: var(--vscode-charts-blue, #1a85ff);
    --kind-symbol: var(--vscode-charts-purple, #8a5cd6);
    --kind-package: var(--vscode-charts-orange, #d18616);
    --kind-service: var(--vscode-charts-green, #388a34);
    --kind-person: var(--vscode-charts-yellow, #bf8803);
    --kind-project: var(--vscode-charts-green, #388a34);
    --kind-issue: var(--vscode-charts-yellow, #bf8803);
    --kind-error: var(--vscode-charts-red, #d13438);
    --kind-concept: var(--vscode-descriptionForeground);
    --graph-background: var(--vscode-editor-background, var(--page-background, transparent));
  }
`;

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const kinds = Object.fromEntries(entityKinds.map((kind) => [kind, color(`--kind-${kind}`)]));
  const text = color('--vscode-foreground');
  return {
    kinds: { ...unknownKinds(text), ...kinds },
    text,
    link: color('--vscode-descriptionForeground'),
    strongLink: color('--vscode-focusBorder'),
    background: color('--graph-background'),
    focus: color('--vscode-contrastActiveBorder') || color('--vscode-focusBorder'),
    font: style.fontFamily,
  };
}

/** Calls `changed` whenever the theme changes. Returns a function that ends it. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const options = { attributes: true, attributeFilter: ['class', 'style', 'data-vscode-theme-id'] };
  observer.observe(document.documentElement, options);
  observer.observe(document.body, options);
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    scheme.removeEventListener('change', changed);
  };
}

function unknownKinds(color: string): Record<EntityKindCard, string> {
  return {
    ...{ file: color, symbol: color, package: color, service: color, person: color },
    ...{ project: color, issue: color, error: color, concept: color },
  };
}
