/**
 * The tokens in the environment: AGENT_TOKENS, as Shared Memory writes them, `NAME:sha256:DIGEST` or `NAME:TOKEN` with
 * commas between them, and BIGMIND_METRICS_TOKEN. A digest is better, because others may read the environment of a
 * process.
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

/** The hash of the token that reads the metrics; undefined without one. Throws for one that is none. */
export function metricsTokenFrom(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const hash = hashFrom(given);
  if ('odd' in hash) throw invalid('BIGMIND_METRICS_TOKEN', hash.odd, 'Correct it, or remove it to turn /metrics off.');
  return hash.tokenHash;
}

function tokenFrom(entry: string, place: number): FixedToken {
  const { agent, given } = /^(?<agent>[^:]{1,200}):(?<given>\S+)$/u.exec(entry)?.groups ?? {};
  const hash =
    agent === undefined || given === undefined
      ? { odd: 'is not NAME:TOKEN or NAME:sha256:DIGEST' }
      : { agent: agent.trim(), ...hashFrom(given) };
  if (!('odd' in hash)) return hash;
  const remedy = 'Correct it, or create tokens with "bigmind token add AGENT" instead.';
  throw invalid('AGENT_TOKENS', hash.odd, remedy, `Entry ${String(place + 1)} of `);
}

function hashFrom(given: string): { tokenHash: string } | { odd: string } {
  if (given.startsWith('sha256:')) {
    const digest = given.slice('sha256:'.length).toLowerCase();
    return /^[0-9a-f]{64}$/u.test(digest)
      ? { tokenHash: digest }
      : { odd: 'has a digest that is not 64 hexadecimal digits' };
  }
  if (given.length < minLength) return { odd: `has a token of less than ${String(minLength)} characters` };
  return { tokenHash: hashOf(given) };
}

function invalid(field: string, what: string, remedy: string, part = ''): BigMindError {
  return new BigMindError('invalid_input', `${part}${field} ${what}.`, { remedy, details: { field } });
}
