/**
 * Reads a transcript of JSON lines, whatever its format: a format says line by line what a line means, and this goes
 * through the file. Reading may end anywhere and go on from a position later, also in another process; what came before
 * the position is looked at again as far as a format needs it.
 */
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import type { TranscriptPosition } from '../../memory/shared/transcriptPosition.ts';
import type { Fields } from './fields.ts';
import { isFields } from './fields.ts';
import { jsonLinesOf, jsonLinesWithin, placeToGoOn } from './jsonLines.ts';

/** The lines of one file, read in their order. What it remembers of earlier lines is bounded. */
export interface TranscriptLines {
  /** As far as it is known; another object whenever something was learnt. */
  readonly head: TranscriptHead;
  /** The messages of a line. `start` is where the line begins, for a message that has no name of its own. */
  read(line: Fields, start: number): TranscriptMessage[];
}

/** What a line may tell of its conversation. */
export type Learnt = { [K in 'folder' | 'startedAt' | 'agent']?: TranscriptHead[K] | undefined };

/** What is known already stays: a conversation belongs to where it began. The head itself when nothing is new. */
export function headWith(head: TranscriptHead, learnt: Learnt): TranscriptHead {
  const { folder, startedAt, agent } = learnt;
  const news = {
    ...(head.folder !== undefined || folder === undefined ? {} : { folder }),
    ...(head.startedAt !== undefined || startedAt === undefined ? {} : { startedAt }),
    ...(head.agent !== undefined || agent === undefined ? {} : { agent }),
  };
  return Object.keys(news).length === 0 ? head : { ...head, ...news };
}

/** Another than before replaces it; the head itself when nothing is new. */
export function headOnBranch(head: TranscriptHead, branch: string | undefined): TranscriptHead {
  return branch === undefined || branch === head.branch ? head : { ...head, branch };
}

/** How much is looked at again before going on: the file's beginning names the conversation, the rest is context. */
const beginningLength = 256 * 1024;
const contextLength = 1024 * 1024;

export function transcriptReader(linesOf: (file: string) => TranscriptLines): ReadTranscript {
  return async function* (file, from = transcriptStart) {
    const { lines, position: beginning } = await linesFrom(linesOf, file, from);
    let position = beginning;
    let known = lines.head;
    let isTold = false;
    for await (const line of jsonLinesOf(file, position.offset)) {
      const behind = { ...position, offset: line.offset };
      if ('unreadable' in line || !isFields(line.value)) {
        const reason = 'unreadable' in line ? line.unreadable : 'is not a JSON object';
        yield { position: behind, unreadable: { lineNumber: line.lineNumber, reason } };
        position = behind;
        continue;
      }
      const messages = lines.read(line.value, line.start);
      if (messages.length > 0 && (!isTold || known !== lines.head)) {
        yield { position, head: lines.head };
        known = lines.head;
        isTold = true;
      }
      for (const [place, message] of messages.entries()) {
        // Whoever stops between two messages of one line must find the line again.
        const isLast = place === messages.length - 1;
        yield { position: isLast ? { offset: line.offset, lastKey: message.key } : position, message };
      }
      position = { offset: line.offset, lastKey: messages.at(-1)?.key ?? position.lastKey };
    }
    if (known !== lines.head) yield { position, head: lines.head };
  };
}

/** The lines as they stand at a position; at the beginning when the file is another one than it was. */
async function linesFrom(
  linesOf: (file: string) => TranscriptLines,
  file: string,
  from: TranscriptPosition,
): Promise<{ lines: TranscriptLines; position: TranscriptPosition }> {
  const lines = linesOf(file);
  const offset = await placeToGoOn(file, from.offset);
  if (offset === 0) return { lines, position: transcriptStart };
  const context = Math.max(0, offset - contextLength);
  await lastKeyWithin(lines, file, 0, Math.min(beginningLength, context));
  const lastKey = await lastKeyWithin(lines, file, context, offset);
  if (lastKey !== undefined && lastKey !== from.lastKey) return { lines: linesOf(file), position: transcriptStart };
  return { lines, position: { offset, lastKey: from.lastKey } };
}

/** Reads a part of the file for what the lines remember of it; answers with its last message's key. */
async function lastKeyWithin(
  lines: TranscriptLines,
  file: string,
  from: number,
  to: number,
): Promise<string | undefined> {
  let lastKey: string | undefined;
  for await (const line of jsonLinesWithin(file, from, to)) {
    if ('value' in line && isFields(line.value)) lastKey = lines.read(line.value, line.start).at(-1)?.key ?? lastKey;
  }
  return lastKey;
}
