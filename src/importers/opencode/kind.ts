/** opencode: its database, and the files of older versions. */
import { extname } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { foundFile } from '../../capture/sources/sourceFolders.ts';
import {
  isOpencodeFile,
  opencodeFolder,
  opencodeFormat,
  opencodeSources,
  opencodeSourcesIn,
  opencodeTitle,
} from './opencodeSources.ts';
import { openOpencodeSession } from './opencodeStorage.ts';

export const opencode: ImportKind = {
  id: 'opencode',
  program: 'opencode',
  title: 'opencode',
  imports:
    'Conversations in its database `opencode.db` and in the files of versions before 1.2, without those of its sub-agents',
  one: 'a database of opencode',
  none: 'conversation of opencode',
  icon: 'terminal',
  unit: 'conversation',
  formats: {
    [opencodeFormat]: {
      shape: 'collection',
      rank: 70,
      open: (path, openForeign) =>
        extname(path).toLowerCase() === '.json' ? openOpencodeSession(path) : openForeign(path, opencodeFormat),
    },
  },
  extensions: ['.db', '.json'],
  find: opencodeSources,
  places: (host) => [opencodeFolder(host)],
  findIn: (folder) => opencodeSourcesIn(folder),
  findFile: (path) => foundFile(path, opencodeFormat, null, () => ({ title: opencodeTitle })),
  isAt: isOpencodeFile,
  agent: () => 'opencode',
};
