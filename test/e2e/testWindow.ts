/**
 * A real VS Code in a browser for one suite: BigMind is installed from its VSIX, its memory is a folder of its own, and
 * a second program, the command line, can use that memory at the same time.
 */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import { startCodeServer } from '../../scripts/lib/codeServer.ts';
import type { CodeServerOptions } from '../../scripts/lib/codeServer.ts';
import { makeRunFolder, root, vsix } from '../../scripts/lib/places.ts';
import { endChildrenWithThisProcess } from '../../scripts/lib/programs.ts';
import type { Environment } from '../../scripts/lib/programs.ts';
import type { Snapshot } from '../../src/memory/upkeep/snapshot.ts';
import type { ShowcaseAuditRow } from '../fixtures/showcase/audit.ts';
import { stoppedClock } from './stoppedClock.ts';

endChildrenWithThisProcess();

export interface TestWindow {
  page: Page;
  /** Changes settings while VS Code runs, those of the machine, which a running window follows. */
  changeSettings(settings: Readonly<Record<string, unknown>>): void;
  /** BigMind's folder. */
  home: string;
  /** What VS Code keeps of its user. */
  userFolder: string;
  /** Runs the installed command line on the same memory, in the workspace, and returns what it prints. */
  bigmind(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

export interface TestWindowOptions extends Pick<CodeServerOptions, 'copyInstall' | 'smokeTestDriver' | 'userFiles'> {
  /** The VSIX of BigMind, when it is another than the one that ships. */
  bigmind?: string;
  extensions?: readonly string[];
  env?: Environment;
  /** The git remote of the workspace, which names its project; a folder of no repository when absent. */
  remote?: string;
  context?: BrowserContextOptions;
  /** Of the browser. */
  browserEnv?: Environment;
  /** What is remembered before VS Code starts. */
  memory?: Snapshot;
  /** What its audit holds, instead of the import of it just now. */
  audit?: readonly ShowcaseAuditRow[];
  /** What time it always is in the browser. */
  now?: string;
}

export async function openTestWindow(options: TestWindowOptions = {}): Promise<TestWindow> {
  const folder = makeRunFolder();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  if (options.remote !== undefined) makeRepository(workspace, options.remote);
  const home = join(folder, 'memory');
  const memory = { BIGMIND_HOME: home, ...options.env };
  if (options.memory !== undefined) await importSnapshot(folder, options.memory, memory);
  if (options.audit !== undefined) writeAudit(join(home, 'memory.db'), options.audit);
  const server = await startCodeServer({
    ...options,
    folder,
    extensions: [options.bigmind ?? vsix, ...(options.extensions ?? [])],
    env: memory,
    isolateHome: true,
  });
  const browser = await launchChromium(options.browserEnv);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options.context });
  if (options.now !== undefined) await context.addInitScript(stoppedClock(options.now, 'frames'));
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(`${server.url}?${String(new URLSearchParams({ folder: workspace }))}`);
  await page.locator('.monaco-workbench .activitybar').waitFor({ timeout: 60_000 });
  const settings: Record<string, unknown> = {};
  return {
    page,
    home,
    userFolder: join(server.userDataDir, 'User'),
    changeSettings: (changed) => {
      const file = join(server.userDataDir, 'Machine', 'settings.json');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(Object.assign(settings, changed)));
    },
    bigmind: (...args) => runInstalledCommand(server.extensionsDir, args, memory, workspace),
    close: async () => {
      await browser.close();
      await server.stop();
    },
  };
}

/** How long a state is waited for on a machine that has much else to do; whoever has less to do sees it sooner. */
export const patienceMs = 60_000;

/**
 * Does something until its effect is seen. A key that is pressed before anybody listens is lost, so it is pressed again:
 * for acts that do no harm when they are done twice.
 */
export async function repeatUntil(
  what: string,
  act: () => Promise<void>,
  isSeen: () => Promise<boolean>,
): Promise<void> {
  await waitFor(what, patienceMs / 1_000, async () => {
    await act();
    return waitFor(what, 3, async () => ((await isSeen()) ? true : undefined)).catch(() => undefined);
  });
}

/** Asks again and again until the answer is not undefined; the error names what never came. */
export async function waitFor<T>(
  what: string,
  seconds: number,
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what} in vain.`);
    await sleep(200);
  }
}

/** A webview's document is two frames deep, and is replaced when VS Code reloads it: so it is looked up by its text. */
export async function waitForWebview(page: Page, text: string | RegExp): Promise<Frame> {
  return waitFor(`a webview that says ${String(text)}`, 60, async () => {
    for (const frame of page.frames().filter((candidate) => candidate !== page.mainFrame())) {
      const isShown = await frame
        .getByText(text)
        .first()
        .isVisible()
        .catch(() => false);
      if (isShown) return frame;
    }
    return undefined;
  });
}

/** Before anything else visits the store, so that its admin is the one of the snapshot. */
async function importSnapshot(folder: string, snapshot: Snapshot, env: Environment): Promise<void> {
  const file = join(folder, 'snapshot.json');
  writeFileSync(file, JSON.stringify(snapshot));
  const command = [join(root, 'dist', 'cli.js'), 'import', 'bigmind', file];
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env }, timeout: 60_000 });
}

function writeAudit(file: string, rows: readonly ShowcaseAuditRow[]): void {
  const database = new DatabaseSync(file);
  database.exec('DELETE FROM audit');
  const insert = database.prepare(
    'INSERT INTO audit (at, level, user_id, agent_id, action, kind, count, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { at, level, userId, agentId, action, kind, count, detail } of rows) {
    insert.run(at, level, userId, agentId, action, kind, count, detail);
  }
  database.close();
}

/** As much of a repository as says whose it is. */
function makeRepository(folder: string, remote: string): void {
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = ${remote}\n`);
}

async function runInstalledCommand(
  extensionsDir: string,
  args: string[],
  env: Environment,
  cwd: string,
): Promise<string> {
  const [installed] = globSync('bigmind.bigmind-*', { cwd: extensionsDir });
  if (!installed) throw new Error(`VS Code did not install bigmind.bigmind into ${extensionsDir}.`);
  const extension = join(extensionsDir, installed);
  const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8')) as { bin: { bigmind: string } };
  const { stdout } = await promisify(execFile)(process.execPath, [join(extension, manifest.bin.bigmind), ...args], {
    cwd,
    env: { ...process.env, ...env },
    timeout: 30_000,
  });
  return stdout;
}
