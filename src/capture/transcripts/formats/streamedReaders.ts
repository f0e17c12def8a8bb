/** Maps each format of transcript files to its reader. */
import type { ReadTranscript } from '../../../memory/archive/transcript.ts';
import type { StreamedFormat } from '../transcriptFormat.ts';
import { readClaudeCode } from './claudeCode.ts';
import { readCodexRollout } from './codexRollout.ts';
import { readCopilotTranscript } from './copilot/copilotTranscript.ts';
import { readGeminiChat } from './geminiChat.ts';

const readers: Readonly<Record<StreamedFormat, ReadTranscript>> = {
  'copilot-transcript': readCopilotTranscript,
  'claude-code': readClaudeCode,
  codex: readCodexRollout,
  'gemini-cli': readGeminiChat,
};

export function readerOf(format: StreamedFormat): ReadTranscript {
  return readers[format];
}
