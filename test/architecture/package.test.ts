/** The allow-list of the VSIX must contain what the extension needs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';

const root = resolve(import.meta.dirname, '../..');

describe('the package', () => {
  it('contains the hook and uninstall scripts, and contributes no plugin that would run hooks twice', async () => {
    const files = new Set(await listFiles({ cwd: root, packageManager: PackageManager.None }));
    for (const name of ['hook.sh', 'hook.ps1']) assert.ok(files.has(`agent/plugin/hooks/${name}`), name);
    for (const name of ['dist/word-vectors.bin', 'NOTICE']) assert.ok(files.has(name), name);
    const { contributes, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      contributes: Record<string, unknown>;
      scripts: Record<string, string>;
    };
    const uninstall = /^node \.\/(\S+)$/u.exec(scripts['vscode:uninstall'] ?? '')?.[1] ?? 'none';
    assert.ok(files.has(uninstall), uninstall);
    assert.equal('chatPlugins' in contributes, false);
  });
});
