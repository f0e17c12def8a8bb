/**
 * A recap as Markdown, for models and terminals, and as programs read it. The texts are quoted, because a stored text
 * can contain anything.
 */
import { shortSessionId } from '../shared/memoryRef.ts';
import { authorsOf, structuredAuthors } from '../trust/authors.ts';
import { counted } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { RecapSectionName } from '../shared/vocabulary.ts';
import { plainLine } from '../trust/quoting.ts';
import { maySendAutomatically } from '../trust/trust.ts';
import type { Recap } from './recap.ts';
import type { RecapLine } from './recapLine.ts';
import type { RecapSection } from './recapSections.ts';

const headings: Readonly<Record<RecapSectionName, string>> = {
  next_steps: 'Open next steps',
  blockers: 'Open blockers',
  decided: 'Decisions taken',
  replaced: 'Decisions replaced',
  reversed: 'Decisions reversed',
  sessions: 'Sessions',
  learned: 'New facts and knowledge',
  resolved: 'Hypotheses resolved',
};

/** How lines are written. */
interface RecapStyle {
  timeZone: string;
  /** Lines name their project only if this is null. */
  project: string | null;
}

/** A title, the totals, and a list for each section. */
export function recapText(recap: Recap, timeZone: string): string {
  const { sections, project } = recap;
  const parts = sections.map((section) => {
    const lines = section.lines.map((line) => lineText(section.name, line, { timeZone, project }));
    return [headingText(section), ...lines].join('\n');
  });
  return [`${titleText(recap, timeZone)}\n${totalsText(recap)}`, ...parts, ...withheldText(recap)].join('\n\n');
}

export function headingText({ name, lines, total }: RecapSection): string {
  const part = lines.length < total ? ` (${String(lines.length)} of ${total.toLocaleString('en')})` : '';
  return `### ${headings[name]}${part}`;
}

/** A line that names its memory at the end. */
export function lineText(section: RecapSectionName, line: RecapLine, { timeZone, project }: RecapStyle): string {
  const name = project === null ? projectText(line.projectName) : '';
  const of = [...(name === '' ? [] : [name]), ...authorsOf(line)].map((part) => ` · ${part}`).join('');
  const day = localDay(line.at, timeZone);
  return `- ${day} ${plainLine(line.text)}${noteText(section, line)} (${nameOf(line)}${of})`;
}

/** A recap as programs read it. */
export function structuredRecap({ since, until, project, totals, sections, withheld }: Recap): Record<string, unknown> {
  return {
    since,
    until,
    project,
    totals,
    sections: sections.map(({ name, lines, total }) => ({ section: name, total, lines: lines.map(structuredLine) })),
    withheld,
  };
}

function structuredLine({ kind, id, text, note, successor, status, projectName, at, ...authors }: RecapLine): object {
  return {
    kind,
    id,
    at,
    text,
    ...(note !== null && { note }),
    ...(successor !== null && { superseded_by: successor }),
    ...(status !== null && { status }),
    project: projectName,
    ...structuredAuthors(authors),
  };
}

function titleText({ since, until, project }: Recap, timeZone: string): string {
  const last = new Date(Date.parse(until) - 1).toISOString();
  const days = `${localDay(since, timeZone)} to ${localDay(last, timeZone)}`;
  const covered = project === null ? 'all projects' : `project ${projectText(project)}`;
  return `## What happened from ${days}, ${covered.trim()}`;
}

/** Anyone can name a repository; a name that reads like instructions is left out. */
function projectText(name: string | null): string {
  return name !== null && maySendAutomatically({ origin: null, texts: [name] }) ? plainLine(name) : '';
}

function totalsText({ totals: { sessions, decisions, memories, hypotheses } }: Recap): string {
  const counts = [
    [sessions, 'session', 'sessions'],
    [decisions, 'decision taken', 'decisions taken'],
    [memories, 'new fact or entry', 'new facts and entries'],
    [hypotheses, 'hypothesis resolved', 'hypotheses resolved'],
  ] as const;
  const some = counts.filter(([count]) => count > 0).map(([count, one, more]) => counted(count, one, more));
  return some.length === 0 ? 'Nothing is remembered from this time.' : some.join(' · ');
}

function withheldText({ withheld }: Recap): string[] {
  if (withheld === 0) return [];
  const are = withheld === 1 ? 'memory is' : 'memories are';
  return [`_${String(withheld)} ${are} left out: from the web, or reading like instructions to a model._`];
}

function nameOf({ kind, id }: RecapLine): string {
  return kind === 'session' ? `session ${plainLine(shortSessionId(id))}` : `${kind} #${plainLine(id)}`;
}

function noteText(section: RecapSectionName, { note, successor, status }: RecapLine): string {
  const text = note === null ? '' : `: ${plainLine(note)}`;
  if (section === 'replaced') return successor === null ? '' : `, replaced by fact #${String(successor)}${text}`;
  if (section === 'reversed') return `, reversed${text}`;
  if (section === 'resolved') return `, ${status ?? 'resolved'}${text}`;
  return note === null ? '' : ` — ${plainLine(note)}`;
}
