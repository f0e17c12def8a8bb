/** `bigmind serve` for one suite, with a separate store, and a page that shows it. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.ts';
import type { Snapshot } from '../../src/memory/upkeep/snapshot.ts';
import { showcaseUser } from '../fixtures/showcase/people.ts';
import { writeShowcaseNotes } from '../fixtures/showcase/notes.ts';
import { showcaseSnapshot } from '../fixtures/showcase/showcase.ts';
import { programFile, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { webUiFrame } from './webUi.ts';
import { timeoutMs } from './testWindow.ts';

export interface Served {
  /** Opens the page, once only. */
  address: string;
  /** The address without a key, which opens nothing by itself. */
  frontDoor: string;
  token: string;
  process: ChildProcess;
}

/** A browser page that shows the memory of a fictional project. */
export interface ServedPage {
  home: TemporaryHome;
  /** A suite replaces it after it ends the process. */
  served: Served;
  browser: Browser;
  page: Page;
  close(): Promise<void>;
}

export interface ServedPageOptions extends BrowserContextOptions {
  /** The content of the store; the showcase by default. */
  memory?: Snapshot;
  /** Each adds a reminder and a gotcha to those of the showcase; with an empty list, there are no memory files. */
  notes?: readonly string[];
  /** Environment variables of the server. */
  env?: Record<string, string>;
  /** Called with the page before it loads anything. */
  prepare?: (page: Page, served: Served) => Promise<void>;
}

export async function openServedPage(options: ServedPageOptions = {}): Promise<ServedPage> {
  const { memory, notes, env, prepare, ...context } = options;
  const home = temporaryHome();
  home.env['BIGMIND_USER'] = showcaseUser;
  await fillMemory(home, memory ?? showcaseSnapshot());
  // Memory files are in the home folder of the user, and in one of its projects.
  Object.assign(home.env, { HOME: home.path, USERPROFILE: home.path });
  if (notes === undefined ? memory === undefined : notes.length > 0)
    writeShowcaseNotes(home.path, join(home.path, 'tidetable'), notes);
  const served = await serve(home, env);
  const browser = await launchChromium();
  const opened = await browser.newContext(context);
  opened.setDefaultTimeout(timeoutMs);
  const page = await opened.newPage();
  await prepare?.(page, served);
  await page.goto(served.address);
  await webUiFrame(page, 'Mira Solberg');
  const shown: ServedPage = {
    ...{ home, served, browser, page },
    close: async () => {
      await browser.close();
      shown.served.process.kill('SIGKILL');
      home.remove();
    },
  };
  return shown;
}

export async function serve(home: TemporaryHome, env: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [programFile, 'serve', '--json', '--port', '0'], {
    cwd: home.path,
    env: { ...home.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert.ok(child.stdout);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const { address, token } = JSON.parse(line) as { address: string; token: string };
  return { address, frontDoor: new URL('/', address).href, token, process: child };
}

/** Imports as the user of this home, whose store is empty. */
async function fillMemory(home: TemporaryHome, snapshot: Snapshot): Promise<void> {
  const file = join(home.path, 'snapshot.json');
  writeFileSync(file, JSON.stringify(snapshot));
  const { code, err } = await runProgram(home, ['import', 'bigmind', file]);
  assert.equal(code, 0, err);
}
