/** The setting reaches running servers through `toolsets.json`, which exists only while the user has made a choice. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { ToolsetRecord } from '../../src/vscode/services/toolsetRecord.ts';
import { theExtension, until, withSetting } from './support.ts';

describe('the choice of toolsets', () => {
  let file: string;
  let servers: () => vscode.McpStdioServerDefinition[];
  before(async () => {
    const api = await theExtension().activate();
    file = join(dirname((await api.runtimeRecord) ?? ''), 'toolsets.json');
    servers = () => api.mcpServers();
  });

  const written = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : 'nothing');
  const untilWritten = (...toolsets: string[]): Promise<void> =>
    until(`${toolsets.join(', ')} is written`, () => written() === `${JSON.stringify({ toolsets })}\n`);

  it('is not written before the user makes it', () => {
    assert.equal(written(), 'nothing');
    assert.deepEqual(vscode.workspace.getConfiguration('bigmind').get('toolsets'), {
      core: true,
      chunks: false,
      journal: false,
      global: false,
      maintenance: false,
      mind: false,
      semantic: false,
      recovery: false,
      brain: false,
      provenance: false,
      directory: false,
    });
  });

  it('is written when the user makes, changes or empties it, and removed when it is reset', async () => {
    await withSetting('toolsets', { journal: true }, () => untilWritten('core', 'journal'));
    await until('the file is gone', () => written() === 'nothing');
    await withSetting('toolsets', { core: false, global: true }, () => untilWritten('global'));
    await withSetting('toolsets', { core: false }, () => untilWritten('core'));
    await until('the file is gone', () => written() === 'nothing');
  });

  it('is not in the server definition, because the chat would restart its server', async () => {
    await withSetting('toolsets', { journal: true }, async () => {
      await untilWritten('core', 'journal');
      assert.equal(servers()[0]?.env['BIGMIND_TOOLSETS'], undefined);
    });
  });

  it('is in the server definition if the environment makes it', () => {
    process.env['BIGMIND_TOOLSETS'] = 'all';
    try {
      assert.equal(servers()[0]?.env['BIGMIND_TOOLSETS'], 'all');
    } finally {
      Reflect.deleteProperty(process.env, 'BIGMIND_TOOLSETS');
    }
  });

  it('survives a start if it was made without VS Code', async () => {
    await until('the file is gone', () => written() === 'nothing');
    writeFileSync(file, '{"toolsets":["all"]}');
    const record = new ToolsetRecord({ home: () => dirname(file), failed: (thrown) => assert.fail(String(thrown)) });
    await record.start();
    assert.equal(written(), '{"toolsets":["all"]}');
    record.dispose();
    await withSetting('toolsets', { chunks: true }, () => untilWritten('core', 'chunks'));
    await until('the file is gone', () => written() === 'nothing');
  });

  it('is reported as an error if it cannot be written', async () => {
    const errors: unknown[] = [];
    const record = new ToolsetRecord({
      home: () => join(__filename, 'no folder'),
      failed: (thrown) => errors.push(thrown),
    });
    await withSetting('toolsets', { chunks: true }, async () => {
      await record.start();
      assert.match(String(errors[0]), /toolsets\.json cannot be written/u);
    });
    record.dispose();
  });
});
