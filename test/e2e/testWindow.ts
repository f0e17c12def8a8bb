/**
 * A real VS Code in a browser for one suite. BigMind is installed from its VSIX and has a separate folder for its
 * store. The command line can use that store at the same time, as a second program.
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
import { writeShowcaseNotes } from '../fixtures/showcase/notes.ts';
import { stoppedClock } from './stoppedClock.ts';

endChildrenWithThisProcess();

export interface TestWindow {
  page: Page;
  /** Changes machine settings while VS Code runs; a running window applies them. */
  changeSettings(settings: Readonly<Record<string, unknown>>): void;
  /** The folder of BigMind's store. */
  home: string;
  /** VS Code's `User` folder. */
  userFolder: string;
  /** The opened folder, in which `files` are. */
  workspace: string;
  /** Runs the installed command line on the same store, in the workspace, and returns what it prints. */
  bigmind(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

export interface TestWindowOptions extends Pick<
  CodeServerOptions,
  'copyInstall' | 'refusesProposedApis' | 'smokeTestDriver' | 'userFiles'
> {
  /** The VSIX of BigMind, if it is not the one that ships. */
  bigmind?: string;
  extensions?: readonly string[];
  env?: Environment;
  /** The git remote of the workspace, which names its project; if absent, the folder is no repository. */
  remote?: string;
  /** Text files in the workspace, by path. */
  files?: Readonly<Record<string, string>>;
  /** The one of `files` that VS Code opens instead of the folder: a workspace with several folders. */
  workspaceFile?: string;
  context?: BrowserContextOptions;
  /** Environment variables of the browser. */
  browserEnv?: Environment;
  /** The content of the store before VS Code starts. */
  memory?: Snapshot;
  /** The rows of its audit; they replace the rows that the import writes. */
  audit?: readonly ShowcaseAuditRow[];
  /** Whether the workspace has the memory files of the showcase. */
  notes?: boolean;
  /** The time at which the clock of the browser is stopped. */
  now?: string;
}

export async function openTestWindow(options: TestWindowOptions = {}): Promise<TestWindow> {
  const folder = makeRunFolder();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  if (options.remote !== undefined) makeRepository(workspace, options.remote);
  for (const [path, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  if (options.notes === true) writeShowcaseNotes(join(folder, 'home'), workspace);
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
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  const { workspaceFile } = options;
  const opened = workspaceFile === undefined ? { folder: workspace } : { workspace: join(workspace, workspaceFile) };
  await page.goto(`${server.url}?${String(new URLSearchParams(opened))}`);
  await page.locator('.monaco-workbench .activitybar').waitFor({ timeout: 60_000 });
  const settings: Record<string, unknown> = {};
  return {
    page,
    home,
    workspace,
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

/** How long to wait for a state on a busy machine; other machines reach it sooner. */
export const timeoutMs = 60_000;

/** Settings for a window with nothing but what the test opens. */
export const plainWindow = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'remote.autoForwardPorts': false,
} as const;

/**
 * Repeats an action until its effect is visible. A key pressed before anything listens is lost, so it is pressed again.
 * Use this only for actions that do no harm when repeated.
 */
export async function repeatUntil(
  what: string,
  run: () => Promise<void>,
  isSeen: () => Promise<boolean>,
): Promise<void> {
  await waitFor(what, timeoutMs / 1_000, async () => {
    await run();
    return waitFor(what, 3, async () => ((await isSeen()) ? true : undefined)).catch(() => undefined);
  });
}

/** Polls until the answer is not undefined; the error names what was awaited. */
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

/** Finds a webview by its text, because its document is two frames deep and replaced when VS Code reloads it. */
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

/** Runs before anything else opens the store, so that the admin of the snapshot becomes its admin. */
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

/** Writes only the part of a repository that names its remote. */
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
