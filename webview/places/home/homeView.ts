/**
 * The first place: what goes on, what was learned and decided lately, and whose memory it is. What needs the user comes
 * first. A part without content is hidden.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { HomeCard } from '../../../src/protocol/profile/home.ts';
import type { QueryOf, QueryType } from '../../../src/protocol/queries.ts';
import type { Route } from '../../../src/protocol/route.ts';
import { turnItem } from '../../../src/protocol/sessions/sessionItem.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { copyText } from '../../parts/design/copyText.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { controls } from '../../parts/design/controls.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { entries } from '../../parts/design/entries.ts';
import { withoutMarks } from '../../parts/design/formattedRuns.ts';
import { number, readerOfToday, renderTime } from '../../parts/design/format.ts';
import { columnStyles } from '../../parts/design/styles/columnStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import { decidersText } from '../../parts/domain/decisionWords.ts';
import { listedItem } from '../../parts/domain/knowledgeItem.ts';
import { learnedTypeName } from '../../parts/domain/learnedWords.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { cautionMark } from '../../parts/domain/memoryWords.ts';
import { renderLearningStatus } from '../../views/learned/learningStatus.ts';
import { keptHome } from './keptHome.ts';
import { everything, filterOf, searchKnowledge } from '../../views/recall/knowledgeFilter.ts';
import { isDue, whenText } from '../../views/reminders/reminderWords.ts';
import { allSessions, sessionsQuestion } from '../../views/sessions/sessionFilter.ts';
import { headlineOf } from '../../views/sessions/sessionRow.ts';
import { renderBrowserNote } from '../../views/shared/browserNote.ts';
import { aboutCommand } from '../../views/shared/foundCommands.ts';
import { renderHistoryOffer } from '../../views/shared/historyOffer.ts';
import '../../views/shared/noteForm.ts';
import { renderPastNotice } from '../../views/shared/pastNotice.ts';
import { noticeStyles, renderRecordingNotice } from '../../views/shared/recordingNotice.ts';
import { View } from '../../views/shared/view.ts';
import './aboutYou.ts';
import { renderContinueFrom } from './continueFrom.ts';
import { renderRows } from './homeRows.ts';
import { homeStyles } from './homeStyles.ts';
import { renderRecentWeeks, sessionsSpan } from './recentWeeks.ts';

const shown = { steps: 3, learned: 3, sessions: 5, decisions: 3, facts: 5 };
/** Facts that are read, because learned items and decisions are among them; these have their own lists. */
const factsRead = 30;

class HomeView extends View {
  static override styles = [styles, controls, entries, noticeStyles, columnStyles, homeStyles];

