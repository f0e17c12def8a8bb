/** What the doctor says about hooks and servers: what is missing, what writes elsewhere, what does not start. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOverStdio } from '../../src/cli/serve/startServer.ts';
import { remedyInTerminal } from '../../src/cli/shared/remedyInTerminal.ts';
import type { StartServer } from '../../src/clients/connectionFindings.ts';
import { connectionFindings } from '../../src/clients/connectionFindings.ts';
import { hookFindings } from '../../src/clients/hooks/hookFindings.ts';
import { hookRunFindings } from '../../src/clients/hooks/hookRunFindings.ts';
import { clientOf } from '../../src/clients/shared/clients.ts';
import type { Finding } from '../../src/memory/shared/findings.ts';
import { remedyText } from '../../src/memory/shared/findings.ts';
import type { HookRun } from '../../src/memory/shared/turns.ts';
import { runProgram } from '../support/program.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import { aHost, put } from './support.ts';

const textOf = ({ status, what, details = [], remedy = '' }: Finding): string =>
  [status, what, ...details, remedyText(remedy, remedyInTerminal)].join(' | ');

describe('the doctor on clients that are set up', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => home.remove());

  /** A separate home, in which the clients store their files. */
  const own = (more: Record<string, string> = {}): { env: Record<string, string> } => ({
    env: {
      ...{ HOME: home.path, USERPROFILE: home.path, APPDATA: home.path, LOCALAPPDATA: home.path },
      ...{
        CLAUDE_CONFIG_DIR: '',
        COPILOT_HOME: '',
        CODEX_HOME: '',
        GEMINI_CLI_HOME: '',
        GROK_HOME: '',
        XDG_CONFIG_HOME: '',
      },
      ...more,
    },
  });
  const install = async (...args: string[]): Promise<string> => {
    const done = await runProgram(home, ['install', ...args, '--yes'], own());
    assert.equal(done.code, 0, done.err);
    return done.out;
  };
  const doctor = async (env: Record<string, string> = {}): Promise<{ code: number | null; findings: string[] }> => {
    const { out, code } = await runProgram(home, ['doctor', '--json'], own(env));
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    return { code, findings: findings.map(textOf) };
  };
  const bigmind = (): string => home.database.slice(0, -'/memory.db'.length);

  it('finds no problem after an installation', async () => {
    await install('claude-code');
    await install('copilot', '--hooks');
    const { code, findings } = await doctor();
    assert.equal(code, 0, findings.join('\n'));
    assert.ok(
      findings.some((text) =>
        text.includes('recorded by the hooks of Claude Code and the hooks of VS Code and the Copilot CLI'),
      ),
    );
  });

  it('fails when files of hooks and servers are missing, and names an installation that restores them', async () => {
    await install('claude-code');
    await install('copilot', '--hooks');
    const deleted = ['bigmind.cjs', 'hook.sh', 'hook.ps1', 'runtime.json', 'runtime.txt'];
    for (const name of deleted) rmSync(join(bigmind(), name));
    const { code, findings } = await doctor();
    assert.equal(code, 1);
    const problems = findings.filter((text) => text.startsWith('problem'));
    assert.deepEqual(
      problems
        .map((text) => /(?:hooks of [\w ]+? cannot run|^problem \| [\w ]+? cannot start)/u.exec(text)?.[0])
        .toSorted(),
      [
        'hooks of Claude Code cannot run',
        'hooks of VS Code and the Copilot CLI cannot run',
        'problem | Claude Code cannot start',
      ].toSorted(),
    );
    assert.ok(
      problems.every((text) => text.includes(join(bigmind(), 'bigmind.cjs'))),
      problems.join('\n'),
    );
    assert.ok(!findings.some((text) => text.includes('recorded by the hooks')), findings.join('\n'));
    assert.match(problems.join('\n'), /`bigmind install claude-code --yes`/u);
    const output = await install('claude-code');
    assert.match(output, /were missing; BigMind wrote them again/u);
    for (const name of deleted) {
      assert.ok(existsSync(join(bigmind(), name)), name);
      assert.ok(output.includes(join(bigmind(), name)), output);
    }
    assert.match(await install('claude-code'), /There is nothing to change\./u);
    assert.equal((await doctor()).code, 0);
  });

  it('warns about hooks of an earlier version, and names the installation that adds the missing event', async () => {
    await install('claude-code');
    const file = join(home.path, '.claude', 'settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, unknown> };
    delete settings.hooks['SubagentStart'];
    delete settings.hooks['PreToolUse'];
    writeFileSync(file, JSON.stringify(settings));
    const warning =
      'warning | The hooks of Claude Code are from an earlier version: SubagentStart, PreToolUse is missing.';
    assert.ok((await doctor()).findings.some((finding) => finding.startsWith(warning)));
    await install('claude-code');
    assert.ok(!(await doctor()).findings.some((finding) => finding.startsWith(warning)));
  });

  it('names the database of a client and its hooks if it is a different one', async () => {
    await install('claude-code');
    const { findings } = await doctor({ BIGMIND_DB_PATH: join(home.path, 'another.db') });
    const elsewhere = findings.filter((text) => text.startsWith('warning') && text.includes('another database'));
    assert.equal(elsewhere.length, 2, findings.join('\n'));
    for (const text of elsewhere) {
      assert.ok(text.includes(home.database) && text.includes(join(home.path, 'another.db')), text);
      assert.match(text, /Claude Code.*bigmind install claude-code --yes/u);
    }
  });
});

