/**
 * Runs a test module inside an extension host of code-server. A page opens the workbench with the module's address in
 * the query. VS Code calls back through two functions on `window` and reports an exit code, which is the result. The
 * complete log is in `artifacts/`.
 */
import { EventEmitter, once } from 'node:events';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { HostSuites } from './hostSuites.ts';
import { artifacts } from './places.ts';
import { ScriptError } from './programs.ts';

/** The prefix of every line of the reporter; see test/host/index.ts. */
const reportMark = '[mocha]';

export interface HostRun {
  suites: HostSuites;
  workspace: string;
  timeoutMinutes: number;
}

/** Prints the output of the suites. Rejects if one fails, if the host dies, or at the timeout. */
export async function runInHost(browser: Browser, serverUrl: string, options: HostRun): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    const exitCode = await openAndWait(page, `${serverUrl}?${query(options)}`, options);
    if (exitCode !== 0) throw new ScriptError('The suites in the extension host failed; more in artifacts/host.log.');
  } catch (error) {
    await takeScreenshot(page, 'host-failed');
    throw error;
  } finally {
    await page.close();
  }
}

/** A page that can no longer be drawn must not hide the failure. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  const path = join(artifacts, `${name}.png`);
  await page.screenshot({ path, timeout: 10_000 }).catch((error: unknown) => console.error(`No ${path}:`, error));
}

function query({ suites, workspace }: HostRun): string {
  const payload = [
    ['extensionDevelopmentPath', remote(suites.carrier)],
    ['extensionTestsPath', remote(suites.entry)],
  ];
  return String(new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) }));
}

function remote(path: string): string {
  return `vscode-remote://remote${path}`;
}

async function openAndWait(page: Page, url: string, { timeoutMinutes }: HostRun): Promise<number> {
  const log = createLog('host.log');
  await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => log(format(...args)));
  const exits = new EventEmitter<{ exit: [number]; error: [Error] }>();
  const ended = once(exits, 'exit');
  await page.exposeFunction('codeAutomationExit', (code: number) => exits.emit('exit', code));
  const fail = (message: string): boolean => exits.emit('error', new ScriptError(message));
  page.on('crash', () => fail('The browser page with VS Code crashed.'));
  const timer = setTimeout(
    () => fail(`The suites did not end within ${timeoutMinutes} minutes.`),
    timeoutMinutes * 60_000,
  );
  try {
    await page.goto(url, { timeout: 60_000 });
    const [code] = (await ended) as [number];
    return code;
  } finally {
    clearTimeout(timer);
  }
}

/** Prints the report to the terminal; all other log lines of the workbench are written to a file. */
function createLog(name: string): (line: string) => void {
  mkdirSync(artifacts, { recursive: true });
  const file = join(artifacts, name);
  writeFileSync(file, '');
  return (line) => {
    appendFileSync(file, `${line}\n`);
    if (line.startsWith(reportMark)) console.log(line.slice(reportMark.length));
  };
}
