/**
 * Answers hooks on this computer, which have no token: a window of VS Code listens on loopback and asks the server. Only
 * programs that can read the files of the user know the port and the key, which last as long as the window.
 */
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../clients/files/replaceFile.ts';
import { isRecord } from '../util/isRecord.ts';
import { parsedJson } from './serverErrors.ts';

export interface HookRelayParts {
  /** The folder of the server on this computer; see `serverFolder`. */
  folder: string;
  /** Random, for this relay. */
  key: string;
  /** Asks the server, within a second. */
  ask: (question: string) => Promise<unknown>;
}

export interface HookRelay {
  close: () => Promise<void>;
}

/** In characters. */
const maxQuestion = 400_000;
const namePattern = /^relay-[\w-]+\.json$/u;

export async function startHookRelay({ folder, key, ask }: HookRelayParts): Promise<HookRelay> {
  const server = createServer((incoming, response) => {
    void answerTo(incoming, key, ask).then((answer) => {
      response.writeHead(answer === undefined ? 403 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  server.unref();
  const port = await listen(server);
  const file = join(folder, `relay-${key.slice(0, 8)}.json`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(file, JSON.stringify({ port, key }), 0o600);
  return {
    close: async () => {
      await rm(file, { force: true });
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/**
 * The answer of a window; undefined if none answers in time. Files of windows that were killed are removed. Never
 * rejects.
 */
export async function askHookRelay(folder: string, question: string, timeoutMs: number): Promise<unknown> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => namePattern.test(one))) {
    const file = join(folder, name);
    const place = parsedJson(await readFile(file, 'utf8').catch(() => ''));
    const answer = isRecord(place) ? await send(place, question, timeoutMs) : 'gone';
    if (answer !== 'gone') return answer;
    await rm(file, { force: true }).catch(() => undefined);
  }
  return undefined;
}

/** Undefined for a foreign request. A server that does not answer has nothing to say. */
async function answerTo(incoming: IncomingMessage, key: string, ask: HookRelayParts['ask']): Promise<unknown> {
  const { headers, method } = incoming;
  if (method !== 'POST' || headers.origin !== undefined || headers.authorization !== `Bearer ${key}`) return undefined;
  let text = '';
  for await (const part of incoming.setEncoding('utf8')) {
    text += String(part);
    if (text.length > maxQuestion) return undefined;
  }
  return ask(text).catch(() => ({}));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** `gone` if nothing listens there. */
function send(place: Record<string, unknown>, question: string, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${String(place['key'])}`, 'content-type': 'application/json' };
    const options = { host: '127.0.0.1', port: Number(place['port']), method: 'POST', headers };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(response.statusCode === 200 ? parsedJson(text) : 'gone'));
      response.on('error', () => resolve(undefined));
    });
    const over = setTimeout(() => {
      resolve(undefined);
      sent.destroy();
    }, timeoutMs);
    sent.on('close', () => clearTimeout(over));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'gone' : undefined));
    sent.end(question);
  });
}
