/** Routes each query of the page to its handler. */
import { BigMindError } from '../memory/shared/errors.ts';
import type { Question } from '../protocol/queries.ts';
import { chooseDecisions, listDrafts } from './decisions/decisions.ts';
import { listFiles } from './entries/memoryFiles.ts';
import { readAudit } from './governance/audit.ts';
import { previewScopeErasure, listErasable } from './governance/erasing.ts';
import { listEntities, readGraph, showEntity } from './graph/graph.ts';
import { showHypothesis } from './hypotheses/hypotheses.ts';
import { readInbox } from './knowledge/curation.ts';
import { listKnowledge } from './recall/knowledge.ts';
import { readLearning } from './learn/learned.ts';
import { askWho, readPeople } from './people/people.ts';
import { readHome } from './profile/home.ts';
import { checkHealth, readCalendar, readOverview, readProfile } from './profile/profile.ts';
import { chooseFrom, eraseWhat, findMemories, showMemory } from './recall/memories.ts';
import { readRecap } from './recap/recap.ts';
import { findInTranscript, listSessions, readTranscript, showSession } from './sessions/sessions.ts';
import { readConflicts } from './sync/conflicts.ts';
import type { PageHost, PageReading } from './shared/pageHost.ts';

const maxAsked = 200;
/** Of each kind: rows of entities are short, and a repository has some hundred files. */
const maxEntities = 500;

/** Rejects with a `BigMindError`. */
export function answerPageQuery(question: Question, reading: PageReading, host: PageHost): Promise<unknown> {
  const most = question.type === 'entities' ? maxEntities : maxAsked;
  if ('limit' in question && (question.limit < 1 || question.limit > most)) {
    throw new BigMindError('invalid_input', `limit is ${String(question.limit)}.`, {
      remedy: `Ask for 1 to ${String(most)} at a time.`,
    });
  }
  switch (question.type) {
    case 'overview':
      return readOverview(reading, host);
    case 'home':
      return readHome(reading, host);
    case 'profile':
      return readProfile(reading, question);
    case 'health':
      return checkHealth(reading);
    case 'calendar':
      return readCalendar(reading, question);
    case 'sessions':
      return listSessions(reading, question);
    case 'session':
      return showSession(reading, question);
    case 'transcript':
      return readTranscript(reading, question);
    case 'transcriptFinds':
      return findInTranscript(reading, question);
    case 'recap':
      return readRecap(reading, question);
    case 'knowledge':
      return listKnowledge(reading, question);
    case 'hypothesis':
      return showHypothesis(reading, question);
    case 'search':
      return findMemories(reading, question);
    case 'memory':
      return showMemory(reading, question.ref);
    case 'choices':
      return chooseFrom(reading);
    case 'decisionChoices':
      return chooseDecisions(reading);
    case 'drafts':
      return listDrafts(reading, question);
    case 'erasure':
      return eraseWhat(reading, question.ref);
    case 'erasable':
      return listErasable(reading);
    case 'scopeErasure':
      return previewScopeErasure(reading, question.scope);
    case 'inbox':
      return readInbox(reading, question);
    case 'conflicts':
      return readConflicts(reading, question);
    case 'learning':
      return readLearning(reading);
    case 'entities':
      return listEntities(reading, question);
    case 'entity':
      return showEntity(reading, question);
    case 'graph':
      return readGraph(reading, question);
    case 'people':
      return readPeople(reading, question);
    case 'whoWorkedOn':
      return askWho(reading, question);
    case 'files':
      return listFiles(host);
    case 'audit':
      return readAudit(reading, question);
  }
}
