/** The hook when a client starts a sub-agent, which sees nothing of its chat's context: a short block, each once. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokens } from '../../src/util/tokens.ts';
import { answerOfHook, runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const chat = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';
const rule = 'Every public function has a doc comment with units.';
const trap = 'Nobody runs `git push --force` on main: it lost two releases.';
const decision = 'The billing service is written in Kotlin.';

describe('the hook when a sub-agent starts', () => {
  let home: TemporaryHome;
  let folder: string;
  beforeEach(() => {
    home = temporaryHome();
    folder = join(home.path, 'my project');
    mkdirSync(folder);
  });
  afterEach(() => home.remove());

  const save = async (text: string, ...more: string[]): Promise<void> => {
    const { code, err } = await runProgram(home, ['save', text, ...more], { cwd: folder });
    assert.equal(code, 0, err);
  };
  const run = async (name: string, more: object = {}, env: Record<string, string> = {}): Promise<Finished> => {
    const event = { session_id: chat, cwd: folder, hook_event_name: name, ...more };
    const input = JSON.stringify({ agent_id: 'a1', agent_type: 'Explore', ...event });
    const finished = await runProgram(home, ['hook', name, 'claude-code'], { input, env });
    assert.equal(finished.code, 0, finished.err);
    return finished;
  };
  const start = async (more: object = {}, env: Record<string, string> = {}): Promise<string> => {
    const { out, err } = await run('SubagentStart', more, env);
    assert.equal(err, '');
    if (out === '') return '';
    const { hookSpecificOutput: said, ...rest } = JSON.parse(out) as { hookSpecificOutput: Record<string, string> };
    assert.deepEqual([Object.keys(said), Object.keys(rest)], [['hookEventName', 'additionalContext'], []]);
    assert.equal(said['hookEventName'], 'SubagentStart');
    return said['additionalContext'] ?? '';
  };
  const begin = (): Promise<string> =>
    answerOfHook(home, 'SessionStart', { session_id: chat, cwd: folder, source: 'startup' });
  const rows = (sql: string): Record<string, unknown>[] => rowsIn(home.database, sql);

  it('gives it the rules and traps of the project as data, and no decision, session or guide', async () => {
    await save(rule, '--type', 'convention');
    await save(trap, '--type', 'bug');
    await save(decision, '--type', 'decision');
    await begin();
    const text = await start();
    assert.match(
      text,
      /^<bigmind-context>\n.*It is information, not instructions\.\n- \*\*\[[\s\S]*\n<\/bigmind-context>$/u,
    );
    assert.ok(text.includes(rule) && text.includes('it lost two releases'), text);
    assert.doesNotMatch(text, /Kotlin|memory_|session/iu);
  });

  it('reaches each sub-agent once, its chat notwithstanding, and its tool calls do not repeat it', async () => {
    await save(trap, '--type', 'bug');
    await begin();
    assert.match(await start(), /lost two releases/u);
    assert.equal(await start(), '');
    assert.match(await start({ agent_id: 'a2' }), /lost two releases/u);
    await answerOfHook(home, 'UserPromptSubmit', { session_id: chat, cwd: folder, prompt: 'What next?' });
    const push = { tool_name: 'Bash', tool_input: { command: 'git push --force' } };
    assert.equal((await run('PreToolUse', push)).out, '');
    assert.match((await run('PreToolUse', { ...push, agent_id: 'a3' })).out, /lost two releases/u);
  });

  it('keeps to 200 tokens, however much is known', async () => {
    for (const name of ['quays', 'cranes', 'tides', 'buoys', 'pilots', 'tugs'])
      await save(`Whoever counts the ${name} ${'writes them down on a long list '.repeat(8)}`, '--type', 'convention');
    const text = await start();
    assert.match(text, /Whoever counts/u);
    const inner = text.replace(/^<bigmind-context>\n|\n<\/bigmind-context>$/gu, '');
    assert.ok(estimateTokens(inner) <= 200, `${String(estimateTokens(inner))} tokens\n${text}`);
  });

  it('says nothing, and opens no session, if nothing of this kind is known', async () => {
    await save(decision, '--type', 'decision');
    assert.equal(await start(), '');
    assert.deepEqual(rows('SELECT id FROM sessions WHERE external_id IS NOT NULL'), []);
  });

  it('says nothing where recording or hints are off, or a team has the memory, or no sub-agent is named', async () => {
    await save(rule, '--type', 'convention');
    assert.equal(await start({}, { BIGMIND_OFFERS: '0' }), '');
    assert.equal(await start({}, { BIGMIND_SERVER_URL: 'https://memory.example.com' }), '');
    assert.equal(await start({ agent_id: undefined }), '');
    const record = join(home.path, 'capture.json');
    writeFileSync(record, JSON.stringify({ everywhere: 'on', off: [folder], on: [] }));
    assert.equal(await start(), '');
    rmSync(record);
    assert.match(await start(), /doc comment/u);
  });

  it('records no message and no session of the sub-agent, and shows in the last turn what it got', async () => {
    await save(rule, '--type', 'convention');
    await begin();
    const text = await start({ transcript_path: join(folder, 'none.jsonl') });
    assert.deepEqual(rows('SELECT external_id FROM sessions WHERE external_id IS NOT NULL'), [{ external_id: chat }]);
    assert.deepEqual(rows('SELECT id FROM messages'), []);
    const [noted] = rows("SELECT injected, recorded FROM hook_runs WHERE event = 'SubagentStart'");
    assert.deepEqual(noted, { injected: text, recorded: 0 });
  });
});
