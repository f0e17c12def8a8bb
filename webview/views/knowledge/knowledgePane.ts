/** One approved or deprecated entry with its actions. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { renderTime } from '../../parts/design/format.ts';
import { formKeys, submitting } from '../../parts/design/forms.ts';
import '../../parts/design/longText.ts';
import type { Decision } from './entries/bulk.ts';
import { renderDecisions } from './entries/decisionBar.ts';
import type { DraftedEntry } from './entries/draftController.ts';
import { renderBodyFields, renderNotes, type ChangeDraft } from './entries/entryForm.ts';
import type { Draft } from './entries/keptCuration.ts';
import { renderEntryHead } from './inbox/proposal.ts';
import { renderAnswers } from './entries/writing.ts';

export interface KnowledgePane {
  entry: DraftedEntry;
  /** Who proposed it, and with which agent. */
  by: string;
  createdAt: string;
  state: 'live' | 'deprecated';
  draft: Draft;
  whyNot: string | undefined;
  showsKeys: boolean;
  change: ChangeDraft;
  edit: () => void;
  stopWriting: () => void;
  save: () => void;
  review: (action: Decision) => void;
}

export function renderKnowledge(pane: KnowledgePane): TemplateResult {
  return pane.draft.way === 'edit' ? renderEditing(pane) : renderReading(pane);
}

function renderReading(pane: KnowledgePane): TemplateResult {
  const { entry, by, createdAt, state, draft, whyNot, showsKeys, change, edit, review } = pane;
  const buttons =
    state === 'live'
      ? [
          { label: t('Edit'), key: 'e', run: edit },
          { label: t('Deprecate'), key: 'd', run: () => review('deprecate') },
        ]
      : [{ label: t('Restore'), key: 'a', isPrimary: true, run: () => review('approve') }];
  return html`${renderEntryHead(entry)}
    <dl class="origin">
      <div>
        <dt>${t('Proposed by')}</dt>
        <dd><bdi>${by}</bdi>, ${renderTime(createdAt)}</dd>
      </div>
    </dl>
    <bigmind-long-text class="content" .text=${entry.content}></bigmind-long-text>
    ${whyNot === undefined ? renderNotes(draft, change) : nothing}
    ${renderDecisions({ buttons, showsKeys, whyNot, id: 'why-not' })}`;
}

function renderEditing({ draft, whyNot, change, save, stopWriting }: KnowledgePane): TemplateResult {
  return html`<form class="writing" @keydown=${formKeys()} @submit=${submitting(save)}>
    <h2 class="entry-title">${t('Edit shared knowledge')}</h2>
    ${renderBodyFields(draft, change, { hasRank: true })} ${renderNotes(draft, change)}
    ${renderAnswers(t('Save'), whyNot, stopWriting)}
  </form>`;
}
