/** Whose memory it is, and what every conversation starts with. Edited in place; drafts are kept, so that a reload loses no input. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { OverviewCard } from '../../../src/protocol/overview.ts';
import type { ProfileCard } from '../../../src/protocol/profile/profile.ts';
import { Live } from '../../client/live.ts';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { dayName, readerOfToday } from '../../parts/design/format.ts';
import { columnStyles } from '../../parts/design/styles/columnStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import './editable.ts';
import { keptHome } from './keptHome.ts';
import './pinnedFacts.ts';
import type { PinCommands } from './pinnedFacts.ts';
import { renderWithheld, type Field } from './withheldNote.ts';
import { View } from '../../views/shared/view.ts';

/** In characters, as the domain limits them. */
const maxRoleLength = 2_000;
const maxPreferencesLength = 50_000;

class AboutYou extends View {
  static override styles = [
    styles,
    controls,
    columnStyles,
    css`
      .who {
        display: flex;
        flex-direction: column;
        gap: 2px;
      }
      .withheld {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 6px;
        margin: 2px 0;
        color: var(--vscode-descriptionForeground);
      }
    `,
  ];

  readonly #profile = new Live(
    this,
    () => this.page.client,
    'profile',
    () => readerOfToday(),
  );
  readonly #kept = keptHome(
    () => this.page,
    () => this.requestUpdate(),
  );

  override render(): TemplateResult {
    const { answer } = this.#profile;
    return html`<div class="column">
      ${this.#renderWho(answer)} ${this.renderWait(this.#profile)}
      ${answer === undefined ? nothing : html`${this.#renderPreferences(answer)} ${this.#renderPinned(answer)}`}
    </div>`;
  }

  #renderWho(profile: ProfileCard | undefined): TemplateResult {
    const { user, project } = this.page.overview;
    const since = profile?.since ?? null;
    return html`<header class="who">
      <h1><bdi>${user}</bdi></h1>
      ${
        profile === undefined
          ? nothing
          : html`<bigmind-editable
                .value=${profile.role ?? ''}
                .words=${{ label: t('Your role'), edit: t('Edit your role'), add: t('Add your role') }}
                .lines=${1}
                .longest=${maxRoleLength}
                .draft=${this.#kept.draft('role')}
                .draftChanged=${(draft: string | undefined) => this.#kept.keepDraft('role', draft)}
                .save=${(role: string) => this.#save({ role }, t('Role saved.'))}
              ></bigmind-editable>
              ${this.#renderWithheld(profile, 'role')}`
      }
      <p class="quiet">
        ${project === null ? t('No project') : t('In project {0}', project)}
        ${since === null ? nothing : html`· ${t('remembered since {0}', dayName(since, 'long'))}`}
      </p>
      ${renderTeam(this.page.overview)}
    </header>`;
  }

  #renderPreferences(profile: ProfileCard): TemplateResult {
    return html`<section aria-labelledby="preferences">
      <h2 id="preferences">${t('Preferences')}</h2>
      <bigmind-editable
        .value=${profile.preferences ?? ''}
        .words=${{
          label: t('How should assistants work with you?'),
          edit: t('Edit your preferences'),
          add: t('Add your preferences'),
        }}
        .lines=${6}
        .longest=${maxPreferencesLength}
        .draft=${this.#kept.draft('preferences')}
        .draftChanged=${(draft: string | undefined) => this.#kept.keepDraft('preferences', draft)}
        .save=${(preferences: string) => this.#save({ preferences }, t('Preferences saved.'))}
      ></bigmind-editable>
      ${this.#renderWithheld(profile, 'preferences')}
    </section>`;
  }

  #renderPinned(profile: ProfileCard): TemplateResult {
    const drafts = {
      of: (key: string) => this.#kept.draft(key),
      keep: (key: string, draft: string | undefined) => this.#kept.keepDraft(key, draft),
    };
    return html`<section aria-labelledby="pinned">
      <h2 id="pinned">${t('Pinned facts')}</h2>
      <bigmind-pinned-facts
        .facts=${profile.pinnedFacts}
        .commands=${this.#pinCommands}
        .drafts=${drafts}
      ></bigmind-pinned-facts>
      ${this.#renderWithheld(profile, 'pinnedFacts')}
    </section>`;
  }

  /** Saving a field unchanged makes it the user's own. */
  #renderWithheld(profile: ProfileCard, field: Field): TemplateResult | typeof nothing {
    const { role, preferences, pinnedFacts } = profile;
    const asItStands = {
      role: { role: role ?? '' },
      preferences: { preferences: preferences ?? '' },
      pinnedFacts: { pinnedFacts },
    };
    return renderWithheld(profile, field, () => void this.#save(asItStands[field], t('Confirmed.')));
  }

  readonly #pinCommands: PinCommands = {
    add: async (text) => (await this.page.execute({ type: 'pin', text }, t('Pinned.'))) !== undefined,
    // Saved as a list, so that an undo restores the fact's old position.
    remove: async (text) => {
      const pinnedFacts = this.#profile.answer?.pinnedFacts.filter((fact) => fact !== text);
      return pinnedFacts !== undefined && this.#save({ pinnedFacts }, t('Pinned fact removed.'));
    },
    replace: (pinnedFacts, how) =>
      this.#save({ pinnedFacts }, how === 'moved' ? t('Pinned fact moved.') : t('Pinned fact saved.')),
  };

  /** Shown at once. If it is refused, the stored values are queried again. */
  async #save(change: { role?: string; preferences?: string; pinnedFacts?: string[] }, done: string): Promise<boolean> {
    this.#profile.patch((card) => ({ ...card, ...change }));
    const command = { type: 'updateProfile', role: null, preferences: null, pinnedFacts: null, ...change } as const;
    return (await this.page.execute(command, done)) !== undefined;
  }
}

/** A personal store needs no note. */
function renderTeam({ mode, role }: OverviewCard): TemplateResult | typeof nothing {
  if (mode !== 'team') return nothing;
  const words = {
    admin: t('Team store · you are its admin'),
    curator: t('Team store · you are a curator'),
    member: t('Team store · you are a member'),
  };
  return html`<p class="quiet">${words[role]}</p>`;
}

customElements.define('bigmind-about-you', AboutYou);
