/**
 * `npm run update:recording`: records the first chats of a newcomer in a real VS Code with the built VSIX, as the
 * animated picture `docs/images/first-chats.png`. Look at it before you commit it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.ts';
import { ensureCodeServer } from './lib/installCodeServer.ts';
import { packageFolder, scriptedModel } from './lib/packageFolder.ts';
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';
import { animatedPng } from './recording/animatedPng.ts';
import { recordFirstChats } from './recording/firstChats.ts';

const target = join(root, 'docs', 'images', 'first-chats.png');
/** In bytes; it is loaded with the page that shows it. */
const maxSize = 1_500_000;

await runMain(async () => {
  if ((await run('npm', ['run', '--silent', 'package'], { cwd: root })) !== 0) {
    throw new ScriptError('Building BigMind failed: see above.');
  }
  await ensureCodeServer();
  await ensureChromium();
  await packageFolder(scriptedModel, 'scripted-model');
  const animation = animatedPng(await recordFirstChats());
  if (animation.length > maxSize) throw new ScriptError(`The recording takes ${String(animation.length)} bytes.`);
  writeFileSync(target, animation);
  console.log(`${target} takes ${String(Math.round(animation.length / 1024))} KB.`);
});
