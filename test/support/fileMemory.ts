/** A project with file memory that is in no file: `/projects/shop`, on the list of `/home/ada`. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createEditableFiles } from '../../src/markdown/editing/editFiles.ts';
import { FileMemory } from '../../src/markdown/fileMemory.ts';
import { newMindFiles } from '../../src/markdown/files/templates.ts';
import { readMemoryFile } from '../../src/markdown/parsing/memoryFile.ts';
import { readEntries } from '../../src/markdown/readEntries.ts';
import { createRefreshEntries } from '../../src/markdown/refreshEntries.ts';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { RefreshEntries } from '../../src/memory/entries/entryStore.ts';
import type { EditableFiles } from '../../src/memory/entries/editableFiles.ts';
import type { CitedFiles, Clock } from '../../src/memory/shared/ports.ts';
import { indexText } from '../../src/search/query/words.ts';
import type { TestMemory } from './memory.ts';
import { openTestMemory } from './memory.ts';
import { MindFilesInMemory } from './mindFiles.ts';
import { patientFiles } from './patientFiles.ts';

const home = join('/', 'home', 'ada');
const project = join('/', 'projects', 'shop');

export interface ProjectInMemory {
  /** The path of `MEMORY.md`. */
  memoryFile: string;
  files: MindFilesInMemory;
  memory: FileMemory;
  /** The same, for people who edit reminders and gotchas. */
  editable: EditableFiles;
  /** Those of a caller in the project. */
  callerFiles: CitedFiles;
}

export function aProjectInMemory(clock: Clock): ProjectInMemory {
  const files = new MindFilesInMemory({
    [join(home, '.mind', 'projects.json')]: JSON.stringify({ projects: [{ path: project }] }),
    ...Object.fromEntries(
      [...newMindFiles('shop', clock.now().getTime())].map(([name, text]) => [join(project, '.mind', name), text]),
    ),
  });
  const refreshBlocks = () => Promise.resolve(undefined);
  const parts = { files, home, clock, redact, indexText, silenceMinutes: 30, refreshBlocks };
  return {
    memoryFile: join(project, '.mind', 'MEMORY.md'),
    files,
    memory: new FileMemory(parts),
    editable: { isStarted: () => true, ...createEditableFiles({ ...parts, newId: randomUUID }) },
    callerFiles: patientFiles(project),
  };
}

/** A store whose searches find what the files of the project say. */
export function openTestMemoryWithFiles(): TestMemory & { inFiles: ProjectInMemory } {
  const later: { refresh?: RefreshEntries } = {};
  const test = openTestMemory('personal', 'native', {
    refreshEntries: (caller) => later.refresh?.(caller) ?? Promise.resolve(undefined),
  });
  const inFiles = aProjectInMemory(test.ports.clock);
  later.refresh = createRefreshEntries({
    files: inFiles.files,
    home,
    store: test.entries,
    ports: test.ports,
    rules: 1,
    read: (markdown) => Promise.resolve(readEntries(markdown, (text) => readMemoryFile(text, indexText), redact)),
  });
  return { ...test, inFiles };
}
