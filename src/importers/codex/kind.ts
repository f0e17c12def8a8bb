/** Codex: its rollouts. */
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { fileAt, filesByFolder } from '../../capture/sources/sourceFolders.ts';
import { lineTimes } from '../../capture/transcripts/lineTimes.ts';
import { formatOfText } from '../../capture/transcripts/transcriptFormat.ts';
import { codexConversationOf, readCodexRollout } from './codexRollout.ts';
import { codexFormat, codexHome, codexSources, located } from './codexSources.ts';

export const codex: ImportKind = {
  id: 'codex',
  program: 'Codex',
  title: 'Codex',
  imports:
    'Conversations of Codex, also archived and compressed ones, those of its first versions and those of its editor extension, without those of its sub-agents',
  one: 'a conversation of Codex',
  none: 'conversation of Codex',
  icon: 'terminal',
  unit: 'conversation',
  formats: {
    [codexFormat]: { shape: 'conversation', rank: 30, read: readCodexRollout, timesIn: lineTimes, isNamedByTime: true },
  },
  extensions: ['.jsonl'],
  find: (host, leaveOut) => codexSources(codexHome(host), leaveOut),
  places: (host) => [codexHome(host)],
  findIn: codexSources,
  findFile: async (path) => {
    const file = await fileAt(path, codexFormat, codexConversationOf(path));
    return file === undefined ? undefined : filesByFolder([await located(file)])[0];
  },
  recognize: (beginning) => formatOfText(beginning) === codexFormat,
  isLined: () => true,
  agent: () => 'codex',
};
