/**
 * The profile as the web UI shows it: who writes here, how much is kept, what was worked on last. It is plain JSON and
 * complete by itself; the UI asks for nothing more to draw a page. Texts are as they were remembered and not escaped.
 */
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape, type Check } from './check.ts';

/** What a button in the UI may ask its host to do. A host names those that make sense where it runs. */
export const viewActions = [
  'askAssistant',
  'connectClient',
  'endSession',
  'importMemory',
  'openDatabaseFolder',
  'rememberNote',
  'runDoctor',
  'searchMemory',
  'showLog',
] as const;
export type ViewAction = (typeof viewActions)[number];

export interface AgentCard {
  name: string;
  version: string | null;
}

export interface SessionCard {
  id: string;
  /** Empty while the session is open. */
  headline: string;
  open: boolean;
  /** ISO 8601 in UTC. */
  startedAt: string;
  agent: string | null;
  project: string | null;
}

export interface FactCard {
  id: number;
  text: string;
  category: string;
  project: string | null;
}

export interface TotalsCard {
  sessions: number;
  openSessions: number;
  facts: number;
  chunks: number;
  knowledge: number;
  messages: number;
  /** Size of the store on disk. */
  bytes: number;
}

export interface ProfileCard {
  user: string;
  /** Null in a window without a project. */
  project: string | null;
  role: string | null;
  /** Markdown. */
  preferences: string | null;
  pinnedFacts: string[];
  agents: AgentCard[];
  totals: TotalsCard;
  /** Newest first. */
  sessions: SessionCard[];
  /** This project's, then those of no project, then others'; `totals` counts all. */
  facts: FactCard[];
  /** Where the store is, for people. */
  location: string;
  /** The `ViewAction`s this host offers; words that a page does not know are a newer host's, and are passed over. */
  actions: string[];
}

/** Why there is no profile to show. */
export interface FailureCard {
  message: string;
  remedy: string | null;
  /** In the order of their use; see `ProfileCard`. */
  actions: string[];
}

export const isViewAction: Check<ViewAction> = oneOf(viewActions);

export const isProfileCard: Check<ProfileCard> = shape<ProfileCard>({
  user: isText,
  project: orNull(isText),
  role: orNull(isText),
  preferences: orNull(isText),
  pinnedFacts: listOf(isText),
  agents: listOf(shape<AgentCard>({ name: isText, version: orNull(isText) })),
  totals: shape<TotalsCard>({
    sessions: isCount,
    openSessions: isCount,
    facts: isCount,
    chunks: isCount,
    knowledge: isCount,
    messages: isCount,
    bytes: isCount,
  }),
  sessions: listOf(
    shape<SessionCard>({
      id: isText,
      headline: isText,
      open: isFlag,
      startedAt: isText,
      agent: orNull(isText),
      project: orNull(isText),
    }),
  ),
  facts: listOf(shape<FactCard>({ id: isCount, text: isText, category: isText, project: orNull(isText) })),
  location: isText,
  actions: listOf(isText),
});

export const isFailureCard: Check<FailureCard> = shape<FailureCard>({
  message: isText,
  remedy: orNull(isText),
  actions: listOf(isText),
});
