/** The page's queries and commands about what was learned from recorded sessions. */
import type { Evidence } from '../../memory/facts/evidence.ts';
import { stateOf } from '../../memory/facts/evidence.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { CommandOf } from '../../protocol/commands.ts';
import type { EvidenceCard, LearningCard } from '../../protocol/learn/learned.ts';
import { deprecateFact } from '../facts/facts.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

/** A person who confirms an item is believed at least this much. */
const confirmedConfidence = 0.9;
const otherSessions = 10;

/** Of the caller's project, or of all if none of it waits. */
export async function readLearning({ memory, caller }: PageReading): Promise<LearningCard> {
  const all = await memory.learning.preview(caller, { projects: 'all' });
  const own = caller.project && (await memory.learning.preview(caller, { projects: [caller.project.id] }));
  const project = own === null || own.sessions === 0 ? null : caller.project;
  const { sessions, tokens } = project === null || own === null ? all : own;
  const [last] = await memory.learning.runs(caller);
  const now = memory.clock.now().toISOString();
  return {
    ...{ project: project?.name ?? null, sessions, tokens },
    lastRun:
      last === undefined
        ? null
        : {
            ...{ startedAt: last.startedAt, due: last.due, done: last.done, tokens: last.tokens },
            isRunning: last.endedAt === null && last.leasedUntil > now,
          },
  };
}

/** Null unless it was learned. */
export async function evidenceOf({ memory, caller }: PageReading, factId: number): Promise<EvidenceCard | null> {
  const [fact] = await memory.facts.named(caller, [factId]);
  if (fact?.evidence === undefined || fact.evidence === null) return null;
  const { when, about, also } = fact.evidence;
  const sessions = await Promise.all(
    also.slice(0, otherSessions).map(async (id) => {
      try {
        return [{ id, headline: (await memory.sessions.get(caller, id)).session.oneLiner }];
      } catch (thrown) {
        // Erased, or of another user.
        if (thrown instanceof BigMindError) return [];
        throw thrown;
      }
    }),
  );
  return {
    ...evidenceFields(fact.evidence),
    state: stateOf(fact),
    ...{ when: [...when], about: [...about], also: sessions.flat(), alsoTotal: also.length },
  };
}

/** Raises the confidence of those that are current. What was replaced or dismissed elsewhere meanwhile stays so. */
export async function confirmLearned(
  { memory, caller }: PageReading,
  { ids }: CommandOf<'confirmLearned'>,
): Promise<CommandEffects> {
  for (const fact of await memory.facts.named(caller, ids)) {
    if (stateOf(fact) !== 'learned') continue;
    const confidence = Math.max(fact.confidence, confirmedConfidence);
    await memory.facts.edit(caller, { factId: fact.id, version: fact.version, confidence });
  }
  return {};
}

/** What is dismissed is not learned again. */
export async function dismissLearned(
  reading: PageReading,
  { ids, reason }: CommandOf<'dismissLearned'>,
): Promise<CommandEffects> {
  for (const fact of await reading.memory.facts.named(reading.caller, ids)) {
    if (!fact.deprecated) await deprecateFact(reading, { type: 'deprecateFact', id: fact.id, reason });
  }
  return {};
}

function evidenceFields({
  type,
  value,
  source,
  model,
  quote,
  by,
  seq,
}: Evidence): Omit<EvidenceCard, 'state' | 'when' | 'about' | 'also' | 'alsoTotal'> {
  return { type, value, source, model, quote, by, seq: seq < 0 ? null : seq };
}
