/** The memory as a whole: what it contains, where it is stored, and who uses it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { TotalsCard } from '../../../src/protocol/overview.ts';
import type { ProfileCard } from '../../../src/protocol/profile/profile.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { number, readerOfToday } from '../../parts/design/format.ts';
import { columnStyles } from '../../parts/design/styles/columnStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { allSessions, sessionFilterName } from '../sessions/sessionFilter.ts';
import { View } from '../shared/view.ts';
import { renderAgents } from './agents.ts';
import { renderBadges } from './badges.ts';
import { storageStyles } from './storageStyles.ts';
import './storeHealth.ts';
import './topics.ts';

class StorageView extends View {
  static override styles = [styles, controls, columnStyles, storageStyles];

  readonly #profile = new Live(
    this,
    () => this.page.client,
    'profile',
    () => readerOfToday(),
  );
  /** Whether all badges are shown. */
  get #isWhole(): boolean {
    const kept = this.page.kept('storage');
    return typeof kept === 'object' && kept !== null && 'isWhole' in kept && kept.isWhole === true;
  }

  override render(): TemplateResult {
    const { answer } = this.#profile;
    return html`<main>
      <h1>${t('Storage')}</h1>
      ${this.renderWait(this.#profile)}
      <div class="columns">
        <div class="column">
          ${renderTotals(this.page.overview.totals, answer)}
          ${answer === undefined ? nothing : this.#renderTopics(answer)}
        </div>
        <div class="column">
          ${
            answer === undefined
              ? nothing
              : html`${renderBadges(answer.badges, {
                  isWhole: this.#isWhole,
                  toggle: () => this.#toggleBadges(),
                })}
                ${renderAgents(answer.agents, this.page)}`
          }
          <section aria-labelledby="store">
            <h2 id="store">${t('Health')}</h2>
            <bigmind-store-health .page=${this.page}></bigmind-store-health>
          </section>
        </div>
      </div>
    </main>`;
  }

  #toggleBadges(): void {
    this.page.keep('storage', { isWhole: !this.#isWhole });
    this.requestUpdate();
  }

  #renderTopics({ topics }: ProfileCard): TemplateResult {
    const open = (topic: string): void => {
      this.page.keep(sessionFilterName, { ...allSessions, topic });
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
}

/** Kinds without memories are omitted, except for sessions and facts, which everyone will have. */
function renderTotals(totals: TotalsCard, profile: ProfileCard | undefined): TemplateResult {
  const counts: [string, number][] = [
    [t('Sessions'), totals.sessions],
    [t('Facts'), totals.facts],
    [t('Exchanges'), totals.chunks],
    [t('Team knowledge'), totals.knowledge],
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
    return html`<p class="quiet">${t('No chat was given anything from the memory this month.')}</p>`;
  return html`<p class="streak" id="offered">
    <b
      >${tn(offered, 'Chats got {0} memory automatically this month', 'Chats got {0} memories automatically this month')}</b
    >
    <span class="quiet">${t('{0} used', used)} · ${t('{0} dismissed', dismissed)}</span>
  </p>`;
}

customElements.define('bigmind-storage-view', StorageView);
