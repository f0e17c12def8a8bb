/**
 * Which names a request may use for the server. A web page can give its own name the address of this server (DNS
 * rebinding), so only names that the administrator allows are accepted, and addresses, which no page can take over.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Problem } from './problem.ts';

/** Undefined if the request may proceed. `allowed` are names without a port. */
export function hostRefusal({ host, origin }: IncomingHttpHeaders, allowed: readonly string[]): Problem | undefined {
  if (origin !== undefined) return ofPage;
  const name = nameIn(host ?? '');
  if (name === 'localhost' || isIP(name) !== 0 || allowed.some((one) => one.toLowerCase() === name)) return undefined;
  return otherName;
}

/** Without the port and without the brackets of an IPv6 address. */
function nameIn(host: string): string {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:]+))(?::\d+)?$/iu.exec(host.trim()) ?? [];
  return (bracketed ?? plain ?? '').toLowerCase();
}

const ofPage: Problem = {
  status: 403,
  code: 'not_allowed',
  message: 'This server accepts no requests from web pages.',
};

const otherName: Problem = {
  status: 403,
  code: 'not_allowed',
  message: 'This server is not known by the name in the request.',
  remedy: 'The administrator allows a name with `bigmind serve --allow-host NAME`.',
};
