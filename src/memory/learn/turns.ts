/**
 * What a model reads of a session: its spoken turns, numbered by their place in the session, in windows that fit into
 * one request. A window begins with the last turns of the one before, so that an answer to them is understood. Long
 * code and the middle of long turns are left out.
 */
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import { inert } from '../trust/quoting.ts';

/** A spoken message of a session. */
export interface LearnTurn {
  /** The place in the session; unique there. */
  seq: number;
  /** The permanent name of the message. */
  message: string;
  role: 'user' | 'assistant';
  content: string;
}

/** Turns for one request. */
export interface LearnWindow {
  /** In order; those before `after` repeat the end of the window before. */
  turns: readonly LearnTurn[];
  /** `seq` of the last turn that an earlier window covered; -1 for none. */
  after: number;
  /** `seq` of the last turn. */
  through: number;
  lines: readonly string[];
}

/** Tokens of the turns of one request, by a high estimate. */
const maxWindowTokens = 12_000;
/** Turns before the window that are repeated. */
export const seamTurns = 2;
const maxTurnTokens = 1_500;
/** What an assistant says while it works is seldom worth more. */
const maxNarrationTokens = 250;
const maxSeamTokens = 300;
const minTurnTokens = 200;
/** The number, the speaker and the mark of a cut. */
const frameTokens = 30;
const maxCodeLines = 8;
const keptCodeLines = 3;

/**
 * The next window after `after`. `turns` are in order, and may begin with up to `seamTurns` earlier ones. Undefined if
 * there is none. A window has at least one new turn, shortened if necessary, and at most `inputTokens`, if those are 900
 * or more.
 */
export function windowAfter(
  turns: readonly LearnTurn[],
  after: number,
  inputTokens = maxWindowTokens,
): LearnWindow | undefined {
  const maxTokens = Math.min(maxWindowTokens, inputTokens);
  const first = turns.findIndex(({ seq }) => seq > after);
  if (first === -1) return undefined;
  const seam = turns.slice(Math.max(0, first - seamTurns), first);
  const lines = seam.map((turn) => lineOf(turn, maxSeamTokens));
  let tokens = lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
  let end = first;
  for (const [index, turn] of turns.entries()) {
    if (index < first) continue;
    const isNarration = turn.role === 'assistant' && turns[index + 1]?.role === 'assistant';
    const whole = isNarration ? maxNarrationTokens : maxTurnTokens;
    // A model that reads little gets less of the first one, because a window without a new turn would be repeated.
    const left = Math.max(minTurnTokens, maxTokens - tokens - frameTokens);
    const line = lineOf(turn, index === first ? Math.min(whole, left) : whole);
    tokens += estimateTokens(line) + 1;
    if (tokens > maxTokens && end > first) break;
    lines.push(line);
    end = index + 1;
  }
  const read = [...seam, ...turns.slice(first, end)];
  return { turns: read, after, through: read.at(-1)?.seq ?? after, lines };
}

function lineOf({ seq, role, content }: LearnTurn, maxTokens: number): string {
  const text = clipped(withoutLongCode(content.trim()), maxTokens);
  return `[${String(seq)}] ${role === 'user' ? 'User' : 'Assistant'}: ${inert(text)}`;
}

/** The beginning and the end: conclusions are at the end. */
function clipped(text: string, maxTokens: number): string {
  // Cuts before it counts tokens, which is slow for long texts.
  const near = text.length <= maxTokens * 12 ? text : `${text.slice(0, maxTokens * 5)}\n${text.slice(-maxTokens * 7)}`;
  if (near === text && estimateTokens(text) <= maxTokens) return text;
  const begin = clipToTokens(near, Math.floor(maxTokens * 0.4));
  const rest = near.slice(begin.length);
  let end = rest;
  while (end !== '' && estimateTokens(end) > maxTokens * 0.6) end = end.slice(Math.ceil(end.length / 8) + 1);
  return `${begin}\n[…]\n${end.replace(/^[\udc00-\udfff]/u, '').trimStart()}`;
}

/** Of a long code block, the first lines. */
function withoutLongCode(text: string): string {
  if (!text.includes('```')) return text;
  const out: string[] = [];
  let code: string[] | undefined;
  const close = (): void => {
    const lines = code ?? [];
    const isLong = lines.length > maxCodeLines;
    out.push(...(isLong ? lines.slice(0, keptCodeLines) : lines));
    if (isLong) out.push(`[… ${String(lines.length - keptCodeLines)} lines of code]`);
    code = undefined;
  };
  for (const line of text.split('\n')) {
    if (/^\s*`{3,}/u.test(line)) {
      if (code === undefined) code = [];
      else close();
      out.push(line);
    } else if (code === undefined) out.push(line);
    else code.push(line);
  }
  if (code !== undefined) close();
  return out.join('\n');
}
