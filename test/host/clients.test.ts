/** The chat and other MCP clients get a server that starts. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { compiledFolder } from '../../src/clients/shared/launch.ts';
import { theExtension, withSetting } from './support.ts';

describe('the MCP server', () => {
  it('is offered to the chat with an existing program and file', async () => {
    const [server, ...others] = (await theExtension().activate()).mcpServers();
    assert.ok(server);
    assert.deepEqual(others, []);
    assert.equal(server.label, 'BigMind');
    assert.equal(server.command, process.execPath);
    const [cli, command] = server.args;
    assert.ok(cli !== undefined && existsSync(cli), `${String(cli)} does not exist`);
    assert.equal(command, 'mcp');
    assert.equal(server.env['ELECTRON_RUN_AS_NODE'], '1');
    const home = dirname(
      (await theExtension()
        .activate()
        .then((api) => api.runtimeRecord)) ?? '',
    );
    assert.equal(server.env['NODE_COMPILE_CACHE'], compiledFolder(home));
    assert.equal(server.version, (theExtension().packageJSON as { version: string }).version);
    assert.equal(server.cwd?.fsPath, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
  });

  it('receives the user setting as a variable', async () => {
    const api = await theExtension().activate();
    await withSetting('user', 'mara', () => {
      assert.equal(api.mcpServers()[0]?.env['BIGMIND_USER'], 'mara');
      return Promise.resolve();
    });
  });

  it('receives the mode and the audit level only if the user chose them', async () => {
    const api = await theExtension().activate();
    const mode = (): unknown => api.mcpServers()[0]?.env['BIGMIND_MODE'];
    assert.equal(mode(), process.env['BIGMIND_MODE']);
    await withSetting('mode', 'team', () => {
      assert.equal(mode(), 'team');
      return Promise.resolve();
    });
    await withSetting('audit.level', 'off', () => {
      assert.equal(api.mcpServers()[0]?.env['BIGMIND_AUDIT'], 'off');
      return Promise.resolve();
    });
  });

  it('is not offered while it is disabled', async () => {
    const api = await theExtension().activate();
    await withSetting('mcp.enabled', false, () => {
      assert.deepEqual(api.mcpServers(), []);
      return Promise.resolve();
    });
    assert.equal(api.mcpServers().length, 1);
  });

  it('is copied as a configuration that other clients can read', async () => {
    await (
      await theExtension().activate()
    ).runtimeRecord;
    const copy = (format: string): Thenable<{ text: string }> =>
      vscode.commands.executeCommand('bigmind.copyMcpConfiguration', { format });
    const generic = JSON.parse((await copy('mcp-servers')).text) as { mcpServers: { bigmind: { args: string[] } } };
    const launcher = generic.mcpServers.bigmind.args[0] ?? '';
    const { status, stdout } = spawnSync(process.execPath, [launcher, '--version'], { encoding: 'utf8' });
    assert.deepEqual([status, stdout.trim()], [0, (theExtension().packageJSON as { version: string }).version]);
    const ours = JSON.parse((await copy('vscode')).text) as { servers: { bigmind: { type: string } } };
    assert.equal(ours.servers.bigmind.type, 'stdio');
    assert.match((await copy('claude-code')).text, /^claude mcp add .*--scope user bigmind -- .*bigmind\.cjs"? mcp$/u);
  });
});
