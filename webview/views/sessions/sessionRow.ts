/** A session as one row of the timeline, below the day on which it started; sessions in progress are above all days. */
import { html, type TemplateResult } from 'lit';
import type { SessionCard } from '../../../src/protocol/sessions/sessions.ts';
import { language, t, tn } from '../../l10n/t.ts';
import { agentName, ownAgent } from '../../parts/domain/agentName.ts';
import { dayOf } from '../../parts/design/days.ts';
import { dayName, joined, readerOfToday, renderTime } from '../../parts/design/format.ts';
import type { RowLook } from '../../parts/design/virtualList.ts';

/** Scrolling formats days all the time, and creating their names is slow. */
const names = new Map<string, string>();

export const sessionLook: RowLook<SessionCard> = { keyOf: ({ id }) => id, headingOf, render: renderRow, isShort: true };

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
    ? time.toLocaleTimeString(language(), { timeStyle: 'short' })
    : time.toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
}

function headingOf({ open, imported, startedAt }: SessionCard): string {
  if (open && !imported) return t('In progress');
  const day = dayOf(startedAt);
  if (day === null) return t('Unknown date');
  const { today } = readerOfToday();
  if (day === today) return t('Today');
  if (day === dayBefore(today)) return t('Yesterday');
  const key = `${document.documentElement.lang} ${day}`;
  const name = names.get(key) ?? dayName(day, 'full');
  names.set(key, name);
  return name;
}

function dayBefore(day: string): string | null {
  return dayOf(new Date(Date.parse(`${day}T12:00:00`) - 86_400_000).toISOString());
}

function renderRow(session: SessionCard): TemplateResult {
  const { open, imported, topics, agent, project, chunks, facts, startedAt } = session;
  const isGoingOn = open && !imported;
  // Properties that replace the headline are not repeated.
  const isNamed = session.headline !== '' || !open;
  const about = [
    isGoingOn ? html`<span class="mark">${t('In progress')}</span>` : null,
    renderTime(startedAt),
    topics.length === 0 || !isNamed ? null : topics.join(', '),
    chunks === 0 ? null : tn(chunks, '{0} exchange', '{0} exchanges'),
    facts === 0 ? null : tn(facts, '{0} fact', '{0} facts'),
    imported ? t('imported') : null,
    project,
    agent === null || (!isNamed && topics.length === 0 && agent !== ownAgent) ? null : agentName(agent),
  ];
  return html`<span class="glyph ${isGoingOn ? 'open' : 'talk'}"></span>
    <span class="words">
      <span class="text ${session.headline === '' ? 'faded' : ''}" dir="auto">${headlineOf(session)}</span>
      <span class="about">${joined(about.filter((part) => part !== null))}</span>
    </span>`;
}
