/** The browser that shows code-server: an installed one, or Debian's. It is never downloaded separately. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { ensureDebianPackages, isDebian } from './debian.ts';
import { ScriptError, type Environment } from './programs.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium or Chrome; installs it first if possible. */
export async function ensureChromium(): Promise<string> {
  const found = process.env['CHROME_PATH'] ?? findChromium();
  if (found) return found;
  if (isDebian()) await ensureDebianPackages(['chromium'], 'Looking at VS Code in a browser');
  const installed = findChromium();
  if (installed) return installed;
  throw new ScriptError('No Chromium or Chrome found: install one, or set CHROME_PATH to its program.');
}

export async function launchChromium(env: Environment = {}): Promise<Browser> {
  const executablePath = await ensureChromium();
  return chromium.launch({ executablePath, chromiumSandbox: false, args: quietFlags, env: { ...process.env, ...env } });
}

/** The full path of a program on the PATH. */
export function findProgram(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function findChromium(): string | undefined {
  return names.map(findProgram).find((path) => path !== undefined) ?? macPaths.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Missing or not executable: try the next one.
  }
}
