/**
 * `npm run test:host`: the suites of test/host inside the extension host of a real VS Code, with the VSIX installed;
 * `npm run test:host -- learn` runs those whose name contains this.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from './lib/chromium.ts';
import { startCodeServer } from './lib/codeServer.ts';
import { bundleHostSuites } from './lib/hostSuites.ts';
import { runInHost } from './lib/hostWindow.ts';
import { makeRunFolder, vsix } from './lib/places.ts';
import { runMain } from './lib/programs.ts';

await runMain(async () => {
  const folder = makeRunFolder();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const suites = await bundleHostSuites(process.argv[3]);
  const server = await startCodeServer({
    folder,
    extensions: [vsix],
    env: { BIGMIND_HOME: join(folder, 'memory') },
    isolateHome: true,
    smokeTestDriver: true,
  });
  const browser = await launchChromium();
  try {
    await runInHost(browser, server.url, { suites, workspace, timeoutMinutes: 5 });
  } finally {
    await browser.close();
    await server.stop();
  }
});
