/** A form for the headline of a session, to rename or to end it, then also for its topics. Enter saves, Escape leaves. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { controls } from '../../parts/design/controls.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { renderTheirs, theirsStyles } from '../../parts/domain/theirs.ts';

class HeadlineForm extends LitElement {
  static override styles = [styles, controls, chipStyles, theirsStyles];
  static override properties = {
    label: { attribute: false },
    save: { attribute: false },
    value: { attribute: false },
    theirs: { attribute: false },
    topics: { attribute: false },
  };

  declare label: string;
  /** The label of the button. */
  declare save: string;
  declare value: string;
  /** The headline that was stored elsewhere while the user typed; undefined if there is none. */
  declare theirs: string | undefined;
  /** Separated by commas; undefined without a field for them. */
  declare topics: string | undefined;
  declare onTopics: (topics: string) => void;
  declare onType: (value: string) => void;
  declare onSave: () => void;
  declare onTheirs: () => void;
  declare onCancel: () => void;

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.renderRoot.querySelector('input')?.select();
    this.renderRoot.querySelector('input')?.focus();
  }

  override render(): TemplateResult {
    return html`<form @submit=${submitting(() => this.#submit())} @keydown=${formKeys(() => this.onCancel())}>
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
      ${
        this.topics === undefined
          ? nothing
          : html`<label class="labelled">
              <span>${t('Topics, separated by commas')}</span>
              <input
                class="field"
                dir="auto"
                .value=${this.topics}
                @input=${(event: Event) => this.onTopics(textOf(event))}
              />
            </label>`
      }
      ${
        this.theirs === undefined
          ? html`<div class="answers">
              <button class="button primary" type="submit">${this.save}</button>
              <button class="button" type="button" @click=${() => this.onCancel()}>${t('Cancel')}</button>
              <span class="quiet">${t('Enter to save, Escape to cancel')}</span>
            </div>`
          : renderTheirs([{ label: t('Headline'), text: this.theirs }], {
              mine: () => this.onSave(),
              theirs: () => this.onTheirs(),
              cancel: () => this.onCancel(),
            })
      }
    </form>`;
  }

  /** A key press does not overwrite another change, which may have arrived just before. */
  #submit(): void {
    if (this.theirs === undefined) this.onSave();
    else this.renderRoot.querySelector<HTMLElement>('.mine')?.focus();
  }
}

customElements.define('bigmind-headline-form', HeadlineForm);
