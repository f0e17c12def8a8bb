/** One proposal with its actions: read and review it, edit it, or merge it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ProposalCard } from '../../../../src/protocol/knowledge/curation.ts';
import { t } from '../../../l10n/t.ts';
import { formKeys, submitting } from '../../../parts/design/forms.ts';
import '../../../parts/design/longText.ts';
import type { Page } from '../../../client/page.ts';
import type { Decision } from '../entries/bulk.ts';
import { renderDecisions, type DecisionButton } from '../entries/decisionBar.ts';
import { renderBodyFields, renderNotes, type ChangeDraft } from '../entries/entryForm.ts';
import type { Draft } from '../entries/keptCuration.ts';
import { otherOf, renderMerge } from './mergeForm.ts';
import { renderAnswers } from '../entries/writing.ts';
import { renderEntryHead, renderEvidence, renderOrigin, renderSimilar } from './proposal.ts';

interface ProposalPane {
  proposal: ProposalCard;
  draft: Draft;
  page: Page;
  whyNot: string | undefined;
  showsKeys: boolean;
  change: ChangeDraft;
  write: (way: 'edit' | 'merge') => void;
  stopWriting: () => void;
  decide: (action: Decision) => void;
  merge: () => void;
}

export function renderProposal(pane: ProposalPane): TemplateResult {
  switch (pane.draft.way) {
    case 'read':
      return renderReading(pane);
    case 'edit':
      return renderEditing(pane);
    case 'merge':
      return renderMerging(pane);
  }
}

function renderReading(pane: ProposalPane): TemplateResult {
  const { proposal, draft, page, whyNot, showsKeys, change, write, decide } = pane;
  const buttons: DecisionButton[] = [
    { label: t('Approve'), key: 'a', isPrimary: true, run: () => decide('approve') },
    { label: t('Edit and Approve'), key: 'e', run: () => write('edit') },
    ...(proposal.similar.length === 0 ? [] : [{ label: t('Merge'), key: 'm', run: () => write('merge') }]),
    { label: t('Deprecate'), key: 'd', run: () => decide('deprecate') },
  ];
  return html`${renderEntryHead(proposal)} ${renderOrigin(proposal, page)}
    <bigmind-long-text class="content" .text=${proposal.content}></bigmind-long-text>
    ${whyNot === undefined ? renderNotes(draft, change) : nothing}
    ${renderDecisions({ buttons, showsKeys, whyNot, id: 'why-not' })} ${renderSimilar(proposal)}
    ${renderEvidence(proposal)}`;
}

function renderEditing(pane: ProposalPane): TemplateResult {
  const { proposal, draft, page, whyNot, change, decide, stopWriting } = pane;
  return html`<form class="writing" @keydown=${formKeys()} @submit=${submitting(() => decide('approve'))}>
    <h2 class="entry-title">${t('Edit and Approve')}</h2>
    ${renderOrigin(proposal, page)} ${renderBodyFields(draft, change, { hasRank: true })} ${renderNotes(draft, change)}
    ${renderAnswers(t('Approve as Edited'), whyNot, stopWriting)}
  </form>`;
}

function renderMerging(pane: ProposalPane): TemplateResult {
  const { proposal, draft, whyNot, change, merge, stopWriting } = pane;
  return html`<form class="writing" @keydown=${formKeys()} @submit=${submitting(merge)}>
    <h2 class="entry-title">${t('Merge two entries')}</h2>
    ${renderMerge(draft, proposal, change)}
    ${
      otherOf(draft, proposal) === undefined
        ? nothing
        : html`${renderNotes(draft, change)} ${renderAnswers(t('Merge'), whyNot, stopWriting)}`
    }
  </form>`;
}
