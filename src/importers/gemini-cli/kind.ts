/** Gemini CLI: its chats. */
import { basename, join } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { foundFile } from '../../capture/sources/sourceFolders.ts';
import { formatOfText } from '../../capture/transcripts/transcriptFormat.ts';
import { geminiTimes, projectRootOf, readGeminiChat } from './geminiChat.ts';
import { foldersAmong, geminiConversationOf, geminiFormat, geminiHome, geminiSources } from './geminiSources.ts';

export const geminiCli: ImportKind = {
  id: 'gemini-cli',
  program: 'Gemini CLI',
  title: 'Gemini CLI',
  imports: 'Chats of current and older versions of Gemini CLI, without those of its sub-agents',
  one: 'a conversation of Gemini CLI',
  none: 'conversation of Gemini CLI',
  icon: 'terminal',
  unit: 'conversation',
  formats: { [geminiFormat]: { shape: 'conversation', rank: 40, read: readGeminiChat, timesIn: geminiTimes } },
  extensions: ['.jsonl', '.json'],
  find: (host, leaveOut) => geminiSources(geminiHome(host), leaveOut),
  places: (host) => [geminiHome(host)],
  findIn: geminiSources,
  foldersAmong,
  findFile: async (path) =>
    foundFile(path, geminiFormat, await geminiConversationOf(path), async (folder) => {
      const root = await projectRootOf(join(folder, 'any'));
      return { title: basename(root ?? folder), folder: root };
    }),
  recognize: (beginning) => formatOfText(beginning) === geminiFormat,
  agent: () => 'gemini-cli',
};
