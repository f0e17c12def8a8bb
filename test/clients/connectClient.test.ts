/** Connecting each client: a documented configuration with other servers in it, before and after. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { clientIds, clientOf } from '../../src/clients/shared/clients.ts';
import type { ClientHost } from '../../src/clients/shared/clientHost.ts';
import type { ClientId } from '../../src/clients/shared/clients.ts';
import { planConnection, planDisconnection } from '../../src/clients/connectClient.ts';
import { carryOut } from '../../src/clients/files/filePlan.ts';
import type { FilePlan } from '../../src/clients/files/filePlan.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { aHost, aLaunch, namesBeside, now, put, read, refusal } from './support.ts';

const existing: Record<ClientId, string> = {
  'claude-desktop': `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/Users/ada/Desktop"]
    }
  }
}
`,
  'claude-code': `{
  "numStartups": 34,
  "projects": {
    "/home/ada/project": { "mcpServers": {}, "history": [] }
  },
  "mcpServers": {
    "airtable": {
      "type": "stdio",
      "command": "npx",
      "args": [
        "-y",
        "airtable-mcp-server"
      ],
      "env": {
        "AIRTABLE_API_KEY": "key"
      }
    }
  },
  "userID": "abc"
}`,
  cursor: `{
    // shared with the team
    "mcpServers": {
        "remote": { "url": "https://example.com/mcp" }, // signed in
    },
}
`,
  windsurf: `{"mcpServers":{"github":{"command":"docker","args":["run"],"env":{"TOKEN":"t"}}}}`,
  jetbrains: `{\r\n  "mcpServers": {\r\n    "memory": {\r\n      "command": "npx"\r\n    }\r\n  }\r\n}\r\n`,
  codex: `model = "gpt-5-codex"   # the usual
approval_policy = 'on-request'

# documentation on hand
[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]

[mcp_servers.context7.env]
MY_ENV_VAR = "MY_ENV_VALUE"

[profiles.fast]
model = "gpt-5-mini"
`,
  grok: '[ui]\ntheme = "dark"\n',
  'gemini-cli': `\ufeff{\n\t"theme": "Default", /* dark? */\n\t"mcpServers": {}\n}\n`,
  'lm-studio': `{
  "mcpServers": {
    "hf-mcp-server": {
      "url": "https://huggingface.co/mcp",
      "headers": {
        "Authorization": "Bearer hf"
      }
    }
  }
}`,
  'copilot-cli': `{
  "mcpServers": {
    "playwright": {
      "type": "local",
      "command": "npx",
      "args": ["@playwright/mcp@latest"],
      "env": {},
      "tools": ["*"]
    }
  }
}
`,
  opencode: `{
  "$schema": "https://opencode.ai/config.json",
  // the usual one
  "model": "anthropic/claude-sonnet-4-5",
  "mcp": {
    "jira": { "type": "remote", "url": "https://jira.example.com/mcp", "enabled": false }
  }
}
`,
};

/** The entry as it is written, indented by two levels. */
function entryText(id: ClientId, unit: string, eol = '\n'): string {
  const text = JSON.stringify(clientOf(id).entry(aLaunch), undefined, unit);
  return `${eol}${unit}${unit}"bigmind": ${text.replaceAll('\n', `${eol}${unit}${unit}`)}`;
}

const connected: Record<ClientId, string> = {
  'claude-desktop': existing['claude-desktop'].replace(
    '    }\n  }\n}',
    `    },${entryText('claude-desktop', '  ')}\n  }\n}`,
  ),
  'claude-code': existing['claude-code'].replace(
    '    }\n  },\n  "userID"',
    `    },${entryText('claude-code', '  ')}\n  },\n  "userID"`,
  ),
  cursor: existing.cursor.replace('// signed in', `// signed in${entryText('cursor', '    ')},`),
  windsurf: `{"mcpServers":{"github":{"command":"docker","args":["run"],"env":{"TOKEN":"t"}},"bigmind":${JSON.stringify(aLaunch)}}}`,
  jetbrains: existing.jetbrains.replace('    }\r\n  }', `    },${entryText('jetbrains', '  ', '\r\n')}\r\n  }`),
  codex: `${existing.codex}
[mcp_servers.bigmind]
command = "/opt/VS Code/code"
args = ["/home/ada/.mcp/bigmind/bigmind.cjs", "mcp"]

[mcp_servers.bigmind.env]
ELECTRON_RUN_AS_NODE = "1"
`,
  grok: `${existing.grok}
[mcp_servers.bigmind]
command = "/opt/VS Code/code"
args = ["/home/ada/.mcp/bigmind/bigmind.cjs", "mcp"]

[mcp_servers.bigmind.env]
ELECTRON_RUN_AS_NODE = "1"
`,
  'gemini-cli': existing['gemini-cli'].replace('{}', `{${entryText('gemini-cli', '\t')}\n\t}`),
  'lm-studio': existing['lm-studio'].replace('      }\n    }\n', `      }\n    },${entryText('lm-studio', '  ')}\n`),
  'copilot-cli': existing['copilot-cli'].replace('    }\n  }\n}', `    },${entryText('copilot-cli', '  ')}\n  }\n}`),
  opencode: existing.opencode.replace(' }\n  }\n}', ` },${entryText('opencode', '  ')}\n  }\n}`),
};

