/**
 * `npm run test:desktop`: the suites of test/host in a desktop VS Code, downloaded by @vscode/test-electron, with the
 * VSIX installed. Only the carrier of the suites is an extension under development.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, resolveCliArgsFromVSCodeExecutablePath, runTests } from '@vscode/test-electron';
import { bundleHostSuites } from './lib/hostSuites.ts';
import { cache, makeRunFolder, vsix } from './lib/places.ts';
import { runMain, ScriptError } from './lib/programs.ts';

await runMain(async () => {
  const { carrier, entry } = await bundleHostSuites();
  const folder = makeRunFolder();
  const workspace = join(folder, 'workspace with a space');
  mkdirSync(workspace);
  const vscodeExecutablePath = await downloadAndUnzipVSCode({ cachePath: join(cache, 'desktop') });
  const places = ['--user-data-dir', join(folder, 'data'), '--extensions-dir', join(folder, 'extensions')];
  install(vscodeExecutablePath, places);
  const exitCode = await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: carrier,
    extensionTestsPath: entry,
    extensionTestsEnv: { BIGMIND_HOME: join(folder, 'memory') },
    launchArgs: [workspace, ...places, '--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'],
  });
  if (exitCode !== 0) throw new ScriptError('The suites in the desktop VS Code failed: see above.');
});

function install(executable: string, places: readonly string[]): void {
  const [cli = '', ...args] = resolveCliArgsFromVSCodeExecutablePath(executable, { reuseMachineInstall: true });
  const { status } = spawnSync(cli, [...args, ...places, '--install-extension', vsix, '--force'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new ScriptError(`VS Code refuses ${vsix}: run \`npm run package\` first.`);
}
