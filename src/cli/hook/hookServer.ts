/**
 * The side of a server: answers hooks of the same user, program and store, because a process that runs already has loaded
 * the program. Each server has its own socket in an owner-only folder, so none takes over from another. See
 * `asking/hookProtocol.ts`.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { makeFolder } from '../../clients/files/makeFolder.ts';
import { writeWhole } from '../../clients/files/replaceFile.ts';
import type { EnvironmentSettings } from '../../environment.ts';
import { bigMindErrorFrom, sentenceOf } from '../../memory/shared/errors.ts';
import { visible } from '../../memory/trust/quoting.ts';
import type { HookOpening } from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';
import {
  fieldsOf,
  helloFrom,
  hookCallFrom,
  isPrivate,
  linesOf,
  machineMark,
  programIdentity,
  ready,
  sendLine,
  socketFolder,
  type HookCall,
  type HookReply,
} from './asking/hookProtocol.ts';

export interface HookServerParts extends HookOpening {
  /** BigMind's own folder. */
  home: string;
  platform: NodeJS.Platform;
  now: () => Date;
  note: (text: string) => void;
}

export interface HookServer {
  /** Takes no more events, and resolves once the running ones are done. */
  close: () => Promise<void>;
}

/** In bytes with the 0 at its end, as macOS has it; elsewhere there is more. */
const maxAddressLength = 104;
/** Milliseconds for a hook to say what it wants. */
const helloMs = 2_000;
const maxConnections = 16;
/** 32 random bytes, for a proof. */
const challengePattern = /^[0-9a-f]{64}$/u;

/** Resolves once it listens, or to undefined where it cannot; then hooks do their work themselves. Never rejects. */
export async function serveHooks(parts: HookServerParts): Promise<HookServer | undefined> {
  const { home, cli, platform, now } = parts;
  const folder = socketFolder(home);
  const name = `${now().getTime().toString(36)}-${String(process.pid)}-${machineMark()}`;
  const place = platform === 'win32' ? keyedPlace(folder, name) : { address: join(folder, `${name}.sock`) };
  const running = new Set<Promise<void>>();
  try {
    if (Buffer.byteLength(place.address) >= maxAddressLength) return undefined;
    await makeFolder(folder, 0o700);
    if (!isPrivate(folder)) return undefined;
    const identity = programIdentity(cli);
    const start = (work: Promise<void>): Promise<void> => {
      running.add(work);
      return work.finally(() => running.delete(work));
    };
    const server = createServer((socket) => void answer(socket.unref(), { identity, key: place.key, start }, parts));
    server.maxConnections = maxConnections;
    await listen(server, place.address);
    server.on('error', () => undefined).unref();
    if (place.file !== undefined) await writeWhole(place.file, JSON.stringify(place), 0o600);
    return {
      close: async () => {
        server.close();
        if (place.file !== undefined) await rm(place.file, { force: true }).catch(() => undefined);
        await Promise.allSettled(running);
      },
    };
  } catch {
    // For example a file system without sockets, or a folder that is read-only.
    return undefined;
  }
}

interface Place {
  /** Where it listens. */
  address: string;
  /** Only for a named pipe, whose name other users can see. */
  key?: string;
  /** Tells hooks both. */
  file?: string;
}

function keyedPlace(folder: string, name: string): Place {
  const [id, key] = [randomBytes(16), randomBytes(32)].map((bytes) => bytes.toString('hex'));
  return { address: `\\\\.\\pipe\\bigmind-${id ?? ''}`, key: key ?? '', file: join(folder, `${name}.json`) };
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** What all connections of a server share. */
interface Listening {
  /** Of `programIdentity`. */
  identity: string;
  /** Of a named pipe. */
  key: string | undefined;
  /** Follows work until it is done. */
  start: (work: Promise<void>) => Promise<void>;
}

/** Never rejects. */
async function answer(socket: Socket, { identity, key, start }: Listening, parts: HookServerParts): Promise<void> {
  const next = linesOf(socket);
  socket.setTimeout(helloMs, () => socket.destroy());
  try {
    let line = await next();
    const { challenge } = fieldsOf(line);
    if (key !== undefined && typeof challenge === 'string' && challengePattern.test(challenge)) {
      sendLine(socket, { proof: createHmac('sha256', key).update(challenge).digest('hex') });
      line = await next();
    }
    const hello = helloFrom(line);
    const settings = hello?.program === identity ? parts.settingsFor(hello.env) : undefined;
    if (settings === undefined) return;
    sendLine(socket, { [ready]: true });
    const call = hookCallFrom(await next());
    if (call === undefined) return;
    socket.setTimeout(0);
    await start(work(call, settings, parts, (reply) => sendLine(socket, reply)));
  } catch (thrown) {
    parts.note(`bigmind hook: ${sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)}`);
  } finally {
    socket.end();
  }
}

/** Replies exactly once, as soon as the answer to the client is known. */
async function work(
  { event, client, input, cwd, env, startedMs }: HookCall,
  settings: EnvironmentSettings,
  { open }: HookServerParts,
  reply: (reply: HookReply) => void,
): Promise<void> {
  const [out, err]: [string[], string[]] = [[], []];
  let isAnswered = false;
  const answered = (): void => {
    if (isAnswered) return;
    isAnswered = true;
    reply({ out: out.join(''), err: err.join('') });
  };
  // Only a server that gets an event loads the code for it.
  const [{ answerHook }, { context, close }] = await Promise.all([import('./hookCommand.ts'), open(settings)]);
  const complain = (text: string): void => {
    if (isAnswered) context.note(text);
    else err.push(`${visible(text)}\n`);
  };
  const ofHook = { ...context, host: { ...context.host, env }, out: (text: string) => out.push(`${text}\n`) };
  try {
    await answerHook(
      event,
      client,
      { ...ofHook, note: complain },
      { input: () => Promise.resolve(input), cwd, startedMs, answered },
    );
  } finally {
    answered();
    await close();
  }
}
