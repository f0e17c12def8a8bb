/**
 * The profile: who the user is, what every conversation starts with, and statistics. The user's own data is edited in
 * place; drafts are kept, so that a reload loses no input.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { OverviewCard, TotalsCard } from '../../../src/protocol/overview.ts';
import type { ProfileCard } from '../../../src/protocol/profile/profile.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { controls } from '../../parts/design/controls.ts';
import { dayName, number, readerOfToday } from '../../parts/design/format.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { renderBrowserNote } from '../shared/browserNote.ts';
import '../shared/noteForm.ts';
import { View } from '../shared/view.ts';
import { renderAgents } from './agents.ts';
import { renderBadges } from './badges.ts';
import './editable.ts';
import { keptProfile } from './keptProfile.ts';
import './pinnedFacts.ts';
import type { PinCommands } from './pinnedFacts.ts';
import { profileStyles } from './profileStyles.ts';
import './recentFacts.ts';
import './storeHealth.ts';
import './topics.ts';
import { renderWithheld, type Field } from './withheldNote.ts';

/** In characters, as the domain limits them. */
const maxRoleLength = 2_000;
const maxPreferencesLength = 50_000;

export class ProfileView extends View {
  static override styles = [styles, controls, profileStyles];

  readonly #profile = new Live(
    this,
    () => this.page.client,
    'profile',
    () => readerOfToday(),
  );
  readonly #kept = keptProfile(
    () => this.page,
    () => this.requestUpdate(),
  );

  override render(): TemplateResult {
    const { answer } = this.#profile;
    return html`<main>
      ${this.#renderWho(answer)} ${this.#renderQuick()} ${this.renderWait(this.#profile)}
      <div class="columns">
        <div class="column">
          ${answer === undefined ? nothing : html`${this.#renderPreferences(answer)} ${this.#renderPinned(answer)}`}
          <bigmind-recent-facts .page=${this.page}></bigmind-recent-facts>
          ${renderTotals(this.page.overview.totals, answer)}
          ${answer === undefined ? nothing : this.#renderTopics(answer)}
        </div>
        <div class="column">
          ${
            answer === undefined
              ? nothing
              : html`${renderBadges(answer.badges, {
                  isWhole: this.#kept.isWhole,
                  toggle: () => (this.#kept.isWhole = !this.#kept.isWhole),
                })}
                ${renderAgents(answer.agents, this.page)}`
          }
          <section aria-labelledby="store">
            <h2 id="store">${t('Storage')}</h2>
            <bigmind-store-health .page=${this.page}></bigmind-store-health>
          </section>
          ${renderBrowserNote(this.page.overview)}
        </div>
      </div>
    </main>`;
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

  /** Adds a note with the host's own command if there is one, else in the page. */
  #renderQuick(): TemplateResult {
    const { page } = this;
    const open = async (): Promise<void> => {
      this.#kept.isNoting = true;
      await this.updateComplete;
      this.renderRoot.querySelector('bigmind-note-form')?.focus();
    };
    const close = async (): Promise<void> => {
      this.#kept.isNoting = false;
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('.noting')?.focus();
    };
    if (this.#kept.isNoting) {
      return html`<bigmind-note-form .page=${page} .close=${() => void close()}></bigmind-note-form>`;
    }
    return html`<div class="quick">
      ${
        page.can('rememberNote')
          ? actionButton('rememberNote', page)
          : html`<button class="button noting" @click=${() => void open()}>
              <vscode-icon name="add" aria-hidden="true"></vscode-icon>${t('Remember Note…')}
            </button>`
      }
      <button class="button" @click=${() => page.go({ view: 'memories', item: null })}>
        <vscode-icon name="search" aria-hidden="true"></vscode-icon>${t('Search Memory')}
      </button>
      ${actionButton('askAssistant', page)}
    </div>`;
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

  #renderTopics({ topics }: ProfileCard): TemplateResult {
    const open = (topic: string): void => {
      this.page.keep('sessions', { topic, since: null, until: null });
      this.page.go({ view: 'sessions', item: null });
    };
    return html`<section aria-labelledby="topics">
      <h2 id="topics">${t('Topics')}</h2>
      ${
        topics.length === 0
          ? html`<p class="quiet">${t('The topics of your sessions appear here.')}</p>`
          : html`<bigmind-topics .topics=${topics} .open=${open}></bigmind-topics>`
      }
    </section>`;
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

/** Kinds without memories are omitted, except for sessions and facts, which everyone will have. */
function renderTotals(totals: TotalsCard, profile: ProfileCard | undefined): TemplateResult {
  const counts: [string, number][] = [
    [t('Sessions'), totals.sessions],
    [t('Facts'), totals.facts],
    [t('Exchanges'), totals.chunks],
    [t('Knowledge'), totals.knowledge],
    [t('Hypotheses'), totals.hypotheses],
    [t('Messages'), totals.messages],
  ];
  return html`<section aria-labelledby="totals">
    <h2 id="totals">${t('Memory contents')}</h2>
    <dl class="totals">
      ${counts
        .filter(([, count], index) => count > 0 || index < 2)
        .map(
          ([label, count]) =>
            html`<div>
              <dt>${label}</dt>
              <dd>${number(count)}</dd>
            </div>`,
        )}
    </dl>
    ${profile === undefined ? nothing : [renderStreak(profile), renderThisMonth(profile)]}
  </section>`;
}

function renderStreak({ streak, activeDays }: ProfileCard): TemplateResult {
  const { current, longest } = streak;
  return html`<p class="streak">
    ${
      current === 0
        ? t('No current streak. A session today starts one.')
        : html`<b>${tn(current, '{0} day in a row', '{0} days in a row')}</b>`
    }
    ${
      longest === 0
        ? nothing
        : html`<span class="quiet">
            ${tn(longest, 'The longest streak was {0} day', 'The longest streak was {0} days')} ·
            ${tn(activeDays, '{0} day with a session', '{0} days with a session')}
          </span>`
    }
  </p>`;
}

/** What memory did for chats by itself. */
function renderThisMonth({ thisMonth: { offered, used, dismissed } }: ProfileCard): TemplateResult {
  if (offered + used + dismissed === 0)
    return html`<p class="quiet">${t('Chats got nothing from the memory automatically this month.')}</p>`;
  return html`<p class="streak" id="offered">
    <b
      >${tn(offered, 'Chats got {0} memory automatically this month', 'Chats got {0} memories automatically this month')}</b
    >
    <span class="quiet">${t('{0} used', used)} · ${t('{0} dismissed', dismissed)}</span>
  </p>`;
}

customElements.define('bigmind-profile-view', ProfileView);
