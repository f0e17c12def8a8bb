/** `bigmind install` for users and scripts, in a separate home. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { putPinned } from '../../src/clients/userMemory/pinnedFile.ts';
import { instructionBlock } from '../../src/mcp/shared/instructions.ts';
import { programFile, runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind install', () => {
  let home: TemporaryHome;
  let config: string;
  let project: string;
  beforeEach(() => {
    home = temporaryHome();
    config = join(home.path, '.cursor', 'mcp.json');
    project = join(home.path, 'project');
    mkdirSync(join(home.path, '.cursor'));
    mkdirSync(project);
  });
  afterEach(() => {
    home.remove();
  });

  const install = (...args: string[]): Promise<Finished> => installUnconfirmed(...args, '--yes');
  const installUnconfirmed = (...args: string[]): Promise<Finished> =>
    runProgram(home, ['install', ...args], { env: { HOME: home.path, USERPROFILE: home.path }, cwd: project });
  const existing = '{\n  // mine\n  "mcpServers": {\n    "a": { "url": "https://example.com" }\n  }\n}\n';

  it('connects a client once, and removes it again byte for byte', async () => {
    writeFileSync(config, existing);
    const first = await install('cursor');
    assert.equal(first.code, 0, first.err);
    assert.match(first.out, /^\+ {5}"bigmind": \{$/mu);
    assert.match(
      first.out,
      new RegExp(`Wrote .*mcp\\.json\\.\\nThe previous version is in .*bigmind-backup-\\d{8}-\\d{6}\\.\\n`, 'u'),
    );
    assert.match(first.out, /Restart Cursor/u);
    const text = readFileSync(config, 'utf8').replace('// mine', '');
    const written = JSON.parse(text) as { mcpServers: Record<string, unknown> };
    assert.deepEqual(written.mcpServers['bigmind'], {
      command: process.execPath,
      args: [programFile, 'mcp'],
      env: { BIGMIND_HOME: home.path, BIGMIND_USER: 'ada' },
    });
    const second = await install('cursor');
    assert.match(second.out, /nothing to change/u);
    const removed = await install('cursor', '--remove');
    assert.equal(removed.code, 0, removed.err);
    assert.equal(readFileSync(config, 'utf8'), existing);
  });

  it('takes pinned facts out of the user memory of VS Code, leaving what others wrote', async () => {
    const file = join(home.path, 'Code', 'globalStorage', 'x', 'memory-tool', 'memories', 'bigmind.md');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '- Mine.\n');
    await putPinned({ home: home.path, file }, 'ada', '- We use pnpm.');
    const alone = await install('copilot', '--pinned');
    assert.deepEqual([alone.code, alone.err.includes('Add --remove.')], [2, true]);
    assert.equal((await install('cursor', '--pinned', '--remove')).code, 2);
    const shown = await install('copilot', '--pinned', '--remove', '--dry-run');
    assert.match(shown.out, /^- - We use pnpm\.$/mu);
    assert.match(readFileSync(file, 'utf8'), /pnpm/u);
    const done = await install('copilot', '--pinned', '--remove');
    assert.equal(done.code, 0, done.err);
    assert.match(
      done.out,
      /While bigmind\.userMemory\.pinnedFacts or bigmind\.userMemory\.claudeCode is on, VS Code adds pinned facts again\./u,
    );
    assert.equal(readFileSync(file, 'utf8'), '- Mine.\n');
    assert.match((await install('copilot', '--pinned', '--remove')).out, /There is nothing to change\./u);
    await putPinned({ home: home.path, file }, 'ada', '- We use pnpm.');
    const { out } = await install('copilot', '--pinned', '--remove', '--json');
    const { client, files } = JSON.parse(out) as { client: string; files: object[] };
    assert.deepEqual([client, files[0]], ['copilot', { file, change: 'remove', backup: null, written: true }]);
    assert.equal((await install('copilot', '--pinned', '--remove', '--json')).out, '{"client":"copilot","files":[]}\n');
  });

  it('writes nothing without a terminal unless --yes is given', async () => {
    writeFileSync(config, existing);
    const { code, out } = await installUnconfirmed('cursor');
    assert.equal(code, 1);
    assert.match(out, /Nothing was written\. To write it, add --yes\./u);
    assert.equal(readFileSync(config, 'utf8'), existing);
  });

  it('prints one JSON value with --json, and shows the change on standard error', async () => {
    const { code, out, err } = await install('codex', '--json');
    assert.equal(code, 0, err);
    const file = join(home.path, '.codex', 'config.toml');
    const done = { change: 'create', backup: null, written: true };
    const hooks = join(home.path, '.codex', 'hooks.json');
    assert.deepEqual(JSON.parse(out), { client: 'codex', file, ...done, hooks: { file: hooks, ...done } });
    assert.match(err, /\+ \[mcp_servers\.bigmind\]/u);
    assert.equal(existsSync(file), true);
    assert.match((await install('codex', '--remove')).out, /Removed .*config\.toml\.\nRemoved .*hooks\.json\./u);
    assert.match((await install('codex')).out, /asks you to review the hooks.* \(later: \/hooks\)\. Recording starts/u);
  });

  it('installs the server, hooks and scripts for Claude Code, and removes server and hooks again', async () => {
    const settings = join(home.path, '.claude', 'settings.json');
    const server = join(home.path, '.claude.json');
    mkdirSync(join(home.path, '.claude'));
    writeFileSync(settings, '{ "model": "opus" }\n');
    const dry = await install('claude-code', '--dry-run');
    assert.match(dry.out, /\.claude\.json \(new file\)[\s\S]*settings\.json \(changed\)[\s\S]*Nothing was written\./u);
    assert.equal(existsSync(join(home.path, 'hook.sh')), false);
    const first = await install('claude-code', '--json');
    assert.equal(first.code, 0, first.err);
    const report = JSON.parse(first.out) as { file: string; hooks: { file: string; written: boolean } };
    assert.deepEqual([report.file, report.hooks.file, report.hooks.written], [server, settings, true]);
    assert.ok(
      readFileSync(settings, 'utf8').includes(`"sh \\"${join(home.path, 'hook.sh')}\\" Stop claude-code || exit 0"`),
    );
    assert.deepEqual(
      ['hook.sh', 'hook.ps1', 'runtime.txt', 'runtime.json', 'bigmind.cjs'].filter(
        (name) => !existsSync(join(home.path, name)),
      ),
      [],
    );
    const written = JSON.parse(readFileSync(server, 'utf8')) as { mcpServers: { bigmind: { args: string[] } } };
    assert.deepEqual(written.mcpServers.bigmind.args, [join(home.path, 'bigmind.cjs'), 'mcp']);
    assert.match((await install('claude-code')).out, /There is nothing to change/u);
    assert.equal((await install('claude-code', '--remove')).code, 0);
    assert.equal(readFileSync(settings, 'utf8'), '{ "model": "opus" }\n');
    assert.equal(existsSync(server), false);
  });

  it('installs no hooks with --no-hooks', async () => {
    assert.equal((await install('claude-code', '--no-hooks')).code, 0);
    assert.equal(existsSync(join(home.path, '.claude', 'settings.json')), false);
    assert.equal(existsSync(join(home.path, '.claude.json')), true);
    assert.equal(existsSync(join(home.path, 'hook.sh')), false);
  });

  it('gives hooks the same store as the server', async () => {
    const chosen = join(home.path, 'chosen.db');
    const atHome = { HOME: home.path, USERPROFILE: home.path };
    const env = { ...atHome, BIGMIND_DB_PATH: chosen };
    assert.equal((await runProgram(home, ['install', 'claude-code', '--yes'], { env })).code, 0);
    const input = JSON.stringify({ session_id: 'a-chat', cwd: home.path, source: 'startup' });
    const hook = await runProgram(home, ['hook', 'SessionStart', 'claude-code'], { input, env: atHome });
    assert.equal(hook.code, 0, hook.err);
    assert.deepEqual([existsSync(chosen), existsSync(home.database)], [true, false]);
  });

  it('writes server and hooks of Gemini CLI into its one file, and removes both again', async () => {
    const settings = join(home.path, '.gemini', 'settings.json');
    mkdirSync(join(home.path, '.gemini'));
    writeFileSync(settings, '{ "ui": {} }\n');
    const { code, out, err } = await install('gemini-cli', '--json');
    assert.equal(code, 0, err);
    const report = JSON.parse(out) as { file: string; hooks: { file: string; written: boolean } };
    assert.deepEqual([report.file, report.hooks.file, report.hooks.written], [settings, settings, true]);
    const written = JSON.parse(readFileSync(settings, 'utf8')) as { mcpServers: object; hooks: object };
    assert.deepEqual(Object.keys(written.mcpServers), ['bigmind']);
    assert.deepEqual(Object.keys(written.hooks).length, 4);
    assert.match((await install('gemini-cli')).out, /There is nothing to change/u);
    assert.equal((await install('gemini-cli', '--remove')).code, 0);
    assert.equal(readFileSync(settings, 'utf8'), '{ "ui": {} }\n');
  });

  it('installs hooks for the Copilot CLI, says who else runs them, and installs none with --no-hooks', async () => {
    const file = join(home.path, '.copilot', 'hooks', 'bigmind.json');
    assert.equal((await install('copilot-cli', '--no-hooks')).code, 0);
    assert.equal(existsSync(file), false);
    const { out } = await install('copilot-cli');
    assert.match(out, /hooks also run for Copilot in VS Code.*Recording starts with the next conversation/u);
    assert.match(readFileSync(file, 'utf8'), /Stop copilot \|\| exit 0/u);
    const removed = await install('copilot-cli', '--remove');
    assert.equal(removed.code, 0);
    assert.match(removed.out, /While recording is on, VS Code writes the hooks again when it starts/u);
    assert.equal(existsSync(file), false);
  });

  it('installs hooks for Copilot in VS Code only with --hooks', async () => {
    const file = join(home.path, '.copilot', 'hooks', 'bigmind.json');
    const { code, out } = await install('copilot', '--hooks');
    assert.equal(code, 0);
    assert.match(out, /Recording starts with the next conversation/u);
    assert.deepEqual(readdirSync(project), []);
    assert.equal(existsSync(file), true);
    assert.equal((await install('copilot', '--hooks', '--remove')).code, 0);
    writeFileSync(join(home.path, 'capture.json'), JSON.stringify({ everywhere: 'off', off: [], on: [] }));
    assert.match((await install('copilot', '--hooks')).out, /not recorded, because recording is turned off/u);
    assert.equal((await install('copilot', '--hooks', '--remove')).code, 0);
    assert.equal(existsSync(file), false);
    assert.equal((await install('cursor', '--hooks')).code, 2);
    assert.equal((await install('copilot', '--hooks', '--no-hooks')).code, 2);
    writeFileSync(join(home.path, 'capture.json'), '{"everywhere":"on","off":[],"on":["/projects"],"vscode":"off"}');
    assert.match((await install('copilot', '--hooks')).out, /only in the workspaces where you turned recording on/u);
    assert.equal((await install('claude-code', '--hooks', '--instructions')).code, 2);
  });

  it('writes nothing in a dry run', async () => {
    const { code, out } = await install('cursor', '--dry-run');
    assert.equal(code, 0);
    assert.match(out, /\(new file\)[\s\S]*Nothing was written\./u);
    assert.equal(existsSync(config), false);
    const { out: json } = await install('cursor', '--dry-run', '--json');
    assert.equal((JSON.parse(json) as { written: boolean }).written, false);
  });

  it('writes the instructions into the file that the client reads, and removes them again', async () => {
    const first = await install('codex', '--instructions');
    assert.equal(first.code, 0, first.err);
    assert.match(readFileSync(join(project, 'AGENTS.md'), 'utf8'), /^<!-- BIGMIND:START/u);
    assert.ok(readFileSync(join(project, 'AGENTS.md'), 'utf8').includes(instructionBlock));
    await install('codex', '--instructions', '--remove');
    assert.deepEqual(readdirSync(project), []);
    const other = join(home.path, 'other');
    mkdirSync(other);
    assert.equal((await install('copilot', '--folder', other)).code, 0);
    assert.ok(existsSync(join(other, '.github', 'copilot-instructions.md')));
    assert.equal((await install('claude-code', '--instructions', '--folder', other)).code, 0);
    assert.ok(existsSync(join(other, 'CLAUDE.md')));
  });

  it('writes a system prompt to import into LM Studio, says where it is, and removes it again', async () => {
    const file = join(home.path, 'system-prompt.md');
    assert.ok((await install('lm-studio')).out.includes(`it writes ${file}.`));
    assert.equal(existsSync(file), false);
    const shown = await install('lm-studio', '--instructions');
    assert.equal(shown.code, 0, shown.err);
    assert.match(shown.out, /Wrote .*system-prompt\.md\.\nImport it in LM Studio: .*system prompt/u);
    assert.ok(readFileSync(file, 'utf8').startsWith(instructionBlock));
    assert.deepEqual(readdirSync(project), []);
    const removed = await install('lm-studio', '--instructions', '--remove');
    assert.equal(removed.code, 0, removed.err);
    assert.equal(existsSync(file), false);
  });

  for (const [client, folder] of Object.entries({
    'claude-code': '.claude',
    codex: '.codex',
    'gemini-cli': '.gemini',
    grok: '.grok',
  })) {
    it(`writes the skill where ${client} looks for it, and removes it with the server`, async () => {
      const file = join(home.path, folder, 'skills', 'bigmind-memory', 'SKILL.md');
      const { code, out, err } = await install(client, '--skill', '--json');
      assert.equal(code, 0, err);
      assert.deepEqual(JSON.parse(out), { client, file, change: 'create', backup: null, written: true });
      const text = readFileSync(file, 'utf8');
      assert.match(text, /^---\nname: bigmind-memory\ndescription: /u);
      assert.ok(text.indexOf('`memory_search`') < text.indexOf('save_decision "'));
      assert.match((await install(client, '--skill')).out, /nothing to change/u);
      await install(client);
      assert.equal((await install(client, '--remove')).code, 0);
      assert.deepEqual(readdirSync(join(home.path, folder, 'skills')), []);
    });
  }

  it('writes a skill whose commands run', async () => {
    await install('codex', '--skill');
    const text = readFileSync(join(home.path, '.codex', 'skills', 'bigmind-memory', 'SKILL.md'), 'utf8');
    const [, save = '', decision = ''] = (/```sh\n([^`]+)\n```/u.exec(text)?.[1] ?? '').split('\n').slice(0, 3);
    for (const line of [save, decision.replace('NAME', 'Ada --project shop')]) {
      const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: project, encoding: 'utf8' });
      assert.equal(status, 0, `${line}: ${stderr}`);
    }
    assert.match((await runProgram(home, ['list', '--tags', 'release-service'], { cwd: project })).out, /Thursdays/u);
  });

  it('keeps a skill that the user changed', async () => {
    const file = join(home.path, '.claude', 'skills', 'bigmind-memory', 'SKILL.md');
    await install('claude-code', '--skill');
    writeFileSync(file, `${readFileSync(file, 'utf8')}Mine.\n`);
    const refused = await install('claude-code', '--skill', '--remove');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /SKILL\.md was changed after BigMind wrote it, so it stays\. Delete it yourself/u);
    await install('claude-code');
    const removed = await install('claude-code', '--remove');
    assert.equal(removed.code, 0);
    assert.match(removed.err, /SKILL\.md is not as BigMind wrote it, so it stays/u);
    assert.match(readFileSync(file, 'utf8'), /Mine\./u);
    const updated = JSON.parse((await install('claude-code', '--skill', '--json')).out) as { backup: string };
    assert.match(readFileSync(updated.backup, 'utf8'), /Mine\./u);
  });

  it('writes the same skill whatever was installed before', async () => {
    const file = join(home.path, '.claude', 'skills', 'bigmind-memory', 'SKILL.md');
    await install('claude-code', '--skill');
    const first = readFileSync(file, 'utf8');
    await install('claude-code', '--hooks');
    assert.match((await install('claude-code', '--skill')).out, /nothing to change/u);
    assert.equal(readFileSync(file, 'utf8'), first);
  });

  it('says that it replaces an entry of the user, and where that is after the removal', async () => {
    const own = '{"mcpServers":{"bigmind":{"command":"mine","args":["start"]}}}';
    writeFileSync(config, own);
    const { err } = await install('cursor');
    assert.match(err, /There is an entry "bigmind" that BigMind did not write\. It is replaced, and kept in a copy/u);
    assert.doesNotMatch((await install('cursor')).err, /did not write/u);
    const removed = await install('cursor', '--remove');
    const copy = /Your own entry "bigmind" from before the installation is in (.+)\. It is not restored\./u.exec(
      removed.err,
    )?.[1];
    assert.equal(readFileSync(copy ?? '', 'utf8'), own);
  });

  it('leaves an entry of the user when it removes BigMind, and says so', async () => {
    const own = '{"mcpServers":{"bigmind":{"command":"mine","args":["start"]}}}';
    const files = {
      cursor: config,
      windsurf: '.codeium/windsurf/mcp_config.json',
      'gemini-cli': '.gemini/settings.json',
    };
    for (const [client, path] of Object.entries(files)) {
      const file = resolve(home.path, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, own);
      const { code, out, err } = await install(client, '--remove');
      assert.equal(code, 0, err);
      assert.match(out, /There is nothing to change\./u);
      assert.match(err, /BigMind did not write the entry "bigmind" in .+\.json, so it stays\./u);
      assert.equal(readFileSync(file, 'utf8'), own);
    }
    await install('gemini-cli');
    const settings = join(home.path, '.gemini', 'settings.json');
    const { hooks } = JSON.parse(readFileSync(settings, 'utf8')) as { hooks: object };
    writeFileSync(settings, JSON.stringify({ ...(JSON.parse(own) as object), hooks }));
    assert.equal((await install('gemini-cli', '--remove')).code, 0);
    assert.deepEqual(JSON.parse(readFileSync(settings, 'utf8')), JSON.parse(own));
  });

  it('names the clients that read skills when another one is asked for', async () => {
    const { code, err } = await install('cursor', '--skill');
    assert.deepEqual([code, err], [2, 'bigmind: --skill is available for claude-code, codex, gemini-cli, grok.\n']);
    assert.equal((await install('codex', '--skill', '--instructions')).code, 2);
  });

  it('never creates a store', async () => {
    await install('agents');
    await install('cursor');
    assert.deepEqual(
      readdirSync(home.path).filter((name) => name.includes('.db')),
      [],
    );
  });

  it('refuses a file that it cannot parse, and says what to do', async () => {
    writeFileSync(config, '{\n  "mcpServers": {\n');
    const { code, out, err } = await install('cursor', '--json');
    assert.equal(code, 1);
    assert.match(err, /mcp\.json, line 3: the file is not valid JSON .*Nothing was changed\. Repair the file/u);
    assert.equal((JSON.parse(out) as { error: { code: string } }).error.code, 'invalid_input');
    assert.equal((await install('agents', '--folder', join(home.path, 'none'))).code, 1);
  });

  it('treats an unknown client as wrong usage and lists the known ones', async () => {
    const { code, out, err } = await install('emacs');
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /unknown client "emacs"[\s\S]*claude-desktop[\s\S]*copilot-cli[\s\S]*agents/u);
    assert.equal((await install()).code, 2);
    assert.equal((await install('cursor', '--folder', project)).code, 2);
  });

  it('treats --hooks together with --no-hooks as wrong usage', async () => {
    const { code, err } = await install('claude-code', '--hooks', '--no-hooks');
    assert.equal(code, 2);
    assert.match(err, /use --hooks or --no-hooks, not both/u);
  });
});
