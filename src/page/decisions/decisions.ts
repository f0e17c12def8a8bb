/** The queries and commands of decisions: the drafts that wait for approval, what to choose from, and outcomes. */
import type { DecisionDraft } from '../../memory/decisions/decisionDraft.ts';
import type { Outcome } from '../../memory/decisions/decisionStore.ts';
import type { MemoryDetail } from '../../memory/recall/catalogue.ts';
import { trustOf } from '../../memory/trust/trust.ts';
import type { CommandOf } from '../../protocol/commands.ts';
import type {
  DecisionChoicesCard,
  DecisionDetailsCard,
  DraftCard,
  DraftsCard,
  OutcomeCard,
} from '../../protocol/decisions/decisions.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import { lostConfidenceIn, madeFact, requirePinnable } from '../facts/facts.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export function chooseDecisions({ memory, caller }: PageReading): Promise<DecisionChoicesCard> {
  return memory.decisions.choices(caller);
}

export async function listDrafts(
  { memory, caller }: PageReading,
  { offset, limit }: QueryOf<'drafts'>,
): Promise<DraftsCard> {
  const { drafts, total } = await memory.decisions.drafts(caller, 'all', offset + limit);
  return { drafts: drafts.slice(offset).map(draftCard), total };
}

/** Null for a memory that is not a decision with details. */
export async function decisionDetails(
  { memory }: PageReading,
  { decision, uid, status, deprecationReason }: MemoryDetail,
): Promise<DecisionDetailsCard | null> {
  if (decision === null || uid === null) return null;
  const progress = await memory.decisions.progress({ uid, status, deprecationReason });
  return { ...decision, status: progress.status, outcomes: progress.outcomes.map(outcomeCard) };
}

/** A pin follows the decision that it is on to its successor. */
export async function saveDecision(
  { memory, caller }: PageReading,
  command: CommandOf<'saveDecision'>,
): Promise<CommandEffects> {
  const { title, decidedBy, assistedBy, project, rationale, alternatives, sourceRef, supersedes, draft } = command;
  const isPinned = supersedes !== null && (await memory.catalogue.get(caller, factRef(supersedes))).isPinned;
  if (isPinned) requirePinnable(title);
  const outcome = await memory.decisions.save(caller, {
    ...{ title, decidedBy, assistedBy, rationale, alternatives },
    ...(project !== null && { project }),
    ...(sourceRef !== null && { sourceRef }),
    ...(supersedes !== null && { supersedes }),
    ...(draft !== null && { chunkId: draft }),
  });
  const { fact, replaced, redacted } = outcome;
  if (isPinned && replaced !== null) await memory.profiles.repin(caller, replaced.fact, fact.fact);
  return { redacted, made: madeFact(fact.id), contradicts: lostConfidenceIn(outcome) };
}

export async function completeDecision(
  { memory, caller }: PageReading,
  command: CommandOf<'completeDecision'>,
): Promise<CommandEffects> {
  const { id, version, title, decidedBy, assistedBy, project, rationale, alternatives } = command;
  const { isPinned } = await memory.catalogue.get(caller, factRef(id));
  if (isPinned && title !== null) requirePinnable(title);
  const outcome = await memory.decisions.complete(caller, {
    factId: id,
    version,
    ...(project !== null && { project }),
    ...(title !== null && { title }),
    ...{ decidedBy, assistedBy, rationale, alternatives },
  });
  const { fact, before, redacted } = outcome;
  if (isPinned) await memory.profiles.repin(caller, before.fact, fact.fact);
  return { redacted, made: madeFact(fact.id), contradicts: lostConfidenceIn(outcome) };
}

/** A decision that was reversed is no longer pinned. */
export async function recordOutcome(
  { memory, caller }: PageReading,
  command: CommandOf<'recordOutcome'>,
): Promise<CommandEffects> {
  const { id, rating, verdict, notes, observedAt, sourceRef } = command;
  const { isPinned } = await memory.catalogue.get(caller, factRef(id));
  const { fact, isRetired, redacted } = await memory.decisions.addOutcome(caller, {
    ...{ decision: id, rating, verdict, notes },
    ...(observedAt !== null && { observedAt }),
    ...(sourceRef !== null && { sourceRef }),
  });
  if (isRetired && isPinned) await memory.profiles.unpin(caller, fact.fact);
  return { redacted };
}

export async function discardDrafts(
  { memory, caller }: PageReading,
  { ids }: CommandOf<'discardDrafts'>,
): Promise<CommandEffects> {
  await memory.decisions.dismiss(caller, ids);
  return {};
}

function factRef(id: number): { kind: 'fact'; id: string } {
  return { kind: 'fact', id: String(id) };
}

function outcomeCard({ id, rating, verdict, notes, observedAt, sourceRef, userName, agentName }: Outcome): OutcomeCard {
  return { id: String(id), rating, verdict, notes, observedAt, sourceRef, user: userName, agent: agentName };
}

function draftCard({ chunkId, ...draft }: DecisionDraft): DraftCard {
  const texts = [draft.quote, ...(draft.rationale === null ? [] : [draft.rationale])];
  return { ...draft, id: chunkId, readsLikeOrders: trustOf({ origin: 'transcript', texts }).marks.length > 0 };
}
