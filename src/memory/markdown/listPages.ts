/** The index of a Markdown archive, and the page with the facts of each project. */
import { counted } from '../../util/text.ts';
import { localDay, localMinute } from '../../util/time.ts';
import { groupBy } from '../../util/groupBy.ts';
import type { Fact } from '../facts/facts.ts';
import type { Session } from '../sessions/sessions.ts';
import { authorsOf } from '../trust/authors.ts';
import { markdownLine, markdownLink } from '../trust/markdownText.ts';
import { dataNotice } from '../trust/quoting.ts';
import { factLine, titleOf } from './sessionPage.ts';

/** A file of the archive that the index lists. */
interface IndexedSession {
  session: Session;
  path: string;
}

export interface ProjectPage {
  /** Null for facts without a project. */
  project: { id: string; name: string } | null;
  /** Live ones, the newest first. */
  facts: Fact[];
}

const marker = '<!-- Written by BigMind. Your changes are kept in a copy when it writes this file again. -->';

/** Sessions by month, the newest first, and the pages of projects. */
export function indexPage(
  sessions: readonly IndexedSession[],
  projects: readonly { page: ProjectPage; path: string }[],
): string {
  const newest = sessions.toSorted((one, other) => (one.session.startedAt < other.session.startedAt ? 1 : -1));
  const months = [...groupBy(newest, ({ path }) => path.slice('2026/'.length, '2026/2026-11'.length))];
  const parts = [
    `# Archive\n\n${marker}\n\n> ${dataNotice}\n\n${counted(sessions.length, 'session')}.`,
    ...(projects.length === 0 ? [] : [`## Facts and decisions\n\n${projects.map(projectLine).join('\n')}`]),
    ...months.map(([month, ofMonth]) => `## ${month}\n\n${ofMonth.map(sessionLine).join('\n')}`),
  ];
  return `${parts.join('\n\n')}\n`.toWellFormed();
}

export function projectPage({ project, facts }: ProjectPage, timeZone: string): string {
  const decisions = facts.filter(({ type }) => type === 'decision');
  const others = facts.filter(({ type }) => type !== 'decision');
  const lines = (some: readonly Fact[]): string =>
    some
      .map((fact) => factLine({ ...fact, rationale: fact.decision?.rationale ?? null }, aboutFact(fact, timeZone)))
      .join('\n');
  const parts = [
    `# ${project === null ? 'Facts without a project' : markdownLine(project.name)}\n\n${marker}\n\n> ${dataNotice}`,
    ...(decisions.length === 0 ? [] : [`## Decisions\n\n${lines(decisions)}`]),
    ...(others.length === 0 ? [] : [`## Facts\n\n${lines(others)}`]),
  ];
  return `${parts.join('\n\n')}\n`.toWellFormed();
}

/** Its days, tags and expiry. */
function aboutFact({ createdAt, updatedAt, tags, expiresAt, author }: Fact, timeZone: string): string[] {
  const [stored, changed] = [localDay(createdAt, timeZone), localDay(updatedAt, timeZone)];
  return [
    stored,
    ...authorsOf({ author }).map(markdownLine),
    ...(changed > stored ? [`changed ${changed}`] : []),
    ...(tags.length === 0 ? [] : [`tags: ${tags.map(markdownLine).join(' · ')}`]),
    ...(expiresAt === null ? [] : [`expires ${localMinute(expiresAt, timeZone)}`]),
  ];
}

function sessionLine({ session, path }: IndexedSession): string {
  const { projectName, agentName } = session;
  const day = path.slice('2026/'.length, '2026/2026-11-26'.length);
  const about = [projectName, agentName].filter((name) => name !== null).map(markdownLine);
  return [`- ${day} ${markdownLink(titleOf(session), path)}`, ...about].join(' · ');
}

function projectLine({ page: { project, facts }, path }: { page: ProjectPage; path: string }): string {
  return `- ${markdownLink(project?.name ?? 'Without a project', path)}: ${counted(facts.length, 'fact')}`;
}
