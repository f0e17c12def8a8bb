/** Hooks that opencode's plugin runs: the chat is read from opencode's database, while opencode has it open. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { anOpencodeDatabase, opencodeMessage, opencodePart, opencodeSession } from '../support/opencodeDatabase.ts';
import { runProgram } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind hook in opencode', () => {
  let home: TemporaryHome;
  let data: string;
  let database: DatabaseSync;
  let env: Record<string, string>;
  beforeEach(() => {
    home = temporaryHome();
    data = join(home.path, 'data');
    mkdirSync(join(data, 'opencode'), { recursive: true });
    env = { XDG_DATA_HOME: data };
    database = anOpencodeDatabase(join(data, 'opencode', 'opencode.db'));
    begin('ses_a');
    begin('ses_b');
  });
  afterEach(() => {
    if (database.isOpen) database.close();
    home.remove();
  });

  const begin = (id: string): void => opencodeSession(database, { id, directory: home.path });
  const morning = Date.parse('2026-03-02T09:00:00.000Z');
  let made = 0;
  const say = (session: string, role: 'user' | 'assistant', text: string): string => {
    made += 1;
    const id = String(made).padStart(4, '0');
    opencodeMessage(database, { id: `msg_${id}`, session, role, created: Date.now() - morning + made });
    opencodePart(database, { id: `prt_${id}`, message: `msg_${id}`, data: { type: 'text', text } });
    return id;
  };
  const hook = async (event: string, session_id = 'ses_a', fields: Record<string, unknown> = {}): Promise<string> => {
    const input = JSON.stringify({ session_id, cwd: home.path, ...fields });
    const { code, out, err } = await runProgram(home, ['hook', event, 'opencode'], { input, env });
    assert.deepEqual([code, err], [0, '']);
    return out;
  };
  const messages = (): unknown[] =>
    rowsIn(home.database, 'SELECT content FROM messages ORDER BY id').map(({ content }) => content);
  const sessions = (): unknown[] =>
    rowsIn(
      home.database,
      'SELECT s.external_id AS id, a.name FROM sessions s JOIN agents a ON a.id = s.agent_id ORDER BY s.external_id',
    ).map(({ id, name }) => [id, name]);

  it('records each turn once, and leaves nothing to an import', async () => {
    assert.match(await hook('SessionStart', 'ses_a', { source: 'startup' }), /<bigmind-context>/u);
    say('ses_a', 'user', 'Which queue?');
    say('ses_a', 'assistant', 'NATS, for a team of two.');
    const files = readdirSync(join(data, 'opencode'));
    await hook('Stop');
    assert.deepEqual(messages(), ['Which queue?', 'NATS, for a team of two.']);
    assert.deepEqual(readdirSync(join(data, 'opencode')), files);
    say('ses_a', 'user', 'Which queue?');
    const last = say('ses_a', 'assistant', 'Still NATS.');
    await hook('PreCompact');
    // What the answer got after that belongs to a turn that was read before.
    opencodePart(database, {
      id: `prt_${last}b`,
      message: `msg_${last}`,
      data: { type: 'text', text: 'And JetStream.' },
    });
    say('ses_a', 'user', 'Thanks');
    await hook('SessionEnd');
    const all = ['Which queue?', 'NATS, for a team of two.', 'Which queue?', 'Still NATS.', 'And JetStream.', 'Thanks'];
    assert.deepEqual(messages(), all);
    assert.deepEqual(sessions(), [['ses_a', 'opencode']]);
    const { code, err } = await runProgram(home, ['import', 'opencode'], { env });
    assert.equal(code, 0, err);
    assert.deepEqual([messages(), sessions()], [all, [['ses_a', 'opencode']]]);
  });

  it('records a chat that opencode has closed, and one from which the user took something back', async () => {
    say('ses_a', 'user', 'First');
    const second = say('ses_a', 'user', 'Second');
    await hook('Stop');
    database.exec(`DELETE FROM message WHERE id = 'msg_${second}'; DELETE FROM part WHERE id = 'prt_${second}'`);
    await hook('Stop');
    say('ses_a', 'user', 'Third');
    database.close();
    await hook('Stop');
    assert.deepEqual(messages(), ['First', 'Second', 'Third']);
  });

  it('records a chat that was killed at the next event of another one, and no sub-agent', async () => {
    await hook('SessionStart');
    await hook('UserPromptSubmit', 'ses_a', { prompt: 'The import hangs.' });
    say('ses_a', 'user', 'The import hangs.');
    opencodeSession(database, { id: 'ses_sub', parent: 'ses_a', directory: home.path });
    say('ses_sub', 'user', 'Look around');
    say('ses_b', 'user', 'What is next?');
    await hook('Stop', 'ses_b');
    assert.deepEqual(messages().sort(), ['The import hangs.', 'What is next?']);
    assert.deepEqual(sessions(), [
      ['ses_a', 'opencode'],
      ['ses_b', 'opencode'],
    ]);
  });

  it('records nothing where recording is off, or without a database', async () => {
    env = { XDG_DATA_HOME: join(home.path, 'none') };
    await hook('Stop');
    env = { XDG_DATA_HOME: data };
    say('ses_a', 'user', 'Which queue?');
    const off = JSON.stringify({ everywhere: 'on', off: [home.path], on: [] });
    writeFileSync(join(home.path, 'capture.json'), off);
    assert.equal(await hook('SessionStart'), '');
    await hook('Stop');
    assert.deepEqual(messages(), []);
  });
});
