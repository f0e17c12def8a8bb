/**
 * Answers hooks on this computer, which have no token: a window of VS Code listens on loopback and asks the server. Only
 * programs that can read the files of the user know the port and the key, which last as long as the window. The port of a
 * window that was killed may belong to a foreign program later, so a window proves that it knows the key before it gets
 * the key or a question.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Agent, createServer, request, type IncomingMessage, type RequestOptions, type Server } from 'node:http';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../clients/files/makeFolder.ts';
import { writeWhole } from '../clients/files/replaceFile.ts';
import { isRecord } from '../util/parsedValues.ts';
import { parsedJson } from './serverErrors.ts';

interface HookRelayParts {
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
const maxQuestionLength = 400_000;
const namePattern = /^relay-[\w-]+\.json$/u;
/** 32 random bytes, for a proof. */
const challengeHeader = 'x-bigmind-challenge';
const challengePattern = /^[0-9a-f]{64}$/u;

export async function startHookRelay({ folder, key, ask }: HookRelayParts): Promise<HookRelay> {
  const server = createServer((incoming, response) => {
    const send = (answer: unknown): void => {
      response.writeHead(answer === undefined ? 403 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    };
    // A hook that was ended while it sent its question needs no answer.
    answerTo(incoming, key, ask).then(send, () => response.destroy());
  });
  server.unref();
  const port = await listen(server);
  const file = join(folder, `relay-${key.slice(0, 8)}.json`);
  await makeFolder(folder, 0o700);
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
 * The answer of a window; undefined if none answers in time. Files of windows that were killed are removed, also if
 * another program has their port. Never rejects.
 */
export async function askHookRelay(folder: string, question: string, timeoutMs: number): Promise<unknown> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => namePattern.test(one))) {
    const file = join(folder, name);
    const place = parsedJson(await readFile(file, 'utf8').catch(() => ''));
    const answer = isRecord(place) ? await askWindow(place, question, timeoutMs) : 'gone';
    if (answer !== 'gone') return answer;
    await rm(file, { force: true }).catch(() => undefined);
  }
  return undefined;
}

/** Undefined for a foreign request. A server that does not answer has nothing to say. */
async function answerTo(incoming: IncomingMessage, key: string, ask: HookRelayParts['ask']): Promise<unknown> {
  const { headers, method } = incoming;
  if (headers.origin !== undefined) return undefined;
  const challenge = headers[challengeHeader];
  if (method === 'GET' && typeof challenge === 'string' && challengePattern.test(challenge))
    return { proof: proofOf(key, challenge) };
  if (method !== 'POST' || headers.authorization !== `Bearer ${key}`) return undefined;
  let text = '';
  for await (const part of incoming.setEncoding('utf8')) {
    text += String(part);
    if (text.length > maxQuestionLength) return undefined;
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

/** `gone` if nothing listens there, or another program. */
async function askWindow(place: Record<string, unknown>, question: string, timeoutMs: number): Promise<unknown> {
  const key = String(place['key']);
  const challenge = randomBytes(32).toString('hex');
  // Both requests use one connection.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const signal = AbortSignal.timeout(timeoutMs);
  const to = { host: '127.0.0.1', port: Number(place['port']), agent, signal };
  try {
    const proof = await send({ ...to, method: 'GET', headers: { [challengeHeader]: challenge } });
    if (proof === undefined || proof === 'gone') return proof;
    if (!isProof(proof, proofOf(key, challenge))) return 'gone';
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return await send({ ...to, method: 'POST', headers }, question);
  } finally {
    agent.destroy();
  }
}

function proofOf(key: string, challenge: string): string {
  return createHmac('sha256', key).update(challenge).digest('hex');
}

function isProof(answer: unknown, expected: string): boolean {
  const given = Buffer.from(String(isRecord(answer) ? answer['proof'] : ''));
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}

/** The JSON of the answer; `gone` for another answer or a refused connection; undefined for none in time. */
function send(options: RequestOptions, body?: string): Promise<unknown> {
  return new Promise((resolve) => {
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(response.statusCode === 200 ? (parsedJson(text) ?? 'gone') : 'gone'));
      response.on('error', () => resolve(undefined));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'gone' : undefined));
    sent.end(body);
  });
}
