/** Why a memory file cannot be read: what it is about and what to do, in the language of the page. */
import { html, nothing, type TemplateResult } from 'lit';
import type { FileTroubleCard } from '../../../src/protocol/entries/memoryFiles.ts';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { headlineOf } from '../../parts/domain/failure.ts';
import { remedyOnPage } from '../../parts/domain/remedyOnPage.ts';
import { renderPlace } from './memoryPlace.ts';

/** `project` is null for the files of all projects. */
export function renderTrouble(trouble: FileTroubleCard, project: string | null, page: Page): TemplateResult {
  const { message, place } = trouble;
  const remedy = remedyOnPage(trouble.remedy);
  return html`<div class="trouble" role="alert">
    <p><strong>${troubleHeadline(trouble)}</strong></p>
    <p dir="auto">${message}</p>
    ${remedy === null ? nothing : html`<p class="quiet">${remedy}</p>`}
    ${place === null ? nothing : html`<p class="quiet">${renderPlace({ project, ...place }, page, 0)}</p>`}
  </div>`;
}

/** These codes mean something else for a file than for the store. */
export function troubleHeadline({ code }: Pick<FileTroubleCard, 'code'>): string {
  switch (code) {
    case 'conflict':
      return t('A merge conflict is not resolved');
    case 'not_found':
      return t('The memory files are gone');
    case 'invalid_input':
    case 'not_allowed':
      return t('The file cannot be read completely');
    default:
      return headlineOf({ code });
  }
}
