/**
 * What the assistant saves of its own chat, with the words that say it: the question at the end of a turn, and quotes
 * of a turn that no hook has recorded yet.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openChat, runProgram } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const chat = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';
const rule = 'Never retry a payment after a timeout, because the bank books it twice.';

describe('the assistant of a chat', () => {
  let home: TemporaryHome;
  let lines: number;
  beforeEach(() => {
    home = temporaryHome();
    mkdirSync(join(home.path, 'my project'));
    lines = 0;
  });
  afterEach(() => {
    home.remove();
  });

  const say = (type: 'user' | 'assistant', content: string): void => {
    lines += 1;
    const about = { uuid: `u${String(lines)}`, parentUuid: null, sessionId: chat, cwd: join(home.path, 'my project') };
    const entry = { type, ...about, timestamp: new Date().toISOString(), message: { role: type, content } };
    appendFileSync(join(home.path, `${chat}.jsonl`), `${JSON.stringify(entry)}\n`);
  };
  const hook = async (name: string, client: string, env: Record<string, string> = {}): Promise<string> => {
    const event = { session_id: chat, cwd: join(home.path, 'my project'), source: 'startup' };
    const input = JSON.stringify({ ...event, transcript_path: join(home.path, `${chat}.jsonl`) });
    const { code, err, out } = await runProgram(home, ['hook', name, client], { input, env });
    assert.equal(code, 0, err);
    return out;
  };
  const called = async (work: (chat: Chat) => Promise<void>): Promise<void> => {
    const open = await openChat(home, { name: 'claude-code', env: { CLAUDE_CODE_SESSION_ID: chat } });
    try {
      await work(open);
    } finally {
      await open.close();
    }
  };
  const facts = (): Record<string, unknown>[] =>
    rowsIn(
      home.database,
      `SELECT fact, json_extract(evidence, '$.quote') AS quote, json_extract(evidence, '$.type') AS type,
              json_extract(evidence, '$.by') AS said_by FROM facts`,
    );

  it('stores a fact with a quote of the present turn', async () => {
    await hook('SessionStart', 'claude-code');
    say('user', `Write the retry code. ${rule}`);
    await called(async ({ call }) => {
      const stored = { type: 'convention', fact: 'Payments are not retried after a timeout.', quote: rule };
      const { isError, text } = await call('memory_store_fact', stored);
      assert.equal(isError, false, text);
      assert.doesNotMatch(text, /without the quote/u);
    });
    const fact = 'Payments are not retried after a timeout.';
    assert.deepEqual(facts(), [{ fact, quote: rule, type: 'convention', said_by: 'user' }]);
  });

  it('stores a fact without a quote that nobody said, and says so', async () => {
    await hook('SessionStart', 'claude-code');
    say('user', `Write the retry code. ${rule}`);
    await called(async ({ call }) => {
      const invented = { category: 'codebase', fact: 'Payments are retried three times.', quote: 'retry three times' };
      const { isError, text } = await call('memory_store_fact', invented);
      assert.equal(isError, false, text);
      assert.match(text, /stored without the quote, because no recorded message of this chat contains it/u);
    });
    assert.deepEqual(facts(), [{ fact: 'Payments are retried three times.', quote: null, type: null, said_by: null }]);
  });

  it('ends the session with items of the present turn', async () => {
    await hook('SessionStart', 'claude-code');
    say('user', rule);
    const items = [{ type: 'gotcha', text: 'The bank books a payment twice if it is retried.', quote: rule }];
    await called(async ({ call }) => {
      const { isError, text } = await call('memory_end_session', { one_liner: 'Payments', items });
      assert.equal(isError, false, text);
      assert.match(text, /Learned: 1 item\./u);
    });
    assert.equal(facts().length, 1);
    assert.deepEqual(rowsIn(home.database, 'SELECT one_liner FROM sessions'), [{ one_liner: 'Payments' }]);
  });

  describe('is asked to save what the chat taught', () => {
    const on = { BIGMIND_LEARN_ASK: 'true' };
    const talk = (turns: number): void => {
      for (let turn = 0; turn < turns; turn += 1) {
        say('user', `Request ${String(turn)}: make the retry of the payments safer than it was before.`);
        say('assistant', `Answer ${String(turn)}. ${'The payments wait for the bank before they go on. '.repeat(12)}`);
      }
    };
    const reasonOf = (out: string): string => {
      const { decision, reason } = JSON.parse(out) as { decision: string; reason: string };
      assert.equal(decision, 'block');
      return reason;
    };

    for (const client of ['claude-code', 'codex', 'copilot', 'gemini-cli']) {
      it(`once, when a turn of a longer chat ends in ${client}`, async () => {
        await hook('SessionStart', client, on);
        talk(1);
        assert.equal(await hook('Stop', client, on), '');
        talk(4);
        assert.match(reasonOf(await hook('Stop', client, on)), /memory_store_fact/u);
        talk(1);
        assert.equal(await hook('Stop', client, on), '');
      });
    }

    it('in the format of VS Code', async () => {
      await hook('SessionStart', 'vscode', on);
      talk(5);
      const { hookSpecificOutput } = JSON.parse(await hook('Stop', 'vscode', on)) as {
        hookSpecificOutput: { hookEventName: string; decision: string; reason: string };
      };
      assert.deepEqual([hookSpecificOutput.hookEventName, hookSpecificOutput.decision], ['Stop', 'block']);
    });

    it('only if the user turned it on', async () => {
      await hook('SessionStart', 'claude-code');
      talk(5);
      assert.equal(await hook('Stop', 'claude-code'), '');
    });

    it('only if it has not saved something with a quote by itself', async () => {
      await hook('SessionStart', 'claude-code', on);
      talk(5);
      await called(async ({ call }) => {
        const quote = 'The payments wait for the bank before they go on.';
        await call('memory_store_fact', { category: 'codebase', fact: 'Payments wait for the bank.', quote });
      });
      assert.equal(await hook('Stop', 'claude-code', on), '');
    });

    it('in words that are not recorded as the user’s', async () => {
      await hook('SessionStart', 'claude-code', on);
      talk(5);
      say('user', reasonOf(await hook('Stop', 'claude-code', on)));
      say('assistant', 'Nothing to save.');
      await hook('Stop', 'claude-code', on);
      const said = rowsIn(home.database, `SELECT content FROM messages WHERE content LIKE '%colleague%'`);
      assert.deepEqual(said, []);
    });
  });
});
