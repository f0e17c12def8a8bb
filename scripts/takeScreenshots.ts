/**
 * `npm run update:screenshots`: takes the screenshots of `docs/images` again, in a real VS Code with the built VSIX. It
 * runs the suite that compares them, in the mode that saves them. Check what changed before you commit it.
 */
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.ts';
import { ensureCodeServer } from './lib/installCodeServer.ts';
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';
import { squeezePictures } from './lib/squeezePictures.ts';

const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');

await runMain(async () => {
  if ((await run('npm', ['run', '--silent', 'package'], { cwd: root })) !== 0) {
    throw new ScriptError('Building BigMind failed: see above.');
  }
  await ensureCodeServer();
  await ensureChromium();
  const args = ['--no-config', '--exit', '--timeout', '240000', 'test/e2e/screenshots.test.ts'];
  const exitCode = await run(process.execPath, [mocha, ...args], { cwd: root, env: { UPDATE_GOLDEN: '1' } });
  if (exitCode !== 0) throw new ScriptError('Not all pictures could be taken: see above.');
  const saved = await squeezePictures(join(root, 'docs', 'images'));
  console.log(`The pictures take ${String(Math.round(saved / 1024))} KB less than they did as they were taken.`);
});
