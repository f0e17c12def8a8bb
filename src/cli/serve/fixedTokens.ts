/**
 * The tokens in AGENT_TOKENS, as Shared Memory writes them: `NAME:sha256:DIGEST` or `NAME:TOKEN`, with commas between
 * them. A digest is better, because others may read the environment of a process.
 */
import { hashOf, type FixedToken } from '../../http/agents/agentTokens.ts';
import { BigMindError } from '../../memory/shared/errors.ts';

/** In characters; a shorter token can be guessed. */
const minLength = 16;

/** Throws for an entry that is none, without repeating it. */
export function fixedTokensFrom(text: string | undefined): FixedToken[] {
  const entries = (text ?? '').split(/[,\n]/u).map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(tokenFrom);
}

function tokenFrom(entry: string, place: number): FixedToken {
  const { agent, given } = /^(?<agent>[^:]{1,200}):(?<given>\S+)$/u.exec(entry)?.groups ?? {};
  if (agent === undefined || given === undefined) throw invalid(place, 'is not NAME:TOKEN or NAME:sha256:DIGEST');
  if (given.startsWith('sha256:')) {
    const digest = given.slice('sha256:'.length).toLowerCase();
    if (!/^[0-9a-f]{64}$/u.test(digest)) throw invalid(place, 'has a digest that is not 64 hexadecimal digits');
    return { agent: agent.trim(), tokenHash: digest };
  }
  if (given.length < minLength) throw invalid(place, `has a token of less than ${String(minLength)} characters`);
  return { agent: agent.trim(), tokenHash: hashOf(given) };
}

function invalid(place: number, what: string): BigMindError {
  return new BigMindError('invalid_input', `Entry ${String(place + 1)} of AGENT_TOKENS ${what}.`, {
    remedy: 'Correct it, or create tokens with "bigmind token add AGENT" instead.',
    details: { field: 'AGENT_TOKENS' },
  });
}
