/** The answer to "who worked on something?". */
import type { Person, CardTopic } from './cards.ts';

/** Why a person is in the answer. */
export type Reason =
  | ({ kind: 'topic'; isByMeaning: boolean } & CardTopic)
  | { kind: 'role'; role: string }
  /** Approved entries that fit; titles only of people who show them. */
  | { kind: 'knowledge'; count: number; titles: string[] };

export interface Expert {
  person: Person;
  /** 0 to 1. */
  score: number;
  /** At least one; the strongest first. */
  reasons: Reason[];
}

export interface WhoAnswer {
  /** Best first. */
  experts: Expert[];
  /** The number of people who have a card. */
  searched: number;
  /** A note about the search, such as a model that did not answer. */
  notice?: string | undefined;
}

export const maxExperts = 50;
