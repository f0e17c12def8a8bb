/** How conversations of the past come in: a file of one conversation, or a database of many. */
import type { ForeignConversation } from '../../memory/foreignConversations.ts';
import type { ReadTranscript, TranscriptHead, TranscriptItem } from '../../memory/transcript.ts';
import { reasonForNothing } from '../sources/fileContent.ts';
import { readCopilotChatSession } from '../transcripts/copilotChatSession.ts';
import { readerOf } from '../transcripts/readers.ts';
import type { StreamedFormat } from '../transcripts/readers.ts';
import type { ImportedFile, ImportRun } from './importSources.ts';

/** A file that was read to its end and has not grown since is not opened. */
export async function importConversation(
  { source, file }: ImportedFile,
  format: StreamedFormat | 'copilot-chat',
  run: ImportRun,
): Promise<void> {
  const { parts, tally, callers } = run;
  const from = await parts.memory.recording.position(callers.person, file.path);
  if (from?.offset === file.bytes) {
    addKnown();
    return;
  }
  // VS Code's own sessions are read as a whole each time, and so are not another file than they were.
  const read: ReadTranscript = format === 'copilot-chat' ? readCopilotChatSession : readerOf(format);
  const start = format === 'copilot-chat' ? undefined : from;
  const folderOf = (head: TranscriptHead): string | undefined => head.folder ?? source.folder;
  const left: TranscriptHead[] = [];
  const passedOver = (head: TranscriptHead): void => {
    left.push(head);
  };
  const recorded = await parts.memory.recording.record(watched(read(file.path, start), folderOf, run, passedOver), {
    format,
    origin: 'import',
    path: file.path,
    from: start,
    callerOf: (head) => callers.of(format, folderOf(head), head.agent?.name),
    goesOn: () => run.options.signal?.aborted !== true,
  });
  tally.addRecording(file.path, recorded);
  const isEmpty = recorded.stored + recorded.duplicates + recorded.erased + recorded.unreadable.length === 0;
  if (!isEmpty || left.length > 0 || run.options.signal?.aborted === true) return;
  // A hook read it until the last message; what its program wrote behind that is no news.
  if (from !== undefined) {
    addKnown();
    return;
  }
  const reason = await reasonForNothing(source.kind, file.path);
  if (reason !== undefined) tally.leaveOut({ file: file.path, line: null, reason });

  function addKnown(): void {
    const project = callers.projectIn(source.folder);
    // Where only the file itself tells its project, it is not opened again for that.
    if (source.folder !== undefined && run.options.wanted?.(project) === false) tally.passOver(project);
    else tally.addUnchanged(file.conversation ?? file.path);
  }
}

/** Copilot's session store. It is read from a copy, a conversation at a time; those that have not grown are passed over. */
export async function importForeignConversations({ file }: ImportedFile, run: ImportRun): Promise<void> {
  const foreign = await run.parts.openForeign(file.path);
  try {
    const conversations = foreign.list();
    for (const [place, conversation] of conversations.entries()) {
      if (run.options.signal?.aborted === true) return;
      const items = foreign.items(conversation.head.conversation);
      await importForeignConversation(file.path, conversation, items, run);
      run.reached((file.bytes * (place + 1)) / conversations.length);
    }
  } finally {
    await foreign.close();
  }
}

async function importForeignConversation(
  database: string,
  told: ForeignConversation,
  items: Iterable<TranscriptItem>,
  run: ImportRun,
): Promise<void> {
  const { parts, options, tally, callers } = run;
  const { head, turns, endedAt } = told;
  if (options.since !== undefined && endedAt !== null && endedAt < options.since) return;
  const path = `${database}#${head.conversation}`;
  // There is no place in a database to go on from; how much of a conversation was there stands for it.
  const end = { offset: turns, lastKey: endedAt };
  const from = await parts.memory.recording.position(callers.person, path);
  if (from?.offset === end.offset && from.lastKey === end.lastKey) {
    tally.addUnchanged(head.conversation);
    return;
  }
  // The bytes of a database tell nothing of how far its conversations were read.
  const nothing = (): void => undefined;
  const withEnd = function* (): Generator<TranscriptItem> {
    yield* items;
    yield { position: end, head };
  };
  const folderOf = (named: TranscriptHead): string | undefined => named.folder;
  const recorded = await parts.memory.recording.record(watched(withEnd(), folderOf, { ...run, reached: nothing }), {
    format: 'copilot-store',
    origin: 'import',
    path,
    callerOf: (named) => callers.of('copilot-store', folderOf(named), named.agent?.name),
    goesOn: () => options.signal?.aborted !== true,
  });
  tally.addRecording(database, recorded);
}

/** The items as long as somebody wants them: none of a conversation of another project, none after the import was broken off. */
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
