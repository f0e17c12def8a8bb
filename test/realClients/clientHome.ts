/**
 * A home in which one client runs with BigMind installed as a user would install it. Its path has spaces and non-ASCII
 * letters, and its project is a git repository. Only PATH is inherited from the environment of the test run. The client
 * uses its own scripted model, so that tests can read what it sends in each chat.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { programOf } from '../../scripts/lib/installClients.ts';
import { artifacts } from '../../scripts/lib/places.ts';
import { programFile } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import type { RealClient } from './clients.ts';
import { stringsOf } from './model/json.ts';
import { ScriptedModel } from './model/scriptedModel.ts';
import type { LoggedRequest, Script, Step } from './model/scriptedModel.ts';
import { until } from './until.ts';

/** In seconds. A longer chat hangs and is killed. */
const maxChatSeconds = 60;

/** One run of a client with one prompt. */
export interface Chat extends Finished {
  prompt: string;
  /** What the client sent to the model, oldest first. */
  requests: readonly LoggedRequest[];
  /** The first request that holds the prompt and offers tools. Side requests, such as one for a title, offer none. */
  first: LoggedRequest | undefined;
}

export interface ChatOptions {
  /** The steps of the model; without any, it answers "Understood." */
  steps?: readonly Step[];
  /** Further scripts, such as a sub-agent's. */
  others?: readonly Script[];
  /** Goes on with the last chat. */
  continues?: boolean;
  /** A prefix of the command line, such as a program that limits what the client can write. */
  commandPrefix?: readonly string[];
}

/** What several homes share; facts belong to a project. */
export interface SharedFolders {
  memory: string;
  project: string;
}

export class ClientHome {
  readonly client: RealClient;
  readonly model: ScriptedModel;
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  /** Programs that the client finds before all others. */
  readonly programs: string;
  /** BigMind's folder: below the home, or shared by several homes. */
  readonly memory: string;
  /** The prompts of all chats so far, including killed ones. */
  readonly prompts: string[] = [];
  readonly #env: Readonly<Record<string, string>>;
  readonly #running = new Set<ChildProcess>();

  private constructor(client: RealClient, model: ScriptedModel, shared: SharedFolders | undefined) {
    this.client = client;
    this.model = model;
    this.folder = mkdtempSync(join(tmpdir(), `bigmind ${client.name} tëst 你 `));
    this.home = join(this.folder, 'home of Zoë');
    this.project = shared?.project ?? join(this.folder, 'a project ü');
    this.memory = shared?.memory ?? join(this.home, '.mcp', 'bigmind');
    const temporary = join(this.folder, 'tmp');
    this.programs = join(this.folder, 'bin');
    for (const path of [this.home, this.project, this.programs, temporary]) mkdirSync(path, { recursive: true });
    this.#env = {
      PATH: [this.programs, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: this.home,
      PWD: this.project,
      TMPDIR: temporary,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      ...(shared !== undefined && { BIGMIND_HOME: shared.memory }),
      ...client.env(model.url),
    };
  }

  /** Installs BigMind with `bigmind install`, which must succeed. */
  static async open(client: RealClient, shared?: SharedFolders): Promise<ClientHome> {
    const opened = await ClientHome.openWithout(client, shared);
    const { code, out, err } = await opened.bigmind(['install', client.installName, '--yes']);
    assert.equal(code, 0, `bigmind install ${client.installName} failed:\n${out}${err}`);
    return opened;
  }

