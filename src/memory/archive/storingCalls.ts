/**
 * Memories that an agent stored by a recorded call. A client gives its hooks another chat id than its MCP server, so a
 * memory is matched to a recorded turn by its text in the call. The record may be cut or redacted at other places than
 * the memory; then matching start and shared text decide. If nothing matches, everything that the tool stored in that
 * turn counts.
 */
import { bulletsFrom, oneLine, shorten } from '../../util/text.ts';
import { limits } from '../shared/input.ts';

/** `decision` is a fact that got details; `handOff` is what a session leaves for the next one. */
export type StoredByCall =
  'fact' | 'decision' | 'outcome' | 'chunk' | 'hypothesis' | 'knowledge' | 'session' | 'handOff';

/** All tools that store texts of an agent, and which arguments become the text; those of the profile are its own. */
export const storingTools: readonly { tool: string; kind: StoredByCall; says: readonly string[] }[] = [
  { tool: 'memory_store_fact', kind: 'fact', says: ['fact'] },
  { tool: 'brain_remember', kind: 'fact', says: ['content'] },
  { tool: 'save_artifact', kind: 'fact', says: ['content'] },
  { tool: 'save_decision', kind: 'decision', says: ['title'] },
  { tool: 'save_retrospective', kind: 'outcome', says: ['notes'] },
  { tool: 'memory_flag_important', kind: 'chunk', says: ['content'] },
  { tool: 'memory_append_chunk', kind: 'chunk', says: ['content'] },
  { tool: 'memory_add_hypothesis', kind: 'hypothesis', says: ['hypothesis'] },
  { tool: 'memory_promote_to_global', kind: 'knowledge', says: ['content'] },
  { tool: 'memory_end_session', kind: 'session', says: ['one_liner'] },
  { tool: 'memory_end_session', kind: 'handOff', says: ['next_steps', 'blockers'] },
];

export interface StoringCall {
  kind: StoredByCall;
  /** As recorded: one text, or the items of a hand-off. Null if the record does not contain it. */
  said: readonly string[] | null;
}

/**
 * What a call may have stored; empty for any other tool. `name` is the tool's name in the client. `given` is its
 * arguments as JSON, which may be broken; null means no call.
 */
export function storingCallsOf(name: string, given: string | null): StoringCall[] {
  if (given === null) return [];
  const calls = storingTools
    .filter(({ tool }) => isNamed(name.toLowerCase(), tool))
    .map(({ kind, says }) => ({ kind, said: says.flatMap((field) => textsIn(given, field)) }));
  const isReadable = calls.some(({ said }) => said.length > 0);
  return isReadable ? calls.filter(({ said }) => said.length > 0) : calls.map(({ kind }) => ({ kind, said: null }));
}

/** Clients put the name of the server in front, which may itself be `memory`. */
function isNamed(name: string, tool: string): boolean {
  return name.endsWith(tool) && /(?:^|[_\-.:/])$/u.test(name.slice(0, -tool.length));
}

/**
 * Consecutive characters that texts cut at different places must share. With fewer, any call could match any memory.
 */
const minShared = 20;

/** Whether the call may have stored a memory of its kind with the text `stored`; for a hand-off, with this item. */
export function isSaidBy({ kind, said }: StoringCall, stored: string): boolean {
  return said === null || said.some((text) => isSame(asStored(kind, text), stored));
}

function asStored(kind: StoredByCall, said: string): string {
  if (kind === 'session') return shorten(oneLine(said), limits.headline);
  return kind === 'handOff' ? oneLine(said) : said;
}

function isSame(said: string, stored: string): boolean {
  const [statement, kept] = [leftOf(said), leftOf(stored)];
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

/** The texts in a field: one, or the entries of a list, which models also write as lines. */
function textsIn(json: string, field: string): string[] {
  const value = fieldIn(json, field);
  if (Array.isArray(value)) return bulletsFrom(value.filter((entry) => typeof entry === 'string'));
  if (typeof value !== 'string') return [];
  return listFields.has(field) ? bulletsFrom(value) : [value];
}

const listFields = new Set(storingTools.filter(({ kind }) => kind === 'handOff').flatMap(({ says }) => says));

function fieldIn(json: string, field: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    const fields: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return fields.find(([name]) => name === field)?.[1];
  } catch {
    // Long arguments are stored without their middle, and some clients describe a call in a sentence.
    return undefined;
  }
}
