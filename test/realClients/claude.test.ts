/** claude with BigMind, against a scripted model: see suite.ts. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { claudeMemoryFile } from '../../src/importers/claude-code/claudeFolders.ts';
import { putPinned } from '../../src/clients/userMemory/pinnedFile.ts';
import { ClientHome, textOf } from './clientHome.ts';
import { clients } from './clients.ts';
import { describeClient } from './suite.ts';

describeClient(clients.claude);

describe('Claude Code without BigMind', () => {
  let home: ClientHome;
  before(async () => {
    home = await ClientHome.openWithout(clients.claude);
  });
  after(() => home.close());

  it('gets the pinned facts that are kept in its memory of the repository', async () => {
    const folder = join(home.project, 'a folder of it');
    mkdirSync(folder);
    mkdirSync(join(home.home, '.claude', 'projects'), { recursive: true });
    const file = claudeMemoryFile(folder, { home: home.home, env: {}, platform: 'linux' });
    assert.ok(file !== undefined);
    const fact = '- Releases leave on Thursdays from the branch heron.';
    await putPinned({ home: home.memory, file }, 'ada', fact);
    const { first } = await home.chat('When do we release?');
    assert.ok(textOf(first).includes(fact), textOf(first));
  });
});
