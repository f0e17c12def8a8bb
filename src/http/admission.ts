/**
 * Who may ask the profile server for what. A page of another site must not reach it by a name of its own (DNS rebinding),
 * nor another program of this machine without the token: so Host, Origin, method and token are looked at before anything
 * is read.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Undefined for a request that may go on; else the status and the sentence that refuse it. */
export interface Refusal {
  status: 400 | 401 | 403 | 405 | 413;
  sentence: string;
}

const hostNames = ['localhost', '127.0.0.1'];

/** What holds for every path: our own name, our own pages. `allowed` is the method that the path takes. */
export function refusalOf(
  { headers, method }: IncomingMessage,
  port: number,
  allowed: 'GET' | 'POST',
): Refusal | undefined {
  // As a browser writes it, which leaves out the port 80.
  const hosts = hostNames.map((name) => new URL(`http://${name}:${String(port)}`).host);
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase())) {
    return { status: 403, sentence: 'This server answers to localhost only.' };
  }
  if (headers.origin !== undefined && headers.origin.toLowerCase() !== `http://${headers.host.toLowerCase()}`) {
    return { status: 403, sentence: 'This server answers to its own page only.' };
  }
  if (method !== allowed) return { status: 405, sentence: `Here one asks with ${allowed} only.` };
  return undefined;
}

export const tokenMissing: Refusal = {
  status: 401,
  sentence:
    'The memory is read and changed with the token at the end of the address that `bigmind serve` printed, or that your assistant gave you, as `Authorization: Bearer TOKEN`. Each start of BigMind makes a new one.',
};

/** No cookie has it: a browser sends those to every port of a machine, so to every other server that runs there. */
export function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '') ?? [];
  return given !== undefined && isSame(given, token);
}

/** Takes as long for a near miss as for a wild guess. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(token));
}
