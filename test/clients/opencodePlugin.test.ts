/** The plugin for opencode: its file, and what it does with the events of opencode, against a script that answers. */
import assert from 'node:assert/strict';
// The plugin starts the script with it.
import 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { carryOut } from '../../src/clients/files/filePlan.ts';
import { hookFile, planHooks, planHooksRemoval } from '../../src/clients/hooks/connectHooks.ts';
import { hookFindings, installedHooks } from '../../src/clients/hooks/hookFindings.ts';
import { opencodePlugin } from '../../src/clients/hooks/opencodePlugin.ts';
import type { ClientHost } from '../../src/clients/shared/clientHost.ts';
import { eventsOf } from '../../src/clients/shared/hookEntries.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { aHost, now, put, read, refusal } from './support.ts';

let home: TemporaryHome;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home.remove());

describe('the file of the plugin for opencode', () => {
  let host: ClientHost;
  let file: string;
  beforeEach(() => {
    host = aHost({ home: home.path });
    file = join(home.path, '.config', 'opencode', 'plugin', 'bigmind.js');
  });
  const findings = (): unknown[] =>
    hookFindings(installedHooks(home.path, host), join(home.path, 'memory.db'), host).map(({ what }) => what);

  it('is written with one command for each event, and is removed again', async () => {
    assert.equal(hookFile('opencode', host), file);
    await carryOut(await planHooks('opencode', home.path, host), now);
    for (const event of eventsOf('opencode'))
      assert.ok(read(file).includes(`hook.sh\\" ${event} opencode || exit 0"`), `${event}\n${read(file)}`);
    assert.equal((await planHooks('opencode', home.path, host)).change, 'none');
    await carryOut(await planHooksRemoval('opencode', home.path, host), now);
    assert.equal(existsSync(file), false);
    assert.equal((await planHooksRemoval('opencode', home.path, host)).change, 'none');
  });

  it('replaces that of an earlier version, and leaves a file that BigMind did not write', async () => {
    await carryOut(await planHooks('opencode', home.path, host), now);
    put(file, `${read(file)}// earlier`);
    assert.equal((await planHooks('opencode', home.path, host)).change, 'update');
    assert.equal((await planHooksRemoval('opencode', home.path, host)).change, 'remove');
    put(file, 'export const Mine = async () => ({});');
    const holds = /bigmind\.js contains something other than BigMind's hooks/u;
    await assert.rejects(planHooks('opencode', home.path, host), refusal('not_allowed', holds));
    assert.equal((await planHooksRemoval('opencode', home.path, host)).change, 'none');
  });

  it('lets the doctor find missing scripts and a plugin of another version', async () => {
    await carryOut(await planHooks('opencode', home.path, host), now);
    assert.match(String(findings()[0]), /hooks of opencode cannot run, .*bigmind\.js refers to are missing/u);
    for (const name of ['hook.sh', 'bigmind.cjs', 'runtime.json']) put(join(home.path, name), '{}');
    assert.deepEqual(findings(), []);
    put(file, `${read(file)}// earlier`);
    assert.deepEqual(findings(), [`${file} is from another version.`]);
  });
});

interface Part {
  id: string;
  type: string;
  text: string;
  synthetic?: boolean;
}
type Hooks = Record<string, (input: unknown, output?: unknown) => Promise<void>>;

