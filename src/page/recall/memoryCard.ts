/** A memory as lists of the page show it. */
import type { ListedMemory, MemoryDetail } from '../../memory/recall/catalogue.ts';
import type { MemoryCard } from '../../protocol/recall/memories.ts';

export function memoryCard(memory: ListedMemory | MemoryDetail): MemoryCard {
  const { kind, id, title, text, length, category, projectName, agentName, confidence, importance } = memory;
  const { status, isPinned, sessionId, speaker, sourceRef, createdAt, updatedAt, version } = memory;
  const { readsLikeOrders, type, expiresAt, supersedesCount, author, approver, learned } = memory;
  // Nobody knows who wrote a line of a file, unless it is marked.
  const written = memory.origin ?? 'agent';
  const origin = kind === 'entry' && written === 'agent' ? 'file' : written;
  return {
    ...{ kind, id, title, text, length, category, project: projectName, agent: agentName, confidence, importance },
    ...{
      author,
      approver,
      factType: type,
      expiresAt,
      supersedesCount,
      decision: decidersOf(memory),
      learned,
      status,
      pinned: isPinned,
      sessionId,
      speaker,
      sourceRef,
      createdAt,
      updatedAt,
      version,
      origin,
      readsLikeOrders,
    },
  };
}

function decidersOf({ decision }: ListedMemory): MemoryCard['decision'] {
  return decision === null ? null : { decidedBy: decision.decidedBy, assistedBy: decision.assistedBy };
}
