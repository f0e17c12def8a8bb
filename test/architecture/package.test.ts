/** The allow-list of the VSIX names what the extension needs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';

const root = resolve(import.meta.dirname, '../..');

describe('the package', () => {
  it('holds the scripts of the hooks, and contributes no plugin that would run them a second time', async () => {
    const files = new Set(await listFiles({ cwd: root, packageManager: PackageManager.None }));
    for (const name of ['hook.sh', 'hook.ps1']) assert.ok(files.has(`agent/plugin/hooks/${name}`), name);
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      contributes: Record<string, unknown>;
    };
    assert.equal('chatPlugins' in contributes, false);
  });
});