describe('the plugin for opencode', function () {
  if (process.platform === 'win32') return;
  const script = (lines: string): void =>
    writeFileSync(join(home.path, 'hook.sh'), `input=$(cat)\ncd '${home.path}'\n${lines}`);
  /** Each hook is logged with its input, and says its name, but the one named Silent. */
  const answering = `printf '%s %s\\n' "$1" "$input" >> log
case $1 in
  Stop | SessionEnd | PreCompact) ;;
  *) printf '{"hookSpecificOutput":{"additionalContext":"from %s"}}' "$1" ;;
esac`;
  const log = (): string[] =>
    existsSync(join(home.path, 'log')) ? read(join(home.path, 'log')).trim().split('\n') : [];
  const events = (): string[] => log().map((line) => line.split(' ')[0] ?? '');
  const inputs = (event: string): Record<string, unknown>[] =>
    log()
      .filter((line) => line.startsWith(`${event} `))
      .map((line) => JSON.parse(line.slice(event.length)) as Record<string, unknown>);

  let loaded = 0;
  const start = async (parentID?: string): Promise<Hooks> => {
    loaded += 1;
    const file = put(join(home.path, `plugin${String(loaded)}.mjs`), opencodePlugin(home.path, aHost()));
    const { BigMind } = (await import(pathToFileURL(file).href)) as { BigMind: (input: unknown) => Promise<Hooks> };
    const client = { session: { get: () => Promise.resolve({ data: { parentID } }) } };
    return BigMind({ client, directory: home.path });
  };
  const prompt = async (hooks: Hooks, text: string, sessionID = 'ses_a'): Promise<Part[]> => {
    const parts: Part[] = [{ id: 'prt_1', type: 'text', text }];
    await hooks['chat.message']?.({ sessionID }, { message: { id: 'msg_1' }, parts });
    return parts;
  };
  const happen = (hooks: Hooks, type: string, properties: unknown): Promise<void> | undefined =>
    hooks['event']?.({ event: { type, properties } });
  const created = (hooks: Hooks, id: string, parentID?: string): Promise<void> | undefined =>
    happen(hooks, 'session.created', { sessionID: id, info: { id, parentID } });

  it('adds the context and the hints to the first message, and the hints to the next ones', async () => {
    script(answering);
    const hooks = await start();
    await created(hooks, 'ses_a');
    const [said, added, ...more] = await prompt(hooks, 'Hello');
    assert.deepEqual([said?.text, more], ['Hello', []]);
    assert.deepEqual(added, {
      ...{ id: 'prt_1z', messageID: 'msg_1', sessionID: 'ses_a', type: 'text', synthetic: true },
      text: 'from SessionStart\n\nfrom UserPromptSubmit',
    });
    assert.equal((await prompt(hooks, 'And now?'))[1]?.text, 'from UserPromptSubmit');
    const chat = { session_id: 'ses_a', cwd: home.path };
    assert.deepEqual(inputs('SessionStart'), [{ ...chat, source: 'startup' }]);
    assert.deepEqual(inputs('UserPromptSubmit'), [
      { ...chat, prompt: 'Hello' },
      { ...chat, prompt: 'And now?' },
    ]);
    // One that began in another process is resumed.
    await prompt(hooks, 'Again', 'ses_b');
    assert.equal(inputs('SessionStart')[1]?.['source'], 'resume');
  });

  it('brings what is known about a call with its result, and that of a failed call with the next message', async () => {
    script(answering);
    const hooks = await start();
    await prompt(hooks, 'Hello');
    const call = { sessionID: 'ses_a', callID: 'call_1' };
    await hooks['tool.execute.before']?.({ ...call, tool: 'bash' }, { args: { command: 'npm test' } });
    const output = { output: 'ok' };
    await hooks['tool.execute.after']?.({ ...call, tool: 'bash' }, output);
    assert.equal(output.output, 'ok\n\nfrom PreToolUse');
    assert.deepEqual(inputs('PreToolUse')[0]?.['tool_input'], { command: 'npm test' });
    await hooks['tool.execute.before']?.({ ...call, tool: 'read' }, { args: { filePath: 'a.ts' } });
    await hooks['tool.execute.before']?.({ ...call, callID: 'call_2', tool: 'edit' }, { args: { filePath: 'a.ts' } });
    await happen(hooks, 'session.idle', { sessionID: 'ses_a' });
    assert.equal((await prompt(hooks, 'Next'))[1]?.text, 'from PreToolUse\n\nfrom UserPromptSubmit');
    assert.equal(inputs('PreToolUse').length, 2);
  });

  it('passes on compactions, the end of a turn and the end of the chat, one after the other', async () => {
    script(`sleep 0.1\n${answering}`);
    const hooks = await start();
    await prompt(hooks, 'Hello');
    await hooks['experimental.session.compacting']?.({ sessionID: 'ses_a' });
    await happen(hooks, 'session.compacted', { sessionID: 'ses_a' });
    // The context is gone, so it comes again with the next thing that the model gets.
    const output = { output: 'ok' };
    await hooks['tool.execute.after']?.({ sessionID: 'ses_a', callID: 'call_1', tool: 'read' }, output);
    assert.equal(output.output, 'ok\n\nfrom SessionStart');
    await happen(hooks, 'session.idle', { sessionID: 'ses_a' });
    await hooks['dispose']?.(undefined);
    const expected = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'SessionStart', 'Stop', 'SessionEnd'];
    assert.deepEqual(events(), expected);
    assert.deepEqual(inputs('SessionStart')[1]?.['source'], 'compact');
  });

  it('adds nothing to a sub-agent but what is known about its calls', async () => {
    script(answering);
    const hooks = await start('ses_a');
    await created(hooks, 'ses_c', 'ses_a');
    for (const id of ['ses_c', 'ses_d']) {
      assert.equal((await prompt(hooks, 'Look around', id)).length, 1);
      await happen(hooks, 'session.idle', { sessionID: id });
    }
    await hooks['tool.execute.before']?.({ sessionID: 'ses_c', callID: 'call_1', tool: 'bash' }, { args: {} });
    const output = { output: 'ok' };
    await hooks['tool.execute.after']?.({ sessionID: 'ses_c', callID: 'call_1', tool: 'bash' }, output);
    assert.equal(output.output, 'ok\n\nfrom PreToolUse');
    await hooks['dispose']?.(undefined);
    assert.deepEqual(events(), ['PreToolUse']);
    assert.equal(inputs('PreToolUse')[0]?.['parent_agent_id'], 'ses_a');
  });

  it('lets the chat go on if a hook fails, says something else or is gone', async () => {
    const hooks = await start();
    for (const lines of ['exit 1', 'echo not JSON', 'echo null', undefined]) {
      if (lines === undefined) home.remove();
      else script(lines);
      assert.equal((await prompt(hooks, 'Hello')).length, 1, lines);
    }
    await hooks['dispose']?.(undefined);
  });

  it('does nothing while BigMind learns with the program', async () => {
    process.env['BIGMIND_LEARNING'] = '1';
    try {
      assert.deepEqual(await start(), {});
    } finally {
      delete process.env['BIGMIND_LEARNING'];
    }
  });
});
