/**
 * `npm start`: builds and packages BigMind and opens it in a real VS Code: the desktop one if `code` is on the PATH,
 * else code-server in the browser. The cache keeps the settings and windows of code-server between starts. The store is
 * the user's own, in `~/.mcp/bigmind`. The last line says what to open and what to try first.
 */
import { join } from 'node:path';
import { findProgram } from './lib/chromium.ts';
import { startCodeServer } from './lib/codeServer.ts';
import { cache, root, vsix } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';

const firstSteps =
  'click the BigMind icon in the side bar, then run "BigMind: Remember Note..." from the command palette';
const defaultPort = 7780;

await runMain(async () => {
  step('Building and packaging BigMind');
  await mustRun('npm', ['run', '--silent', 'package'], 'Building BigMind failed: see above.');
  const code = process.argv.includes('--browser') ? undefined : findDesktop();
  await (code === undefined ? startInBrowser() : startOnDesktop(code));
});

/** On Windows the program is a command file. */
function findDesktop(): string | undefined {
  return process.platform === 'win32' ? findProgram('code.cmd') : findProgram('code');
}

async function startOnDesktop(code: string): Promise<void> {
  step('Installing BigMind into your VS Code');
  await mustRun(code, ['--install-extension', vsix, '--force'], 'VS Code refused the extension: see above.');
  await mustRun(code, ['--new-window', root], 'VS Code could not be opened: see above.');
  console.log(`\nBigMind is open in VS Code: ${firstSteps}.`);
}

async function startInBrowser(): Promise<void> {
  step('Starting VS Code for the browser');
  const options = {
    folder: join(cache, 'start'),
    extensions: [vsix],
    userFiles: {
      'settings.json': {
        'workbench.startupEditor': 'none',
        'security.workspace.trust.enabled': false,
        'remote.autoForwardPorts': false,
      },
    },
  };
  const asked = askedPort();
  const server = await startCodeServer({ ...options, port: asked ?? defaultPort }).catch((error: unknown) => {
    const isTaken = error instanceof ScriptError && error.message.includes('taken');
    if (!isTaken || asked !== undefined) throw error;
    step(`Port ${String(defaultPort)} is taken, so another one is used`);
    return startCodeServer({ ...options, port: 0 });
  });
  const url = `${server.url}?${String(new URLSearchParams({ folder: root }))}`;
  await openBrowser(url);
  console.log(`\nOpen ${url} and ${firstSteps}. Ctrl+C ends it; the memory stays.`);
  await new Promise<void>(() => {
    // Runs until Ctrl+C, which also ends the server.
    setInterval(() => undefined, 60_000);
  });
}

function askedPort(): number | undefined {
  const index = process.argv.indexOf('--port');
  const text = index === -1 ? process.env['BIGMIND_START_PORT'] : process.argv[index + 1];
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new ScriptError(`"${text}" is no port: give a number from 1 to 65535.`);
}

/** Only if there is a desktop to open it on; the address is printed in any case. */
async function openBrowser(url: string): Promise<void> {
  const onDesktop =
    process.platform === 'darwin' ||
    process.env['DISPLAY'] !== undefined ||
    process.env['WAYLAND_DISPLAY'] !== undefined;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (!onDesktop || findProgram(opener) === undefined) return;
  await run(opener, [url], { timeoutMinutes: 1, onOutput: () => undefined });
}

async function mustRun(command: string, args: readonly string[], failure: string): Promise<void> {
  if ((await run(command, args, { cwd: root })) !== 0) throw new ScriptError(failure);
}

function step(what: string): void {
  console.log(`\n━━ ${what} …`);
}
