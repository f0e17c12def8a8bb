/** The form for a new hypothesis: what the user believes, and how sure they are. Input survives a reload. */
import { html, type TemplateResult } from 'lit';
import { isShare, isText, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { confidenceName } from '../../parts/domain/hypothesisWords.ts';
import { View } from '../shared/view.ts';
import { hypothesisStyles } from './hypothesisStyles.ts';

/** In characters, as limited in `memory/shared/input.ts`. */
const maxHypothesisLength = 10_000;
const keptName = 'newHypothesis';
const isDraft = shape({ text: isText, confidence: isShare });
type Draft = Checked<typeof isDraft>;
/** The confidence is the default of `memory/hypotheses/hypotheses.ts`. */
const empty: Draft = { text: '', confidence: 0.7 };

class NewHypothesis extends View {
  static override styles = [styles, controls, chipStyles, hypothesisStyles];

  /** Called after it was added, and to leave the form. */
  declare close: () => void;

  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector('textarea')?.focus());
  }

  override render(): TemplateResult {
    const { text, confidence } = this.#draft;
    return html`<form
      aria-label=${t('Add Hypothesis')}
      @submit=${submitting(() => void this.#add())}
      @keydown=${formKeys(() => this.#leave())}
    >
      <label class="labelled">
        <span>${t('What do you think is true, and why?')}</span>
        <textarea
          class="field"
          dir="auto"
          rows="3"
          required
          maxlength=${maxHypothesisLength}
          .value=${text}
          @input=${(event: Event) => this.#keep({ text: textOf(event), confidence })}
        ></textarea>
      </label>
      <label class="labelled">
        <span>${t('How confident are you?')} ${confidenceName(confidence)}</span>
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          .value=${String(confidence)}
          aria-valuetext=${confidenceName(confidence)}
          @input=${(event: Event) => this.#keep({ text, confidence: Number(textOf(event)) })}
        />
      </label>
      <div class="answers">
        <button class="button primary" type="submit">${t('Add')}</button>
        <button class="button" type="button" @click=${() => this.#leave()}>${t('Cancel')}</button>
      </div>
    </form>`;
  }

  get #draft(): Draft {
    const kept = this.page.kept(keptName);
    return isDraft(kept) ? kept : empty;
  }

  #keep(draft: Draft | null): void {
    this.page.keep(keptName, draft);
    this.requestUpdate();
  }

  async #add(): Promise<void> {
    const { text, confidence } = this.#draft;
    if (text.trim() === '') return;
    const command = { type: 'addHypothesis' as const, text: text.trim(), confidence };
    if ((await this.page.execute(command, t('Hypothesis added.'))) !== undefined) this.#leave();
  }

  #leave(): void {
    this.#keep(null);
    if (this.isConnected) this.close();
  }
}

customElements.define('bigmind-new-hypothesis', NewHypothesis);
