/** Users see and limit what hooks do: runs are recorded with their exact text, and budget and offers are settings. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokens } from '../../src/util/tokens.ts';
import { runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const chat = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';

describe('a hook run', () => {
  let home: TemporaryHome;
  let folder: string;
  let transcript: string;
  beforeEach(() => {
    home = temporaryHome();
    folder = join(home.path, 'my project');
    const transcripts = join(home.path, 'GitHub.copilot-chat', 'transcripts');
    mkdirSync(folder);
    mkdirSync(transcripts, { recursive: true });
    transcript = join(transcripts, `${chat}.jsonl`);
    write('session.start', { sessionId: chat, version: 1 });
  });
  afterEach(() => home.remove());

  const write = (type: string, data: Record<string, unknown>): void => {
    const line = { type, data, id: crypto.randomUUID(), timestamp: new Date().toISOString(), parentId: null };
    appendFileSync(transcript, `${JSON.stringify(line)}\n`);
  };
  const hook = async (name: string, more: object = {}, env: Record<string, string> = {}): Promise<Finished> => {
    const event = { session_id: chat, transcript_path: transcript, cwd: folder, ...more };
    const finished = await runProgram(home, ['hook', name], { input: JSON.stringify(event), env });
    assert.equal(finished.code, 0, finished.err);
    return finished;
  };
  /** The context that a hook gives to the model. */
  const contextOf = ({ out }: Finished): string => {
    if (out === '') return '';
    const { hookSpecificOutput } = JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } };
    return hookSpecificOutput.additionalContext;
  };
  const save = (text: string): Promise<Finished> => runProgram(home, ['save', text], { cwd: folder });

  it('is recorded with its exact text until an erasure deletes that text', async () => {
    await save('The billing service is written in Kotlin');
    const context = contextOf(await hook('SessionStart', { source: 'new' }));
    await save('Deployments of the billing service go to the cluster named heron');
    const prompt = 'Please deploy the billing service to its cluster';
    write('user.message', { content: prompt, attachments: [] });
    const offer = contextOf(await hook('UserPromptSubmit', { prompt }));
    write('assistant.message', { messageId: 'm', content: 'Done.', toolRequests: [] });
    await hook('Stop');
    const rows = rowsIn(home.database, 'SELECT * FROM hook_runs ORDER BY id');
    assert.deepEqual(
      rows.map(({ event, outcome, injected, refs, recorded }) => [event, outcome, injected, refs, recorded]),
      [
        ['SessionStart', 'done', context, 'fact:1', 0],
        ['UserPromptSubmit', 'done', offer, 'fact:2', 0],
        ['Stop', 'done', null, null, 2],
      ],
    );
    assert.match(offer, /cluster named heron/u);
    for (const { session_id: session, took_ms: took } of rows) {
      assert.equal(session, chat);
      assert.ok(Number(took) >= 0);
    }
    for (const id of ['1', '2']) await runProgram(home, ['erase', 'fact', id, '--yes'], { cwd: folder });
    const left = 'SELECT count(*) AS n FROM hook_runs WHERE injected IS NOT NULL OR refs IS NOT NULL';
    assert.deepEqual(rowsIn(home.database, left), [{ n: 0 }]);
    assert.ok(!readFileSync(home.database).includes('cluster named heron'));
  });

  it('stays within the token budget, and makes no offers when they are off', async () => {
    const env = { BIGMIND_OFFERS: 'false', BIGMIND_CONTEXT_TOKENS: '300' };
    await save('Deployments of the billing service go to the cluster named heron');
    for (const what of ['orders', 'refunds', 'invoices'])
      await save(`The service of ${what} is released ${'by the release team on Thursdays, '.repeat(9)}`);
    const context = contextOf(await hook('SessionStart', { source: 'new' }, env));
    assert.match(context, /### 🗂️ Stored facts\n- \*\*\[/u);
    assert.ok(estimateTokens(context) <= 330, `${String(estimateTokens(context))} tokens with the marks around it`);
    const prompt = 'Please deploy the billing service to its cluster';
    assert.equal(contextOf(await hook('UserPromptSubmit', { prompt }, env)), '');
    assert.match(contextOf(await hook('UserPromptSubmit', { prompt })), /cluster named heron/u);
  });

  it('does nothing in a chat in which BigMind asks a coding agent to learn', async () => {
    write('user.message', { content: 'We use tabs.', attachments: [] });
    for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']) {
      const { out, err } = await hook(name, { prompt: 'We use tabs.' }, { BIGMIND_LEARNING: '1' });
      assert.deepEqual([out, err], ['', ''], name);
    }
    assert.equal(existsSync(home.database), false);
  });

  it('uses the default for an invalid setting, and leaves the warning to other commands', async () => {
    const env = { BIGMIND_CONTEXT_TOKENS: 'many' };
    const { out, err } = await hook('SessionStart', { source: 'new' }, env);
    assert.equal(err, '', 'each chat would fill the log of hooks');
    assert.match(out, /Nothing is remembered yet/u);
    const warning = /BIGMIND_CONTEXT_TOKENS is "many".*300 to 4000.*1300 is used/u;
    assert.match((await runProgram(home, ['search', 'heron'], { env })).err, warning);
    assert.match((await runProgram(home, ['doctor'], { env })).out, warning);
  });
});
