/**
 * Access checks of the profile server. A page of another site must not reach it through its own host name (DNS
 * rebinding), nor another program on this machine without the token. So Host, Origin, method and token are checked
 * before anything is read.
 */
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Credentials } from './rateLimit.ts';

/** The status and the sentence of a refused request. */
export interface Refusal {
  status: 400 | 401 | 403 | 405 | 413 | 429;
  sentence: string;
  headers?: OutgoingHttpHeaders;
}

const hostNames = ['localhost', '127.0.0.1'];

/**
 * The checks for every path: the request uses our host name and comes from our own page. `allowed` are the methods of
 * the path. Undefined if the request may proceed.
 */
export function refusalOf(
  { headers, method }: IncomingMessage,
  port: number,
  allowed: readonly string[],
): Refusal | undefined {
  // As browsers send it, which omit the default port 80.
  const hosts = hostNames.map((name) => new URL(`http://${name}:${String(port)}`).host);
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase())) {
    return { status: 403, sentence: 'This server accepts requests to localhost only.' };
  }
  const isOwn = headers.origin === undefined || headers.origin.toLowerCase() === `http://${headers.host.toLowerCase()}`;
  if (!isOwn || isPartOfAnotherPage(headers)) {
    return { status: 403, sentence: 'This server accepts requests from its own page only.' };
  }
  if (method === undefined || !allowed.includes(method)) {
    const ways = allowed.join(', ');
    return { status: 405, sentence: `This address accepts only ${ways}.`, headers: { allow: ways } };
  }
  return undefined;
}

/**
 * Detects requests for images, scripts and frames, which have no Origin header. A link to our page is the user's own
 * click.
 */
function isPartOfAnotherPage({ 'sec-fetch-site': site, 'sec-fetch-dest': dest }: IncomingHttpHeaders): boolean {
  return (site === 'cross-site' || site === 'same-site') && dest !== 'document';
}

export const tokenMissing: Refusal = {
  status: 401,
  sentence:
    'Send the token that `bigmind serve` prints, as `Authorization: Bearer TOKEN`. Each start creates a new token, except with `--keep-token`.',
};

export const keyRefused: Refusal = {
  status: 401,
  sentence:
    'This key was already used, or is older than two minutes. Get a new address from `bigmind serve` or your assistant.',
};

export function tooOften(seconds: number): Refusal {
  const sentence = `Too many requests. Try again in ${String(seconds)} s.`;
  return { status: 429, sentence, headers: { 'retry-after': String(seconds) } };
}

/** No cookie contains the token: browsers send cookies to every port of a machine, so to every other server on it. */
export function credentialsOf({ headers }: IncomingMessage, isGood: (given: string) => boolean): Credentials {
  if (headers.authorization === undefined) return 'anonymous';
  const given = bearerOf(headers);
  return given !== undefined && isGood(given) ? 'known' : 'wrong';
}

/** The token or the key of a request. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/iu.exec(authorization)?.[1];
}
