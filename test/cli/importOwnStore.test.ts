/** An import refuses the files of the store that it writes to, whatever path or link leads to them. */
import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openChat, runProgram } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('an import of the store itself', function () {
  let home: TemporaryHome;
  let chat: Chat;
  before(async () => {
    home = temporaryHome();
    chat = await openChat(home, { env: { BIGMIND_TOOLSETS: 'core,maintenance' } });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'The harbour is built with make.' });
  });
  after(async () => {
    await chat.close();
    home.remove();
  });

  const refused = /belongs to this memory and cannot be imported into it\./u;

  it('is refused by the command for each file of the store and each link to one, with a remedy', async () => {
    const links = join(home.path, 'links');
    mkdirSync(links);
    linkSync(home.database, join(links, 'hard.jsonl'));
    const paths = [home.database, `${home.database}-wal`, `${home.database}-shm`, join(links, 'hard.jsonl')];
    if (process.platform !== 'win32') {
      symlinkSync(`${home.database}-shm`, join(links, 'soft.json'));
      paths.push(join(links, 'soft.json'));
    }
    for (const [place, path] of paths.entries()) {
      assert.ok(existsSync(path), path);
      const kind = ['copilot', 'jsonl', 'bigmind', 'claude-code', 'mcp-memory'][place] ?? 'copilot';
      const { code, err } = await runProgram(home, ['import', kind, path]);
      assert.equal(code, 1, path);
      assert.match(err, refused);
      assert.match(err, /bigmind restore/u);
    }
  });

  it('is skipped in a folder', async () => {
    const { code, err } = await runProgram(home, ['import', 'copilot', home.path]);
    assert.equal(code, 1);
    assert.match(err, /contains nothing that can be imported as copilot/u);
  });

  it('is refused when a model asks for it', async () => {
    const path = join(home.path, 'export.json');
    linkSync(home.database, path);
    const { isError, text } = await chat.call('memory_import', { path });
    assert.ok(isError);
    assert.match(text, refused);
  });
});
