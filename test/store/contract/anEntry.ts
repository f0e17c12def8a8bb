/** Entries of a memory file as the store gets them. */
import type { FileWrite } from '../../../src/memory/entries/entryStore.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { hash, moment } from '../support.ts';

type NewEntry = FileWrite['entries'][number];

export function anEntry(kind: string, text: string, more: Partial<NewEntry> = {}): NewEntry {
  return {
    line: 1,
    kind,
    text,
    date: null,
    confidence: 0.9,
    reason: null,
    alternatives: [],
    status: null,
    resolution: null,
    origin: 'agent',
    commit: null,
    writtenAt: null,
    ...more,
  };
}

/** Each text is a decision on its own line of `MEMORY.md` in `/projects/rocket`. */
export function aFileOf(caller: Caller, texts: readonly string[], more: Partial<FileWrite> = {}): FileWrite {
  return {
    userId: caller.user.id,
    projectId: caller.project?.id ?? null,
    folder: '/projects/rocket',
    path: '.mind/MEMORY.md',
    source: 'file',
    contentHash: hash(texts.join('\n')),
    entries: texts.map((text, place) => anEntry('decision', text, { line: place + 1 })),
    now: moment,
    ...more,
  };
}
