/**
 * `npm run bench -- history`: reading what a repository says, of 50,000 commits and of 100,000 files, of which every
 * hundredth has a `MEMORY:` comment; the longest time in which nothing else could run; and a look at a repository in
 * which nothing changed. The yardstick reads the same objects through the same Git and throws them away.
 */
import { spawn, spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { openGit } from '../src/capture/git/gitObjects.ts';
import type { GitObjects } from '../src/capture/git/gitObjects.ts';
import { readHistory } from '../src/markdown/sources/history.ts';
import { redact } from '../src/capture/redaction/redaction.ts';
import type { Figure } from './lib.ts';
import { median, milliseconds, temporaryFolder } from './lib.ts';

const commits = Number(process.env['BENCH_COMMITS'] ?? 50_000);
const files = Number(process.env['BENCH_FILES'] ?? 100_000);
const rounds = 3;
const minCommitsPerSecond = 5_000;
/** In milliseconds. A frame of an editor that waits longer is noticed. */
const maxStall = 100;
const timerMs = 5;

export async function historyFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  try {
    createRepository(folder.path);
    return await measure(folder.path);
  } finally {
    folder.remove();
  }
}

async function measure(folder: string): Promise<Figure[]> {
  const git = openGit(folder, { env: process.env, signal: new AbortController().signal });
  const head = (await git.head()) ?? '';
  const ids = await git.commits({ to: head, max: commits });
  const blobs: string[] = [];
  for await (const { id } of git.files({ to: head })) blobs.push(id ?? '');
  const [bareCommits, ours, bareFiles, whole, same]: number[][] = [[], [], [], [], []];
  let stall = 0;
  for (let round = 0; round < rounds; round += 1) {
    bareCommits?.push(await timeOf(() => throughPipe(folder, ids)));
    const messages = await watched(() => readHistory(withoutFiles(git), { commits, redact }));
    ours?.push(messages.time);
    bareFiles?.push(await timeOf(() => throughPipe(folder, blobs)));
    const all = await watched(() => readHistory(git, { commits: 1, redact }));
    whole?.push(all.time);
    stall = Math.max(stall, messages.stall, all.stall);
    same?.push(await timeOf(() => readHistory(git, { commits, redact, since: { head, commits } })));
  }
  const perSecond = (time: number): number => Math.round((ids.length / time) * 1_000);
  const [time, bare] = [median(ours ?? []), median(bareCommits ?? [])];
  const [filesTime, filesBare] = [median(whole ?? []), median(bareFiles ?? [])];
  return [
    {
      name: `messages of ${ids.length.toLocaleString('en')} commits`,
      value: `${perSecond(time).toLocaleString('en')} per s`,
      yardstick: `${perSecond(bare).toLocaleString('en')} per s`,
      ratio: `${(time / bare).toFixed(1)} ×`,
      goal: `≥ ${minCommitsPerSecond.toLocaleString('en')} per s`,
      met: perSecond(time) >= minCommitsPerSecond,
    },
    {
      name: `comments of ${blobs.length.toLocaleString('en')} files`,
      value: milliseconds(filesTime),
      yardstick: milliseconds(filesBare),
      ratio: `${(filesTime / filesBare).toFixed(1)} ×`,
      goal: '≤ 3 ×',
      met: filesTime <= 3 * filesBare,
    },
    {
      name: 'the longest stall meanwhile',
      value: milliseconds(stall),
      yardstick: milliseconds(timerMs),
      ratio: '',
      goal: `≤ ${String(maxStall)} ms`,
      met: stall <= maxStall,
    },
    {
      name: 'a look at a history in which nothing changed',
      value: milliseconds(median(same ?? [])),
      yardstick: milliseconds(await timeOf(() => throughPipe(folder, [head]))),
      ratio: '',
      goal: '≤ 50 ms',
      met: median(same ?? []) <= 50,
    },
  ];
}

function withoutFiles(git: GitObjects): GitObjects {
  return {
    ...git,
    files: async function* () {
      // No file is of interest here.
    },
  };
}

/** What Git and the pipe cost alone. */
function throughPipe(folder: string, ids: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn('git', ['-C', folder, 'cat-file', '--batch']);
    child.stdout.resume();
    child.once('error', fail).once('close', () => {
      done();
    });
    child.stdin.end(`${ids.join('\n')}\n`);
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** `stall`: the longest delay of a timer while the work ran. */
async function watched(work: () => Promise<unknown>): Promise<{ time: number; stall: number }> {
  let [last, stall] = [performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    stall = Math.max(stall, now - last - timerMs);
    last = now;
  }, timerMs);
  const time = await timeOf(work);
  clearInterval(timer);
  return { time, stall };
}

function createRepository(folder: string): void {
  const git = (args: string[], input?: string): void => {
    const { status, stderr } = spawnSync('git', ['-C', folder, ...args], { input, maxBuffer: 1e9 });
    if (status !== 0) throw new Error(String(stderr));
  };
  git(['init', '--quiet', '--initial-branch=main']);
  git(['fast-import', '--quiet'], importStream());
}

/** What `git fast-import` reads: all files in the first commit, and one changed line in each later one. */
function importStream(): string {
  const parts: string[] = [];
  const data = (text: string): string => `data ${String(Buffer.byteLength(text))}\n${text}\n`;
  for (let number = 0; number < commits; number += 1) {
    const person = `Ada <ada@example.org> ${String(1_700_000_000 + number * 60)} +0000`;
    parts.push(`commit refs/heads/main\ncommitter ${person}\n${data(messageOf(number))}`);
    for (let file = 0; number === 0 && file < files; file += 1) {
      parts.push(`M 100644 inline src/${String(file % 500)}/f${String(file)}.ts\n${data(sourceOf(file))}`);
    }
  }
  return parts.join('');
}

function messageOf(number: number): string {
  const label = number % 20 === 0 ? `\ndecided: table ${String(number)} over a file because it is faster\n` : '';
  return `search: rank part ${String(number)} by its words, and not by its age

The order of equal results changed with each run, because rows of the index
came in the order of their hash. They are now sorted by time and number.
${label}
- a test compares two runs of the same search
- the figure of ${String(number)} questions is the same as before
`;
}

function sourceOf(file: number): string {
  const mark = file % 100 === 0 ? `// MEMORY: learned: part ${String(file)} needs its words sorted\n` : '';
  const body = `export function part${String(file)}(words: readonly string[]): string {\n  return words.join("//");\n}\n`;
  return `/** Part ${String(file)}. */\n${mark}${body.repeat(6)}`;
}
