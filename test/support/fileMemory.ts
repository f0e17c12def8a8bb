/** The file memory of a project in memory, as tools use it. */
import { join } from 'node:path';
import { FileMemory } from '../../src/capture/mind/fileMemory.ts';
import { newMindFiles } from '../../src/capture/mind/files/templates.ts';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { Clock } from '../../src/memory/shared/ports.ts';
import { indexText } from '../../src/search/query/words.ts';
import { MindFilesInMemory } from './mindFiles.ts';

/** `home` and `project` are absolute; the project is on the user's list and has new files. */
export function aFileMemory({ home, project, clock }: { home: string; project: string; clock: Clock }): {
  files: MindFilesInMemory;
  memory: FileMemory;
} {
  const files = new MindFilesInMemory({
    [join(home, '.mind', 'projects.json')]: JSON.stringify({ projects: [{ path: project }] }),
    ...Object.fromEntries(
      [...newMindFiles('shop', clock.now().getTime())].map(([name, text]) => [join(project, '.mind', name), text]),
    ),
  });
  return {
    files,
    memory: new FileMemory({
      files,
      home,
      clock,
      redact,
      indexText,
      silenceMinutes: 30,
      refreshBlocks: () => Promise.resolve(undefined),
    }),
  };
}
