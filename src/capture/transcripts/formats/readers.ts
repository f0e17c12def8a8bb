/** Which reader understands which format of transcript files. */
import type { ReadTranscript } from '../../../memory/archive/transcript.ts';
import { readClaudeCode } from './claudeCode.ts';
import { readCodexRollout } from './codexRollout.ts';
import { readCopilotTranscript } from './copilot/copilotTranscript.ts';
import { readGeminiChat } from './geminiChat.ts';

const readers = {
  'copilot-transcript': readCopilotTranscript,
  'claude-code': readClaudeCode,
  codex: readCodexRollout,
  'gemini-cli': readGeminiChat,
} as const satisfies Record<string, ReadTranscript>;

/** Formats of files that are read line by line and can be gone on with when they have grown. */
export type StreamedFormat = keyof typeof readers;

export function readerOf(format: StreamedFormat): ReadTranscript {
  return readers[format];
}
