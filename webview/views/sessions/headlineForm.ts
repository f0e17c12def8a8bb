/** One line that gives a session its headline: to rename it, or to end it. Enter saves, Escape leaves. */
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { chipStyles } from '../../parts/chipStyles.ts';
import { controls } from '../../parts/controls.ts';
import { formKeys, submitting, textOf } from '../../parts/forms.ts';
import { styles } from '../../parts/styles.ts';

export class HeadlineForm extends LitElement {
  static override styles = [styles, controls, chipStyles];
  static override properties = {
    label: { attribute: false },
    save: { attribute: false },
    value: { attribute: false },
  };

  declare label: string;
  /** What the button says. */
  declare save: string;
  declare value: string;
  declare onType: (value: string) => void;
  declare onSave: () => void;
  declare onCancel: () => void;

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.renderRoot.querySelector('input')?.select();
    this.renderRoot.querySelector('input')?.focus();
  }

  override render(): TemplateResult {
    return html`<form @submit=${submitting(() => this.onSave())} @keydown=${formKeys(() => this.onCancel())}>
      <label class="labelled">
        <span>${this.label}</span>
        <input
          class="field"
          dir="auto"
          required
          maxlength="120"
          .value=${this.value}
          @input=${(event: Event) => this.onType(textOf(event))}
        />
      </label>
      <div class="answers">
        <button class="button primary" type="submit">${this.save}</button>
        <button class="button" type="button" @click=${() => this.onCancel()}>${t('Cancel')}</button>
      </div>
    </form>`;
  }
}

customElements.define('bigmind-headline-form', HeadlineForm);
