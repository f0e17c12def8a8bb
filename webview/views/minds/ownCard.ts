/** What the directory shows of the reader: how much, and the topics that they choose. Saved together. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { CardLevel } from '../../../src/memory/shared/vocabulary.ts';
import { cardLevels } from '../../../src/memory/shared/vocabulary.ts';
import type { OwnCard } from '../../../src/protocol/minds/minds.ts';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { textOf } from '../../parts/design/forms.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View } from '../shared/view.ts';

/** In characters; the domain allows 20 topics of 60. */
const maxTopicsLength = 1_300;

interface Draft {
  level: CardLevel;
  topics: string;
}

export class OwnCardForm extends View {
  static override styles = [
    styles,
    controls,
    chipStyles,
    css`
      .button {
        align-self: start;
      }
    `,
  ];
  static override properties = {
    page: { attribute: false },
    card: { attribute: false },
    draft: { state: true },
  };

  /** As stored. */
  declare card: OwnCard;
  declare private draft: Draft | undefined;

  override willUpdate(): void {
    if (!this.hasUpdated) this.draft = draftFrom(this.page.kept('ownCard'));
  }

  override render(): TemplateResult {
    const { level, topics } = this.#shown;
    return html`<form
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.#save();
      }}
    >
      <label class="labelled">
        <span>${t('What others see of you')}</span>
        <select class="field" @change=${(event: Event) => this.#change({ level: levelFrom(textOf(event)) })}>
          ${cardLevels.map((one) => html`<option value=${one} .selected=${one === level}>${levelWords(one)}</option>`)}
        </select>
      </label>
      ${
        level === 'off'
          ? nothing
          : html`<label class="labelled">
              <span>${t('Topics that you choose, with commas between them')}</span>
              <input
                class="field topics"
                dir="auto"
                maxlength=${maxTopicsLength}
                .value=${topics}
                @input=${(event: Event) => this.#change({ topics: textOf(event) })}
              />
            </label>`
      }
      <p class="quiet">${t('Facts, chats and headlines of sessions are never shown.')}</p>
      <button class="button primary" aria-disabled=${this.#isChanged ? nothing : 'true'}>${t('Save Card')}</button>
    </form>`;
  }

  get #shown(): Draft {
    return this.draft ?? { level: this.card.level, topics: this.card.topics.join(', ') };
  }

  get #isChanged(): boolean {
    const { level, topics } = this.#shown;
    return level !== this.card.level || topics.trim() !== this.card.topics.join(', ');
  }

  #change(change: Partial<Draft>): void {
    this.#keep({ ...this.#shown, ...change });
  }

  #keep(draft: Draft | undefined): void {
    this.draft = draft;
    this.page.keep('ownCard', draft ?? null);
  }

  async #save(): Promise<void> {
    if (!this.#isChanged) return;
    const { level, topics } = this.#shown;
    const command = { type: 'showOnCard', level, topics: topics.split(',') } as const;
    if ((await this.page.execute(command, t('Card saved.'))) !== undefined) this.#keep(undefined);
  }
}

function levelWords(level: CardLevel): string {
  switch (level) {
    case 'off':
      return t('Nothing: no card');
    case 'basic':
      return t('Name, role, activity by week, badges, chosen topics');
    case 'topics':
      return t('Also topics of projects that others work in too');
    case 'headlines':
      return t('Also titles of your approved knowledge');
  }
}

function levelFrom(text: string): CardLevel {
  return cardLevels.find((level) => level === text) ?? 'off';
}

function draftFrom(kept: unknown): Draft | undefined {
  if (typeof kept !== 'object' || kept === null || !('level' in kept) || !('topics' in kept)) return undefined;
  const { level, topics } = kept;
  return typeof level === 'string' && typeof topics === 'string' ? { level: levelFrom(level), topics } : undefined;
}

customElements.define('bigmind-own-card', OwnCardForm);
