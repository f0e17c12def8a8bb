/**
 * Starts a PostgreSQL server for tests and measurements: the programs that this machine has, with a new data folder in
 * the temporary folder, on a free port of the loopback interface. It syncs nothing to the disk unless asked to.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Times that a server is started after a kill. */
const maxStarts = 20;

/** The variable with the address of the server that the suites of the store use. */
export const postgresVariable = 'BIGMIND_TEST_POSTGRES';

/** That of a server of another version, on which the suites about row security run once more. */
export const otherPostgresVariable = 'BIGMIND_TEST_POSTGRES_OTHER';

export interface PostgresServer {
  /** For the superuser `bigmind`, who needs no password. */
  url: string;
  port: number;
  /** The data folder, with `pg_hba.conf`. */
  data: string;
  /** Ends it as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`. */
  start: () => Promise<void>;
  /** Ends it and deletes its folder. */
  stop: () => Promise<void>;
}

export interface ServerOptions {
  /** Settings of the server, such as `ssl=on`. */
  settings?: readonly string[];
  /** Whether commits wait for the disk. */
  sync?: 'on' | 'off';
  parent?: string;
  /** The folder of the programs; that of `findPostgres` if undefined. */
  programs?: string | undefined;
}

/** The folder with the newest installed `postgres` from version 15 on; undefined if there is none. */
export function findPostgres(): string | undefined {
  // There, PostgreSQL refuses administrators, as most users of a machine for tests are.
  if (process.platform === 'win32') return undefined;
  const installed = globSync([
    '/usr/lib/postgresql/*/bin',
    '/opt/homebrew/opt/postgresql@*/bin',
    'C:/Program Files/PostgreSQL/*/bin',
  ]);
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  return newestOf([...installed, ...onPath]);
}

function newestOf(folders: readonly string[]): string | undefined {
  const versions = folders.flatMap((folder) => {
    const version = versionIn(folder);
    return version === undefined || version < 15 ? [] : [{ folder, version }];
  });
  return versions.sort((one, other) => other.version - one.version)[0]?.folder;
}

function versionIn(folder: string): number | undefined {
  const program = join(folder, 'initdb');
  if (!existsSync(program)) return undefined;
  try {
    return Number(/ (\d+)/u.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return undefined; // It does not run here.
  }
}

/** Rejects if this machine has no PostgreSQL. */
export async function startPostgres({
  settings = [],
  sync = 'off',
  parent = tmpdir(),
  programs = findPostgres(),
}: ServerOptions = {}): Promise<PostgresServer> {
  if (programs === undefined) throw new Error('This machine has no PostgreSQL 15 or newer.');
  const folder = mkdtempSync(join(parent, 'bigmind-postgres-'));
  const owner = unprivilegedUser();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const bin = owner === undefined ? programs : withoutHome(programs, folder);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'bigmind', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await run(join(bin, 'initdb'), initdb, { ...owner, cwd: folder });
  const port = await freePort();
  const options = [
    ...[`port=${String(port)}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
    ...[`fsync=${sync}`, `full_page_writes=${sync}`, 'max_connections=300', 'autovacuum_naptime=5s'],
    ...settings,
  ];
  const args = ['-D', data, ...options.flatMap((option) => ['-c', option])];
  let server: ChildProcess | undefined;
  const url = `postgres://bigmind@127.0.0.1:${String(port)}/postgres`;
  const start = async (attempt = 1): Promise<void> => {
    server = spawn(join(bin, 'postgres'), args, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      await answers(server, port);
    } catch (thrown) {
      // The other processes of a killed server hold its memory until they notice.
      if (attempt === maxStarts || !String(thrown).includes('pre-existing shared memory')) throw thrown;
      await setTimeout(250);
      await start(attempt + 1);
    }
  };
  const end = async (signal: 'SIGKILL' | 'SIGINT'): Promise<void> => {
    const ending = server;
    server = undefined;
    if (ending?.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };
  const onExit = (): void => void server?.kill('SIGQUIT');
  process.once('exit', onExit);
  await start();
  return {
    ...{ url, port, data, start: () => start() },
    kill: () => end('SIGKILL'),
    stop: async () => {
      process.off('exit', onExit);
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until the server says that it accepts connections. */
async function answers(server: ChildProcess, port: number): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => {
      reject(new Error(`PostgreSQL ended with code ${String(code)} on port ${String(port)}: ${log}`));
    });
    server.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (what: string): number => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Another user may not enter the home folder of root, where the cache is. */
function withoutHome(programs: string, folder: string): string {
  if (!programs.startsWith(homedir())) return programs;
  const copy = join(folder, 'programs');
  cpSync(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, basename(programs));
}

/** Of the loopback interface; nothing listened there a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