describe('the doctor on a path with ~', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => home.remove());

  const named = { BIGMIND_DB_PATH: '~/store/memory.db' };
  const elsewhere = (findings: readonly Finding[]): boolean =>
    findings.map(textOf).some((text) => text.includes('another database'));

  it('resolves the database path of a client', async () => {
    const host = aHost({ home: home.path, env: { PATH: process.env['PATH'] } });
    for (const env of [named, { BIGMIND_HOME: '~/store' }]) {
      const entry = { command: process.execPath, args: [], env };
      put(join(home.path, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { bigmind: entry } }));
      const look = (databaseFile: string): Promise<Finding[]> =>
        connectionFindings({ host, home: home.path, databaseFile });
      assert.equal(elsewhere(await look(join(home.path, 'store', 'memory.db'))), false);
      assert.equal(elsewhere(await look(home.database)), true);
    }
  });

  it('resolves the database path that VS Code recorded for hooks', () => {
    const host = aHost({ home: home.path, env: {} });
    put(join(home.path, 'runtime.json'), JSON.stringify({ env: named }));
    const codex = {
      target: 'codex' as const,
      title: 'Codex',
      mend: '',
      file: '',
      missing: [],
      missingEvents: [],
      homes: [home.path],
    };
    const look = (file: string): Finding[] => hookFindings([codex], file, host);
    assert.equal(elsewhere(look(join(home.path, 'store', 'memory.db'))), false);
    assert.equal(elsewhere(look(home.database)), true);
  });
});

describe('the doctor on servers', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => home.remove());

  const startFor =
    (timeoutMs: number): StartServer =>
    (launch) =>
      startOverStdio(launch, process.env, timeoutMs);
  const look = async (entry: object, start: StartServer = startFor(3_000)): Promise<string[]> => {
    const host = aHost({ home: home.path, env: { PATH: process.env['PATH'] } });
    put(join(home.path, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { bigmind: entry } }));
    const parts = { host, home: home.path, databaseFile: join(home.path, 'memory.db'), start };
    return (await connectionFindings(parts)).map(textOf);
  };
  const script = (text: string): { command: string; args: string[] } => {
    const file = join(home.path, 'server.cjs');
    writeFileSync(file, text);
    return { command: process.execPath, args: [file, 'mcp'] };
  };

  it('reports nothing for clients without a BigMind entry', async () => {
    const host = aHost({ home: home.path, env: {} });
    assert.deepEqual(await connectionFindings({ host, home: home.path, databaseFile: home.database }), []);
  });

  it('starts the server of opencode, whose entry has a different form', async () => {
    const started: unknown[] = [];
    const host = aHost({ home: home.path, env: { PATH: process.env['PATH'] } });
    const launch = { command: process.execPath, args: [], env: { BIGMIND_HOME: home.path } };
    const entry = clientOf('opencode').entry(launch);
    put(join(home.path, '.config', 'opencode', 'opencode.json'), JSON.stringify({ mcp: { bigmind: entry } }));
    const start: StartServer = (found) => {
      started.push(found);
      return Promise.resolve(undefined);
    };
    const parts = { host, home: home.path, databaseFile: join(home.path, 'memory.db'), start };
    const found = (await connectionFindings(parts)).map(textOf);
    assert.deepEqual([found, started], [['ok | The server that opencode starts answers. | '], [launch]]);
  });

  it('does not take the /c of a start through cmd for a missing file', async () => {
    const entry = { command: process.execPath, args: ['/c', 'npx', '-y', 'bigmind@0.1.0', 'mcp'] };
    const found = await look(entry, () => Promise.resolve(undefined));
    assert.deepEqual(found, ['ok | The server that Cursor starts answers. | ']);
  });

  it('reports a command that does not exist, and does not start it', async () => {
    const started: unknown[] = [];
    const found = await look({ command: 'no-such-command', args: ['mcp'] }, (launch) => {
      started.push(launch);
      return Promise.resolve(undefined);
    });
    assert.match(
      found.join('\n'),
      /^problem \| Cursor cannot start BigMind.*no-such-command.*bigmind install cursor --yes/u,
    );
    assert.deepEqual(started, []);
  });

  it('reports a BigMind server that answers, and stops it', async () => {
    const program = join(import.meta.dirname, '../../dist/cli.js');
    const entry = { command: process.execPath, args: [program, 'mcp'], env: { BIGMIND_HOME: home.path } };
    const found = await look(entry, startFor(60_000));
    assert.deepEqual(found, ['ok | The server that Cursor starts answers. | ']);
    assert.ok(!existsSync(home.database), 'the server created no store');
  });

  it('reports a server that exits at once, with its output', async () => {
    const found = await look(script(`console.error('no store here'); process.exit(3);`));
    assert.match(
      found.join('\n'),
      /^problem \| The server that Cursor starts exited with code 3: no store here\..*install cursor/u,
    );
  });

  it('reports a server that does not answer in time', async () => {
    const silent = script(`setInterval(() => undefined, 1000); process.stdin.resume();`);
    const found = await look(silent, startFor(200));
    assert.match(found.join('\n'), /^warning \| The server that Cursor starts did not answer within 0.2 seconds/u);
  });

  it('warns about an invalid configuration', async () => {
    const host = aHost({ home: home.path, env: {} });
    put(join(home.path, '.cursor', 'mcp.json'), '{ "mcpServers": ');
    const found = await connectionFindings({ host, home: home.path, databaseFile: home.database });
    assert.match(found.map(textOf).join('\n'), /^warning \| The configuration of Cursor.*not valid/u);
  });
});

