/** What the headers of an agent's request say: who it claims to be, and where it comes from. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BigMindError } from '../../memory/shared/errors.ts';
import { headerText } from '../requests/requestTarget.ts';
import type { AgentIdentity } from './agentTokens.ts';

interface ClaimRefusal {
  message: string;
  remedy: string;
}

/** A refusal if a request names another agent or user than its token; they follow from the token alone. */
export function claimIn(headers: IncomingHttpHeaders, { agent, username }: AgentIdentity): ClaimRefusal | undefined {
  return (
    refusedClaim('agent', textIn(headers['x-bigmind-agent']), agent) ??
    refusedClaim('user', textIn(headers['x-bigmind-user']), username)
  );
}

export function refusedClaim(what: 'agent' | 'user', claimed: unknown, actual: string): ClaimRefusal | undefined {
  if (claimed === undefined) return undefined;
  const isSame = typeof claimed === 'string' && claimed.trim().toLowerCase() === actual.toLowerCase();
  if (isSame) return undefined;
  return {
    message: `The token belongs to another ${what} than the request names.`,
    remedy: `Nothing was done. Omit the ${what}, because it follows from the token, or use a token of that ${what}.`,
  };
}

/**
 * The project that a request names; percent-encoded if it is not ASCII. Undefined without one. Throws `invalid_input` for
 * encoded bytes that are not UTF-8.
 */
export function projectNamedIn(headers: IncomingHttpHeaders): string | undefined {
  const named = textIn(headers['x-bigmind-project']);
  // Else a name that contains a percent sign.
  if (named === undefined || /%(?![0-9a-f]{2})/iu.test(named)) return named;
  try {
    return decodeURIComponent(named);
  } catch (cause) {
    throw new BigMindError('invalid_input', 'The header X-BigMind-Project is not percent-encoded UTF-8.', {
      remedy: 'Nothing was done. Encode the name of the project as UTF-8, or omit the header.',
      cause,
    });
  }
}

function textIn(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? headerText(value) : undefined;
}

/**
 * The address of the client. Behind a trusted proxy it is the last one in `X-Forwarded-For`, which the proxy itself
 * added; a client can write the earlier ones.
 */
export function addressOf({ headers, socket }: IncomingMessage, trustsProxy: boolean): string | undefined {
  const forwarded = trustsProxy ? [headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim() : undefined;
  return forwarded !== undefined && /^[0-9a-f.:]{2,45}$/iu.test(forwarded) ? forwarded : socket.remoteAddress;
}
