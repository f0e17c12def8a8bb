/** The fields that correct an entry. Every keystroke updates the draft, so that nothing is lost with the page. */
import { html, nothing, type TemplateResult } from 'lit';
import { knowledgeCategories } from '../../../../src/memory/shared/vocabulary.ts';

import { t } from '../../../l10n/t.ts';
import { textOf } from '../../../parts/design/forms.ts';
import { categoryName } from '../../../parts/domain/memoryWords.ts';
import type { Draft } from './keptCuration.ts';

/** In characters, as limited in `memory/shared/input.ts`. */
const maxTitleLength = 80;
const maxContentLength = 20_000;
export const maxNotesLength = 2_000;

export type ChangeDraft = (change: Partial<Draft>) => void;

/** Title and content; category and importance only if their current values are known. */
export function renderBodyFields(
  draft: Draft,
  change: ChangeDraft,
  { hasRank, other }: { hasRank: boolean; other?: Pick<Draft, 'title' | 'content'> },
): TemplateResult {
  return html`<label class="labelled">
      <span>${t('Title')}</span>
      <input
        class="field"
        data-first
        dir="auto"
        maxlength=${maxTitleLength}
        .value=${draft.title}
        @input=${(event: Event) => change({ title: textOf(event) })}
      />
    </label>
    ${other === undefined ? nothing : renderTake(t('Use Other Title'), () => change({ title: other.title }))}
    <label class="labelled">
      <span>${t('Content')}</span>
      <textarea
        class="field"
        dir="auto"
        rows="8"
        maxlength=${maxContentLength}
        .value=${draft.content}
        @input=${(event: Event) => change({ content: textOf(event) })}
      ></textarea>
    </label>
    ${other === undefined ? nothing : renderTake(t('Use Other Text'), () => change({ content: other.content }))}
    ${hasRank ? renderRank(draft, change) : nothing}`;
}

function renderTake(words: string, take: () => void): TemplateResult {
  return html`<button class="button take" type="button" @click=${take}>${words}</button>`;
}

function renderRank(draft: Draft, change: ChangeDraft): TemplateResult {
  const known: readonly string[] = knowledgeCategories;
  const categories = known.includes(draft.category) ? known : [...known, draft.category];
  const tens = Array.from({ length: 10 }, (_, index) => index + 1);
  return html`<div class="rank">
    <label class="labelled">
      <span>${t('Category')}</span>
      <select class="field" @change=${(event: Event) => change({ category: textOf(event) })}>
        ${categories.map(
          (category) =>
            html`<option value=${category} ?selected=${category === draft.category}>${categoryName(category)}</option>`,
        )}
      </select>
    </label>
    <label class="labelled">
      <span>${t('Importance, 1 to 10')}</span>
      <select class="field" @change=${(event: Event) => change({ importance: Number(textOf(event)) })}>
        ${tens.map((ten) => html`<option value=${ten} ?selected=${ten === draft.importance}>${ten}</option>`)}
      </select>
    </label>
  </div>`;
}

export function renderNotes(draft: Draft, change: ChangeDraft): TemplateResult {
  return html`<label class="labelled">
    <span>${t('Note (optional)')}</span>
    <input
      class="field"
      dir="auto"
      maxlength=${maxNotesLength}
      .value=${draft.notes}
      @input=${(event: Event) => change({ notes: textOf(event) })}
    />
  </label>`;
}
