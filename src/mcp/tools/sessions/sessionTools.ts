/** Tools of sessions: start one with the context, end it with a headline, list them, and read one again. */
import * as z from 'zod';
import type { Fact } from '../../../memory/facts/facts.ts';
import type { KeptItems } from '../../../memory/learn/learning.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { unknownProjectIn } from '../../../memory/shared/identity.ts';
import { noteOpened } from '../../../memory/recall/offers.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { learnedTypes } from '../../../memory/shared/vocabulary.ts';
import { dataNotice, plainLine, quotedCode, quotedLine } from '../../../memory/trust/quoting.ts';
import type { Session } from '../../../memory/sessions/sessions.ts';
import type { HandOff, LeftHandOff } from '../../../memory/recall/handOffs.ts';
import { labelsOf, labelText, trustOfSession, vouching, withheldNote } from '../../../memory/trust/trust.ts';
import { counted, oneLine } from '../../../util/text.ts';
import { localDay, localMinute, minuteOf } from '../../../util/time.ts';
import { bullets, howToSeeMore, project, prose, sessionId, words } from '../../shared/fields.ts';
import { contextTools } from '../../shared/instructions.ts';
import { noticeOf, redactionNote } from '../../shared/redactionNote.ts';
import { defineTool } from '../../shared/tool.ts';

export const startSession = defineTool({
  name: 'memory_start_session',
  title: 'Start session',
  description:
    'CALL THIS FIRST, at the start of EVERY conversation, before anything else. Opens the memory session and returns who the user is, their preferences, stored facts, agreed team knowledge and recent sessions. Calling it again resumes the same session; to see the context again, use memory_get_context.',
  readOnly: false,
  input: () => ({ user_id: z.string().optional().describe('Omit: the settings choose the user.') }),
  run: async (input, { memory, caller }) => {
    refuseOtherUser(input.user_id, caller);
    const { session, status, autoClosed } = await memory.sessions.start(caller);
    await memory.handOffs.derive(caller, session.id);
    const context = await memory.context.build(caller, { currentSession: session.id, tools: contextTools });
    memory.fading.noteUse(caller, context.shown);
    const closed = autoClosed.length === 0 ? '' : ` ${counted(autoClosed.length, 'session')} ended after a silence.`;
    return {
      isChosen: true,
      text: `${context.markdown}\n\nSession \`${session.id}\` ${status}.${closed} End it with memory_end_session.`,
    };
  },
});

export const endSession = defineTool({
  name: 'memory_end_session',
  title: 'End session',
  description:
    'Call this LAST in every conversation (the user says goodbye, or the task is done), so that the next one can build on it. Give a headline of at most 120 characters, topics, what was decided or built, and a summary. Not for saving single facts: use memory_store_fact.',
  readOnly: false,
  input: () => ({
    one_liner: z.string().describe('Headline, at most 120 characters.'),
    topics: words().optional().describe('Topic tags.'),
    outcome: z.string().optional().describe('One sentence: what was decided or built.'),
    summary: prose().optional().describe('Markdown narrative, at most 2,000 tokens.'),
    key_facts: bullets().optional(),
    code_refs: bullets().optional().describe('Files, repositories, pull requests.'),
    next_steps: bullets().optional().describe('What is left to do; the next session starts with it.'),
    blockers: bullets().optional().describe('What keeps it from going on.'),
    importance: z.number().int().min(1).max(10).optional().describe('1 to 10, default 5.'),
    items: z
      .array(z.object({ type: z.enum(learnedTypes), text: z.string(), quote: z.string() }))
      .optional()
      .describe(
        'What a colleague would want to know later: one sentence each, and the words that say it, as they were said.',
      ),
    session_id: sessionId().optional(),
  }),
  run: async (input, { memory, caller }) => {
    const steps = {
      ...(input.next_steps && { nextSteps: input.next_steps }),
      ...(input.blockers && { blockers: input.blockers }),
    };
    memory.handOffs.check(steps);
    // What is said after the end of a session begins another one.
    if (input.items) await memory.recordPending(caller);
    const session = await memory.sessions.end(caller, {
      oneLiner: input.one_liner,
      ...(input.topics && { topics: input.topics }),
      outcome: input.outcome,
      summary: input.summary,
      ...(input.key_facts && { keyFacts: input.key_facts }),
      ...(input.code_refs && { codeRefs: input.code_refs }),
      importance: input.importance,
      sessionId: input.session_id,
    });
    const kept = input.items && (await memory.learning.keep(caller, session.id, input.items));
    const left = await memory.handOffs.leave(caller, { ...steps, sessionId: session.id });
    const isShortened = session.oneLiner !== oneLine(input.one_liner);
    const headline = plainLine(session.oneLiner);
    return {
      ...noticeOf(
        isShortened ? 'The headline was shortened to 120 characters.' : undefined,
        left.status === 'left' ? redactionNote(left.redacted) : undefined,
      ),
      text: `Session ${quotedCode(session.id)} ended: "${headline}".${kept === undefined ? '' : keptSentence(kept)}${handOffSentence(left, memory.clock.timeZone)}`,
      structured: {
        ...{ session_id: session.id, status: 'ended', one_liner: headline },
        ...(kept !== undefined && { learned: kept.learned, known: kept.known, dropped: kept.dropped }),
        ...(left.status === 'left' && { hand_off: structuredHandOff(left.handOff) }),
        ...(left.status === 'unchanged' && left.open !== undefined && { open_hand_off: structuredHandOff(left.open) }),
      },
    };
  },
});

