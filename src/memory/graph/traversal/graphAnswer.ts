/** The answer to a question about the graph, with the names that programs and models read. Texts are unescaped. */
import type { ListedMemory, MemoryDetail } from '../../recall/catalogue.ts';
import type { MemoryKind } from '../../shared/vocabulary.ts';
import { structuredAuthors } from '../../trust/authors.ts';
import { labelsOf, trustOf } from '../../trust/trust.ts';
import type { EntityKind } from '../entities.ts';
import type { NamedEntity } from '../graph.ts';
import type { Traversal } from './graphInput.ts';
import type { Entity, EntityName } from '../graphStore.ts';
import type { StructuredSynthesis } from '../synthesis/synthesisText.ts';

/** Characters of a memory's text. */
const maxExcerpt = 240;

export interface StructuredEntity {
  name: string;
  kind: EntityKind;
  /** Memories that mention it. */
  memories?: number;
  /** As memories spell them. */
  aliases?: string[];
  /** ISO 8601 in UTC. */
  first_at?: string;
  last_at?: string;
}

export interface StructuredGraphMemory {
  kind: MemoryKind;
  id: string;
  /** An excerpt. */
  text: string;
  created_at: string;
  project?: string;
  /** Of a shared fact and of knowledge. */
  author?: string;
  approved_by?: string;
  /** Only of `lineage`: whether it is still in force. */
  status?: string;
  /** Why its text should be read with care. */
  labels?: string[];
}

export interface SynthesisOfProject extends StructuredSynthesis {
  project?: string;
}

/** How two ends are connected, and the memory that connects them. */
export interface StructuredEdge {
  from: string;
  /** One of `entityRelations`, `mentioned_together`, or how facts are linked: `supersedes`, `informed_by`, `contradicts`. */
  relation: string;
  to: string;
  /** Memories that mention both. */
  together?: number;
  memory?: StructuredGraphMemory;
}

export interface GraphAnswer {
  query: Traversal;
  /** The entities that were asked about. */
  about: StructuredEntity[];
  /** Only of `mentions`: what the memories come to, in each project that has a synthesis. */
  syntheses?: SynthesisOfProject[];
  /** Of `hubs` and `neighbours`, the most connected first. */
  entities: StructuredEntity[];
  /** Steps of a path in order; relations, links and neighbors with their memories. */
  edges: StructuredEdge[];
  /** Of `mentions` and `lineage`, newest first. */
  memories: StructuredGraphMemory[];
  /** A sentence that explains why the answer may be incomplete or empty. */
  notice?: string;
}

/** With an excerpt of its text. */
export function structuredMemory(memory: ListedMemory | MemoryDetail): StructuredGraphMemory {
  const { kind, id, title, text, createdAt, projectName, origin } = memory;
  const whole = title === null || title === '' ? text : title;
  const labels = labelsOf(trustOf({ origin, texts: [title, text] }));
  return {
    kind,
    id,
    text: whole.slice(0, maxExcerpt),
    created_at: createdAt,
    ...(projectName !== null && { project: projectName }),
    ...structuredAuthors(memory),
    ...(labels.length > 0 && { labels }),
  };
}

export function structuredEntity({ name, kind, ...rest }: EntityName | Entity | NamedEntity): StructuredEntity {
  return {
    name,
    kind,
    ...('memories' in rest && { memories: rest.memories, first_at: rest.firstAt, last_at: rest.lastAt }),
    ...('aliases' in rest && rest.aliases.length > 0 && { aliases: rest.aliases.map(({ name: alias }) => alias) }),
  };
}
