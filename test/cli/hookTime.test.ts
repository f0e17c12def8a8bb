/** A chat waits for its hooks, so a store that another process keeps locked ends them in time, and loses nothing. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hookTimeoutMs, timeLeft } from '../../src/cli/hook/hookTime.ts';
import type { Finished, NodeProgram } from '../support/program.ts';
import { builtProgram, runProgram } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('the time of a hook', () => {
  it('counts from the start of its process, up to a slow start', () => {
    assert.equal(timeLeft(hookTimeoutMs, 150), hookTimeoutMs - 150);
    assert.equal(timeLeft(hookTimeoutMs, 5_000), timeLeft(hookTimeoutMs, 400));
    assert.ok(timeLeft(hookTimeoutMs, 5_000) > 1_000);
  });
});

describe('a hook with a locked store', () => {
  let home: TemporaryHome;
  let folder: string;
  let transcript: string;
  beforeEach(() => {
    home = temporaryHome();
    folder = join(home.path, 'shop');
    mkdirSync(folder);
    transcript = join(home.path, 'chat.jsonl');
    const said = (uuid: string, role: string, content: unknown): string =>
      `${JSON.stringify({ type: role, uuid, sessionId: 'chat', cwd: folder, timestamp: '2026-03-03T09:00:00.000Z', message: { role, content } })}\n`;
    const answer = [{ type: 'text', text: 'In Redis.' }];
    writeFileSync(transcript, said('u1', 'user', 'Where are the sessions?') + said('a1', 'assistant', answer));
  });
  afterEach(() => home.remove());

  const hook = (name: string, more: { program?: NodeProgram } = {}): Promise<Finished> => {
    const event = { session_id: 'chat', transcript_path: transcript, cwd: folder, hook_event_name: name };
    const input = JSON.stringify({ ...event, prompt: 'Where are the sessions?', source: 'startup' });
    return runProgram(home, ['hook', name, 'claude-code'], { input, ...more });
  };

  for (const lock of ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE', 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE'])
    it(`ends with 0 and without a word to the chat, and a later event records it: ${lock}`, async () => {
      await runProgram(home, ['save', 'The lynx page needs vendor prefixes.']);
      const other = new DatabaseSync(home.database);
      other.exec(lock);
      for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
        const { code, out, err } = await hook(name, { program: builtProgram });
        assert.deepEqual([code, out], [0, ''], name);
        assert.match(err, /^\S+Z hook \w+: took longer than \d+ ms; the rest is done at the next event\.\n$/u);
      }
      other.exec('ROLLBACK');
      other.close();
      assert.deepEqual(rowsIn(home.database, 'SELECT id FROM messages'), []);
      assert.deepEqual([(await hook('Stop')).err], ['']);
      const stored = rowsIn(home.database, 'SELECT content FROM messages ORDER BY seq').map(({ content }) => content);
      assert.deepEqual(stored, ['Where are the sessions?', 'In Redis.']);
    });
});