  /** Without BigMind. */
  static async openWithout(client: RealClient, shared?: SharedFolders): Promise<ClientHome> {
    const opened = new ClientHome(client, await ScriptedModel.start(), shared);
    for (const [path, text] of Object.entries(client.files(opened.model.url))) {
      const file = join(opened.home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    execFileSync('git', ['init', '-q', opened.project]);
    return opened;
  }

  /** Saves what the client sent in `artifacts/clients` and removes everything else. */
  async close(): Promise<void> {
    for (const child of this.#running) killGroup(child);
    await this.model.stop();
    const folder = join(artifacts, 'clients');
    mkdirSync(folder, { recursive: true });
    const lines = this.model.requests.map((request) => `${JSON.stringify(request)}\n`);
    writeFileSync(join(folder, `${this.client.name}-requests.jsonl`), lines.join(''));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  /** A chat that has the tools: again, if the client did not wait for its server, to which Codex gives one second. */
  async chatWithTools(prompt: string, options: ChatOptions = {}, triesLeft = 3): Promise<Chat> {
    const chat = await this.chat(triesLeft === 3 ? prompt : `${prompt} (${String(triesLeft)})`, options);
    const isOffered = chat.requests.some(({ tools }) => tools.some(({ name }) => name.endsWith('memory_search')));
    if (isOffered || this.client.defersTools || triesLeft === 1) return chat;
    return this.chatWithTools(prompt, options, triesLeft - 1);
  }

  async chat(prompt: string, options: ChatOptions = {}): Promise<Chat> {
    const before = this.model.requests.length;
    const { child, finished } = this.#start(prompt, options);
    const timer = setTimeout(() => killGroup(child), maxChatSeconds * 1000);
    const ended = await finished;
    clearTimeout(timer);
    const requests = this.model.requests.slice(before);
    const first = requests.find(({ tools, turns }) => {
      return tools.length > 0 && turns.some(({ role, text }) => role === 'user' && text.includes(prompt));
    });
    return { ...ended, prompt, requests, first };
  }

  /** Kills the client with SIGKILL once its chat is on disk and it waits for the model. */
  async killedChat(prompt: string): Promise<void> {
    const { child, finished } = this.#start(prompt, { steps: [{ hold: true }] });
    const chats = join(this.home, this.client.chatsFolder);
    await until(`the model receives "${prompt}"`, () => this.model.requests.some(({ turns }) => holds(turns, prompt)));
    await until(`${this.client.title} writes "${prompt}" below ${chats}`, () => isWrittenBelow(chats, prompt));
    killGroup(child);
    await finished;
  }

  /** `commandPrefix` is a prefix of the command line, such as `unshare --mount`. */
  bigmind(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    commandPrefix: readonly string[] = [],
  ): Promise<Finished> {
    const [program = process.execPath, ...rest] = [...commandPrefix, process.execPath, programFile, ...args];
    const child = spawn(program, rest, { cwd: this.project, env: { ...this.#env, ...env } });
    child.stdin.end();
    return finish(child);
  }

  /** Runs the client itself, such as to install a plugin. */
  run(args: readonly string[]): Promise<Finished> {
    const child = spawn(programOf(this.client), args, { cwd: this.project, env: this.#env });
    child.stdin.end();
    return finish(child);
  }

  /** In which a program finds the client, and the client its home and its scripted model. */
  get environment(): NodeJS.ProcessEnv {
    return { ...this.#env, PATH: [dirname(programOf(this.client)), this.#env['PATH'] ?? ''].join(delimiter) };
  }

  /** Rows of the store; empty if there is no store. */
  rows(sql: string, memory = this.memory): Record<string, unknown>[] {
    const file = join(memory, 'memory.db');
    return existsSync(file) ? rowsIn(file, sql) : [];
  }

  hooksLog(): string {
    const file = join(this.memory, 'hooks.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /**
   * Without the lines that a hook was slow, which depends on what else the machine does; bench/ measures how long one
   * takes.
   */
  problemsOfHooks(): string[] {
    const isSlow = / took longer than \d+ ms; the rest is done at the next event\.$/u;
    return this.hooksLog()
      .split('\n')
      .filter((line) => line !== '' && !isSlow.test(line));
  }

  #start(prompt: string, { steps = [], others = [], commandPrefix = [], continues = false }: ChatOptions): Started {
    this.prompts.push(prompt);
    this.model.scripts = [...others, { match: prompt, steps }];
    const { argumentsFor, continuedWith = argumentsFor } = this.client;
    const given = continues ? continuedWith(prompt) : argumentsFor(prompt);
    const [program = '', ...args] = [...commandPrefix, programOf(this.client), ...given];
    const child = spawn(program, args, {
      cwd: this.project,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#running.add(child);
    return { child, finished: finish(child) };
  }
}

interface Started {
  child: ChildProcess;
  finished: Promise<Finished>;
}

/** Every string in a request, one per line, including its tools and earlier turns. */
export function everythingIn({ body }: LoggedRequest): string {
  return stringsOf(body).join('\n');
}

/** What the model reads of a chat: its instructions and all turns. */
export function textOf(request: LoggedRequest | undefined): string {
  return request === undefined ? '' : [request.system, ...request.turns.map(({ text }) => text)].join('\n');
}

function holds(turns: LoggedRequest['turns'], text: string): boolean {
  return turns.some((turn) => turn.role === 'user' && turn.text.includes(text));
}

/** Waits for the program itself, because a background process that it leaves running may hold its output open. */
async function finish(child: ChildProcess): Promise<Finished> {
  const finished: Finished = { code: null, out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (finished.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (finished.err += text));
  const closed = new Promise((done) => child.once('close', done));
  finished.code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('exit', done));
  await Promise.race([closed, new Promise((done) => setTimeout(done, 1_000))]);
  return finished;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Everything in the group has already ended.
  }
}

/** Whether a transcript or a database holds the text as a message. The Copilot CLI first logs a hook call with the same words. */
function isWrittenBelow(folder: string, text: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:jsonl|db|db-wal)$/u.test(name))
    .map((name) => join(folder, name))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .some((line) => line.includes(text) && !line.includes('"type":"hook.start"'));
}
