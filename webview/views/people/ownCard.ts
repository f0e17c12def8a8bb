/** What the directory shows of the reader: how much, and the topics and projects that they choose. Saved together. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { CardLevel } from '../../../src/memory/shared/vocabulary.ts';
import { cardLevels } from '../../../src/memory/shared/vocabulary.ts';
import type { OwnCard } from '../../../src/protocol/people/people.ts';
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
  /** Keys of the chosen ones, sorted. */
  projects: readonly string[];
}

class OwnCardForm extends View {
  static override styles = [
    styles,
    controls,
    chipStyles,
    css`
      .button {
        align-self: start;
      }
      .projects {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        max-height: 12em;
        margin: 0;
        padding: 6px 8px;
        overflow-y: auto;
        border: 1px solid var(--vscode-widget-border, transparent);
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
    const { level, topics, projects } = this.#shown;
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
      ${level === 'off' || level === 'basic' ? nothing : this.#renderProjects(projects)}
      <p class="quiet">${t('Facts, chats and headlines of sessions are never shown.')}</p>
      <button class="button primary" aria-disabled=${this.#isChanged ? nothing : 'true'}>${t('Save Card')}</button>
    </form>`;
  }

  #renderProjects(chosen: readonly string[]): TemplateResult {
    const { projects } = this.card;
    return html`<fieldset class="projects">
      <legend>${t('Show topics of your sessions in these projects')}</legend>
      ${
        projects.length === 0
          ? html`<p class="quiet">${t('You have no project with memories here yet.')}</p>`
          : projects.map(
              ({ key, name }) =>
                html`<label title=${key}>
                  <input
                    type="checkbox"
                    .checked=${chosen.includes(key)}
                    @change=${() => this.#change({ projects: toggled(chosen, key) })}
                  />
                  <span dir="auto">${name}</span>
                </label>`,
            )
      }
      ${
        projects.length === 0 || chosen.length > 0
          ? nothing
          : html`<p class="quiet">${t('None is chosen, so others see no topic of your sessions.')}</p>`
      }
    </fieldset>`;
  }

  get #shown(): Draft {
    return this.draft ?? this.#stored;
  }

  get #stored(): Draft {
    const { level, topics, projects } = this.card;
    const chosen = projects.filter(({ isChosen }) => isChosen).map(({ key }) => key);
    return { level, topics: topics.join(', '), projects: chosen.toSorted() };
  }

  get #isChanged(): boolean {
    const [shown, stored] = [this.#shown, this.#stored];
    const isSame = shown.level === stored.level && shown.topics.trim() === stored.topics;
    return !isSame || shown.projects.join('\n') !== stored.projects.join('\n');
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
    const { level, topics, projects } = this.#shown;
    const command = { type: 'showOnCard' as const, level, topics: topics.split(','), projects: [...projects] };
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
      return t('Also topics of sessions in projects that you choose');
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
  if (typeof level !== 'string' || typeof topics !== 'string') return undefined;
  const projects = 'projects' in kept && Array.isArray(kept.projects) ? kept.projects : [];
  return { level: levelFrom(level), topics, projects: projects.filter((key) => typeof key === 'string') };
}

function toggled(chosen: readonly string[], key: string): string[] {
  return (chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]).toSorted();
}

customElements.define('bigmind-own-card', OwnCardForm);
