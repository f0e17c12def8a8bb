/**
 * Keeps the session in a project's `SESSION.md` up with the chats in it: a gap ends it, and what was to be said in the
 * next session is said once. Never at the cost of a chat: what cannot be done is done at a later event.
 */
import type { FileMemory } from '../../markdown/fileMemory.ts';
import { startTimeLimit } from '../../capture/timeLimit.ts';
import { hasFileMemory } from '../../markdown/files/mindFiles.ts';
import { keepNotes } from '../../markdown/session/keepNotes.ts';
import type { Memory } from '../../memory/memory.ts';
import { bigMindErrorFrom, type BigMindError } from '../../memory/shared/errors.ts';
import type { Caller } from '../../memory/shared/identity.ts';

/** Only for a project on the user's list. None of them rejects. */
export interface FileSession {
  /** A chat or a prompt begins: ends a session that is over. */
  begin(caller: Caller): Promise<void>;
  /** Something happened, such as the end of a long turn. */
  continue(caller: Caller): Promise<void>;
  /** A new chat has got this text: ticks off the reminders for the next session that are in it. */
  completeReminders(caller: Caller, sent: string): Promise<void>;
}

interface FileSessionParts {
  home: string;
  memory: Pick<Memory, 'chunks'>;
  /** Loads the code. */
  fileMemory: () => Promise<FileMemory>;
  complain: (error: BigMindError) => void;
}

/** Milliseconds; a chat waits for its context, and what takes longer goes on meanwhile. */
const timeoutMs = 600;

export function createFileSession({ home, memory, fileMemory, complain }: FileSessionParts): FileSession {
  const inProject = async (
    { files }: Caller,
    work: (mind: FileMemory, project: string) => Promise<unknown>,
  ): Promise<void> => {
    if (files?.folder === undefined || !hasFileMemory(home)) return;
    try {
      const mind = await fileMemory();
      const project = await mind.listedProject(files.folder);
      if (project !== undefined) await work(mind, project);
    } catch (thrown) {
      complain(bigMindErrorFrom(thrown));
    }
  };
  return {
    begin: async (caller) => {
      const limit = startTimeLimit(timeoutMs);
      const ended = inProject(caller, (mind, project) =>
        mind.beginSession(project, (notes, at) => keepNotes(memory.chunks, caller, { notes, at })),
      );
      await Promise.race([ended, limit.over]);
      limit.end();
    },
    continue: (caller) => inProject(caller, (mind, project) => mind.noteActivity(project)),
    completeReminders: (caller, sent) => inProject(caller, (mind, project) => mind.completeNextSession(project, sent)),
  };
}
