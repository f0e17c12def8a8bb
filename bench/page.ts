/**
 * The web UI with 10,000 memories: the time to the first paint, the time to the list, and scrolling. It measures the
 * page of `bigmind serve`, which is the same bundle as in VS Code. The yardstick, in alternation, is the first paint of
 * a one-word page in the same browser.
 */
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../scripts/lib/chromium.ts';
import { median, milliseconds, program, root, temporaryFolder } from './lib.ts';
import type { Figure } from './lib.ts';
import { manyFacts } from './manyFacts.ts';

const memories = 10_000;
const loads = 9;
const scrolls = 240;

export async function pageFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const env = { ...process.env, BIGMIND_HOME: folder.path, BIGMIND_USER: 'bench' };
  const file = join(folder.path, 'facts.json');
  writeFileSync(file, JSON.stringify(manyFacts(memories)));
  execFileSync(process.execPath, [program, 'import', 'bigmind', file], { env });
  const server = spawn(process.execPath, [program, 'serve', '--json', '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bare = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>One</p>'));
  bare.listen(0, '127.0.0.1');
  const browser = await launchChromium();
  try {
    const address = await addressOf(server);
    const { port } = bare.address() as AddressInfo;
    return [...(await loadFigures(browser, address, `http://127.0.0.1:${String(port)}/`)), sizeFigure()];
  } finally {
    await browser.close();
    bare.close();
    server.kill('SIGTERM');
    folder.remove();
  }
}

async function addressOf(server: ChildProcess): Promise<string> {
  const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
  return (JSON.parse(line.toString()) as { address: string }).address;
}

async function loadFigures(browser: Browser, address: string, bareAddress: string): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  await page.addInitScript(watchForList);
  const bare = await browser.newPage();
  await page.goto(address);
  // A reload returns to the open view, as in VS Code.
  await page.getByRole('button', { name: 'Memories' }).click();
  await page.getByRole('listbox', { name: 'Memories' }).waitFor();
  const times = { paint: [] as number[], list: [] as number[], bare: [] as number[] };
  for (let load = 0; load <= loads; load += 1) {
    await bare.goto(bareAddress);
    const yardstick = await firstPaint(bare);
    await page.reload();
    const list = await timeOf(page, 'window.listShownAt');
    const paint = await firstPaint(page);
    // The first round warms the caches.
    if (load === 0) continue;
    times.bare.push(yardstick);
    times.paint.push(paint);
    times.list.push(list);
  }
  const frames = await scrollThrough(page);
  const yardstick = median(times.bare);
  const figure = (name: string, value: number, most: number): Figure => ({
    name,
    value: milliseconds(value),
    yardstick: milliseconds(yardstick),
    ratio: `${(value / yardstick).toFixed(2)} ×`,
    goal: `≤ ${String(most)} ms`,
    met: value <= most,
  });
  const held = memories.toLocaleString('en');
  const slow = frames.toSorted((one, other) => one - other)[Math.floor(frames.length * 0.95)] ?? NaN;
  return [
    figure(`page over ${held} memories, document to first paint, median of ${String(loads)}`, median(times.paint), 300),
    figure('the same, to its list of memories', median(times.list), 1_000),
    {
      ...figure(`frame while scrolling through ${held} memories, 95th percentile`, slow, 50),
      yardstick: '–',
      ratio: '–',
    },
  ];
}

function firstPaint(page: Page): Promise<number> {
  return timeOf(page, 'performance.getEntriesByName("first-contentful-paint")[0]?.startTime');
}

/** Waits for the value and returns it in milliseconds since the document arrived. */
async function timeOf(page: Page, expression: string): Promise<number> {
  for (;;) {
    const loaded = 'performance.getEntriesByType("navigation")[0].responseEnd';
    const time: unknown = await page.evaluate(`${expression} - ${loaded}`);
    if (typeof time === 'number' && !Number.isNaN(time)) return time;
    await sleep(20);
  }
}

/** Checks at each frame whether the list has a row, also inside shadow roots. */
const watchForList = `(() => {
  const find = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches('[role=option] .words')) return true;
      if (element.shadowRoot && find(element.shadowRoot)) return true;
    }
    return false;
  };
  const look = () => {
    if (find(document)) window.listShownAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/** The time of each frame while the list scrolls from its start to its end. */
async function scrollThrough(page: Page): Promise<number[]> {
  return page.evaluate(`new Promise((done) => {
    const find = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.matches('.scroller[role=listbox]')) return element;
        const found = element.shadowRoot && find(element.shadowRoot);
        if (found) return found;
      }
    };
    const list = find(document);
    const step = (list.scrollHeight - list.clientHeight) / ${String(scrolls)};
    const frames = [];
    let last = performance.now();
    const next = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      list.scrollTop += step;
      if (frames.length > ${String(scrolls)}) done(frames.slice(1));
      else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`);
}

function sizeFigure(): Figure {
  const files = ['page.js', 'page.css', 'theme.css', 'codicon.css'].map((name) =>
    readFileSync(join(root, 'dist/webview', name)),
  );
  const kilobytes = files.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1024;
  return {
    name: 'bundle of the web UI with its styles, gzipped',
    value: `${kilobytes.toFixed(0)} KB`,
    yardstick: '–',
    ratio: '–',
    goal: '≤ 250 KB',
    met: kilobytes <= 250,
  };
}
