/**
 * Memories that an agent stored by a recorded call. A client gives its hooks another chat id than its MCP server, so a
 * memory is matched to a recorded turn by its text in the call. The record may be cut or redacted at other places than
 * the memory; then matching start and shared text decide. If nothing matches, everything that the tool stored in that
 * turn counts.
 */
import { oneLine, shorten } from '../../util/text.ts';
import { limits } from '../shared/input.ts';

export const storedByCalls = ['fact', 'chunk', 'hypothesis', 'knowledge', 'session'] as const;
export type StoredByCall = (typeof storedByCalls)[number];

/** Which argument of each tool becomes the text of the memory. */
const tools: readonly { tool: string; kind: StoredByCall; says: string }[] = [
  { tool: 'memory_store_fact', kind: 'fact', says: 'fact' },
  { tool: 'memory_flag_important', kind: 'chunk', says: 'content' },
  { tool: 'memory_append_chunk', kind: 'chunk', says: 'content' },
  { tool: 'memory_add_hypothesis', kind: 'hypothesis', says: 'hypothesis' },
  { tool: 'memory_promote_to_global', kind: 'knowledge', says: 'content' },
  { tool: 'memory_end_session', kind: 'session', says: 'one_liner' },
];

export interface StoringCall {
  kind: StoredByCall;
  /** As recorded; null if the record does not contain it. */
  said: string | null;
}

/**
 * `name` is the tool's name in the client. `given` is its arguments as JSON, which may be broken; null means no call.
 */
export function storingCallOf(name: string, given: string | null): StoringCall | undefined {
  if (given === null) return undefined;
  const own = /(?:^|[_\-.:/])(?<tool>memory_[a-z_]+)$/iu.exec(name)?.groups?.['tool']?.toLowerCase();
  const found = tools.find(({ tool }) => tool === own);
  return found === undefined ? undefined : { kind: found.kind, said: textIn(given, found.says) };
}

/**
 * Consecutive characters that texts cut at different places must share. With fewer, any call could match any memory.
 */
const minShared = 20;

/** Whether the call may have stored a memory of its kind with the text `stored`. */
export function isSaidBy({ kind, said }: StoringCall, stored: string): boolean {
  if (said === null) return true;
  const statement = leftOf(kind === 'session' ? shorten(oneLine(said), limits.headline) : said);
  const kept = leftOf(stored);
  if (statement.length === kept.length && statement.every((piece, place) => piece === kept[place])) return true;
  if (statement.length === 1 && kept.length === 1) return false;
  const [[calledFirst = ''], [keptFirst = '']] = [statement, kept];
  if (!calledFirst.startsWith(keptFirst) && !keptFirst.startsWith(calledFirst)) return false;
  const longOfKept = kept.filter(isLong);
  return statement.filter(isLong).some((one) => longOfKept.some((other) => one.includes(other) || other.includes(one)));
}

/** Where a text was cut, for its length or for a secret in it. */
const cut = /\[removed: [^\]]*\]| … \[[\d.,]+ characters left out\] … |…$/u;

function isLong({ length }: string): boolean {
  return length >= minShared;
}

/** The pieces left between the cuts; one piece if nothing was cut. */
function leftOf(text: string): string[] {
  return text.replaceAll('\0', '').toWellFormed().trim().split(cut);
}

function textIn(json: string, field: string): string | null {
  try {
    const value: unknown = JSON.parse(json);
    const fields: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const said = fields.find(([name]) => name === field)?.[1];
    return typeof said === 'string' ? said : null;
  } catch {
    // Long arguments are stored without their middle, and some clients describe a call in a sentence.
    return null;
  }
}
