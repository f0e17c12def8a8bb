/**
 * Why a program gave no answer, as an error that says what to do. Programs say it in their own words, so those are
 * matched; what is not recognized may pass, and is tried again later.
 */
import { BigMindError } from '../memory/shared/errors.ts';
import type { Redact } from '../memory/shared/ports.ts';
import { oneLine, shorten } from '../util/text.ts';
import type { ProgramResult } from './runProgram.ts';

/** A program as its errors describe it. */
interface ProgramFacts {
  /** Such as `Claude Code`, at the beginning of a sentence. */
  title: string;
  /** What to do if it is missing, signed out, too old, or does not know the model: each a sentence. */
  remedies: Readonly<Record<ProgramTrouble, string>>;
  timeoutMs: number;
}

type ProgramTrouble = 'missing' | 'signed out' | 'too old' | 'model';

const maxQuoteLength = 200;
/** The code of a POSIX shell, and of `cmd.exe`, for a command that does not exist. */
const missingCodes = [127, 9_009];

/** The first that matches applies. `down`: it may work later. */
const signs: readonly (readonly [RegExp, ProgramTrouble | 'down'])[] = [
  [
    /rate.?limit|too many requests|\b(?:429|529)\b|overloaded|quota|usage limit|limit (?:reached|exceeded)|credit balance|insufficient credit/iu,
    'down',
  ],
  [
    /unknown (?:option|argument|flag|command)|unexpected argument|unrecognized (?:option|argument|subcommand)|invalid option/iu,
    'too old',
  ],
  [
    /not (?:logged|signed) in|(?:log|sign)[ -]?in\b|\/login|unauthorized|\b401\b|authenticat|invalid (?:api )?key|api.?key|auth method|no authentication/iu,
    'signed out',
  ],
  [/model\b.*(?:not (?:found|exist|supported|available)|does not exist|unknown|invalid)|unknown model/iu, 'model'],
];

/** The answer. Throws `provider_refused` if the program would fail again, else `provider_down`. */
export function answerFrom(result: ProgramResult, facts: ProgramFacts, redact: Redact): string {
  const { outcome, code, answer, trouble, errorCode } = result;
  const { title, remedies } = facts;
  if (outcome === 'too slow')
    throw isDown(`${title} did not answer within ${String(facts.timeoutMs / 1000)} s.`, { timedOut: true });
  if (outcome === 'not started') {
    if (errorCode === 'ENOENT') throw isRefused(`${title} was not found on this computer.`, 'missing', remedies);
    throw isRefused(`${title} could not be started (${errorCode ?? 'unknown'}).`, 'missing', remedies);
  }
  // The beginning of a very long answer may still be of use.
  if (outcome === 'too long' || code === 0) return answer;
  if (code !== null && missingCodes.includes(code))
    throw isRefused(`${title} was not found on this computer.`, 'missing', remedies);
  const said = trouble === '' ? answer.slice(-2_000) : trouble;
  const kind = signs.find(([sign]) => sign.test(`${trouble}\n${answer.slice(-2_000)}`))?.[1] ?? 'down';
  const last = shorten(oneLine(redact(lastLineOf(said)).text), maxQuoteLength);
  const ended = code === null ? 'was ended' : `ended with ${String(code)}`;
  const message = `${title} ${ended}${last === '' ? '.' : `: ${last.replace(/\.+$/u, '')}.`}`;
  throw kind === 'down' ? isDown(message) : isRefused(message, kind, remedies);
}

function isDown(message: string, details: Record<string, unknown> = {}): BigMindError {
  return new BigMindError('provider_down', message, {
    details,
    remedy: 'BigMind tries again later. No recorded chats are lost.',
  });
}

function isRefused(message: string, reason: ProgramTrouble, remedies: ProgramFacts['remedies']): BigMindError {
  return new BigMindError('provider_refused', message, { remedy: remedies[reason], details: { reason } });
}

function lastLineOf(text: string): string {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '');
  return lines.at(-1) ?? '';
}
