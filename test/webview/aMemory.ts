/** A memory as the page shows it in full: a fact of the user, unless parts say otherwise. */
import type { DecisionDetailsCard } from '../../src/protocol/decisions/decisions.ts';
import type { MemoryDetailCard } from '../../src/protocol/recall/memories.ts';

export function aMemory(part: Partial<MemoryDetailCard>): MemoryDetailCard {
  return {
    kind: 'fact',
    id: '7',
    title: null,
    text: 'The lights are green',
    length: 20,
    category: 'decision',
    factType: 'decision',
    project: null,
    agent: null,
    author: null,
    approver: null,
    confidence: 1,
    importance: null,
    status: 'live',
    expiresAt: null,
    supersedesCount: 0,
    learned: null,
    pinned: false,
    sessionId: null,
    speaker: null,
    sourceRef: null,
    createdAt: '2026-03-01T10:00:00.000Z',
    updatedAt: '2026-03-01T10:00:00.000Z',
    version: 3,
    tags: [],
    deprecationReason: null,
    origin: 'agent',
    readsLikeOrders: false,
    contradicts: [],
    contradictedBy: [],
    supersedes: [],
    supersededBy: null,
    informedBy: [],
    informs: [],
    decision: null,
    uid: '8a6e1c1c-0000-4000-8000-000000000007',
    visibility: 'private',
    sessionHeadline: null,
    user: 'ada',
    citation: null,
    mayChange: true,
    muted: false,
    rated: null,
    evidence: null,
    unusedSince: null,
    reviews: [],
    instance: null,
    history: [],
    ...part,
  };
}

/** The details that make it a decision. */
export function someDetails(part: Partial<DecisionDetailsCard> = {}): DecisionDetailsCard {
  return {
    decidedBy: 'Ada',
    assistedBy: ['claude-code'],
    rationale: 'Ships see green from afar.',
    alternatives: ['Red lights: they mean port'],
    status: 'active',
    outcomes: [],
    ...part,
  };
}
