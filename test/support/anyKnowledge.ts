/** A filter of the list of knowledge that leaves nothing out but what is no longer current. */
import type { KnowledgeFilterCard } from '../../src/protocol/recall/knowledge.ts';

export const anyKnowledge: KnowledgeFilterCard = {
  ...{ type: null, subtype: null, project: null, agent: null, involved: null, minConfidence: null },
  ...{ since: null, until: null, state: 'live', tag: null },
};