/** What became of the items. */
function keptSentence({ learned, known, dropped }: KeptItems): string {
  const what = ` Learned: ${counted(learned.length, 'item')}${known === 0 ? '' : `, ${String(known)} known already`}.`;
  if (dropped === 0) return what;
  return `${what} Not kept: ${String(dropped)}, because no recorded turn contains the quote, or there were too many; use memory_store_fact for those.`;
}

/** What becomes of the next steps; empty if none were given and none are open. */
function handOffSentence(left: LeftHandOff, timeZone: string): string {
  switch (left.status) {
    case 'unchanged':
      return left.open === undefined ? '' : openSentence(left.open.fact);
    case 'withdrawn':
      return ` The steps that a rule found in an earlier session (#${String(left.handOff.fact.id)}) are closed.`;
    case 'off':
      return ' Its next steps were not kept, because the setting bigmind.handOff.days (BIGMIND_HAND_OFF_DAYS) is 0.';
    case 'left': {
      const { fact } = left.handOff;
      const withheld = withheldNote({ origin: fact.origin, texts: [fact.category, fact.fact] });
      if (withheld !== undefined) return ` About its next steps: ${withheld}`;
      if (fact.origin === 'web')
        return ` Its session read the web, so the next session learns how many next steps there are, but not their text; memory_search finds it. ${vouching}`;
      const where = fact.projectName === null ? 'without a project' : `of project ${plainLine(fact.projectName)}`;
      return ` The next session ${where} starts with its next steps, until ${localDay(fact.expiresAt ?? '', timeZone)}.`;
    }
  }
}

function structuredHandOff({ fact }: HandOff): Record<string, unknown> {
  return { id: fact.id, expires_at: fact.expiresAt };
}

function openSentence({ id }: Fact): string {
  const number = String(id);
  return ` The next steps of hand-off #${number} are still open. If they are done, call memory_deprecate_fact with fact_id ${number}; if others are left, end the session again with next_steps.`;
}

export const listSessions = defineTool({
  name: 'memory_list_sessions',
  title: 'List sessions',
  description:
    'List past sessions, newest first, optionally by topic. Call it when the user asks what was worked on, or to find a session id. To find what was said, use memory_search.',
  readOnly: true,
  input: () => ({
    topic: z.string().optional().describe('Words of a topic, headline or file path.'),
    project: project().optional(),
    limit: z.number().int().min(1).max(100).optional().describe('Default 20.'),
  }),
  run: async (input, { memory, caller }) => {
    const scope = await memory.identities.scope(caller, input.project);
    const filter = { scope, limit: input.limit ?? 20, ...(input.topic !== undefined && { topic: input.topic }) };
    const { sessions, total } = await memory.sessions.list(caller, filter);
    const rows = sessions.map((session) => sessionRow(session, memory.clock.timeZone));
    if (rows.length === 0) {
      const next = unknownProjectIn(scope) ?? 'Omit topic, or use project "all".';
      return { text: 'No session matches.', structured: { sessions: [], total }, next };
    }
    const rest = total - sessions.length;
    return {
      notice: dataNotice,
      text: ['', '| Date | Session | Headline | Topics | Outcome |', '|---|---|---|---|---|', ...rows].join('\n'),
      structured: { sessions: sessions.map(structuredSession), total },
      ...(rest > 0 && {
        next: `${counted(rest, 'more session')}: ${howToSeeMore(input.limit, 'narrow by topic or project')}.`,
      }),
    };
  },
});

export const getSessionDetail = defineTool({
  name: 'memory_get_session_detail',
  title: 'Read session',
  description:
    'Read one past session in full: outcome, narrative, key facts, code references and kept exchanges. Call it when a listed or found session matters to the current task, not for every one.',
  readOnly: true,
  input: () => ({ session_id: z.string().describe('From memory_list_sessions, memory_search or the context block.') }),
  run: async (input, { memory, caller }) => {
    const detail = await memory.sessionDetails.get(caller, input.session_id);
    await noteOpened(memory, caller, [{ kind: 'session', id: detail.session.id }]);
    return { text: detail.markdown };
  },
});

/**
 * The plan lets a model name the user, but the process determines who that is, so only the correct name is accepted.
 */
function refuseOtherUser(userId: string | undefined, { user }: Caller): void {
  if (userId === undefined || userId === user.username || userId === user.id) return;
  throw new BigMindError('not_allowed', `This is the memory of ${user.username}, not of "${userId}".`, {
    remedy: 'Omit user_id. The user is set with BIGMIND_USER or the setting bigmind.user.',
  });
}

function sessionRow(session: Session, timeZone: string): string {
  const title = `${quotedLine(session.oneLiner)}${session.hasDetail ? ' 📄' : ''}`;
  const headline =
    session.endedAt === null ? `🟡 **[in progress]** ${session.oneLiner === '' ? '' : title}`.trim() : title;
  const topics = session.topics.length === 0 ? '—' : quotedLine(session.topics.join(','));
  return `| ${localMinute(session.startedAt, timeZone)} | ${quotedCode(session.id)} | ${headline}${labelText(trustOfSession(session))} | ${topics} | ${quotedLine(session.outcome ?? '—')} |`;
}

function structuredSession(session: Session): Record<string, unknown> {
  const labels = labelsOf(trustOfSession(session));
  return {
    session_id: session.id,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    started_at: minuteOf(session.startedAt),
    ...(session.endedAt === null && { in_progress: true }),
    one_liner: plainLine(session.oneLiner),
    ...(session.topics.length > 0 && { topics: session.topics.map(plainLine) }),
    ...(session.outcome !== null && { outcome: plainLine(session.outcome) }),
    ...(session.hasDetail && { has_detail: true }),
  };
}
