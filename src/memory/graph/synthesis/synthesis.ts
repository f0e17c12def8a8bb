/**
 * A synthesis: what the memories about one entity in one project come to, in a few sentences. Each sentence names the
 * memories that it rests on. It is derived: when one of them is changed or erased, every version that rests on it is
 * deleted, and the next run writes another one.
 */
import type { MemoryRef } from '../../shared/memoryRef.ts';
import type { MemoryKind, Origin } from '../../shared/vocabulary.ts';
import type { EntityName } from '../graphStore.ts';

/** Kinds that a synthesis is made of: what was stated or kept. Messages and entries of files stay where they are. */
export const sourceKinds = ['fact', 'knowledge', 'chunk', 'session'] as const satisfies readonly MemoryKind[];

/** How many versions of a synthesis are kept besides the current one. */
export const keptVersions = 20;

export interface SynthesisSentence {
  text: string;
  /** At least one. */
  sources: MemoryRef[];
}

/** Statements that contradict each other: both are named, and neither is part of the text. */
export interface SynthesisConflict {
  statements: SynthesisSentence[];
}

export interface SynthesisContent {
  /** Oldest first. */
  sentences: SynthesisSentence[];
  conflicts: SynthesisConflict[];
}

export interface Synthesis extends SynthesisContent {
  id: number;
  entity: string;
  /** Null: of memories without a project. */
  projectId: string | null;
  /** `rule`, or the name of a language model. */
  writtenBy: string;
  /** The least trusted of its sources. */
  origin: Origin;
  /** How many memories mentioned the entity when it was written. */
  memories: number;
  /** What the model read and wrote; 0 for a rule. */
  tokens: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** An entity with enough new memories in a project for a synthesis. */
export interface DueEntity extends EntityName {
  projectId: string | null;
  memories: number;
  /** Those since its current synthesis. */
  fresh: number;
  /** The number of the newest document among them. */
  newest: number;
}

/** A memory that a synthesis may rest on. */
export interface SourceText {
  ref: MemoryRef;
  /** Title and text. */
  text: string;
  /** Identifies this text; see `SynthesisStore.store`. */
  fingerprint: string;
  createdAt: string;
}

/** A source with what decides whether and how it is used. */
export interface JudgedSource extends SourceText {
  origin: Origin;
  /** A decision, or approved knowledge. */
  isSettled: boolean;
  /** 0 to 1. */
  confidence: number;
}

/** The text without sources and conflicts. */
export function synthesisText({ sentences }: Pick<SynthesisContent, 'sentences'>): string {
  return sentences.map(({ text }) => text).join(' ');
}
