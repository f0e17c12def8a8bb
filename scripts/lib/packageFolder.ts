import { join } from 'node:path';
import { root } from './places.ts';
import { run, ScriptError } from './programs.ts';

const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');

/** A language model that answers by a script, for chats in tests. */
export const scriptedModel = join(root, 'test', 'fixtures', 'scripted-model');

/** Packages the extension in `folder` as `out/NAME.vsix`. Rejects with what vsce printed. */
export async function packageFolder(folder: string, name: string): Promise<void> {
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--skip-license'];
  let output = '';
  const onOutput = (text: string): void => {
    output += text;
  };
  const args = [vsce, 'package', ...flags, '--out', join(root, 'out', `${name}.vsix`)];
  const exitCode = await run(process.execPath, args, { cwd: folder, onOutput });
  if (exitCode !== 0) throw new ScriptError(`vsce cannot package ${name}:\n${output}`);
}
