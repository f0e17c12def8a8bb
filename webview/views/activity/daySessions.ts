/** The sessions of one local day, each a link into the sessions view. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { SessionCard, SessionsCard } from '../../../src/protocol/sessions/sessions.ts';
import { language, t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { entries } from '../../parts/design/entries.ts';
import { fullTime } from '../../parts/design/format.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import { Live } from '../../client/live.ts';
import { headlineOf } from '../sessions/sessionRow.ts';
import { View } from '../shared/view.ts';
import { dayFilter } from '../sessions/sessionFilter.ts';

/** The maximum of one query; the sessions view shows the rest. */
const max = 200;

export class DaySessions extends View {
  static override styles = [
    styles,
    controls,
    entries,
    css`
      .list {
        margin: 4px -8px;
      }
      .entry {
        display: grid;
        grid-template-columns: minmax(5.4em, max-content) 1fr;
        gap: 0 8px;
      }
      .entry .quiet {
        grid-column: 2;
      }
      .headline {
        justify-self: start;
      }
      .time {
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      @container (max-width: 300px) {
        .entry {
          grid-template-columns: 1fr;
        }
        .entry .quiet {
          grid-column: 1;
        }
      }
    `,
  ];
  static override properties = { day: {}, stop: { state: true } };

  declare day: string;
  /** The index of the session that is the tab stop. */
  declare private stop: number;

  readonly #sessions = new Live(
    this,
    () => this.page.client,
    'sessions',
    () => ({ offset: 0, limit: max, topic: null, ...dayFilter(this.day) }),
  );

  constructor() {
    super();
    this.stop = 0;
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('day')) this.stop = 0;
  }

  override render(): TemplateResult {
    const { answer } = this.#sessions;
    if (answer === undefined) return html`${this.renderWait(this.#sessions)}`;
    if (answer.total === 0) return html`<p class="quiet" role="status">${t('No sessions on this day.')}</p>`;
    const stop = Math.min(this.stop, answer.sessions.length - 1);
    return html`<p class="quiet" role="status">${tn(answer.total, '{0} session', '{0} sessions')}</p>
      <ul class="list" @keydown=${(event: KeyboardEvent) => moveAlong(event, '.entry', 'column')}>
        ${answer.sessions.map(
          (session, index) =>
            html`<li>
              <button
                class="entry"
                tabindex=${index === stop ? 0 : -1}
                @focus=${() => (this.stop = index)}
                @click=${() => this.page.go({ view: 'sessions', item: session.id })}
              >
                <time class="time" datetime=${session.startedAt} title=${fullTime(session.startedAt)}
                  >${timeOf(session.startedAt)}</time
                >
                <span class="headline" dir="auto">${headlineOf(session)}</span>
                <span class="quiet">${originOf(session)}</span>
              </button>
            </li>`,
        )}
      </ul>
      ${this.#renderRest(answer)}`;
  }

  #renderRest({ sessions, total }: SessionsCard): TemplateResult | typeof nothing {
    if (sessions.length >= total) return nothing;
    const showAll = (): void => {
      this.page.keep('sessions', { topic: null, ...dayFilter(this.day) });
      this.page.go({ view: 'sessions', item: null });
    };
    return html`<button class="button" @click=${showAll}>
      ${tn(total, 'Show {0} Session', 'Show All {0} Sessions')}
    </button>`;
  }
}

function originOf({ agent, project, open, imported, chunks, facts }: SessionCard): string {
  return [
    open && !imported ? t('In progress') : null,
    agent === null ? null : agentName(agent),
    project,
    facts === 0 ? null : tn(facts, '{0} fact', '{0} facts'),
    chunks === 0 ? null : tn(chunks, '{0} exchange', '{0} exchanges'),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function timeOf(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleTimeString(language(), { timeStyle: 'short' });
}

customElements.define('bigmind-day-sessions', DaySessions);
