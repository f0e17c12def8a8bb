/** `npm run test:e2e`: tests VS Code as a user sees it, in a browser, with the VSIX installed (test/e2e). */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.ts';
import { ensureCodeServer } from './lib/installCodeServer.ts';
import { packageFolder, scriptedModel } from './lib/packageFolder.ts';
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';

const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
const words = globSync('package.nls*.json', { cwd: root });
const shipped = ['dist', 'agent', 'media', 'l10n', ...words, 'README.md', 'LICENSE', 'CHANGELOG.md', '.vscodeignore'];

await runMain(async () => {
  await ensureCodeServer();
  await ensureChromium();
  await packageFolder(scriptedModel, 'scripted-model');
  await packageFolder(makeBrowserVariant(), 'browser-host');
  // Two files at a time, each with a separate VS Code and store, because they mostly wait.
  const flags = ['--no-config', '--parallel', '--jobs', '2', '--exit', '--forbid-only', '--timeout', '240000'];
  const exitCode = await run(process.execPath, [mocha, ...flags, 'test/e2e/*.test.ts'], {
    cwd: root,
    timeoutMinutes: 35,
  });
  if (exitCode !== 0)
    throw new ScriptError('The end-to-end tests failed: see above, and the screenshots in artifacts/.');
});

/**
 * Builds BigMind as a VS Code without a server would run it: the same files, with the browser entry as the only one.
 * code-server would otherwise prefer its Node host.
 */
function makeBrowserVariant(): string {
  const folder = join(root, 'out', 'browser-host');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of shipped) cpSync(join(root, name), join(folder, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { main: _main, extensionKind: _kind, ...rest } = manifest;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...rest, scripts: {} }, undefined, 2));
  return folder;
}
