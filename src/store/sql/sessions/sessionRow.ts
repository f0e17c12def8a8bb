/** Maps rows with their joins to sessions. */
import type { Session } from '../../../memory/sessions/sessions.ts';
import { summarySources } from '../../../memory/shared/vocabulary.ts';
import { flag, number, numberOr, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlRow } from '../connection/sqlConnection.ts';
import { topicsFromColumn } from '../shared/textLists.ts';
import { branchesFromColumn } from '../shared/workColumns.ts';
import { projectNameOf } from '../shared/projectScope.ts';

/** Alias `s`; must be followed by a WHERE clause. */
export const selectSessions = `SELECT s.*, ${projectNameOf('s')} AS project_name, a.name AS agent_name FROM sessions s
  LEFT JOIN agents a ON a.id = s.agent_id`;

/** An SQL condition: the headline is only "in progress", which older versions stored for open sessions. */
export function isPlaceholderSql(column: string): string {
  return `trim(lower(${column}), ' *_[]()…🟡') = 'in progress'`;
}

/** An SQL condition: the headline of a session `s` says nothing, or only how the session ended; as `isClosingHeadline`. */
export const isClosingHeadlineSql = `s.one_liner = '' OR s.one_liner LIKE '[ended %]' OR s.one_liner LIKE '[auto-closed %]'`;

export function sessionFromRow(row: SqlRow): Session {
  return {
    id: text(row, 'id'),
    userId: text(row, 'user_id'),
    externalId: textOrNull(row, 'external_id'),
    origin: oneOf(row, 'origin', ['live', 'import'], 'live'),
    startedAt: text(row, 'started_at'),
    endedAt: textOrNull(row, 'ended_at'),
    oneLiner: text(row, 'one_liner'),
    topics: topicsFromColumn(textOrNull(row, 'topics')),
    outcome: textOrNull(row, 'outcome'),
    importance: numberOr(row, 'importance', 5),
    hasDetail: flag(row, 'has_tier2'),
    projectId: textOrNull(row, 'project_id'),
    projectName: textOrNull(row, 'project_name'),
    agentName: textOrNull(row, 'agent_name'),
    lastActiveAt: lastActiveOf(row),
    readWeb: flag(row, 'read_web'),
    branches: branchesFromColumn(textOrNull(row, 'branch')),
    summarizedBy: summarySources.find((summarySource) => summarySource === textOrNull(row, 'told_by')) ?? null,
    version: number(row, 'version'),
  };
}

/** A clock that was set back can produce times from before the session began. */
function lastActiveOf(row: SqlRow): string {
  const began = text(row, 'started_at');
  const active = textOrNull(row, 'last_active_at') ?? began;
  return active < began ? began : active;
}
