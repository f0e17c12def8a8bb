/** The configuration file of each client on every platform, and the shape of a server entry in it. */
import assert from 'node:assert/strict';
import { clientIds, clientNamed, clientOf } from '../../src/clients/shared/clients.ts';
import type { ClientHost } from '../../src/clients/shared/clientHost.ts';
import type { ClientId } from '../../src/clients/shared/clients.ts';
import { aHost, aLaunch } from './support.ts';

const windows = aHost({
  platform: 'win32',
  home: 'C:\\Users\\Ada Lovelace',
  env: { APPDATA: 'D:\\Roaming Data', LOCALAPPDATA: 'C:\\Users\\Ada Lovelace\\AppData\\Local' },
});

function filesOn(host: ClientHost): Record<string, string> {
  return Object.fromEntries(clientIds.map((id) => [id, clientOf(id).file(host)]));
}

describe('the clients', () => {
  it('have their files at the documented paths on Linux', () => {
    assert.deepEqual(filesOn(aHost()), {
      'claude-desktop': '/home/ada/.config/Claude/claude_desktop_config.json',
      'claude-code': '/home/ada/.claude.json',
      cursor: '/home/ada/.cursor/mcp.json',
      windsurf: '/home/ada/.codeium/windsurf/mcp_config.json',
      jetbrains: '/home/ada/.junie/mcp/mcp.json',
      codex: '/home/ada/.codex/config.toml',
      'gemini-cli': '/home/ada/.gemini/settings.json',
      grok: '/home/ada/.grok/config.toml',
      'lm-studio': '/home/ada/.lmstudio/mcp.json',
      'copilot-cli': '/home/ada/.copilot/mcp-config.json',
      opencode: '/home/ada/.config/opencode/opencode.json',
    });
  });

  it('have their files at the documented paths on macOS', () => {
    const mac = aHost({ platform: 'darwin', home: '/Users/Ada Lovelace', env: { XDG_CONFIG_HOME: '/elsewhere' } });
    assert.equal(
      clientOf('claude-desktop').file(mac),
      '/Users/Ada Lovelace/Library/Application Support/Claude/claude_desktop_config.json',
    );
    assert.equal(clientOf('codex').file(mac), '/Users/Ada Lovelace/.codex/config.toml');
  });

  it('have their files at the documented paths on Windows, with spaces in the path', () => {
    assert.deepEqual(filesOn(windows), {
      'claude-desktop': 'D:\\Roaming Data\\Claude\\claude_desktop_config.json',
      'claude-code': 'C:\\Users\\Ada Lovelace\\.claude.json',
      cursor: 'C:\\Users\\Ada Lovelace\\.cursor\\mcp.json',
      windsurf: 'C:\\Users\\Ada Lovelace\\.codeium\\windsurf\\mcp_config.json',
      jetbrains: 'C:\\Users\\Ada Lovelace\\.junie\\mcp\\mcp.json',
      codex: 'C:\\Users\\Ada Lovelace\\.codex\\config.toml',
      'gemini-cli': 'C:\\Users\\Ada Lovelace\\.gemini\\settings.json',
      grok: 'C:\\Users\\Ada Lovelace\\.grok\\config.toml',
      'lm-studio': 'C:\\Users\\Ada Lovelace\\.lmstudio\\mcp.json',
      'copilot-cli': 'C:\\Users\\Ada Lovelace\\.copilot\\mcp-config.json',
      opencode: 'C:\\Users\\Ada Lovelace\\.config\\opencode\\opencode.json',
    });
    assert.equal(
      clientOf('claude-desktop').file({ ...windows, env: {} }),
      'C:\\Users\\Ada Lovelace\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    );
  });

  for (const id of clientIds) {
    it(`read the launch back from the entry that they write for ${id}`, () => {
      const { entry, launch } = clientOf(id);
      for (const one of [aLaunch, { ...aLaunch, args: [], env: {} }]) assert.deepEqual(launch(entry(one)), one);
      assert.equal(launch({ url: 'https://memory.example' }), undefined);
      assert.equal(launch({ command: 7, args: [], env: {}, environment: {} }), undefined);
    });
  }

  it('use the folder of the packaged Claude Desktop, which reads no other', () => {
    const folder = 'C:\\Users\\Ada Lovelace\\AppData\\Local\\Packages';
    const namesIn = (path: string): string[] => (path === folder ? ['Claude', 'Claude_pzs8sxrjxfjjc'] : []);
    assert.equal(
      clientOf('claude-desktop').file({ ...windows, namesIn }),
      `${folder}\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`,
    );
  });

  it('put the entry into the file that opencode reads last', () => {
    const namesIn = (path: string): string[] =>
      path === '/home/ada/.config/opencode' ? ['opencode.json', 'opencode.jsonc'] : [];
    assert.equal(clientOf('opencode').file(aHost({ namesIn })), '/home/ada/.config/opencode/opencode.jsonc');
  });

  it('follow the documented environment variables', () => {
    const moved: [ClientId, string, string, string][] = [
      ['claude-desktop', 'XDG_CONFIG_HOME', '/cfg', '/cfg/Claude/claude_desktop_config.json'],
      ['claude-code', 'CLAUDE_CONFIG_DIR', '/cfg', '/cfg/.claude.json'],
      ['claude-code', 'CLAUDE_CONFIG_DIR', '~/.claude', '/home/ada/.claude/.claude.json'],
      ['codex', 'CODEX_HOME', '/cfg', '/cfg/config.toml'],
      ['codex', 'CODEX_HOME', ' ', '/home/ada/.codex/config.toml'],
      ['gemini-cli', 'GEMINI_CLI_HOME', '/cfg', '/cfg/.gemini/settings.json'],
      ['grok', 'GROK_HOME', '/cfg', '/cfg/config.toml'],
      ['copilot-cli', 'COPILOT_HOME', '/cfg', '/cfg/mcp-config.json'],
      ['opencode', 'XDG_CONFIG_HOME', '/cfg', '/cfg/opencode/opencode.json'],
      ['opencode', 'OPENCODE_CONFIG', '~/mine.jsonc', '/home/ada/mine.jsonc'],
    ];
    for (const [id, name, value, file] of moved) {
      assert.equal(clientOf(id).file(aHost({ env: { [name]: value } })), file);
    }
  });

  it('get a server entry in the shape that they read', () => {
    const plain = { ...aLaunch };
    const entries = Object.fromEntries(clientIds.map((id) => [id, clientOf(id).entry(aLaunch)]));
    assert.deepEqual(entries, {
      'claude-desktop': plain,
      'claude-code': { type: 'stdio', ...plain },
      cursor: plain,
      windsurf: plain,
      jetbrains: plain,
      codex: plain,
      'gemini-cli': plain,
      grok: plain,
      'lm-studio': plain,
      'copilot-cli': { type: 'local', ...plain, tools: ['*'] },
      opencode: {
        type: 'local',
        command: [plain.command, ...plain.args],
        environment: plain.env,
        enabled: true,
      },
    });
    assert.deepEqual(clientOf('codex').entry({ ...aLaunch, env: {} }), { command: plain.command, args: plain.args });
  });

  it('have their skills where they look for them', () => {
    const folders = (host: ClientHost): Record<string, string> =>
      Object.fromEntries(
        clientIds.flatMap((id) => {
          const folder = clientOf(id).skills?.(host);
          return folder === undefined ? [] : [[id, folder]];
        }),
      );
    assert.deepEqual(folders(aHost()), {
      'claude-code': '/home/ada/.claude/skills',
      codex: '/home/ada/.codex/skills',
      'gemini-cli': '/home/ada/.gemini/skills',
      grok: '/home/ada/.grok/skills',
    });
    const env = { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', GEMINI_CLI_HOME: '/g', GROK_HOME: '/k' };
    assert.deepEqual(Object.values(folders(aHost({ env }))), [
      '/c/skills',
      '/x/skills',
      '/g/.gemini/skills',
      '/k/skills',
    ]);
  });

  it('are found by the name that a user types', () => {
    for (const id of clientIds) assert.equal(clientNamed(id)?.id, id);
    assert.equal(clientNamed('constructor'), undefined);
  });
});
