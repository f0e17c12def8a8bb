/**
 * "Recent sessions" of a context block: one line each, with what it was about and what came of it. A session that may
 * repeat a stranger's words is shown by the user's own first request.
 */
import { shortSessionId } from '../../shared/memoryRef.ts';
import { localDay } from '../../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../../util/tokens.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Clock } from '../../shared/ports.ts';
import { quotedLine } from '../../trust/quoting.ts';
import { maySendAutomatically } from '../../trust/trust.ts';
import { chooseSessions } from './contextChoice.ts';

/** Maximum tokens of a headline and of an outcome. */
const maxText = 45;
/** Tokens of the heading and of the line that counts the rest. */
const aroundLines = 60;

interface SessionsToShow {
  /** Newest first. */
  sessions: readonly Session[];
  /** Of all that could be listed. */
  total: number;
  /** Whether anything was learned from sessions of this project. */
  hasLearned: boolean;
  /** How sessions that read the web began, by id. */
  openings: ReadonlyMap<string, string>;
  /** Tokens. */
  budget: number;
  clock: Clock;
  /** What lists the rest. */
  listSessions: string;
}

/** The text, empty without a session to show, and the sessions in it. */
export function sessionSection({
  sessions,
  total,
  hasLearned,
  openings,
  budget,
  clock,
  listSessions,
}: SessionsToShow): {
  text: string;
  shown: Session[];
} {
  const speaking = sessions.filter((session) => headlineOf(session, openings) !== '');
  const lineOf = (session: Session): string => sessionLine(session, openings, clock.timeZone);
  const costOf = (session: Session): number => estimateTokens(lineOf(session)) + 1;
  const shown = chooseSessions(speaking, hasLearned, { now: clock.now(), budget: budget - aroundLines, costOf });
  if (shown.length === 0) return { text: '', shown };
  const newest = speaking.slice(0, shown.length);
  const older = shown.filter((session) => !newest.includes(session)).length;
  const heading = `### 📅 Recent sessions${older === 0 ? '' : ` (${String(older)} older and important)`}`;
  return { text: [heading, ...shown.map(lineOf), ...more(total - shown.length, listSessions)].join('\n'), shown };
}

/** Whether a headline may repeat what a stranger wrote. */
export function isFromWeb({ readWeb, summarizedBy }: Session): boolean {
  return readWeb && summarizedBy !== 'person';
}

/** The parts of a block that are not empty, as paragraphs. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The line that counts what is left out and says how to read it; none for 0. */
export function more(count: number, how: string): string[] {
  return count > 0 ? [`_${count.toLocaleString('en')} more: ${how}._`] : [];
}

/** Of a session that may repeat a stranger's words, the user's own; empty if nothing may be sent. */
function headlineOf(session: Session, openings: ReadonlyMap<string, string>): string {
  return sendable(isFromWeb(session) ? openings.get(session.id) : session.oneLiner);
}

/** The outcome that a rule found is left out: it is seldom more than that tests pass. */
function sessionLine(session: Session, openings: ReadonlyMap<string, string>, timeZone: string): string {
  const { id, endedAt, startedAt, readWeb, summarizedBy, hasDetail } = session;
  const outcome = readWeb || summarizedBy === 'rule' ? '' : sendable(session.outcome ?? undefined);
  const marks = `${hasDetail ? ' 📄' : ''}${endedAt === null ? ' 🟡' : ''}`;
  const about = `${headlineOf(session, openings)}${outcome === '' ? '' : ` → ${outcome}`}`;
  return `- ${localDay(startedAt, timeZone)} \`${shortSessionId(id)}\`${marks} ${about}`;
}

/** Empty for a text that reads like instructions to a model. */
function sendable(text = ''): string {
  return maySendAutomatically({ origin: null, texts: [text] }) ? clipToTokens(quotedLine(text), maxText) : '';
}
