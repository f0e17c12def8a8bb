/**
 * `npm run package`: builds the extension and packages it as `bigmind.vsix`, as `npm run release` does, but without the
 * addresses of a repository.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, vsix } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';
import { stageExtension } from './release/extensionFiles.ts';
import { thirdPartyNotices, withoutShims } from './release/notices.ts';

await runMain(async () => {
  await must('npm', ['run', '--silent', 'build', '--', '--production'], root);
  const folder = join(root, 'out', 'stages', 'vsix');
  const metafile = withoutShims(readFileSync(join(root, 'out', 'meta.json'), 'utf8'));
  stageExtension(folder, undefined, thirdPartyNotices(metafile));
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', vsix];
  await must(process.execPath, [vsce, 'package', ...flags], folder);
});

async function must(command: string, args: readonly string[], cwd: string): Promise<void> {
  if ((await run(command, args, { cwd })) !== 0) throw new ScriptError(`${command} failed: see above.`);
}
