/** aider: its chat history in a project folder. */
import { basename, join } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import type { FoundFiles } from '../../capture/sources/source.ts';
import { eachOnce, endsOfFile, fileAt, foundFile, smallText } from '../../capture/sources/sourceFolders.ts';
import { aiderFileName, countAiderChats, firstAiderStart, openAiderHistory } from './aiderHistory.ts';

const format = 'aider';
/** A longer history is not read just to count its chats. */
const maxCountedBytes = 32 * 1024 * 1024;

export const aider: ImportKind = {
  id: 'aider',
  program: 'aider',
  title: 'aider',
  imports: 'Chats in the file `.aider.chat.history.md` of a project',
  one: 'a chat history of aider',
  none: 'conversation of aider',
  icon: 'terminal',
  unit: 'conversation',
  formats: {
    [format]: {
      shape: 'collection',
      rank: 80,
      open: openAiderHistory,
      timesOf: async (file) => {
        const ends = await endsOfFile(file);
        return { from: (ends && firstAiderStart(ends.head)) ?? file.modifiedAt, to: file.modifiedAt };
      },
    },
  },
  extensions: ['.md'],
  findInProjects: async (folders) => (await Promise.all((await eachOnce(folders)).map(historyIn))).flat(),
  findIn: historyIn,
  findFile: (path) => foundFile(path, format, null, (folder) => ({ title: basename(folder), folder })),
  recognize: (beginning) => /^\s*# aider chat started at \d{4}-\d{2}-\d{2} /u.test(beginning),
  quotesOthers: true,
  agent: () => 'aider',
};

async function historyIn(folder: string): Promise<FoundFiles[]> {
  const file = await fileAt(join(folder, aiderFileName), format, null);
  if (file === undefined) return [];
  const found = { title: basename(folder), folder, files: [file] };
  const text = await smallText(file.path, maxCountedBytes);
  return [text === undefined ? found : { ...found, conversations: countAiderChats(text) }];
}
