/**
 * A session as one row of the list: its headline, what came of it, and when and where it was. It is below the day on
 * which it started, or, in progress, above all days; the best results of a search have no such headings.
 */
import { html, type TemplateResult } from 'lit';
import type { SessionCard } from '../../../src/protocol/sessions/sessions.ts';
import { language, t, tn } from '../../l10n/t.ts';
import { agentName, ownAgent } from '../../parts/domain/agentName.ts';
import { dayOf, daysBefore } from '../../parts/design/days.ts';
import { withoutMarks } from '../../parts/design/formattedRuns.ts';
import { clockTime, dayName, joined, readerOfToday, renderClock, renderTime } from '../../parts/design/format.ts';
import type { RowLook } from '../../parts/design/virtualList.ts';

/** Scrolling formats days all the time, and creating their names is slow. */
const names = new Map<string, string>();

export const sessionLook: RowLook<SessionCard> = {
  keyOf: ({ id }) => id,
  headingOf,
  // The day is in the heading.
  render: (session) => renderRow(session, isGoingOn(session) ? renderTime : renderClock),
  isShort: false,
};

export const bestMatchLook: RowLook<SessionCard> = {
  ...sessionLook,
  headingOf: () => null,
  render: (session) => renderRow(session, renderTime),
};

/** An open session may have no headline yet, and is described by its other properties. */
export function headlineOf(session: NamedSession): string {
  const { headline, open, topics, agent, startedAt } = session;
  if (headline !== '') return headline;
  if (!open) return t('No headline');
  if (topics.length > 0) return topics.join(', ');
  const time = startOf(startedAt);
  return agent === null || agent === ownAgent ? t('Since {0}', time) : t('With {0}, since {1}', agentName(agent), time);
}

type NamedSession = Pick<SessionCard, 'headline' | 'open' | 'topics' | 'agent' | 'startedAt'>;

/** The time is enough for a session that started today. */
function startOf(startedAt: string): string {
  const time = new Date(startedAt);
  if (Number.isNaN(time.getTime())) return startedAt;
  return dayOf(startedAt) === readerOfToday().today
    ? clockTime(startedAt)
    : time.toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
}

function headingOf(session: SessionCard): string {
  const { startedAt } = session;
  if (isGoingOn(session)) return t('In progress');
  const day = dayOf(startedAt);
  if (day === null) return t('Unknown date');
  const { today } = readerOfToday();
  if (day === today) return t('Today');
  if (day === daysBefore(today, 1)) return t('Yesterday');
  const key = `${document.documentElement.lang} ${day}`;
  const name = names.get(key) ?? dayName(day, 'full');
  names.set(key, name);
  return name;
}

function isGoingOn({ open, imported }: SessionCard): boolean {
  return open && !imported;
}

function renderRow(session: SessionCard, renderStart: typeof renderTime): TemplateResult {
  const { open, topics, agent, project, facts, startedAt, outcome } = session;
  // Properties that replace the headline are not repeated.
  const isNamed = session.headline !== '' || !open;
  const about = [
    isGoingOn(session) ? html`<span class="mark">${t('In progress')}</span>` : null,
    renderStart(startedAt),
    project,
    agent === null || (!isNamed && topics.length === 0 && agent !== ownAgent) ? null : agentName(agent),
    facts === 0 ? null : tn(facts, '{0} fact', '{0} facts'),
  ];
  const result = outcome === null ? undefined : withoutMarks(outcome);
  return html`<span class="glyph ${isGoingOn(session) ? 'open' : 'talk'}"></span>
    <span class="words">
      <span class="text single ${session.headline === '' ? 'faded' : ''}" dir="auto">${headlineOf(session)}</span>
      <span class="about" dir="auto">${result ?? (isNamed ? topics.join(', ') : '')}</span>
      <span class="about">${joined(about.filter((part) => part !== null))}</span>
    </span>`;
}
