/** The queries that the page can send to its host, and the type of each answer. Queries change nothing. */
import { catalogueOrders } from '../memory/shared/vocabulary.ts';
import { isDecisionChoicesCard, isDraftsCard } from './decisions/decisions.ts';
import { isFilesCard } from './entries/memoryFiles.ts';
import { isAuditCard, isAuditFilter } from './governance/audit.ts';
import { isErasableCard, isScopeErasureCard, isScopeRef } from './governance/erasing.ts';
import { isEntitiesCard, isEntityCard, isGraphCard } from './graph/graph.ts';
import { isHypothesisCard } from './hypotheses/hypotheses.ts';
import { isLearningCard } from './learn/learned.ts';
import { isInboxCard } from './knowledge/curation.ts';
import { isKnowledgeFilter, isKnowledgeListCard } from './recall/knowledge.ts';
import { isDirectoryAnswer, isWhoAnswer } from './people/people.ts';
import { isOverviewCard } from './overview.ts';
import { isHomeCard } from './profile/home.ts';
import { isCalendarCard, isHealthCard, isProfileCard } from './profile/profile.ts';
import {
  isChoicesCard,
  isErasureCard,
  isFoundCard,
  isMemoryDetailCard,
  isErasableRef,
  isMemoryRef,
} from './recall/memories.ts';
import { isRecapCard } from './recap/recap.ts';
import { isSessionDetailCard, isSessionsCard, isTranscriptCard, isTranscriptFindsCard } from './sessions/sessions.ts';
import { isConflictsCard } from './sync/conflicts.ts';
import type { Checked } from './shared/check.ts';
import { isFlag, isText, isWhole, listOf, oneOf, orNull, shape, variants } from './shared/check.ts';

/** The reader's local day, `YYYY-MM-DD`, and IANA time zone, for queries that depend on days. */
const reader = { today: isText, timeZone: isText };
/** `limit` is 1 to 200. */
const part = { offset: isWhole, limit: isWhole };
/** ISO 8601 in UTC; `since` is inclusive, `until` exclusive. A null project means all. */
const period = { since: orNull(isText), until: orNull(isText), project: orNull(isText) };

const questions = {
  overview: shape({}),
  home: shape({}),
  profile: shape(reader),
  health: shape({}),
  /** A year; null means the 53 weeks up to today. */
  calendar: shape({ ...reader, year: orNull(isWhole) }),
  sessions: shape({
    ...part,
    ...period,
    /** Words in a topic, the headline or the path of a touched file, or else in what was said. */
    topic: orNull(isText),
    /** Also ended sessions that say nothing. */
    withEmpty: isFlag,
  }),
  /** With the `seq` or the number of a message, also its place. */
  session: shape({ id: isText, at: orNull(isWhole), message: orNull(isWhole) }),
  /** The messages of a session, in order. */
  transcript: shape({ ...part, id: isText }),
  /** Where the messages of a session contain a text. */
  transcriptFinds: shape({ id: isText, text: isText }),
  /** What happened in a period beside sessions. */
  recap: shape({ ...period, since: isText }),
  /** What was decided and learned, of any type. */
  knowledge: shape({ ...part, filter: isKnowledgeFilter, order: oneOf(catalogueOrders) }),
  hypothesis: shape({ id: isWhole }),
  /** `limit` is 1 to 200; at most the best 100 are returned. */
  search: shape({ query: isText, filter: isKnowledgeFilter, limit: isWhole }),
  memory: shape({ ref: isMemoryRef }),
  choices: shape({}),
  decisionChoices: shape({}),
  drafts: shape(part),
  erasure: shape({ ref: isErasableRef }),
  erasable: shape({}),
  scopeErasure: shape({ scope: isScopeRef }),
  inbox: shape(part),
  /** Memories that two computers of one person changed; none where there is no sync. */
  conflicts: shape(part),
  /** The sessions that wait, and the last run. */
  learning: shape({}),
  /** Of each kind, those with most memories, or those whose name contains `part`; `limit` is 1 to 500 of each kind. */
  entities: shape({ part: isText, project: orNull(isText), limit: isWhole }),
  /** By name or key. */
  entity: shape({ name: isText, project: orNull(isText) }),
  /** What is connected with each of these entities, at most 50 by key; `limit` is 1 to 200 for each of them. */
  graph: shape({ expanded: listOf(isText), project: orNull(isText), limit: isWhole }),
  people: shape(part),
  /** `limit` is 1 to 50. */
  whoWorkedOn: shape({ query: isText, limit: isWhole }),
  /** Reminders and gotchas in memory files. */
  files: shape({}),
  /** The newest 1 to 1,000 rows; `archives` includes archived rows if the store has too few. */
  audit: shape({ filter: isAuditFilter, rows: isWhole, archives: isFlag }),
};

export const answerChecks = {
  overview: isOverviewCard,
  home: isHomeCard,
  profile: isProfileCard,
  health: isHealthCard,
  calendar: isCalendarCard,
  sessions: isSessionsCard,
  session: isSessionDetailCard,
  transcript: isTranscriptCard,
  transcriptFinds: isTranscriptFindsCard,
  recap: isRecapCard,
  knowledge: isKnowledgeListCard,
  hypothesis: isHypothesisCard,
  search: isFoundCard,
  memory: isMemoryDetailCard,
  choices: isChoicesCard,
  decisionChoices: isDecisionChoicesCard,
  drafts: isDraftsCard,
  erasure: isErasureCard,
  erasable: isErasableCard,
  scopeErasure: isScopeErasureCard,
  inbox: isInboxCard,
  conflicts: isConflictsCard,
  learning: isLearningCard,
  entities: isEntitiesCard,
  entity: isEntityCard,
  graph: isGraphCard,
  people: isDirectoryAnswer,
  whoWorkedOn: isWhoAnswer,
  files: isFilesCard,
  audit: isAuditCard,
};

export const isPageQuery = variants(questions);
export type Question = Checked<typeof isPageQuery>;
export type QueryType = Question['type'];
export type QueryOf<Type extends QueryType> = Extract<Question, { type: Type }>;
export type AnswerTo<Type extends QueryType> = Checked<(typeof answerChecks)[Type]>;
