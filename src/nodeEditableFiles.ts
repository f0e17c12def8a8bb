/** The memory files of this machine's user, for people who edit them in the page. Code is loaded at its first use. */
import { homedir } from 'node:os';
import { hasFileMemory } from './capture/mind/files/mindFiles.ts';
import type { EditableFiles } from './memory/entries/editableFiles.ts';
import type { Ports } from './memory/shared/ports.ts';
import { silenceMinuteLimits } from './memory/shared/settingLimits.ts';

type Loaded = Omit<EditableFiles, 'isStarted'>;

export function nodeEditableFiles(ports: Pick<Ports, 'clock' | 'newId'>): EditableFiles {
  let loading: Promise<Loaded> | undefined;
  const loaded = (): Promise<Loaded> => (loading ??= load(ports));
  return {
    isStarted: () => hasFileMemory(homedir()),
    list: async () => (await loaded()).list(),
    edit: async (edit) => (await loaded()).edit(edit),
    undo: async (id) => (await loaded()).undo(id),
    pathOf: async (project, file) => (await loaded()).pathOf(project, file),
  };
}

async function load({ clock, newId }: Pick<Ports, 'clock' | 'newId'>): Promise<Loaded> {
  const [{ createEditableFiles }, { nodeMindFiles, refreshNodeBlocks }, { redact }, { indexText }] = await Promise.all([
    import('./capture/mind/editing/editFiles.ts'),
    import('./nodeMindFiles.ts'),
    import('./capture/redaction/redaction.ts'),
    import('./search/query/words.ts'),
  ]);
  return createEditableFiles({
    ...{ files: nodeMindFiles, home: homedir(), clock, newId, redact, indexText },
    // An edit of a person neither ends a session nor writes a block.
    silenceMinutes: silenceMinuteLimits.default,
    refreshBlocks: refreshNodeBlocks,
  });
}
