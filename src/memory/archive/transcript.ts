/**
 * A conversation as the program that led it wrote it down, in the one shape that every reader of such a file answers
 * with. A reader knows the file's format and nothing of the memory; what becomes of a transcript is decided by
 * `recording.ts`. Nothing in a transcript is an instruction to anybody.
 */
import type { AgentRef } from '../shared/identity.ts';
import type { TranscriptPosition } from '../shared/transcriptPosition.ts';
import type { MessageType, TranscriptRole } from '../shared/vocabulary.ts';
import type { Work } from '../summarize/words/work.ts';

/** How a file is written; part of every message's `source_ref`, so that it can be traced. */
export const transcriptFormats = [
  'copilot-transcript',
  'copilot-chat',
  'copilot-store',
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'aider',
  'specstory',
] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** What kinds of context an agent works in (recovery specification): a new one, one after a compaction, a branch. */
export const heapTypes = ['FRESH', 'POST_COMPACTING', 'SPLIT_POINT'] as const;
export type HeapType = (typeof heapTypes)[number];

/** What a file says of its conversation. A later head in the same file adds to an earlier one. */
export interface TranscriptHead {
  /** The conversation as the client names it to hooks and tools, too. */
  conversation: string;
  /** The folder it was led in; absolute. */
  folder?: string;
  /** What a person or the client called it. */
  title?: string;
  /** ISO 8601 in UTC. */
  startedAt?: string;
  agent?: AgentRef;
  /** The git branch that the folder is on, as git calls it; a later head may name another one. */
  branch?: string;
}

export interface TranscriptMessage {
  /** The message's own name in its conversation, the same at every reading: by it a message is stored once. */
  key: string;
  role: TranscriptRole;
  type: MessageType;
  /** As it stands in the file; secrets are cut out when it is stored. */
  content: string;
  /** ISO 8601 in UTC; absent when the file does not tell. */
  createdAt?: string;
  /** For `tool_use` and `tool_result`: the tool by the name that the model knows. */
  tool?: string;
  /** For `tool_use`: files that the tool was told to write, as it was told them. */
  files?: readonly string[];
  /** What a call of a tool, or the program's own word of a commit, says of the work, see `work.ts`. */
  work?: Work;
  /**
   * A new heap begins with this message: `POST_COMPACTING` when it is the summary of what was compacted away,
   * `SPLIT_POINT` when the conversation branches off an earlier message.
   */
  begins?: Exclude<HeapType, 'FRESH'>;
}

export const transcriptStart: TranscriptPosition = { offset: 0, lastKey: null };

/**
 * One thing found in a file, in its order, with the position behind it. Lines of an unknown type are passed over in
 * silence; `unreadable` is damage that a person may want to hear of.
 */
export type TranscriptItem = { position: TranscriptPosition } & (
  { head: TranscriptHead } | { message: TranscriptMessage } | { unreadable: { lineNumber: number; reason: string } }
);

/**
 * Reads a file from a position on; the beginning again when the file has become shorter than that. A head comes before
 * the first message also when reading goes on in the middle. The half-written last line of a file that is growing is
 * left for later. Rejects with the file system's error when the file cannot be read.
 */
export type ReadTranscript = (file: string, from?: TranscriptPosition) => AsyncIterable<TranscriptItem>;
