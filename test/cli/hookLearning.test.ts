/** Learning after a chat: the hook of its end starts a process that learns, and does not wait for it. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runProgram } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const chat = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';
const answer = { headline: 'The tide tables are cached', summary: 'They were slow.', items: [] };

describe('bigmind hook SessionEnd', () => {
  let home: TemporaryHome;
  let asked: string;
  beforeEach(() => {
    home = temporaryHome();
    asked = join(home.path, 'asked');
  });
  afterEach(() => {
    home.remove();
  });

  const rows = (sql: string): Record<string, unknown>[] => rowsIn(home.database, sql);
  /** Ends a chat of two messages, with a command that writes down what it is asked. */
  const endChat = async (choice: string): Promise<void> => {
    const folder = join(home.path, 'my project');
    mkdirSync(folder);
    const model = join(home.path, 'model.mjs');
    writeFileSync(
      model,
      `import { readFileSync, writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(asked)}, readFileSync(0));
       console.log(${JSON.stringify(JSON.stringify(answer))});`,
    );
    const transcript = join(home.path, `${chat}.jsonl`);
    const texts = ['Cache the tide tables', 'They are cached now.'];
    const entries = texts.map((content, place) => {
      const type = place === 0 ? 'user' : 'assistant';
      const about = { uuid: `u${String(place)}`, parentUuid: null, sessionId: chat, cwd: folder };
      return JSON.stringify({ type, ...about, timestamp: new Date().toISOString(), message: { role: type, content } });
    });
    writeFileSync(transcript, `${entries.join('\n')}\n`);
    const event = { session_id: chat, transcript_path: transcript, cwd: folder };
    const env = { BIGMIND_LEARN: choice, BIGMIND_LEARN_COMMAND: `"${process.execPath}" "${model}"` };
    for (const name of ['Stop', 'SessionEnd']) {
      const { code, err } = await runProgram(home, ['hook', name], { input: JSON.stringify(event), env });
      assert.equal(code, 0, err);
    }
  };

  it('starts a process that learns, and does not wait for it', async () => {
    await endChat('command');
    while (rows(`SELECT 1 FROM sleep_runs WHERE kind = 'learn' AND outcome = 'done'`).length === 0)
      await setTimeout(50);
    assert.deepEqual(rows('SELECT one_liner, told_by FROM sessions'), [
      { one_liner: 'The tide tables are cached', told_by: 'language model' },
    ]);
    const request = readFileSync(asked, 'utf8');
    assert.match(request, /^BigMind: notes from a recorded conversation\n[^]*Cache the tide tables/u);
  });

  it('starts none if a window of VS Code learns', async () => {
    await endChat('vscode');
    assert.deepEqual(rows('SELECT told_by, ended_at IS NOT NULL AS over FROM sessions'), [
      { told_by: 'rule', over: 1 },
    ]);
    assert.deepEqual(rows('SELECT 1 FROM sleep_runs'), []);
  });
});
