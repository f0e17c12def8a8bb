/** Other clients on the machine are connected through their own files. Nothing else in these files changes. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { run, theExtension, withSeparateHome } from './support.ts';

describe('connecting another client', () => {
  const home = withSeparateHome();
  const cursor = join(home, '.cursor', 'mcp.json');
  before(() => theExtension().activate());

  interface Entry {
    command: string;
    args: string[];
    env: Record<string, string>;
  }
  const entryIn = (file: string): Entry => {
    const config = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: { bigmind: Entry } };
    return config.mcpServers.bigmind;
  };

  it('creates a missing file, with a launcher that survives updates', async () => {
    assert.deepEqual(await run('connectClient', { client: 'cursor', yes: true }), {
      status: 'connected',
      file: cursor,
      backup: null,
    });
    const { command, args } = entryIn(cursor);
    assert.equal(command, process.execPath);
    assert.match(args.join(' '), /bigmind\.cjs mcp$/u);
  });

  it('changes nothing if the client is already connected', async () => {
    const answer = await run('connectClient', { client: 'cursor', yes: true });
    assert.deepEqual(answer, { status: 'unchanged', file: cursor, backup: null });
  });

  it('removes a file that contained nothing else', async () => {
    const { status } = await run('connectClient', { client: 'cursor', remove: true, yes: true });
    assert.equal(status, 'disconnected');
    assert.ok(!existsSync(cursor));
    const again = await run('connectClient', { client: 'cursor', remove: true, yes: true });
    assert.deepEqual(again, { status: 'unchanged', file: cursor, backup: null });
  });

  it('backs up the file and preserves the rest byte for byte', async () => {
    const file = join(home, '.codex', 'config.toml');
    const text = '# mine\nmodel = "o3"\n\n[mcp_servers.other]\ncommand = "other" # stays\n';
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    const { status, backup } = await run('connectClient', { client: 'codex', yes: true });
    assert.equal(status, 'connected');
    assert.equal(readFileSync(String(backup), 'utf8'), text);
    assert.ok(readFileSync(file, 'utf8').startsWith(text));
    assert.equal((await run('connectClient', { client: 'codex', remove: true, yes: true }))['status'], 'disconnected');
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  it('leaves an invalid file unchanged and names it', async () => {
    const file = join(home, '.lmstudio', 'mcp.json');
    mkdirSync(dirname(file));
    writeFileSync(file, '{ "mcpServers": ');
    const { status, code, notice } = await run('connectClient', { client: 'lm-studio', yes: true });
    assert.deepEqual({ status, code }, { status: 'failed', code: 'invalid_input' });
    assert.ok(String(notice).includes(file));
    assert.equal(readFileSync(file, 'utf8'), '{ "mcpServers": ');
  });

  it('lists the known clients for an unknown name', async () => {
    const { status, notice } = await run('connectClient', { client: 'emacs', yes: true });
    assert.equal(status, 'failed');
    assert.match(String(notice), /"emacs".*cursor, windsurf/u);
  });

  it('shows a diff and writes nothing before the user confirms', async () => {
    const pages = new Map<string, string>();
    const watching = vscode.workspace.onDidOpenTextDocument((page) => {
      if (page.uri.scheme === 'bigmind') pages.set(page.uri.query, page.getText());
    });
    // VS Code shows no dialogs while suites run, so the change is not confirmed.
    await run('connectClient', { client: 'windsurf' });
    watching.dispose();
    assert.equal(pages.get('before'), '');
    assert.ok(pages.get('after')?.includes('bigmind.cjs'), String(pages.get('after')));
    assert.ok(!existsSync(join(home, '.codeium')));
    const isDiff = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputTextDiff;
    assert.ok(!vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isDiff)), 'the comparison stayed open');
  });
});
