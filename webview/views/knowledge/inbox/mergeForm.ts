/** The form that merges two entries: which other one, which of the two is kept, and its new text. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CommandOf } from '../../../../src/protocol/commands.ts';
import type { ProposalCard } from '../../../../src/protocol/knowledge/curation.ts';
import { t } from '../../../l10n/t.ts';
import { correctionsIn, notesIn, relationName, type EntryBody } from '../entries/entry.ts';
import { renderBodyFields, type ChangeDraft } from '../entries/entryForm.ts';
import type { Draft } from '../entries/keptCuration.ts';
import { renderPair } from './proposal.ts';

type Similar = ProposalCard['similar'][number];

/** The initial draft of a merge: with the first similar entry, and the text of the approved one. */
export function mergeBegun(draft: Draft, proposal: ProposalCard): Draft {
  const other = proposal.similar[0];
  if (other === undefined) return draft;
  return merged({ ...draft, way: 'merge' }, proposal, other, other.status === 'approved' ? 'other' : 'proposal');
}

function merged(draft: Draft, proposal: ProposalCard, other: Similar, keeps: Draft['keeps']): Draft {
  return { ...draft, otherId: other.id, otherVersion: other.version, keeps, ...bodyOf(keeps, proposal, other) };
}

/** Category and importance of a similar entry are not known here; the proposal's values are unused placeholders. */
function bodyOf(keeps: Draft['keeps'], proposal: ProposalCard, other: Similar): EntryBody {
  const { title, content } = keeps === 'proposal' ? proposal : other;
  return { title, content, category: proposal.category, importance: proposal.importance };
}

/** Undefined if it was changed since it was chosen, because the draft may refer to its earlier text. */
export function otherOf(draft: Draft, { similar }: ProposalCard): Similar | undefined {
  return similar.find((entry) => isChosen(entry, draft));
}

function isChosen({ id, version }: Similar, draft: Draft): boolean {
  return id === draft.otherId && version === draft.otherVersion;
}

export function mergeFrom(draft: Draft, proposal: ProposalCard): CommandOf<'mergeKnowledge'> | undefined {
  const other = otherOf(draft, proposal);
  if (other === undefined) return undefined;
  const isKept = draft.keeps === 'proposal';
  const [keepId, dropId] = isKept ? [proposal.id, other.id] : [other.id, proposal.id];
  const [keepVersion, dropVersion] = isKept ? [proposal.version, other.version] : [other.version, proposal.version];
  const corrections = correctionsIn(draft, bodyOf(draft.keeps, proposal, other));
  return { type: 'mergeKnowledge', keepId, dropId, keepVersion, dropVersion, notes: notesIn(draft), corrections };
}

export function renderMerge(draft: Draft, proposal: ProposalCard, change: ChangeDraft): TemplateResult {
  const other = otherOf(draft, proposal);
  const choose = (entry: Similar, keeps: Draft['keeps']): void => change(merged(draft, proposal, entry, keeps));
  return html`${
    proposal.similar.length > 1 || other === undefined
      ? renderOthers(draft, proposal, (entry) => {
          // Text typed for the proposal stays, whichever entry it is merged with.
          if (draft.keeps === 'proposal') change({ otherId: entry.id, otherVersion: entry.version });
          else choose(entry, 'other');
        })
      : nothing
  }
  ${
    other === undefined
      ? html`<p class="quiet" role="status">
          ${t('The other entry was changed or is no longer similar. Select an entry again.')}
        </p>`
      : html`<div>${renderPair(proposal, other)}</div>
          <fieldset class="choice">
            <legend>${t('Which entry do you want to keep?')}</legend>
            ${renderChoice('keeps', t('This proposal'), draft.keeps === 'proposal', () => choose(other, 'proposal'))}
            ${renderChoice('keeps', `#${String(other.id)} ${other.title}`, draft.keeps === 'other', () =>
              choose(other, 'other'),
            )}
          </fieldset>
          <p class="quiet">${t('This entry gets the text below. The other one is deprecated and links to it.')}</p>
          ${renderBodyFields(draft, change, {
            hasRank: draft.keeps === 'proposal',
            other: draft.keeps === 'proposal' ? other : proposal,
          })}`
  }`;
}

function renderOthers(draft: Draft, { similar }: ProposalCard, choose: (entry: Similar) => void): TemplateResult {
  return html`<fieldset class="choice">
    <legend>${t('Which entry do you want to merge it with?')}</legend>
    ${similar.map((entry) =>
      renderChoice(
        'other',
        `#${String(entry.id)} ${entry.title} · ${relationName(entry)}`,
        isChosen(entry, draft),
        () => choose(entry),
      ),
    )}
  </fieldset>`;
}

function renderChoice(name: string, words: string, isChosen: boolean, choose: () => void): TemplateResult {
  return html`<label
    ><input type="radio" name=${name} ?data-first=${isChosen} .checked=${isChosen} @change=${choose} />
    <span dir="auto">${words}</span></label
  >`;
}
