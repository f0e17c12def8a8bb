/** The hook before a tool call, run as an assistant runs it: silent and small, until a call touches what is known. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { maxHookMs } from '../../src/cli/hook/hookTime.ts';
import { writeRuntimeFiles } from '../../src/clients/runtimeFiles.ts';
import { answerOfHook, programFile, runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const scripts = resolve(import.meta.dirname, '../../agent/plugin/hooks');
const chat = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';
const trap = 'Nobody runs `git push --force` on main: it lost two releases.';
const push = { tool_name: 'Bash', tool_input: { command: 'git push --force' } };

describe('the hook before a tool call', function () {
  /** A busy machine may take longer than the time of a hook, which then says nothing: such a run starts again. */
  this.retries(20);
  let home: TemporaryHome;
  let folder: string;
  beforeEach(async () => {
    home = temporaryHome();
    folder = join(home.path, 'my project');
    mkdirSync(folder);
    const runtime = { execPath: process.execPath, electronRunAsNode: false, nodeVersion: '', sqliteVersion: null };
    await writeRuntimeFiles(home.path, { ...runtime, cli: programFile, env: {} }, scripts);
    const saved = await runProgram(home, ['save', trap, '--type', 'bug'], { cwd: folder });
    assert.equal(saved.code, 0, saved.err);
  });
  afterEach(() => home.remove());

  const event = (more: Record<string, unknown> = {}): string =>
    JSON.stringify({ session_id: chat, cwd: folder, hook_event_name: 'PreToolUse', ...push, ...more });
  /** As an assistant runs it. Silence counts only if it came in time. */
  const call = async (input: string, env: Record<string, string> = {}): Promise<Finished> => {
    const program = { node: process.execPath, file: join(home.path, 'bigmind.cjs') };
    const began = performance.now();
    const finished = await runProgram(home, ['hook', 'PreToolUse', 'claude-code'], { program, input, env });
    assert.equal(finished.code, 0, finished.err);
    const isInTime = performance.now() - began < maxHookMs && !finished.err.includes('took longer');
    assert.ok(isInTime || finished.out !== '', `The hook took too long. ${finished.err}`);
    return finished;
  };
  /** What the command line says, which the small program starts if it does not know better. */
  const said = async (more: Record<string, unknown> = {}): Promise<string> =>
    (await runProgram(home, ['hook', 'PreToolUse', 'claude-code'], { input: event(more) })).out;
  const prompt = (text = 'What next?'): Promise<string> =>
    answerOfHook(home, 'UserPromptSubmit', { session_id: chat, cwd: folder, prompt: text });
  const names = (): string[] => readdirSync(join(home.path, 'cache', 'known-names'));

  it('says what is known about a command once in a chat, and never decides whether it runs', async () => {
    await prompt();
    const { out } = await call(event());
    const { hookSpecificOutput: answer } = JSON.parse(out) as { hookSpecificOutput: Record<string, string> };
    assert.deepEqual(Object.keys(answer), ['hookEventName', 'additionalContext']);
    assert.ok(answer['additionalContext']?.includes(trap), out);
    assert.equal(await said(), '');
    await prompt('And now?');
    assert.equal(await said(), '', 'The next prompt notes the name again, but the chat has the fact.');
  });

  it('says nothing about other calls, before a prompt, or in other chats', async () => {
    assert.equal((await call(event())).out, '');
    await prompt();
    assert.equal((await call(event({ tool_input: { command: 'git pull' } }))).out, '');
    assert.equal((await call(event({ session_id: 'another' }))).out, '');
    assert.ok((await said()).includes(trap));
  });

  for (const [client, of] of [
    ['the Copilot CLI', { session_id: 'a-sub-agent', agent_id: 'a-sub-agent', parent_agent_id: chat }],
    ['Claude Code', { agent_id: 'a-sub-agent' }],
  ] as const) {
    it(`reaches a sub-agent of ${client} once, and its chat, too`, async () => {
      await prompt();
      assert.ok((await said(of)).includes(trap));
      assert.equal(await said(of), '');
      assert.ok((await said({ ...of, session_id: of.session_id ?? chat, agent_id: 'b' })).includes(trap));
      assert.ok((await said()).includes(trap));
      assert.equal(await said(), '');
      const late = { ...of, session_id: of.session_id ?? chat, agent_id: 'c' };
      assert.ok((await said(late)).includes(trap), 'It does not see what its chat got.');
      assert.equal(await said(late), '');
    });
  }

  it('comes again after a compaction, without another prompt, if the new context has no room for it', async () => {
    await prompt();
    assert.ok((await said()).includes(trap));
    assert.equal(await said(), '');
    const others = ['quays', 'cranes', 'tides', 'buoys', 'pilots', 'tugs'];
    for (const other of others) {
      const fact = `The harbor counts its ${other} every morning ${'and writes them down on a long list '.repeat(8)}`;
      await runProgram(home, ['save', fact, '--type', 'decision'], { cwd: folder });
    }
    const compacted = JSON.stringify({ session_id: chat, cwd: folder, source: 'compact' });
    const env = { BIGMIND_CONTEXT_TOKENS: '300' };
    const { out } = await runProgram(home, ['hook', 'SessionStart', 'claude-code'], { input: compacted, env });
    assert.ok(!out.includes(trap), out);
    assert.ok((await said()).includes(trap));
  });

  it('says nothing that came with the prompt, and nothing if offers are off', async () => {
    await prompt('May I run git push --force on main, or did it lose releases?');
    assert.equal((await call(event())).out, '');
    const other = { session_id: 'second' };
    await answerOfHook(home, 'UserPromptSubmit', { ...other, cwd: folder, prompt: 'What next?' });
    assert.equal((await call(event(other), { BIGMIND_OFFERS: '0' })).out, '');
  });

  it('keeps hashes only, until the chat ends', async () => {
    await prompt();
    assert.equal(names().length, 1);
    const noted = readFileSync(join(home.path, 'cache', 'known-names', names()[0] ?? ''), 'utf8');
    assert.match(noted, /^[\da-z.]+$/u);
    assert.doesNotMatch(noted, /git|push/u);
    await answerOfHook(home, 'SessionEnd', { session_id: chat, cwd: folder });
    assert.deepEqual(names(), []);
  });

  it('ends well whatever it gets', async () => {
    await prompt();
    for (const input of ['', '{', '[]', event({ tool_input: '{"command":' }), event({ tool_input: [[[[[['x']]]]]] })]) {
      assert.deepEqual(await call(input), { code: 0, out: '', err: '' });
    }
    writeFileSync(join(home.path, 'cache', 'known-names', names()[0] ?? ''), '\0'.repeat(9_999));
    assert.equal((await call(event())).out, '');
    assert.equal((await call(event(), { BIGMIND_HOME: '/dev/null/nowhere' })).out, '');
  });
});
