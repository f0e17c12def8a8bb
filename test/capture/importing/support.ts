/** A home with history, a store that does not know it yet, and the import between them. */
import { importSources } from '../../../src/capture/importing/importSources.ts';
import type { ImportOptions, ImportParts } from '../../../src/capture/importing/importSources.ts';
import type { ImportReport } from '../../../src/capture/importing/importReport.ts';
import { pastProjectOf } from '../../../src/capture/projects/projectIdentity.ts';
import { findSources } from '../../../src/capture/findSources.ts';
import type { Source } from '../../../src/capture/sources/source.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { databaseReaders } from '../../../src/importers/databaseReaders.ts';
import { createOpenForeign } from '../../../src/store/sqlite/foreign/openForeign.ts';
import { openTestMemory } from '../../support/memory.ts';
import type { TestMemory } from '../../support/memory.ts';
import { PastHome } from '../../support/pastHome.ts';

export interface ImportTest {
  past: PastHome;
  test: TestMemory;
  /** The user who imports. */
  ada: Caller;
  /** Uses the given store instead of this test's. */
  parts: (memory?: ImportParts['memory']) => ImportParts;
  find: () => Promise<Source[]>;
  runImport: (options?: ImportOptions) => Promise<ImportReport>;
  close: () => Promise<void>;
}

export async function openImportTest(): Promise<ImportTest> {
  const past = new PastHome();
  const test = openTestMemory();
  const ada = await test.caller({ conversationId: null });
  const find = (): Promise<Source[]> => findSources({ platform: 'linux', home: past.path, env: {} });
  const parts = (memory: ImportParts['memory'] = test.memory): ImportParts => ({
    memory,
    person: ada,
    projectOf: (folder) => pastProjectOf(folder, past.path),
    openForeign: createOpenForeign(databaseReaders),
  });
  return {
    past,
    test,
    ada,
    parts,
    find,
    runImport: async (options) => importSources(await find(), parts(), options),
    close: async () => {
      await test.close();
      past.remove();
    },
  };
}
