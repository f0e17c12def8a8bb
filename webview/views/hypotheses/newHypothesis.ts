/** The form for a new hypothesis: what the user believes, and how sure they are. */
import { html, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import { confidenceName } from './hypothesis.ts';
import type { NewHypothesis } from './keptJournal.ts';

/** In characters, as limited in `memory/shared/input.ts`. */
const maxHypothesisLength = 10_000;

export interface NewHypothesisForm {
  noted: NewHypothesis;
  write: (noted: NewHypothesis) => void;
  note: () => void;
  cancel: () => void;
}

export function renderNewHypothesis({ noted, write, note, cancel }: NewHypothesisForm): TemplateResult {
  const noteDown = (): void => {
    if (noted.text.trim() !== '') note();
  };
  return html`<form
    class="note-down card"
    aria-label=${t('Add Hypothesis')}
    @submit=${submitting(noteDown)}
    @keydown=${formKeys(cancel)}
  >
    <label class="labelled">
      <span>${t('What do you think is true, and why?')}</span>
      <textarea
        class="field"
        data-new
        dir="auto"
        rows="3"
        required
        maxlength=${maxHypothesisLength}
        .value=${noted.text}
        @input=${(event: Event) => write({ ...noted, text: textOf(event) })}
      ></textarea>
    </label>
    <label class="labelled">
      <span>${t('How confident are you?')} ${confidenceName(noted.confidence)}</span>
      <input
        type="range"
        min="0"
        max="1"
        step="0.05"
        .value=${String(noted.confidence)}
        aria-valuetext=${confidenceName(noted.confidence)}
        @input=${(event: Event) => write({ ...noted, confidence: Number(textOf(event)) })}
      />
    </label>
    <div class="answers">
      <button class="button primary" type="submit">${t('Add')}</button>
      <button class="button" type="button" @click=${cancel}>${t('Cancel')}</button>
    </div>
  </form>`;
}
