/**
 * Hooks in the files of other programs: foreign hooks stay byte for byte; ours are added once and removed completely.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clientOf } from '../../src/clients/shared/clients.ts';
import { planConnection, planDisconnection } from '../../src/clients/connectClient.ts';
import { hookFile, planHooks, planHooksRemoval } from '../../src/clients/hooks/connectHooks.ts';
import { carryOut, plansToCarryOut } from '../../src/clients/files/filePlan.ts';
import { eventsOf, hookEvents } from '../../src/clients/shared/hookEntries.ts';
import type { HookTarget } from '../../src/clients/shared/hookEntries.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { aHost, namesBeside, now, put, read, refusal } from './support.ts';

const bigmind = '/home/ada/.mcp/bigmind';

const foreign = `{
  // mine
  "model": "opus",
  "hooks": {
    "PostToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "sh check.sh" }] }, // careful
    ],
    "Stop": [
      {
        "hooks": [
          { "type": "command", "command": "sh \\"/opt/tools/hook.sh\\" Stop" }
        ]
      }
    ]
  }
}
`;

interface Group {
  hooks: { type: string; command: string; timeout: number }[];
}

describe('the hooks of Claude Code', () => {
  let home: TemporaryHome;
  let file: string;
  beforeEach(() => {
    home = temporaryHome();
    file = join(home.path, '.claude', 'settings.json');
  });
  afterEach(() => {
    home.remove();
  });

  const host = (): ReturnType<typeof aHost> => aHost({ home: home.path });
  const set = async (folder = bigmind): Promise<string | null> =>
    (await carryOut(await planHooks('claude-code', folder, host()), now)).backup;
  const remove = async (): Promise<void> => {
    await carryOut(await planHooksRemoval('claude-code', bigmind, host()), now);
  };
  const hooksIn = (): Record<string, Group[]> =>
    (JSON.parse(read(file).replaceAll(/ \/\/ .*$|,(?=\s*\/\/ careful)/gmu, '')) as { hooks: Record<string, Group[]> })
      .hooks;

  it('are created for every event if there is no file, which is removed with them', async () => {
    await set();
    assert.deepEqual(Object.keys(hooksIn()), [...hookEvents]);
    assert.deepEqual(hooksIn()['Stop'], [
      { hooks: [{ type: 'command', command: `sh "${bigmind}/hook.sh" Stop claude-code || exit 0`, timeout: 10 }] },
    ]);
    await remove();
    assert.equal(existsSync(file), false);
  });

  it('are added once, after those of others, which stay byte for byte', async () => {
    put(file, foreign);
    assert.notEqual(await set(), null);
    const written = read(file);
    for (const line of foreign.split('\n').slice(0, 12)) assert.ok(written.includes(line), line);
    assert.match(written, /"sh check\.sh" \}\] \}, \/\/ careful\n/u);
    assert.equal(hooksIn()['Stop']?.length, 2);
    assert.equal((await planHooks('claude-code', bigmind, host())).change, 'none');
    await remove();
    assert.equal(read(file), foreign);
  });

  it('are removed without a backup too', async () => {
    for (const text of [
      foreign,
      '{"hooks":{"Stop":[{"hooks":[]}]},"a":1}',
      '{\r\n\t"a": 1\r\n}\r\n',
      '\ufeff{ "a": [] }',
    ]) {
      put(file, text);
      const plan = await planHooks('claude-code', bigmind, host());
      put(file, plan.after ?? '');
      await remove();
      assert.equal(read(file), text);
    }
  });

  it('are removed alone if a user changed the rest since', async () => {
    put(file, foreign);
    await set();
    put(file, read(file).replace('"opus"', '"sonnet"'));
    await remove();
    assert.equal(read(file), foreign.replace('"opus"', '"sonnet"'));
  });

  it('are removed from a group to which a user added others', async () => {
    await set();
    const ours = `{
            "type": "command",
            "command": "sh \\"${bigmind}/hook.sh\\" Stop claude-code || exit 0",
            "timeout": 10
          }`;
    assert.ok(read(file).includes(ours));
    put(file, read(file).replace(ours, `${ours}, { "type": "command", "command": "say done" }`));
    await remove();
    assert.deepEqual(hooksIn(), { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] });
  });

  it('are set again when BigMind moves to another folder or an event is missing', async () => {
    put(file, foreign);
    await set('/elsewhere/bigmind');
    await set();
    assert.doesNotMatch(read(file), /elsewhere/u);
    assert.equal(hooksIn()['Stop']?.length, 2);
    put(file, JSON.stringify({ hooks: { Stop: hooksIn()['Stop'] } }));
    await set();
    assert.deepEqual(Object.keys(hooksIn()).toSorted(), [...hookEvents].toSorted());
    assert.equal(hooksIn()['Stop']?.length, 2);
  });

  it('are updated in place when an earlier version wrote them, even before the hooks of others', async () => {
    put(file, '{}\n');
    await set();
    const [ours] = hooksIn()['Stop'] ?? [];
    const others = { hooks: [{ type: 'command', command: 'say done', timeout: 3 }] };
    const settings = { hooks: { ...hooksIn(), Stop: [ours, others] }, model: 'opus' };
    const today = `${JSON.stringify(settings, undefined, 2)}\n`;
    put(file, today.replaceAll(' claude-code || exit 0', ' || exit 0'));
    assert.equal((await planHooks('claude-code', bigmind, host())).change, 'update');
    await set();
    assert.equal(read(file), today);
    put(file, today.replaceAll(' claude-code || exit 0', ' || exit 0'));
    await remove();
    assert.deepEqual(JSON.parse(read(file)), { hooks: { Stop: [others] }, model: 'opus' });
  });

  it("go into the folder of the user's settings, with shell characters escaped", async () => {
    const other = { ...host(), env: { CLAUDE_CONFIG_DIR: join(home.path, 'conf') } };
    const plan = await planHooks('claude-code', '/a "b" $c', other);
    assert.equal(plan.file, join(home.path, 'conf', 'settings.json'));
    assert.match(String(plan.after), /"sh \\"\/a \\\\\\"b\\\\\\" \\\\\$c\/hook\.sh\\" Stop claude-code \|\| exit 0"/u);
    const windows = aHost({ platform: 'win32', home: 'C:\\Users\\Ada L' });
    assert.equal(hookFile('claude-code', windows), 'C:\\Users\\Ada L\\.claude\\settings.json');
  });

  it('are rejected if the file has another structure, and nothing changes', async () => {
    for (const [text, words] of [
      ['{"hooks": []}', /"hooks" is not an object/u],
      ['{"hooks": {"Stop": {}}}', /"Stop" is not a list/u],
      ['{"hooks": ', /not valid JSON/u],
    ] as const) {
      put(file, text);
      await assert.rejects(planHooks('claude-code', bigmind, host()), refusal('invalid_input', words));
      assert.deepEqual(namesBeside(file), ['settings.json']);
    }
    assert.equal((await planHooksRemoval('claude-code', bigmind, aHost())).change, 'none');
  });
});

describe('the hooks of Codex', () => {
  it('go next to its configuration, in the shape of Claude Code, along with those of others', async () => {
    const home = temporaryHome();
    try {
      const host = aHost({ home: home.path, env: { CODEX_HOME: join(home.path, 'codex') } });
      const file = join(home.path, 'codex', 'hooks.json');
      put(file, foreign);
      await carryOut(await planHooks('codex', bigmind, host), now);
      const { hooks } = JSON.parse(read(file).replaceAll(/ \/\/ .*$|,(?=\s*\/\/ careful)/gmu, '')) as {
        hooks: Record<string, Group[]>;
      };
      assert.deepEqual(Object.keys(hooks).toSorted(), ['PostToolUse', ...eventsOf('codex')].toSorted());
      assert.deepEqual(hooks['Stop']?.[1], {
        hooks: [{ type: 'command', command: `sh "${bigmind}/hook.sh" Stop codex || exit 0`, timeout: 10 }],
      });
      assert.equal((await planHooks('codex', bigmind, host)).change, 'none');
      await carryOut(await planHooksRemoval('codex', bigmind, host), now);
      assert.equal(read(file), foreign);
      assert.equal(hookFile('codex', aHost({ home: '/home/ada' })), '/home/ada/.codex/hooks.json');
    } finally {
      home.remove();
    }
  });
});

describe('the hooks of Gemini CLI', () => {
  let home: TemporaryHome;
  let file: string;
  beforeEach(() => {
    home = temporaryHome();
    file = join(home.path, '.gemini', 'settings.json');
  });
  afterEach(() => {
    home.remove();
  });

  const gemini = clientOf('gemini-cli');
  const launch = { command: '/usr/bin/node', args: ['/home/ada/.mcp/bigmind/bigmind.cjs', 'mcp'], env: {} };
  const host = (): ReturnType<typeof aHost> => aHost({ home: home.path });
  const set = async (): Promise<void> => {
    const server = await planConnection(gemini, launch, host());
    const plans = plansToCarryOut([server, await planHooks('gemini-cli', bigmind, host(), server)]);
    assert.equal(plans.length, 1);
    for (const plan of plans) await carryOut(plan, now);
  };
  const remove = async (): Promise<void> => {
    const hooks = await planHooksRemoval('gemini-cli', bigmind, host());
    const plans = plansToCarryOut([hooks, await planDisconnection(gemini, host(), hooks)]);
    for (const plan of plans) await carryOut(plan, now);
  };

  it('use its event names, pass ours to the script, and set its timeout in milliseconds', async () => {
    await set();
    const { mcpServers, hooks } = JSON.parse(read(file)) as { mcpServers: object; hooks: Record<string, Group[]> };
    assert.deepEqual(mcpServers, { bigmind: launch });
    const commands = Object.entries(hooks).map(([event, [group]]) => [event, group?.hooks[0]?.command]);
    assert.deepEqual(commands, [
      ['SessionStart', `sh "${bigmind}/hook.sh" SessionStart gemini-cli || exit 0`],
      ['BeforeAgent', `sh "${bigmind}/hook.sh" UserPromptSubmit gemini-cli || exit 0`],
      ['AfterAgent', `sh "${bigmind}/hook.sh" Stop gemini-cli || exit 0`],
      ['SessionEnd', `sh "${bigmind}/hook.sh" SessionEnd gemini-cli || exit 0`],
    ]);
    assert.deepEqual(new Set(Object.values(hooks).map(([group]) => group?.hooks[0]?.timeout)), new Set([10_000]));
    const again = await planConnection(gemini, launch, host());
    assert.equal((await planHooks('gemini-cli', bigmind, host(), again)).change, 'none');
    await remove();
    assert.equal(existsSync(file), false);
  });

  it('are added and removed with the server in one step, and the other settings stay byte for byte', async () => {
    for (const text of [
      '{\n  // mine\n  "ui": { "theme": "dark" },\n  "hooks": { "AfterAgent": [ { "hooks": [{ "type": "command", "command": "say" }] } ] }\n}\n',
      '{"mcpServers":{"a":{"url":"https://example.com"}}}',
      '{ "mcpServers": {} }\n',
    ]) {
      put(file, text);
      await set();
      assert.match(read(file), /BeforeAgent/u);
      await remove();
      assert.equal(read(file), text);
    }
  });

  it('are removed alone and leave the server', async () => {
    await set();
    await carryOut(await planHooksRemoval('gemini-cli', bigmind, host()), now);
    assert.deepEqual(JSON.parse(read(file)), { mcpServers: { bigmind: launch } });
  });
});

describe('the hooks of Copilot', () => {
  it('are a separate file, which is removed with them', async () => {
    const home = temporaryHome();
    try {
      const host = aHost({ home: home.path, env: { COPILOT_HOME: join(home.path, 'copilot') } });
      const target: HookTarget = 'copilot';
      await carryOut(await planHooks(target, bigmind, host), now);
      const file = join(home.path, 'copilot', 'hooks', 'bigmind.json');
      const { version, hooks } = JSON.parse(read(file)) as { version: number; hooks: Record<string, unknown> };
      assert.equal(version, 1);
      assert.deepEqual(Object.keys(hooks), [...eventsOf('copilot')]);
      assert.deepEqual(hooks['Stop'], [
        { type: 'command', bash: `sh "${bigmind}/hook.sh" Stop copilot || exit 0`, timeoutSec: 10 },
      ]);
      assert.equal((await planHooks(target, bigmind, host)).change, 'none');
      await carryOut(await planHooksRemoval(target, bigmind, host), now);
      assert.equal(existsSync(file), false);
      assert.equal((await planHooksRemoval(target, bigmind, host)).change, 'none');
    } finally {
      home.remove();
    }
  });

  it('leave a file of the same name unchanged if it holds hooks of a user', async () => {
    const home = temporaryHome();
    try {
      const host = aHost({ home: home.path });
      const file = join(home.path, '.copilot', 'hooks', 'bigmind.json');
      const own = { type: 'command', bash: 'say done' };
      const ours = { type: 'command', bash: `sh "${bigmind}/hook.sh" Stop copilot || exit 0` };
      const holds = /bigmind\.json contains something other than BigMind's hooks.*Move the other content/u;
      const textWith = (...hooks: object[]): string => JSON.stringify({ version: 1, hooks: { Stop: hooks } });
      for (const text of [textWith(own), textWith(ours, own), '{"version":1,', '[]', '']) {
        put(file, text);
        await assert.rejects(planHooks('copilot', bigmind, host), refusal('not_allowed', holds));
      }
      for (const text of [textWith(own), '{"version":1,', '[]', '']) {
        put(file, text);
        assert.equal((await planHooksRemoval('copilot', bigmind, host)).change, 'none');
      }
      put(file, textWith(ours, own));
      await assert.rejects(planHooksRemoval('copilot', bigmind, host), refusal('not_allowed', holds));
      assert.equal(read(file), textWith(ours, own));
      put(file, textWith(ours));
      assert.equal((await planHooksRemoval('copilot', bigmind, host)).change, 'remove');
    } finally {
      home.remove();
    }
  });

  it('call PowerShell on Windows, with a line that every shell there accepts', async () => {
    const host = aHost({ platform: 'win32', home: 'C:\\Users\\Ada L', env: { COPILOT_HOME: 'Z:\\none' } });
    const plan = await planHooks('copilot', 'C:\\Users\\Ada L\\.mcp\\bigmind', host);
    const { hooks } = JSON.parse(String(plan.after)) as { hooks: { Stop: { powershell: string }[] } };
    assert.equal(
      hooks.Stop[0]?.powershell,
      'powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "C:/Users/Ada L/.mcp/bigmind/hook.ps1" Stop copilot',
    );
  });
});
