/**
 * Reads a transcript of JSON lines in any format: the format interprets the lines, and this file iterates over them.
 * Reading may stop anywhere and resume later from a position, even in another process. Earlier lines are read again
 * as far as a format needs them.
 */
import { readFile, stat } from 'node:fs/promises';
import type { ReadTranscript, TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import type { TranscriptPosition } from '../../memory/shared/transcriptPosition.ts';
import type { Fields } from './fields.ts';
import { fieldsFrom, isFields } from './fields.ts';
import { jsonLinesOf, jsonLinesWithin, placeToGoOn } from './jsonLines.ts';
import { parsedObject } from './salvage.ts';

/** Interprets the lines of one file, in order. Its memory of earlier lines is bounded. */
export interface TranscriptLines {
  /** The head as known so far; a new object whenever it changes. */
  readonly head: TranscriptHead;
  /** The messages of a line. `start` is the offset of the line, for a message without a key. */
  read(line: Fields, start: number): TranscriptMessage[];
}

/** Facts that a line may state about its conversation. */
export type Learnt = { [K in 'folder' | 'startedAt' | 'agent']?: TranscriptHead[K] | undefined };

/**
 * Adds facts that are not known yet: a conversation belongs to the place where it began. Returns the same object if
 * nothing is new.
 */
export function headWith(head: TranscriptHead, learnt: Learnt): TranscriptHead {
  const { folder, startedAt, agent } = learnt;
  const news = {
    ...(head.folder !== undefined || folder === undefined ? {} : { folder }),
    ...(head.startedAt !== undefined || startedAt === undefined ? {} : { startedAt }),
    ...(head.agent !== undefined || agent === undefined ? {} : { agent }),
  };
  return Object.keys(news).length === 0 ? head : { ...head, ...news };
}

/** Replaces the branch. Returns the same object if nothing is new. */
export function headOnBranch(head: TranscriptHead, branch: string | undefined): TranscriptHead {
  return branch === undefined || branch === head.branch ? head : { ...head, branch };
}

/** Bytes that are read again before resuming: the file's beginning names the conversation, the rest is context. */
const beginningLength = 256 * 1024;
const contextLength = 1024 * 1024;

export function transcriptReader(linesOf: (file: string) => TranscriptLines): ReadTranscript {
  return async function* (file, from = transcriptStart) {
    const { lines, position: beginning } = await linesFrom(linesOf, file, from);
    let position = beginning;
    let known = lines.head;
    let isReported = false;
    for await (const line of jsonLinesOf(file, position.offset)) {
      const behind = { ...position, offset: line.offset };
      if ('unreadable' in line || !isFields(line.value)) {
        const reason = 'unreadable' in line ? line.unreadable : 'is not a JSON object';
        yield { position: behind, unreadable: { lineNumber: line.lineNumber, reason } };
        position = behind;
        continue;
      }
      const messages = lines.read(line.value, line.start);
      if (messages.length > 0 && (!isReported || known !== lines.head)) {
        yield { position, head: lines.head };
        known = lines.head;
        isReported = true;
      }
      for (const [place, message] of messages.entries()) {
        // A caller that stops between two messages of one line must read the line again.
        const isLast = place === messages.length - 1;
        yield { position: isLast ? { offset: line.offset, lastKey: message.key } : position, message };
      }
      position = { offset: line.offset, lastKey: messages.at(-1)?.key ?? position.lastKey };
    }
    if (known !== lines.head) yield { position, head: lines.head };
  };
}

/** In bytes; a conversation that is one JSON value is read into memory. */
const maxWholeFile = 256 * 1024 * 1024;

/**
 * Like `transcriptReader`, for a file that is one JSON value, as older versions wrote it. `linesIn` returns the parts
 * that stand for lines. Read from the beginning whenever the size has changed, because clients rewrite such a file.
 */
export function wholeFileReader(
  linesOf: (file: string) => TranscriptLines,
  linesIn: (value: Fields) => readonly unknown[],
): ReadTranscript {
  return async function* (file, from = transcriptStart) {
    const { size } = await stat(file);
    if (from.offset > 0 && from.offset === size) return;
    const value =
      size > maxWholeFile ? undefined : parsedObject((await readFile(file, 'utf8')).replace(/^\ufeff/u, ''));
    if (value === undefined) {
      const reason = size > maxWholeFile ? 'is longer than 256 MB' : 'is not a JSON object; the file may be truncated';
      yield { position: transcriptStart, unreadable: { lineNumber: 1, reason } };
      return;
    }
    const lines = linesOf(file);
    const messages = linesIn(value).flatMap((one, place) => lines.read(fieldsFrom(one), place));
    const last = messages.at(-1);
    const end = { offset: size, lastKey: last?.key ?? null };
    yield { position: last === undefined ? end : transcriptStart, head: lines.head };
    for (const message of messages) yield { position: message === last ? end : transcriptStart, message };
  };
}

/** The state of the reader at a position; at the beginning if the file was replaced. */
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

/** Reads a part of the file to restore the reader's state. Returns the key of its last message. */
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
