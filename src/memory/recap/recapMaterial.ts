/** Reads what a recap is made of: eight reads of the store, whatever its size. */
import type { Decisions } from '../decisions/decisions.ts';
import { maxDecisions } from '../decisions/decisions.ts';
import type { Fact, Facts } from '../facts/facts.ts';
import type { Hypotheses } from '../hypotheses/hypotheses.ts';
import type { Catalogue, ListedMemory } from '../recall/catalogue.ts';
import { handOffFrom, handOffTag, handOffType, isHandOff } from '../recall/handOffs.ts';
import type { MutedMemories } from '../recall/muted.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Caller, ProjectScope } from '../shared/identity.ts';
import { refKey, statusOfFact } from '../shared/memoryRef.ts';
import type { MemoryKind } from '../shared/vocabulary.ts';
import { takenIn } from './recapDecisions.ts';
import type { RecapMaterial } from './recapSections.ts';
import type { Period } from './recapPeriod.ts';

/** Of each kind, the newest that one recap looks at. */
const considered = { sessions: 200, memories: 200, hypotheses: 100, handOffs: 50 } as const;

/** All of the period, also what has no line. */
export interface RecapTotals {
  sessions: number;
  /** Decisions that were taken, also those without details, and not replaced or reversed within the period. */
  decisions: number;
  /** New facts and team knowledge, without decisions and hand-offs. */
  memories: number;
  /** Hypotheses that were resolved. */
  hypotheses: number;
}

export interface MaterialParts {
  sessions: Pick<Sessions, 'list'>;
  decisions: Pick<Decisions, 'find' | 'replacedStatements'>;
  facts: Pick<Facts, 'list'>;
  catalogue: Pick<Catalogue, 'list'>;
  hypotheses: Pick<Hypotheses, 'list'>;
  /** Memories that this user keeps out of chats; a recap has none of them. */
  muted: Pick<MutedMemories, 'list'>;
}

export async function readMaterial(
  parts: MaterialParts,
  caller: Caller,
  { scope, period, now }: { scope: ProjectScope; period: Period; now: string },
): Promise<{ totals: RecapTotals; material: RecapMaterial }> {
  const [muted, sessions, detailed, replaced, learned, typed, resolved, handOffs] = await Promise.all([
    parts.muted.list(caller),
    parts.sessions.list(caller, { scope, ...period, limit: considered.sessions }),
    parts.decisions.find(caller, scope, {}, maxDecisions),
    parts.decisions.replacedStatements(caller, scope, period.since),
    parts.catalogue.list(caller, { ...newMemories, scope, ...period }, { offset: 0, limit: considered.memories }),
    parts.catalogue.list(caller, { ...typedDecisions, scope, ...period }, { offset: 0, limit: considered.memories }),
    parts.hypotheses.list(caller, { scope, resolved: period, limit: considered.hypotheses }),
    openHandOffs(parts, caller, { scope, period }),
  ]);
  const undetailed = replaced.map((one) => ({ ...one, outcomes: [], status: 'superseded' as const }));
  const decisions = [...detailed.decisions, ...undetailed];
  const keys = new Set(muted.map(refKey));
  const isWanted = (kind: MemoryKind, id: number | string): boolean => !keys.has(refKey({ kind, id: String(id) }));
  const isNew = ({ createdAt }: Fact): boolean => createdAt >= period.since && createdAt < period.until;
  const others = [...handOffs, ...decisions.map(({ fact }) => fact)];
  const stated = withoutFacts(typed.memories, others);
  const memories = withoutFacts(learned.memories, others).filter(({ type }) => type !== 'decision');
  // The list has only live ones, and is counted as a whole, although only its beginning is read.
  const pending = learned.memories.filter(({ status }) => status !== 'live').length;
  const listed = others.filter((fact) => isNew(fact) && statusOfFact(fact, now) === 'live');
  const statedCount = typed.total - listed.filter(({ type }) => type === 'decision').length;
  return {
    totals: {
      sessions: sessions.total,
      decisions: takenIn(decisions, period).length + statedCount,
      memories: learned.total - pending - listed.length - statedCount,
      hypotheses: resolved.total,
    },
    material: {
      sessions: sessions.sessions.filter(({ id }) => isWanted('session', id)),
      decisions: decisions.filter(({ fact }) => isWanted('fact', fact.id)),
      stated: stated.filter(({ kind, id }) => isWanted(kind, id)),
      memories: memories.filter(({ kind, id }) => isWanted(kind, id)),
      hypotheses: resolved.hypotheses,
      handOffs: handOffs.filter(({ id }) => isWanted('fact', id)).map(handOffFrom),
    },
  };
}

const newMemories = { kinds: ['fact', 'knowledge'] } as const;
const typedDecisions = { kinds: ['fact'], types: ['decision'] } as const;

/** The approved and live ones that are none of these facts, which have their own sections. */
function withoutFacts(memories: readonly ListedMemory[], facts: readonly Fact[]): ListedMemory[] {
  const ids = new Set(facts.map(({ id }) => String(id)));
  return memories.filter(({ kind, id, status }) => status === 'live' && !(kind === 'fact' && ids.has(id)));
}

/** The caller's own that are open today and were left before the end of the period, the newest first. */
async function openHandOffs(
  { facts }: MaterialParts,
  caller: Caller,
  { scope, period }: { scope: ProjectScope; period: Period },
): Promise<Fact[]> {
  const filter = { types: [handOffType], tags: [handOffTag], order: 'newest' } as const;
  const found = await facts.list(caller, scope, considered.handOffs, filter);
  return found.facts.filter(
    (fact) => isHandOff(fact) && fact.userId === caller.user.id && fact.createdAt < period.until,
  );
}
