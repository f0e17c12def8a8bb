/**
 * The store port of the directory. Each method reads the right `read_directory` in its own transaction. It returns the
 * public parts of people only: no fact, message, headline of a session or name of a project.
 */
import type { StoredMeasure, StoredTally } from '../activity/activity.ts';
import type { TopicUse } from '../activity/topics.ts';
import type { CardChoice } from '../profile/profile.ts';
import type { Mode, Origin, UserRole } from '../shared/vocabulary.ts';

/** A machine, or a part of one, where a person runs BigMind. */
export interface Instance {
  name: string;
  /** Where others reach its page; null for none. */
  url: string | null;
  /** ISO 8601 in UTC. */
  firstSeen: string;
  lastSeen: string;
}

export interface InstanceWrite extends Pick<Instance, 'name' | 'url'> {
  id: string;
  userId: string;
  /** The mode that the process was started with. */
  mode: Mode;
  now: string;
  /** Nothing is written if the same instance was seen since then. */
  freshSince: string;
  /** Instances of anyone that were not seen since then are deleted. */
  keptSince: string;
}

export interface DirectoryReader {
  userId: string;
  mode: Mode;
  now: string;
  /** Instances that were not seen since then are left out, and people without any. */
  seenSince: string;
}

/** The title of approved knowledge, with its number. */
export interface PublicKnowledge {
  id: number;
  title: string;
  origin: Origin | null;
}

export interface StoredPerson {
  userId: string;
  username: string;
  displayName: string | null;
  teamRole: UserRole;
  role: string | null;
  roleOrigin: Origin | null;
  /** Never `off`. */
  card: CardChoice;
  /** At least one, the last seen first. */
  instances: Instance[];
  /** Of sessions in the projects that the person chose (`card.projects`); see `publicTopics`. */
  topics: TopicUse[];
  /** What the person proposed and others approved, newest first. */
  knowledge: PublicKnowledge[];
}

/** Counts of the whole store, and nothing else about people without a card. */
export interface DirectoryTotals {
  people: number;
  sessions: number;
  /** Live facts, and kept exchanges. */
  memories: number;
  /** Approved entries. */
  knowledge: number;
}

interface StoredDirectory {
  totals: DirectoryTotals;
  people: StoredPerson[];
}

export interface StoredActivity {
  userId: string;
  /** By UTC day, `YYYY-MM-DD`, ascending. */
  days: { day: string; sessions: number }[];
  tallies: Record<StoredMeasure, StoredTally>;
}

export interface PeopleStore {
  register(instance: InstanceWrite): Promise<'registered' | 'fresh' | 'not_allowed'>;
  /** Undefined if the reader may not read the directory. */
  read(reader: DirectoryReader): Promise<StoredDirectory | undefined>;
  /** The activity of those of the users who have a card. Undefined if the reader may not read the directory. */
  activityOf(
    reader: DirectoryReader,
    userIds: readonly string[],
    needs: Readonly<Record<StoredMeasure, readonly number[]>>,
  ): Promise<StoredActivity[] | undefined>;
}
