/**
 * A conversation as recorded by the program that ran it, in the one shape that every transcript reader returns. A
 * reader knows the file's format and nothing of the memory; `recording.ts` decides what becomes of a transcript. Text
 * in a transcript is data, never an instruction.
 */
import type { AgentRef } from '../shared/identity.ts';
import type { TranscriptPosition } from '../shared/transcriptPosition.ts';
import type { HeapType, MessageType, TranscriptRole } from '../shared/vocabulary.ts';
import type { Work } from '../summarize/words/work.ts';

/** Metadata of the conversation in a file. A later head in the same file adds to an earlier one. */
export interface TranscriptHead {
  /** The conversation's id, the same that the client gives to hooks and tools. */
  conversation: string;
  /** The folder of the conversation; absolute. */
  folder?: string | undefined;
  /** The title given by the user or the client. */
  title?: string | undefined;
  /** ISO 8601 in UTC. */
  startedAt?: string | undefined;
  agent?: AgentRef;
  /** The git branch of the folder, as git names it; a later head may name another one. */
  branch?: string | undefined;
}

export interface TranscriptMessage {
  /** The message's unique name in its conversation, the same in every reading, so that it is stored once. */
  key: string;
  role: TranscriptRole;
  type: MessageType;
  /** As in the file; secrets are removed when it is stored. */
  content: string;
  /** ISO 8601 in UTC; absent if the file does not state it. */
  createdAt?: string;
  /** The conversation from which it may be copied: this one branched off it, and repeats its messages. */
  copiedFrom?: string | undefined;
  /** For `tool_use` and `tool_result`: the tool, by the name that the model knows. */
  tool?: string | undefined;
  /** For `tool_use`: files that the tool was to write, as named in the call. */
  files?: readonly string[];
  /** The work that a tool call, or the program's own note of a commit, shows; see `work.ts`. */
  work?: Work;
  /**
   * A new heap begins with this message: `POST_COMPACTING` if it is the summary of the compacted messages,
   * `SPLIT_POINT` if the conversation branches off an earlier message.
   */
  begins?: Exclude<HeapType, 'FRESH'>;
}

export const transcriptStart: TranscriptPosition = { offset: 0, lastKey: null };

/**
 * One item of a file, in order, with the position after it. Lines of an unknown type are skipped silently; `unreadable`
 * is damage worth reporting to the user.
 */
export type TranscriptItem = { position: TranscriptPosition } & (
  { head: TranscriptHead } | { message: TranscriptMessage } | { unreadable: { lineNumber: number; reason: string } }
);

/**
 * Reads a file from a position, or from the beginning if the file has become shorter than that. A head precedes the
 * first message even if reading resumes mid-file. The incomplete last line of a growing file is left for later. Rejects
 * with the file system's error if the file cannot be read.
 */
export type ReadTranscript = (file: string, from?: TranscriptPosition) => AsyncIterable<TranscriptItem>;