describe('the doctor on the last turns', () => {
  /** Each run belongs to its own chat. */
  let chats = 0;
  const aStop = (client: string, recorded: number, outcome: 'done' | 'failed' = 'done'): HookRun => ({
    sessionId: `s${String((chats += 1))}`,
    client,
    event: 'Stop',
    outcome,
    injected: null,
    tokens: 0,
    refs: [],
    lines: [],
    recorded,
    tookMs: 90,
    at: '2026-03-30T12:00:00.000Z',
  });

  it('warns about a client whose hooks run but record nothing, with the import that recovers its chats', () => {
    const runs = [
      ...Array.from({ length: 4 }, () => aStop('GitHub Copilot', 0)),
      ...Array.from({ length: 4 }, () => aStop('claude-code', 2)),
    ];
    const [copilot, claude, ...others] = hookRunFindings(runs).map(textOf);
    assert.deepEqual(others, []);
    assert.match(
      copilot ?? '',
      /^warning \| The hooks of GitHub Copilot run but record nothing: 4 of its last 4 turns.*`bigmind import copilot`.*`bigmind install copilot --hooks --yes`/u,
    );
    assert.match(claude ?? '', /^ok \| Of the last 4 turns of claude-code, 4 had new messages/u);
  });

  it('counts what a chat recorded at its end for its last turn', () => {
    const late = Array.from({ length: 4 }, () => {
      const stop = aStop('claude-code', 0);
      return [{ ...stop, event: 'SessionEnd', recorded: 3 }, stop];
    });
    assert.deepEqual(
      hookRunFindings(late.flat()).map(({ status }) => status),
      ['ok'],
    );
  });

  it('ignores a chat that was opened and closed without a prompt', () => {
    const idle = Array.from({ length: 4 }, () => ({ ...aStop('claude-code', 0), event: 'SessionEnd' }));
    assert.deepEqual(hookRunFindings(idle), []);
  });

  it('says how many turns failed', () => {
    const [found] = hookRunFindings(Array.from({ length: 3 }, () => aStop('codex', 0, 'failed'))).map(textOf);
    assert.match(found ?? '', /3 failed.*`bigmind import codex`/u);
  });

  it('accepts two empty turns, or every other turn empty, and considers only the last ten', () => {
    const statuses = (runs: HookRun[]): string[] => hookRunFindings(runs).map(({ status }) => status);
    assert.deepEqual(statuses([aStop('codex', 0), aStop('codex', 0)]), ['ok']);
    assert.deepEqual(statuses(Array.from({ length: 8 }, (_, i) => aStop('codex', i % 2))), ['ok']);
    const better = [
      ...Array.from({ length: 10 }, () => aStop('codex', 1)),
      ...Array.from({ length: 50 }, () => aStop('codex', 0)),
    ];
    assert.deepEqual(statuses(better), ['ok']);
    assert.deepEqual(statuses([]), []);
  });
});
