/**
 * Reads what the page asks for, as the same messages that VS Code's view gets. It speaks as the person, never as an
 * assistant, offers no action, and turns every failure into a card: a page is always told what to show.
 */
import { bigMindErrorFrom } from '../memory/errors.ts';
import type { Caller, ProjectRef } from '../memory/identity.ts';
import type { Memory } from '../memory/memory.ts';
import { gatherProfileCard, ownAgentName } from '../profileCard.ts';
import type { HostMessage } from '../protocol/messages.ts';

export interface ProfileReaderOptions {
  memory: Memory;
  username: string;
  version: string;
  project: ProjectRef | undefined;
  /** Where the store is, for people. */
  location: string;
  /** Told of defects, for a person to read. */
  note: (text: string) => void;
}

export interface ProfileReader {
  /** Never rejects. */
  message(): Promise<HostMessage>;
  /** The store's change token; null while the store does not answer. Never rejects. */
  changeToken(): Promise<string | null>;
}

/** Opens nothing by itself: the store opens with the first thing that is read. */
export function createProfileReader(options: ProfileReaderOptions): ProfileReader {
  const { memory, location } = options;
  let caller: Promise<Caller> | undefined;
  return {
    message: async () => {
      try {
        const reading = { memory, caller: await (caller ??= introduce(options)) };
        return { type: 'profile', profile: await gatherProfileCard(reading, { location, actions: [] }) };
      } catch (thrown) {
        // The next reading introduces itself anew: the store may be back by then, or be another one.
        caller = undefined;
        return failureMessage(thrown, options.note);
      }
    },
    changeToken: async () => {
      try {
        return await memory.maintenance.changeToken();
      } catch {
        // The page shows why when it reads for itself; here it only has to notice that something changed.
        return null;
      }
    },
  };
}

function introduce({ memory, username, version, project }: ProfileReaderOptions): Promise<Caller> {
  return memory.identities.resolve({
    username,
    agent: { name: ownAgentName, version },
    project,
    conversationId: null,
  });
}

function failureMessage(thrown: unknown, note: (text: string) => void): HostMessage {
  const error = bigMindErrorFrom(thrown);
  if (error.code === 'internal') note(error.stack ?? error.message);
  return { type: 'failure', failure: { message: error.message, remedy: error.remedy ?? null, actions: [] } };
}
