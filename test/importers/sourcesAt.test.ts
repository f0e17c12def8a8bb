/** The sources at a path that a user picked without a kind. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourcesAt } from '../../src/importers/sourcesAt.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('a path that a user picked', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const put = (name: string, text = 'x'): string => {
    const file = join(home.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const at = async (name: string): Promise<unknown[]> =>
    (await sourcesAt(join(home.path, name))).map(({ kind, files }) => [kind, files.length]);
  const line = '{"type":"user","sessionId":"1","parentUuid":null,"message":{"role":"user","content":"hi"}}\n';

  it('is rejected if it is a folder of other files, with what was searched for', async () => {
    for (const name of ['README.md', 'package.json', 'notes.txt', 'rows.jsonl']) put(`docs/${name}`, '{"a":1}');
    await assert.rejects(at('docs'), (thrown) => {
      assert.ok(thrown instanceof BigMindError && thrown.code === 'bad_import');
      assert.match(thrown.sentence, /Copilot.*Claude Code.*memory server/u);
      return true;
    });
  });

  it('is rejected if it has memory files of a project, with how they are used', async () => {
    put('shop/.mind/MEMORY.md', 'decided: Vite\n');
    put('shop/README.md');
    for (const name of ['shop', 'shop/.mind', 'shop/.mind/MEMORY.md']) {
      await assert.rejects(at(name), (thrown) => {
        assert.ok(thrown instanceof BigMindError && thrown.code === 'bad_import');
        assert.match(thrown.sentence, /reads where they are\. Open the folder of the project, and start file memory/u);
        return true;
      });
    }
    put('shop/.aider.chat.history.md', '# aider chat started at 2026-01-01 10:00:00\n\n#### hi\n');
    assert.deepEqual(await at('shop'), [['aider', 1]]);
  });

  it('is identified by its loose files, without the files next to them', async () => {
    put('export/a.jsonl', line);
    put('export/README.md');
    put('export/other.json', '{}');
    assert.deepEqual(await at('export'), [['claude-code', 1]]);
  });

  it('is identified as a project of Claude Code with its memory, or as that memory alone', async () => {
    put('project/a.jsonl', line);
    put('project/memory/MEMORY.md', '- tabs');
    assert.deepEqual(await at('project'), [
      ['claude-code', 1],
      ['claude-memory', 1],
    ]);
    assert.deepEqual(await at('project/memory'), [['claude-memory', 1]]);
  });

  it('is identified as the home of Codex or of Gemini CLI', async () => {
    const session = `{"timestamp":"x","type":"session_meta","payload":{"id":"1","cwd":"/shop"}}\n`;
    put('.codex/sessions/2026/03/02/rollout-1.jsonl', session);
    put('.codex/archived_sessions/rollout-2.jsonl', session);
    put('.codex/history.jsonl', '{"session_id":"1","text":"hi"}\n');
    assert.deepEqual(await at('.codex'), [['codex', 2]]);
    put('.gemini/tmp/shop/chats/session-1.jsonl', '{"sessionId":"1","projectHash":"x"}\n');
    put('.gemini/tmp/shop/logs.json', '[]');
    assert.deepEqual(await at('.gemini'), [['gemini-cli', 1]]);
  });

  it('may be a single file, and yields nothing if that is of another format', async () => {
    put('a.jsonl', line);
    put('b.json', '{}');
    assert.deepEqual([await at('a.jsonl'), await at('b.json')], [[['claude-code', 1]], []]);
  });

  it('is rejected with the error of the file system if it cannot be read', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    put('closed/a.jsonl', line);
    chmodSync(join(home.path, 'closed'), 0);
    await assert.rejects(at('closed'), { code: 'EACCES' });
  });
});
