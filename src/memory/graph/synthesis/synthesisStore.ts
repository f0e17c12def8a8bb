/** The store port of syntheses and of the runs that write them. */
import type { User } from '../../shared/identity.ts';
import type { RunStore } from '../../shared/background/backgroundRuns.ts';
import type { DueEntity, SourceText, Synthesis, SynthesisContent } from './synthesis.ts';
import type { Origin } from '../../shared/vocabulary.ts';

export interface SynthesisWrite extends SynthesisContent {
  userId: string;
  entity: string;
  projectId: string | null;
  writtenBy: string;
  origin: Origin;
  memories: number;
  /** The newest document that it covers; see `DueEntity`. */
  throughDocument: number;
  tokens: number;
  /** All texts that it was written from. */
  sources: readonly SourceText[];
  now: string;
}

/** An entity of a user in a project. */
export interface SynthesisPlace {
  userId: string;
  entity: string;
  projectId: string | null;
}

export interface SynthesisStore {
  /**
   * Entities with at least `density` memories that their current synthesis does not cover, those with most first.
   * `now` is ISO 8601 in UTC: facts that expired by then do not count.
   */
  due(query: { userId: string; density: number; limit: number; now: string }): Promise<DueEntity[]>;
  /** The memories of the user that mention the entity in its project, newest first. */
  sources(place: SynthesisPlace, limit: number, now: string): Promise<SourceText[]>;
  /** Deletes what rules wrote before and `isFit` refuses, so that it is due again. */
  removeUnfit(userId: string, isFit: (content: SynthesisContent) => boolean): Promise<void>;
  /**
   * Stores the current version, or, without content, only that the memories were read; and deletes the oldest beyond `keptVersions`. `changed`: a source is no longer as it was
   * read, and nothing was stored.
   */
  store(write: SynthesisWrite): Promise<'stored' | 'changed'>;
  /** The current version for each of the entities, in these projects; null is no project, `all` is each. */
  current(
    userId: string,
    projectIds: readonly (string | null)[] | 'all',
    entities: readonly string[],
  ): Promise<Synthesis[]>;
  /** All versions, the current one first. */
  versions(place: SynthesisPlace): Promise<Synthesis[]>;
  /**
   * Changes at least when a memory of `sourceKinds` is stored or changed, of anybody for whom this process acts, or one
   * that everybody may find.
   */
  newest(): Promise<string>;
  /**
   * The newest document of any memory, and the owners of those that came after `after`: null for one that everybody may
   * find. No owners without `after`.
   */
  changedFor(after: number | undefined): Promise<{ newest: number; userIds: (string | null)[] }>;
  /** For whom a server writes syntheses: everybody who was not erased. */
  users(): Promise<User[]>;
  /** The runs that write them. */
  runs: RunStore;
}
