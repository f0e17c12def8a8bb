/** The other names of an entity: split one off, merge one that is typed or chosen, or one that is proposed. */
import { html, nothing, type TemplateResult } from 'lit';
import {
  areDifferentKinds,
  type EntityCard,
  type EntityKindCard,
  type EntityRow,
} from '../../../src/protocol/graph/graph.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { joined } from '../../parts/design/format.ts';
import { submitting, textOf } from '../../parts/design/forms.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { detailStyles } from '../../parts/design/styles/detailStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View } from '../shared/view.ts';
import { entityKindName, isolated } from './model/entityWords.ts';
import { panelStyles } from './panelStyles.ts';

const maxSuggested = 20;
const maxNameLength = 300;

class OtherNames extends View {
  static override styles = [styles, controls, chipStyles, detailStyles, panelStyles];
  static override properties = {
    card: { attribute: false },
    project: { attribute: false },
    typed: { state: true },
  };

  declare card: EntityCard;
  declare project: string | null;
  declare private typed: string;

  readonly #suggested = new Live(
    this,
    () => this.page.client,
    'entities',
    () => (this.typed.trim() === '' ? undefined : { part: this.typed, project: this.project, limit: maxSuggested }),
  );

  constructor() {
    super();
    this.typed = '';
    // A name that was split off or merged is gone from its list.
    new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('input'));
  }

  override render(): TemplateResult {
    const { proposals } = this.card;
    return html`${this.#renderAliases()}
    ${
      proposals.length === 0
        ? nothing
        : html`<section aria-labelledby="proposals">
            <h3 id="proposals">${t('May mean the same')}</h3>
            <ul class="names">
              ${proposals.map((one) => this.#renderProposal(one))}
            </ul>
          </section>`
    }
    ${this.#renderForm()}`;
  }

  #renderAliases(): TemplateResult | typeof nothing {
    const { aliases } = this.card;
    if (aliases.length === 0) return nothing;
    return html`<section aria-labelledby="names">
      <h3 id="names">${t('Other names')}</h3>
      <ul class="names">
        ${aliases.map(
          (alias) =>
            html`<li>
              <bdi>${alias.name}</bdi>
              <button
                class="button"
                aria-label=${t('Split {0}', isolated(alias.name))}
                @click=${() => this.#split(alias.key)}
              >
                ${t('Split')}
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #renderProposal({ key, name, kind, memories }: EntityRow): TemplateResult {
    const about = joined([entityKindName(kind), tn(memories, '{0} memory', '{0} memories')]);
    return html`<li>
      <span><bdi>${name}</bdi> <span class="quiet">${about}</span></span>
      <button class="button" aria-label=${t('Merge {0}', isolated(name))} @click=${() => this.#merge(key, kind)}>
        ${t('Merge')}
      </button>
    </li>`;
  }

  #renderForm(): TemplateResult {
    const others = (this.#suggested.answer?.entities ?? []).filter(({ key }) => key !== this.card.key);
    return html`<section aria-labelledby="merge">
      <h3 id="merge">${t('Merge with another name')}</h3>
      <form class="merge" @submit=${submitting(() => void this.#mergeTyped())}>
        <label class="labelled">
          <span>${t('A name that means the same')}</span>
          <input
            class="field"
            dir="auto"
            list="suggested"
            maxlength=${maxNameLength}
            autocomplete="off"
            .value=${this.typed}
            @input=${(event: Event) => (this.typed = textOf(event))}
          />
        </label>
        <datalist id="suggested">${others.map(({ name }) => html`<option value=${name}></option>`)}</datalist>
        <button class="button" aria-disabled=${this.typed.trim() === '' ? 'true' : nothing}>${t('Merge')}</button>
      </form>
    </section>`;
  }

  async #mergeTyped(): Promise<void> {
    const typed = this.typed.trim();
    if (typed === '') return;
    const known = this.#suggested.answer?.entities.find(({ name }) => name === typed);
    if (await this.#merge(known?.key ?? typed, known?.kind)) this.typed = '';
  }

  async #merge(alias: string, kind: EntityKindCard | undefined): Promise<boolean> {
    const command = { type: 'mergeEntities', alias, entity: this.card.key } as const;
    return (await this.page.execute(command, mergedText(this.card.kind, kind))) !== undefined;
  }

  #split(alias: string): void {
    void this.page.execute({ type: 'splitEntity', alias }, t('Name split.'));
  }
}

function mergedText(own: EntityKindCard, other: EntityKindCard | undefined): string {
  if (other === undefined || !areDifferentKinds(own, other)) return t('Names merged.');
  return t('Names merged. They were of different kinds: {0}, {1}.', entityKindName(own), entityKindName(other));
}

customElements.define('bigmind-other-names', OtherNames);
