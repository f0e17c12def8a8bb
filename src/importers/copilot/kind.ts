/** Copilot: chats of VS Code and related editors, and sessions of the Copilot CLI. */
import { basename, extname, join } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { userFolderCandidates } from '../../capture/sources/userFolders.ts';
import { lineTimes } from '../../capture/transcripts/lineTimes.ts';
import { chatFields, formatOfText } from '../../capture/transcripts/transcriptFormat.ts';
import { copilotAgent } from './copilotAgent.ts';
import { chatTimes, readCopilotChatSession } from './copilotChatSession.ts';
import {
  chatAt,
  chatFormat,
  chatsInStorage,
  copilotSessions,
  copilotSessionsFolder,
  storeFormat,
  transcriptFormat,
} from './copilotSources.ts';
import { readCopilotTranscript } from './copilotTranscript.ts';
import { inNamedFolder, inUserFolders } from './workspaces.ts';

export const copilot: ImportKind = {
  id: 'copilot',
  program: 'VS Code',
  title: 'Copilot',
  imports:
    "Chats of VS Code and related editors: chat sessions, transcripts, Copilot's session store, sessions of the Copilot CLI, also those in its folder `history-session-state`",
  one: 'a conversation of Copilot',
  none: 'conversation of Copilot',
  icon: 'comment-discussion',
  unit: 'conversation',
  formats: {
    [transcriptFormat]: { shape: 'conversation', rank: 10, read: readCopilotTranscript, timesIn: lineTimes },
    [chatFormat]: {
      shape: 'conversation',
      rank: 50,
      read: readCopilotChatSession,
      isRewritten: true,
      timesIn: chatTimes,
    },
    [storeFormat]: { shape: 'collection', rank: 60, open: (path, openForeign) => openForeign(path, storeFormat) },
  },
  extensions: ['.jsonl', '.json', '.db'],
  find: async (host, leaveOut) => [
    ...(await inUserFolders(host, chatsInStorage(leaveOut))),
    await copilotSessions(copilotSessionsFolder(host), leaveOut),
  ],
  places: (host) => [...userFolderCandidates(host).map(({ folder }) => folder), copilotSessionsFolder(host)],
  findIn: async (folder, leaveOut) => {
    const state = basename(folder) === 'session-state' ? folder : join(folder, 'session-state');
    return [...(await inNamedFolder(folder, chatsInStorage(leaveOut))), await copilotSessions(state, leaveOut)];
  },
  findFile: chatAt,
  recognize: (beginning) => {
    if (/^\s*\{\s*"kind"\s*:\s*\d/u.test(beginning)) return true;
    const format = formatOfText(beginning);
    return format === transcriptFormat || (format === undefined && chatFields.test(beginning));
  },
  isLined: (path) => extname(path).toLowerCase() === '.jsonl',
  agent: copilotAgent,
};
