/** One folder is one project, in whatever form Gemini CLI, Claude Code and Windows name it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import { sourcesOfKind } from '../../../src/importers/sourcesOfKind.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import type { PastHome } from '../../support/pastHome.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const [one, two, three] = [1, 2, 3].map(conversationNumber) as [string, string, string];
const said = ['Which port does the shop use?', 'Port 8123.'] as const;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the folder of a chat', () => {
  let past: PastHome;
  let given: ImportTest;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past } = given);
  });
  afterEach(() => given.close());

  const projects = async (): Promise<(string | null)[]> => {
    const { tables } = await given.test.memory.portability.export('ada');
    const keys = new Map(tables.projects.map(({ id, key }) => [id, String(key)]));
    return tables.sessions.map(({ project_id: id }) => keys.get(id) ?? null);
  };
  /** A chat in a folder that is named by a hash, as versions before 0.26 write it, without the file that names it. */
  const hashed = (conversation: string, folder: string): string => {
    const file = past.gemini(conversation, [said], { cwd: hashOf(folder) });
    rmSync(join(dirname(dirname(file)), '.project_root'));
    return file;
  };

  it('is one for both cases of a drive letter and for the small letters of Gemini CLI', async () => {
    past.claude(one, [said], { cwd: 'C:\\Users\\Ada\\Shop' });
    past.claude(two, [said], { cwd: 'c:\\Users\\Ada\\Shop' });
    past.gemini(three, [said], { cwd: 'c:\\users\\ada\\shop' });
    await given.runImport();
    assert.deepEqual(await projects(), Array(3).fill('C:\\Users\\Ada\\Shop'));
  });

  it('is found by its hash among the folders of other chats', async () => {
    past.claude(one, [said], { cwd: 'C:\\Users\\Ada\\Shop' });
    hashed(two, 'c:\\users\\ada\\shop');
    hashed(three, '/nobody/knows');
    await given.runImport();
    assert.deepEqual((await projects()).toSorted(), ['C:\\Users\\Ada\\Shop', 'C:\\Users\\Ada\\Shop', null].toSorted());
  });

  it('is found by its hash in the list of Gemini CLI', async () => {
    hashed(one, '/home/ada/listed');
    past.put(
      '.gemini/projects.json',
      JSON.stringify({ projects: { '/home/ada/other': 'x', '/home/ada/listed': 'y' } }),
    );
    await given.runImport();
    assert.deepEqual(await projects(), ['/home/ada/listed']);
  });

  it('is found by its hash among the projects of the memory, also for a file that a person names', async () => {
    const ada = await given.test.caller({ project: { key: '/home/ada/shop', name: 'shop' } });
    await given.test.memory.facts.store(ada, { category: 'codebase', fact: 'The shop uses port 8123.' });
    const file = hashed(one, '/home/ada/shop');
    await importSources(await sourcesOfKind('gemini-cli', file), given.parts());
    assert.ok((await projects()).every((key) => key === '/home/ada/shop'));
  });
});
