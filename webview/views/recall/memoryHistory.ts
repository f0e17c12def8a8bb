/** Who did what with a memory, as far as the audit contains it. */
import { html, type TemplateResult } from 'lit';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import { renderTime } from '../../parts/design/format.ts';

type Step = MemoryDetailCard['history'][number];

/** Null if there are no rows, as for a memory that is older than the audit. */
export function renderHistory(history: readonly Step[]): TemplateResult | null {
  if (history.length === 0) return null;
  return html`<ul class="plain">
    ${history.map((step) => html`<li>${stepWords(step)} · ${renderTime(step.at)}</li>`)}
  </ul>`;
}

function stepWords({ action, refused, user, agent }: Step): string {
  const what = refused ? t('Refused: {0}', actionName(action)) : actionName(action);
  return [what, user, agent === null ? null : agentName(agent)].filter((part) => part !== null).join(' · ');
}

/** An unknown action is shown as it is. */
function actionName(action: string): string {
  switch (action) {
    case 'store':
      return t('Stored');
    case 'confirm':
      return t('Stored again');
    case 'edit':
      return t('Edited');
    case 'deprecate':
      return t('Deprecated');
    case 'supersede':
      return t('Replaced');
    case 'rate':
      return t('Rated');
    case 'restore':
      return t('Restored');
    case 'take_back':
    case 'undo_review':
      return t('Undone');
    case 'erase':
      return t('Erased for good');
    case 'begin':
      return t('Started');
    case 'end':
      return t('Ended');
    case 'tell':
      return t('Summarized');
    case 'record':
      return t('Recorded');
    case 'import':
      return t('Imported');
    case 'propose':
      return t('Proposed');
    case 'approve':
      return t('Approved');
    default:
      return action;
  }
}