  /** Kept, so that a reload loses no note. */
  readonly #kept = keptHome(
    () => this.page,
    () => this.requestUpdate(),
  );
  readonly #home = this.#live('home', {});
  readonly #learned = this.#live('knowledge', {
    filter: filterOf({ ...everything, list: 'learned', state: 'unconfirmed' }),
    ...{ order: 'newest', offset: 0, limit: shown.learned },
  });
  readonly #learning = this.#live('learning', {});
  readonly #sessions = this.#live('sessions', {
    ...{ ...sessionsQuestion(allSessions, readerOfToday().today), offset: 0, limit: shown.sessions },
  });
  readonly #decisions = this.#live('knowledge', {
    filter: filterOf({ ...everything, list: 'decision' }),
    ...{ order: 'newest', offset: 0, limit: shown.decisions },
  });
  readonly #facts = this.#live('knowledge', {
    filter: filterOf({ ...everything, list: 'fact' }),
    ...{ order: 'newest', offset: 0, limit: factsRead },
  });
  readonly #files = new Live(
    this,
    () => this.page.client,
    'files',
    () => (this.page.overview.hasFiles ? {} : undefined),
  );
  readonly #calendar = new Live(
    this,
    () => this.page.client,
    'calendar',
    () => ({ ...readerOfToday(), year: null }),
  );

  constructor() {
    super();
    new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('.ask input'));
  }

  override render(): TemplateResult {
    const { answer } = this.#home;
    return html`<main>
      <h1 class="unseen">${t('Home')}</h1>
      ${renderRecordingNotice(this.page)} ${renderPastNotice(answer, this.page)} ${this.#renderAsk()}
      ${renderBrowserNote(this.page.overview)} ${this.renderWait(this.#home)}
      <div class="columns">
        <div class="column">
          ${renderContinueFrom(answer?.handOff ?? null, this.page)} ${this.#renderReminders()} ${this.#renderLearned()}
          ${this.#renderOpenSteps(answer?.openSteps ?? [])} ${this.#renderSessions()}
          ${this.#renderHighlights(answer?.highlights ?? [])}
        </div>
        <div class="column">
          ${this.#renderDecisions()} ${this.#renderFacts()} ${this.#renderFiles(answer?.files ?? [])}
          ${this.#renderCommands(answer?.commands ?? [])} ${renderRecentWeeks(this.#calendar.answer, this.page)}
          <bigmind-about-you .page=${this.page}></bigmind-about-you>
        </div>
      </div>
    </main>`;
  }

  #live<Type extends QueryType>(type: Type, question: Omit<QueryOf<Type>, 'type'>): Live<Type> {
    return new Live(
      this,
      () => this.page.client,
      type,
      () => question,
    );
  }

  /** The search field, and what adds a note: the host's own command if there is one, else a form. */
  #renderAsk(): TemplateResult {
    if (this.#kept.isNoting) {
      const close = (): void => {
        this.#kept.isNoting = false;
        void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.noting')?.focus());
      };
      return html`<bigmind-note-form .page=${this.page} .close=${close}></bigmind-note-form>`;
    }
    const search = (event: SubmitEvent): void => {
      event.preventDefault();
      const query = this.renderRoot.querySelector<HTMLInputElement>('.ask input')?.value.trim() ?? '';
      if (query !== '') searchKnowledge(this.page, query);
    };
    const note = async (): Promise<void> => {
      this.#kept.isNoting = true;
      await this.updateComplete;
      this.renderRoot.querySelector('bigmind-note-form')?.focus();
    };
    return html`<div class="ask">
      <form role="search" @submit=${search}>
        <input class="field" type="search" aria-label=${t('Search Memory')} placeholder=${t('Search Memory')} />
      </form>
      ${
        this.page.can('rememberNote')
          ? actionButton('rememberNote', this.page)
          : html`<button class="button noting" @click=${() => void note()}>
              <vscode-icon name="add" aria-hidden="true"></vscode-icon>${t('Remember Note…')}
            </button>`
      }
      ${actionButton('askAssistant', this.page)}
    </div>`;
  }

  #renderReminders(): TemplateResult | typeof nothing {
    const open = (): void => this.page.go({ view: 'reminders', item: null });
    const due = (this.#files.answer?.projects ?? []).flatMap(({ name, reminders }) =>
      reminders
        .filter((reminder) => !reminder.isDone && isDue(reminder))
        .map((reminder) => ({ text: reminder.text, about: [whenText(reminder), name], open })),
    );
    return renderRows({ id: 'due', title: t('Due reminders'), rows: due });
  }

  /** What no person has confirmed or dismissed yet. */
  #renderLearned(): TemplateResult | typeof nothing {
    const { answer } = this.#learned;
    const learning = this.#learning.answer;
    const all = (): void => this.page.go({ view: 'knowledge', item: listedItem('learned') });
    const status = learning === undefined ? nothing : renderLearningStatus(learning, this.page);
    if (answer === undefined || answer.total === 0) {
      if (status === nothing) return nothing;
      return html`<section aria-labelledby="learned">
        <h2 id="learned">${t('Learned lately')}</h2>
        ${status}
      </section>`;
    }
    return renderRows({
      id: 'learned',
      title: t('Learned lately'),
      rows: answer.items.map((item) => ({
        text: item.text,
        about: [
          item.learned === null ? null : learnedTypeName(item.learned.type),
          item.project,
          renderTime(item.createdAt),
        ],
        open: () => this.page.go({ view: 'knowledge', item: listedItem('learned', itemOf(item)) }),
        tools: [
          { icon: 'check', label: t('Confirm'), run: () => void this.#judge(item.id, 'confirm') },
          { icon: 'close', label: t('Dismiss'), run: () => void this.#judge(item.id, 'dismiss') },
        ],
      })),
      after: html`${status} <button class="link" @click=${all}>${t('Show All {0}', number(answer.total))}</button>`,
    });
  }

  async #judge(id: string, how: 'confirm' | 'dismiss'): Promise<void> {
    this.#learned.patch(({ items, total }) => ({ items: items.filter((item) => item.id !== id), total: total - 1 }));
    if (how === 'confirm') await this.page.execute({ type: 'confirmLearned', ids: [Number(id)] }, t('Confirmed.'));
    else
      await this.page.execute({ type: 'dismissLearned', ids: [Number(id)], reason: t('Dismissed.') }, t('Dismissed.'));
  }

  #renderOpenSteps(openSteps: HomeCard['openSteps']): TemplateResult | typeof nothing {
    return renderRows({
      id: 'steps',
      title: t('Open next steps'),
      rows: openSteps.flatMap(({ nextSteps, blockers, project, at, sessionId }) =>
        [...nextSteps, ...blockers.map((blocker) => t('Blocked: {0}', blocker))].slice(0, shown.steps).map((text) => ({
          text,
          about: [project, renderTime(at)],
          open: () => this.page.go({ view: 'sessions', item: sessionId }),
        })),
      ),
    });
  }

  #renderFiles(files: HomeCard['files']): TemplateResult | typeof nothing {
    return renderRows({
      id: 'files',
      title: t('Files touched most'),
      rows: files.map(({ path, sessions }) => ({
        text: path,
        about: [tn(sessions, '{0} session', '{0} sessions')],
        open: () => this.page.go({ view: 'graph', item: path }),
      })),
    });
  }

  #renderCommands(commands: HomeCard['commands']): TemplateResult | typeof nothing {
    return renderRows({
      id: 'commands',
      title: t('Commands that succeeded'),
      rows: commands.map((ran) => ({
        text: ran.command,
        about: aboutCommand(ran),
        open: () => void copyText(this.page, ran.command),
        tools: [{ icon: 'copy', label: t('Copy'), run: () => void copyText(this.page, ran.command) }],
      })),
    });
  }

  #renderHighlights(highlights: HomeCard['highlights']): TemplateResult | typeof nothing {
    return renderRows({
      id: 'highlights',
      title: t('From your sessions'),
      rows: highlights.map(({ text, subject, sessionId, seq }) => ({
        text: withoutMarks(text),
        about: [subject],
        open: () => this.page.go({ view: 'sessions', item: turnItem(sessionId, seq) }),
      })),
    });
  }

  #renderSessions(): TemplateResult | typeof nothing {
    const { answer } = this.#sessions;
    if (answer === undefined) return nothing;
    if (answer.total === 0) {
      return html`<section aria-labelledby="sessions">
        <h2 id="sessions">${t('Last sessions')}</h2>
        <p class="quiet">
          ${t('Each conversation with an assistant that uses BigMind is a session and appears here.')}
        </p>
      </section>`;
    }
    return renderRows({
      id: 'sessions',
      title: t('Last sessions'),
      rows: answer.sessions.map((session) => ({
        text: headlineOf(session),
        about: [
          session.outcome === null ? null : withoutMarks(session.outcome),
          session.open && !session.imported ? t('In progress') : null,
          renderTime(session.startedAt),
          session.project,
          session.agent === null ? null : agentName(session.agent),
        ],
        open: () => this.page.go({ view: 'sessions', item: session.id }),
      })),
      after: html`${this.#renderAll({ view: 'sessions', item: null }, answer.total, shown.sessions)}
        <span class="quiet">${sessionsSpan(this.#calendar.answer)}</span>`,
    });
  }

  #renderDecisions(): TemplateResult | typeof nothing {
    const { answer } = this.#decisions;
    if (answer === undefined) return nothing;
    const learn = renderHistoryOffer(this.#home.answer, this.page);
    const all = this.#renderAll({ view: 'knowledge', item: listedItem('decision') }, answer.total, shown.decisions);
    return renderRows({
      id: 'decisions',
      title: t('Newest decisions'),
      rows: answer.items.map((item) => ({
        text: item.text,
        about: [
          item.createdAt === '' ? null : renderTime(item.createdAt),
          item.decision === null ? null : decidersText(item.decision),
          item.project,
        ],
        open: () => this.page.go({ view: 'knowledge', item: listedItem('decision', itemOf(item)) }),
      })),
      after: learn === nothing ? all : html`${all} ${learn}`,
    });
  }

  /** Also a new note, at once. */
  #renderFacts(): TemplateResult | typeof nothing {
    const { answer } = this.#facts;
    if (answer === undefined) return nothing;
    // Decisions, and what the last session left, are above.
    const left = String(this.#home.answer?.handOff?.id);
    const facts = answer.items
      .filter(({ id, origin, factType }) => origin !== 'transcript' && factType !== 'decision' && id !== left)
      .slice(0, shown.facts);
    if (facts.length === 0) return nothing;
    return renderRows({
      id: 'recent',
      title: t('Recently remembered'),
      rows: facts.map((fact) => ({
        text: fact.text,
        about: [cautionMark(fact), renderTime(fact.createdAt)],
        open: () => this.page.go({ view: 'knowledge', item: itemOf(fact) }),
      })),
      after: this.#renderAll({ view: 'knowledge', item: listedItem('fact') }, answer.total, shown.facts),
    });
  }

  #renderAll(route: Route, total: number, first: number): TemplateResult | typeof nothing {
    if (total <= first) return nothing;
    return html`<button class="link" @click=${() => this.page.go(route)}>${t('Show All {0}', number(total))}</button>`;
  }
}

customElements.define('bigmind-home-view', HomeView);
