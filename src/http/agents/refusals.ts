/** Why a request of an agent is refused before anything is done. */
import type { IncomingHttpHeaders } from 'node:http';
import type { TokenRefusal } from '../../memory/governance/tokens.ts';
import type { Problem } from './problem.ts';

export const tokenMissing: Problem = {
  status: 401,
  code: 'token_missing',
  message: 'This server needs a token.',
  remedy: 'Send the token that `bigmind token add AGENT` created, as `Authorization: Bearer TOKEN`.',
};

function tokenRefused(refusal: TokenRefusal): Problem {
  const words = { unknown: 'is not known', expired: 'has expired', revoked: 'was revoked' } as const;
  const remedy = 'Ask the administrator of the server for another one.';
  return { status: 401, code: `token_${refusal}`, message: `The token ${words[refusal]}.`, remedy };
}

/**
 * The same for a client that would begin to sign in at 401, which this server does not offer: VS Code's MCP client then
 * asks for a client id, in a dialog over everything. The extension has it say so.
 */
export function tokenRefusedTo(headers: IncomingHttpHeaders, refusal: TokenRefusal): Problem {
  const problem = tokenRefused(refusal);
  return headers['x-bigmind-sign-in'] === 'none' ? { ...problem, status: 403 } : problem;
}

export function tooMany(seconds: number): Problem {
  const remedy = `Try again in ${String(seconds)} s.`;
  return { status: 429, code: 'too_many_requests', message: 'Too many requests.', remedy, headers: retryIn(seconds) };
}

function retryIn(seconds: number): { 'retry-after': string } {
  return { 'retry-after': String(seconds) };
}

export const draining: Problem = {
  status: 503,
  code: 'draining',
  message: 'The server is shutting down.',
  remedy: 'Nothing was done. Try again in a few seconds.',
  headers: retryIn(5),
};

export const tookTooLong: Problem = {
  status: 504,
  code: 'timeout',
  message: 'The call took too long.',
  remedy: 'It may still be done. Sent again, the same fact is stored once.',
};

/** For the log; the client reads no answer. */
export const hungUp: Problem = {
  status: 400,
  code: 'invalid_input',
  message: 'The client hung up before its request was complete.',
};

export const readOnly: Problem = {
  status: 403,
  code: 'not_allowed',
  message: 'This token may only read.',
  remedy: 'Nothing was stored. Use a token that was created without --read.',
};

export const notMeasured: Problem = {
  status: 403,
  code: 'not_allowed',
  message: 'Only the token of BIGMIND_METRICS_TOKEN reads the metrics.',
};

export function malformed(message: string): Problem {
  const remedy = 'Nothing was done. Correct the request, and encode other characters than those of ASCII as UTF-8.';
  return { status: 400, code: 'invalid_input', message, remedy, headers: { connection: 'close' } };
}

export const notServed: Problem = {
  status: 404,
  code: 'not_found',
  message: 'This address does not exist.',
  remedy: 'GET /openapi.json lists the addresses of the REST API; MCP is at /mcp.',
};

export function wrongMethod(allowed: readonly string[]): Problem {
  const methods = allowed.join(', ');
  const message = `This address accepts only ${methods}.`;
  return { status: 405, code: 'method_not_allowed', message, headers: { allow: methods } };
}
