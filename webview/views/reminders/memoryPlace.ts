/** A line of a memory file, as a link where the host has an editor. */
import { html, type TemplateResult } from 'lit';
import type { MemoryFileName } from '../../../src/memory/shared/vocabulary.ts';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';

interface MemoryPlace {
  /** Null for the file of all projects. */
  project: string | null;
  file: MemoryFileName;
  /** From 1. */
  line: number;
}

export function renderPlace(place: MemoryPlace, page: Page, tabindex: 0 | -1): TemplateResult {
  const { project, file, line } = place;
  const words = `${project === null ? '~/.mind' : '.mind'}/${file}:${String(line)}`;
  if (!page.abilities.opensSources) return html`<bdi>${words}</bdi>`;
  return html`<button
    class="link"
    tabindex=${tabindex}
    title=${t('Open in Editor')}
    @click=${() => page.openFile({ project, file, line })}
  >
    ${words}
  </button>`;
}
