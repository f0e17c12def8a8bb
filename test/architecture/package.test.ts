/** The allow-list of the VSIX names what the extension contributes, dot folders too. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';

const root = resolve(import.meta.dirname, '../..');

describe('the package', () => {
  it('holds the plugin with its manifest, its hooks and their scripts', async () => {
    const files = new Set(await listFiles({ cwd: root, packageManager: PackageManager.None }));
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      contributes: { chatPlugins: { path: string }[] };
    };
    for (const { path } of contributes.chatPlugins) {
      for (const name of ['.claude-plugin/plugin.json', 'hooks/hooks.json', 'hooks/hook.sh', 'hooks/hook.ps1']) {
        assert.ok(files.has(join(path, name).replaceAll('\\', '/')), join(path, name));
      }
    }
  });
});
