/** Imports past conversations, from a file of one conversation or a database of many. */
import { believableTime } from '../../memory/archive/messageTimes.ts';
import type { ForeignConversation } from '../../memory/archive/foreignConversations.ts';
import type { TranscriptHead, TranscriptItem } from '../../memory/archive/transcript.ts';
import type { Since } from '../../importers/conversationTimes.ts';
import { reasonForNothing } from '../../importers/fileContent.ts';
import { kindOfFormat } from '../../importers/registry.ts';
import type { ImportFormat } from '../sources/importKind.ts';
import type { ImportedFile, ImportRun } from './importSources.ts';

/** A file that was read to its end and has not grown since is not opened. */
export async function importConversation(
  { source, file }: ImportedFile,
  { read, isRewritten }: Extract<ImportFormat, { shape: 'conversation' }>,
  run: ImportRun,
): Promise<void> {
  const { parts, tally, callers } = run;
  const { format } = file;
  const from = await parts.memory.recording.position(callers.person, file.path);
  if (from?.offset === file.bytes) {
    addKnown();
    return;
  }
  const start = isRewritten === true ? undefined : from;
  const original = await originalOf(read(file.path));
  if (original !== undefined) await run.importFirst(original);
  const folderOf = (head: TranscriptHead): string | undefined => head.folder ?? source.folder;
  const left: TranscriptHead[] = [];
  const passedOver = (head: TranscriptHead): void => {
    left.push(head);
  };
  const recorded = await parts.memory.recording.record(watched(read(file.path, start), folderOf, run, passedOver), {
    format,
    origin: 'import',
    noted: run.noted,
    path: file.path,
    modifiedAt: file.modifiedAt,
    from: start,
    callerOf: (head) => callers.of(format, folderOf(head), head.agent?.name),
    shouldContinue: () => run.options.signal?.aborted !== true,
  });
  tally.addRecording(file.path, recorded);
  const isEmpty = recorded.stored + recorded.duplicates + recorded.erased + recorded.unreadable.length === 0;
  if (!isEmpty || left.length > 0 || run.options.signal?.aborted === true) return;
  // It was recorded up to its last message; anything appended since contains no message.
  if (from !== undefined) {
    addKnown();
    return;
  }
  const reason = await reasonForNothing(kindOfFormat(format), file.path);
  if (reason !== undefined) tally.leaveOut({ file: file.path, line: null, reason });

  function addKnown(): void {
    const project = callers.projectIn(source.folder);
    // If only the file itself names its project, it is not reopened for that.
    if (source.folder !== undefined && run.options.wanted?.(project) === false) tally.passOver(project);
    else tally.addUnchanged(file.conversation ?? file.path);
  }
}

/** The conversation that the first message is copied from; undefined if it is none, or if the file cannot be read. */
async function originalOf(
  items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
): Promise<string | undefined> {
  try {
    for await (const item of items) if ('message' in item) return item.message.copiedFrom;
  } catch {
    // Reading it for the import reports why.
  }
  return undefined;
}

/**
 * Imports a file of many conversations: a database, which is read from a copy, or a history file. Conversations are
 * read one at a time; those that have not grown are skipped.
 */
export async function importForeignConversations(
  { source, file }: ImportedFile,
  { open }: Extract<ImportFormat, { shape: 'collection' }>,
  run: ImportRun,
): Promise<void> {
  const { parts } = run;
  const { format } = file;
  const foreign = await open(file.path, parts.openForeign);
  try {
    const conversations = foreign.list();
    for (const [place, conversation] of conversations.entries()) {
      if (run.options.signal?.aborted === true) return;
      const items = foreign.items(conversation.head.conversation);
      const about = { path: file.path, format, folder: source.folder, modifiedAt: file.modifiedAt };
      await importForeignConversation(about, conversation, items, run);
      run.reached((file.bytes * (place + 1)) / conversations.length);
    }
  } finally {
    await foreign.close();
  }
}

/** False for an end that is unknown or cannot be believed. */
export function hasEndedBefore(endedAt: string | null, { since, now }: Since): boolean {
  const time = believableTime(endedAt, now);
  return since !== undefined && time !== undefined && time < since;
}

/** What the conversations of one file have in common. */
interface Collected {
  path: string;
  format: string;
  folder: string | undefined;
  modifiedAt: string;
}

async function importForeignConversation(
  { path: file, format, folder, modifiedAt }: Collected,
  conversation: ForeignConversation,
  items: Iterable<TranscriptItem> | AsyncIterable<TranscriptItem>,
  run: ImportRun,
): Promise<void> {
  const { parts, options, tally, callers } = run;
  const { head, turns, endedAt } = conversation;
  if (hasEndedBefore(endedAt, { since: options.since, now: parts.memory.clock.now() })) return;
  const path = `${file}#${head.conversation}`;
  // Such a file has no offset to resume from; the number of turns takes its place.
  const end = { offset: turns, lastKey: endedAt };
  const from = await parts.memory.recording.position(callers.person, path);
  if (from?.offset === end.offset && from.lastKey === end.lastKey) {
    tally.addUnchanged(head.conversation);
    return;
  }
  // Positions in such a file are not byte offsets, so they do not report progress.
  const nothing = (): void => undefined;
  const withEnd = async function* (): AsyncGenerator<TranscriptItem> {
    const found = { message: false, unreadable: false };
    for await (const item of items) {
      found.message ||= 'message' in item;
      found.unreadable ||= 'unreadable' in item;
      yield item;
    }
    // What nothing could be read of is tried again by the next import.
    if (found.message || !found.unreadable) yield { position: end, head };
  };
  const folderOf = (named: TranscriptHead): string | undefined => named.folder ?? folder;
  const recorded = await parts.memory.recording.record(watched(withEnd(), folderOf, { ...run, reached: nothing }), {
    format,
    origin: 'import',
    noted: run.noted,
    path,
    modifiedAt,
    callerOf: (named) => callers.of(format, folderOf(named), named.agent?.name),
    shouldContinue: () => options.signal?.aborted !== true,
  });
  tally.addRecording(file, recorded);
}

/** Passes items on until the import is aborted or a conversation belongs to a project that is not imported. */
async function* watched(
  items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
  folderOf: (head: TranscriptHead) => string | undefined,
  { options: { wanted, signal }, callers, tally, reached }: ImportRun,
  passedOver?: (head: TranscriptHead) => void,
): AsyncGenerator<TranscriptItem> {
  for await (const item of items) {
    if (signal?.aborted === true) return;
    if ('head' in item && wanted?.(callers.projectIn(folderOf(item.head))) === false) {
      tally.passOver(callers.projectIn(folderOf(item.head)));
      passedOver?.(item.head);
      return;
    }
    reached(item.position.offset);
    yield item;
  }
}
