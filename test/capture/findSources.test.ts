import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pinnedMarkers } from '../../src/memory/archive/ownBlocks.ts';
import { findSources } from '../../src/capture/findSources.ts';
import type { Source, SourceHost } from '../../src/capture/sources/source.ts';

const march = (day: number): Date => new Date(Date.UTC(2026, 2, day));

describe('the sources to import on a machine', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'bigmind home '));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  /** Writes a file that was last changed on that day of March. */
  function put(name: string, content: unknown = 'x', day = 1): string {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    utimesSync(file, march(day), march(day));
    return file;
  }

  const find = (host: Partial<SourceHost> = {}): Promise<Source[]> =>
    findSources({ platform: 'linux', home, env: {}, ...host });
  const found = async (host: Partial<SourceHost> = {}) =>
    (await find(host)).map(({ kind, title, program, files }) => [kind, title, program, files.length]);

  const code = '.config/Code/User';

  it('are none if nobody has ever chatted', async () => {
    assert.deepEqual(await find(), []);
  });

  it('are grouped by project, with sizes, dates and the richest file of a conversation first', async () => {
    const storage = `${code}/workspaceStorage/ab12`;
    put(`${storage}/workspace.json`, { folder: 'file:///home/ada/web%20shop' });
    put(`${storage}/chatSessions/c1.jsonl`, 'xxx', 4);
    put(`${storage}/chatSessions/c0.json`, 'xx', 2);
    put(`${storage}/GitHub.copilot-chat/transcripts/c1.jsonl`, 'x', 5);
    put(`${storage}/GitHub.copilot-chat/memory-tool/memories/repo/build.md`, '- make', 3);
    put(`${storage}/GitHub.copilot-chat/memory-tool/memories/c1/plan.md`, '- one session only', 3);
    const [chats, notes, ...others] = await find();
    assert.deepEqual(others, []);
    assert.deepEqual(chats, {
      kind: 'copilot',
      title: 'web shop',
      program: 'VS Code',
      folder: '/home/ada/web shop',
      files: [
        aFile(`${storage}/GitHub.copilot-chat/transcripts/c1.jsonl`, 1, 5, 'copilot-transcript', 'c1'),
        aFile(`${storage}/chatSessions/c0.json`, 2, 2, 'copilot-chat', 'c0'),
        aFile(`${storage}/chatSessions/c1.jsonl`, 3, 4, 'copilot-chat', 'c1'),
      ],
      bytes: 6,
      from: '2026-03-02T00:00:00.000Z',
      to: '2026-03-05T00:00:00.000Z',
      conversations: 2,
      unit: 'conversation',
      icon: 'comment-discussion',
      staysInUse: false,
    });
    assert.deepEqual(
      [notes?.kind, notes?.folder, notes?.files.map(({ format }) => format), notes?.conversations],
      ['copilot-memory', '/home/ada/web shop', ['copilot-repo-memory'], 0],
    );
  });

  const aFile = (name: string, bytes: number, day: number, format: string, conversation: string) => ({
    path: join(home, name),
    bytes,
    modifiedAt: march(day).toISOString(),
    format,
    conversation,
  });

  it('include what belongs to no workspace, and name projects as well as possible', async () => {
    put(`${code}/globalStorage/emptyWindowChatSessions/c1.jsonl`, 'x', 9);
    put(`${code}/globalStorage/github.copilot-chat/session-store.db`, 'x', 8);
    put(`${code}/profiles/p1/globalStorage/github.copilot-chat/memory-tool/memories/me.md`, 'x', 7);
    put(`${code}/workspaceStorage/a/meta.json`, { id: 'a', name: 'from meta' });
    put(`${code}/workspaceStorage/a/chatSessions/c2.jsonl`, 'x', 6);
    put(`${code}/workspaceStorage/b/workspace.json`, { workspace: 'file:///w/all.code-workspace' });
    put(`${code}/workspaceStorage/b/chatSessions/c3.jsonl`, 'x', 5);
    put(`${code}/workspaceStorage/c/workspace.json`, '{"cut');
    put(`${code}/workspaceStorage/c/chatSessions/c4.jsonl`, 'x', 4);
    assert.deepEqual(await found(), [
      ['copilot', 'Windows without a folder', 'VS Code', 1],
      ['copilot', 'Session database of Copilot', 'VS Code', 1],
      ['copilot-memory', 'What Copilot noted of you', 'VS Code', 1],
      ['copilot', 'from meta', 'VS Code', 1],
      ['copilot', 'all', 'VS Code', 1],
      ['copilot', 'c', 'VS Code', 1],
    ]);
    assert.equal((await find()).find(({ title }) => title === 'Session database of Copilot')?.conversations, null);
  });

  it('leave out the user memory of VS Code if only pinned facts are in it', async () => {
    const file = `${code}/globalStorage/github.copilot-chat/memory-tool/memories/bigmind.md`;
    const block = `${pinnedMarkers.start}\n- We use pnpm.\n${pinnedMarkers.end}`;
    put(file, block, 7);
    assert.deepEqual(await found(), []);
    put(file, `${block}\n- I like tabs.\n`, 7);
    assert.deepEqual(await found(), [['copilot-memory', 'What Copilot noted of you', 'VS Code', 1]]);
  });

  it('combine two storages of one folder, and leave out chats without a message', async () => {
    for (const id of ['a', 'b']) {
      put(`${code}/workspaceStorage/${id}/workspace.json`, { folder: 'file:///home/ada/shop' });
      put(`${code}/workspaceStorage/${id}/chatSessions/said-${id}.jsonl`, {
        kind: 0,
        v: { requests: [{ message: {} }] },
      });
      put(`${code}/workspaceStorage/${id}/chatSessions/silent.jsonl`, {
        kind: 0,
        v: { requests: [], pendingRequests: [] },
      });
      put(`${code}/workspaceStorage/${id}/chatSessions/empty.jsonl`, '');
    }
    assert.deepEqual(await found(), [['copilot', 'shop', 'VS Code', 2]]);
  });

  it('come from every edition, on every platform, and from the folders that variables name', async () => {
    const chat = 'globalStorage/emptyWindowChatSessions/c.jsonl';
    const places = {
      'Library/Application Support/Code - Insiders/User': 'darwin',
      'AppData/Roaming/VSCodium/User': 'win32',
      '.config/Code/User': 'linux',
    } as const;
    for (const place of Object.keys(places)) put(`${place}/${chat}`);
    const programs = async (host: Partial<SourceHost>) => (await find(host)).map(({ program }) => program).sort();
    assert.deepEqual(await programs({ platform: 'darwin' }), ['VS Code Insiders']);
    assert.deepEqual(await programs({ platform: 'win32' }), ['VSCodium']);
    assert.deepEqual(await programs({}), ['VS Code']);
    put(`.vscode-server/data/User/${chat}`);
    put(`.local/share/code-server/User/${chat}`);
    put(`elsewhere/User/${chat}`);
    put('copilot/session-state/s1/events.jsonl');
    put('copilot/session-state/s0.jsonl');
    const env = { COPILOT_HOME: join(home, 'copilot'), XDG_CONFIG_HOME: '~/nothing' };
    const user = join(home, 'elsewhere/User');
    const expected = ['Copilot CLI', 'VS Code', 'VS Code Server', 'code-server'];
    assert.deepEqual(await programs({ env, userFolders: [user, `${user}/../User`] }), expected);
  });

  it('include each project of Claude Code, its conversations and its memory, without those of sub-agents', async () => {
    const project = '.claude/projects/-home-ada-shop';
    put(`${project}/one.jsonl`, `${JSON.stringify({ cwd: '/home/ada/shop' })}\n`, 9);
    put(`${project}/agent-1.jsonl`, 'x');
    put(`${project}/one/subagents/agent-2.jsonl`, 'x');
    put(`${project}/one/tool-results/1.txt`, 'x');
    put(`${project}/memory/MEMORY.md`, '- x', 3);
    put(`${project}/memory/ports.md`, '- x', 8);
    put('.claude/projects/-other/memory/only.md', '- x', 2);
    const sources = await find();
    assert.deepEqual(
      sources.map(({ kind, title, folder, files }) => [kind, title, folder, files.length]),
      [
        ['claude-code', 'shop', '/home/ada/shop', 1],
        ['claude-memory', 'shop', '/home/ada/shop', 2],
        ['claude-memory', '-other', undefined, 1],
      ],
    );
    assert.deepEqual(await find({ env: { CLAUDE_CONFIG_DIR: join(home, 'none') } }), []);
  });

  it("include the memory server's file that the configuration of a client names", async () => {
    const one = put('graph one.jsonl');
    put('two.json');
    const json = put('mcp.json', { mcpServers: { memory: { env: { MEMORY_FILE_PATH: one } } } });
    const toml = put('config.toml', `[mcp_servers.memory.env]\nMEMORY_FILE_PATH = '~/two.json'\n`);
    const odd = put('odd.json', '{"MEMORY_FILE_PATH": "relative.json", "x": {"MEMORY_FILE_PATH": "/nowhere.json"}}');
    const configFiles = [json, toml, odd, join(home, 'gone.json')];
    assert.deepEqual((await found({ configFiles })).map(([, title]) => title).sort(), ['graph one.jsonl', 'two.json']);
    put(`${code}/mcp.json`, { servers: { memory: { env: { MEMORY_FILE_PATH: one } } } });
    assert.deepEqual(await found(), [['mcp-memory', 'graph one.jsonl', 'Memory server', 1]]);
  });

  it('are reported by why they are left out, also behind a link', async () => {
    const history = join(home, 'shop/.specstory/history');
    put('shop/.specstory/history/empty.md', '');
    put('shop/notes/other.md', '');
    symlinkSync(join(home, 'shop/notes/other.md'), join(history, 'linked.md'));
    put('.claude/projects/-home-ada-shop/agent-1.jsonl');
    const leftOut: string[][] = [];
    const host = { platform: 'linux', home, env: {}, projectFolders: [join(home, 'shop')] } as const;
    const sources = await findSources(
      host,
      ({ id }) =>
        (path, reason) =>
          leftOut.push([id, basename(path), reason]),
    );
    assert.deepEqual(sources, []);
    assert.deepEqual(leftOut.toSorted(), [
      ['claude-code', 'agent-1.jsonl', 'subAgent'],
      ['specstory', 'empty.md', 'empty'],
      ['specstory', 'linked.md', 'empty'],
    ]);
  });

  it('are found next to unreadable folders, without following links in a circle', async function () {
    put(`${code}/workspaceStorage/a/chatSessions/c1.jsonl`);
    symlinkSync(join(home, code), join(home, code, 'workspaceStorage/loop'));
    symlinkSync(
      join(home, code, 'workspaceStorage/a/chatSessions'),
      join(home, code, 'workspaceStorage/a/chatSessions/again'),
    );
    put(`${code}/workspaceStorage/b/chatSessions/c2.jsonl`);
    chmodSync(join(home, code, 'workspaceStorage/b/chatSessions'), 0o000);
    put('.claude/projects', 'a file where a folder belongs');
    const expected = process.getuid?.() === 0 || process.platform === 'win32' ? 2 : 1;
    assert.equal((await find()).length, expected);
    chmodSync(join(home, code, 'workspaceStorage/b/chatSessions'), 0o700);
  });
});
