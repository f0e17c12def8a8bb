/** Pinned facts in the memories of the VS Code that runs the tests, and of Claude Code, where their chats read them. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { callTool } from './mcpCall.ts';
import { theExtension, uniqueText, until, withSeparateHome, withSetting } from './support.ts';

const setting = 'userMemory.pinnedFacts';

describe('pinned facts in the user memory', () => {
  const userHome = withSeparateHome();
  const home = process.env['BIGMIND_HOME'] ?? '';

  const pin = async (...facts: string[]): Promise<void> => {
    const [server] = (await theExtension().activate()).mcpServers();
    assert.ok(server, 'the extension offers no server');
    await callTool(server, {}, 'memory_update_profile', { pinned_facts: facts });
  };
  const recorded = (): string[] => {
    const record = join(home, 'user-memory.json');
    if (!existsSync(record)) return [];
    return Object.keys(JSON.parse(readFileSync(record, 'utf8')) as Record<string, unknown>);
  };
  const text = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

  after(() => pin());

  it('follow the profile while the setting is on, beside the data of the other extensions', async () => {
    const fact = uniqueText('The ferry leaves from pier');
    await pin(fact);
    assert.deepEqual(recorded(), []);
    let file = '';
    await withSetting(setting, true, async () => {
      await until('the pinned fact is in the user memory', () => recorded().some((path) => text(path).includes(fact)));
      [file = ''] = recorded();
      const globalStorage = dirname(dirname(dirname(dirname(file))));
      assert.equal(basename(globalStorage), 'globalStorage');
      assert.ok(existsSync(globalStorage));
      await pin('Another one.');
      await until(
        'the fact is no longer there',
        () => text(file).includes('Another one.') && !text(file).includes(fact),
      );
    });
    await until('the file is removed', () => !existsSync(file) && recorded().length === 0);
  });

  it('are those of the memory that the settings name now', async () => {
    const fact = uniqueText('The ferry waits at pier');
    await pin(fact);
    await withSetting(setting, true, async () => {
      await until('the pinned fact is in the user memory', () => recorded().some((path) => text(path).includes(fact)));
      const [file = ''] = recorded();
      await withSetting('storage.path', join(home, 'another.db'), async () => {
        await until('no fact of the former memory is there', () => !existsSync(file));
      });
      await until('it is there again', () => text(file).includes(fact));
    });
    await until('the file is removed', () => recorded().length === 0);
  });

  it('are in the memory of Claude Code for the open folder, if it is used here and its setting is on', async () => {
    const fact = uniqueText('The ferry is named');
    await pin(fact);
    const projects = join(userHome, '.claude', 'projects');
    mkdirSync(projects, { recursive: true });
    let file = '';
    await withSetting('userMemory.claudeCode', true, async () => {
      await until('the pinned fact is there', () => recorded().some((path) => text(path).includes(fact)));
      [file = ''] = recorded();
      assert.ok(file.startsWith(projects) && file.endsWith(join('memory', 'MEMORY.md')), file);
    });
    await until('the file is removed', () => !existsSync(file) && recorded().length === 0);
  });
});
