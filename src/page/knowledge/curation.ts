/** The inbox of proposals, and the decisions about them. */
import type { Proposal } from '../../memory/knowledge/inbox.ts';
import type { KnowledgeCorrections } from '../../memory/knowledge/knowledge.ts';
import { trustOf } from '../../memory/trust/trust.ts';
import type { CommandOf, Corrections } from '../../protocol/commands.ts';
import type { InboxCard, ProposalCard } from '../../protocol/knowledge/curation.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function readInbox(
  { memory, caller }: PageReading,
  { offset, limit }: QueryOf<'inbox'>,
): Promise<InboxCard> {
  const { proposals, total, mayReview } = await memory.knowledge.inbox(caller, { offset, limit });
  const reviewers = mayReview ? '' : await memory.identities.reviewers();
  return { proposals: proposals.map(proposalCard), total, mayReview, reviewers };
}

export async function reviewEntry(
  { memory, caller }: PageReading,
  command: CommandOf<'review'>,
): Promise<CommandEffects> {
  const { id, action, version, notes, corrections } = command;
  const { redacted } = await memory.knowledge.review(caller, {
    entryId: id,
    action,
    ...(version !== null && { version }),
    ...(notes !== null && { notes }),
    ...givenIn(corrections),
  });
  return { redacted };
}

export async function mergeProposals(
  { memory, caller }: PageReading,
  command: CommandOf<'mergeKnowledge'>,
): Promise<CommandEffects> {
  const { keepId, dropId, keepVersion, dropVersion, notes, corrections } = command;
  const { redacted } = await memory.knowledge.merge(caller, {
    keepId,
    dropId,
    ...(keepVersion !== null && { keepVersion }),
    ...(dropVersion !== null && { dropVersion }),
    ...(notes !== null && { notes }),
    corrections: givenIn(corrections),
  });
  return { redacted };
}

function givenIn(corrections: Corrections | null): KnowledgeCorrections {
  const { title = null, content = null, category = null, importance = null } = corrections ?? {};
  return {
    ...(title !== null && { title }),
    ...(content !== null && { content }),
    ...(category !== null && { category }),
    ...(importance !== null && { importance }),
  };
}

function proposalCard({ entry, session, evidence, similar }: Proposal): ProposalCard {
  const { origin, marks } = trustOf({ origin: entry.origin, texts: [entry.category, entry.title, entry.content] });
  const { id, category, title, content, importance, promotedBy, agentName, createdAt, version } = entry;
  return {
    ...{ id, category, title, content, importance, createdAt, version, session, evidence, similar },
    author: promotedBy,
    agent: agentName,
    instance: entry.instance,
    origin,
    readsLikeOrders: marks.length > 0,
  };
}