describe('connecting a client', () => {
  let home: TemporaryHome;
  let host: ClientHost;
  beforeEach(() => {
    home = temporaryHome();
    host = aHost({ home: home.path });
  });
  afterEach(() => {
    home.remove();
  });

  const connect = (id: ClientId, launch = aLaunch): Promise<FilePlan> => planConnection(clientOf(id), launch, host);
  const disconnect = (id: ClientId): Promise<FilePlan> => planDisconnection(clientOf(id), host);
  const fileOf = (id: ClientId): string => clientOf(id).file(host);

  for (const id of clientIds) {
    it(`adds the server to the file of ${id} once, and restores the file byte for byte when it is removed`, async () => {
      const file = put(fileOf(id), existing[id]);
      const plan = await connect(id);
      assert.deepEqual([plan.change, plan.client, plan.file], ['update', id, file]);
      assert.equal(read(file), existing[id]);
      const { backup } = await carryOut(plan, now);
      assert.equal(read(file), connected[id]);
      assert.equal(backup, `${file}.bigmind-backup-20261122-093005`);
      assert.equal(read(backup), existing[id]);

      const again = await connect(id);
      assert.equal(again.change, 'none');
      assert.deepEqual(await carryOut(again, now), { file, backup: null });

      const removal = await disconnect(id);
      assert.equal(removal.change, 'remove');
      await carryOut(removal, now);
      assert.equal(read(file), existing[id]);
      assert.equal((await disconnect(id)).change, 'none');
    });

    it(`creates the file of ${id} if there is none, and removes it again`, async () => {
      const plan = await connect(id);
      assert.equal(plan.change, 'create');
      assert.deepEqual(await carryOut(plan, now), { file: fileOf(id), backup: null });
      assert.equal((await connect(id)).change, 'none');
      await carryOut(await disconnect(id), now);
      assert.equal(existsSync(fileOf(id)), false);
      assert.equal((await disconnect(id)).change, 'none');
    });
  }

  it('removes the server without a backup too, and keeps what others added since', async () => {
    for (const id of clientIds) {
      const file = put(fileOf(id), existing[id]);
      const { backup } = await carryOut(await connect(id), now);
      assert.ok(backup);
      unlinkSync(backup);
      await carryOut(await disconnect(id), now);
      assert.equal(read(file), existing[id]);
    }
    const file = put(fileOf('codex'), connected.codex);
    put(file, `${read(file)}\n[later]\na = 1\n`);
    await carryOut(await disconnect('codex'), now);
    assert.equal(read(file), `${existing.codex}\n[later]\na = 1\n`);
  });

  it('restores a file without servers, and one with an empty list of them', async () => {
    for (const original of [
      '{\n  "theme": "dark"\n}\n',
      '{"theme":"dark"}',
      '{\n  "mcpServers": {}\n}\n',
      '{}',
      '{ }\n',
    ]) {
      const file = put(fileOf('cursor'), original);
      await carryOut(await connect('cursor'), now);
      assert.match(read(file), /bigmind/u);
      await carryOut(await disconnect('cursor'), now);
      assert.equal(read(file), original);
    }
  });

  it('updates our entry in place and keeps the options that a user added', async () => {
    const own = { command: '/old', args: ['mcp'], env: { BIGMIND_USER: 'eve' }, disabledTools: ['memory_search'] };
    const file = put(fileOf('windsurf'), JSON.stringify({ mcpServers: { bigmind: own, z: 1 } }, undefined, 2));
    const plan = await connect('windsurf');
    assert.equal(plan.change, 'update');
    await carryOut(plan, now);
    const expected = { mcpServers: { bigmind: { ...aLaunch, disabledTools: ['memory_search'] }, z: 1 } };
    assert.equal(read(file), JSON.stringify(expected, undefined, 2));
    const reordered = {
      disabledTools: ['memory_search'],
      env: aLaunch.env,
      args: aLaunch.args,
      command: aLaunch.command,
    };
    put(file, JSON.stringify({ mcpServers: { bigmind: reordered } }));
    assert.equal((await connect('windsurf')).change, 'none');
    put(
      fileOf('codex'),
      `[mcp_servers.bigmind]\ncommand="/old"\nargs=[]\nenv={BIGMIND_USER = "OLD"}\ntool_timeout_sec=90 # slow\n`,
    );
    await carryOut(await connect('codex', { ...aLaunch, env: {} }), now);
    assert.doesNotMatch(read(fileOf('codex')), /OLD/u);
    assert.match(read(fileOf('codex')), /^tool_timeout_sec=90 # slow$/mu);
  });

  it('enables a server of opencode again, and keeps the timeout and the variable that a user set', async () => {
    const own = {
      type: 'local',
      command: ['old'],
      environment: { BIGMIND_EMBEDDINGS_KEY: 'k', BIGMIND_USER: 'eve' },
      enabled: false,
      timeout: 9_000,
    };
    const file = put(fileOf('opencode'), JSON.stringify({ mcp: { bigmind: own } }, undefined, 2));
    await carryOut(await connect('opencode'), now);
    const launch = { ...aLaunch, env: { BIGMIND_EMBEDDINGS_KEY: 'k', ...aLaunch.env } };
    const expected = { mcp: { bigmind: { ...clientOf('opencode').entry(launch), timeout: 9_000 } } };
    assert.deepEqual(JSON.parse(read(file)), expected);
  });

  it('rejects a file that it cannot parse, with the line and a remedy, and changes nothing', async () => {
    const broken: [ClientId, string, RegExp][] = [
      ['cursor', '{\n  "mcpServers": {\n', /mcp\.json, line \d: the file is not valid JSON .* Repair the file/u],
      ['cursor', '{\n  "mcpServers": []\n}', /line 2: "mcpServers" is not an object/u],
      ['codex', '[mcp_servers\n', /config\.toml, line 1: the file is not valid TOML/u],
      ['codex', 'mcp_servers = "none"\n', /line 1: "mcp_servers" is not a table/u],
    ];
    for (const [id, content, words] of broken) {
      const file = put(fileOf(id), content);
      await assert.rejects(connect(id), refusal('invalid_input', words));
      await assert.rejects(disconnect(id), refusal('invalid_input', words));
      assert.equal(read(file), content);
    }
    put(fileOf('cursor'), Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    await assert.rejects(connect('cursor'), refusal('invalid_input', /not written in UTF-8/u));
  });

  it('rejects a link and a read-only file before the preview, and changes nothing', async function () {
    if (process.platform === 'win32') return this.skip();
    const file = put(fileOf('cursor'), existing.cursor);
    chmodSync(file, 0o400);
    await assert.rejects(connect('cursor'), refusal('not_allowed', /is read-only/u));
    unlinkSync(put(fileOf('lm-studio'), ''));
    symlinkSync(file, fileOf('lm-studio'));
    await assert.rejects(connect('lm-studio'), refusal('not_allowed', /is a symbolic link/u));
    assert.equal(read(file), existing.cursor);
  });

  it('writes nothing when the client wrote to the file in the meantime', async () => {
    const file = put(fileOf('claude-code'), existing['claude-code']);
    const plan = await connect('claude-code');
    put(file, existing['claude-code'].replace('34', '35'));
    await assert.rejects(carryOut(plan, now), refusal('conflict', /Another program changed .*Run the command again/u));
    assert.deepEqual(namesBeside(file), ['.claude.json']);
  });

  it('preserves the mode of the file, in the backup too', async function () {
    if (process.platform === 'win32') return this.skip();
    const file = put(fileOf('claude-code'), existing['claude-code']);
    chmodSync(file, 0o600);
    const { backup } = await carryOut(await connect('claude-code'), now);
    for (const path of [file, backup ?? '']) assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('leaves no draft next to the file', async () => {
    const file = put(fileOf('cursor'), existing.cursor);
    await carryOut(await connect('cursor'), now);
    assert.deepEqual(namesBeside(file), ['mcp.json', 'mcp.json.bigmind-backup-20261122-093005']);
    assert.ok(file.startsWith(join(home.path, '.cursor')));
  });
});
