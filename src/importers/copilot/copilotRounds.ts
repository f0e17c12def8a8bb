/**
 * Reads the metadata that Copilot stores in a request's result: the rounds with the tool calls of the model, their
 * arguments and results, and the summaries of compactions. All of it may be missing, because other chat participants
 * store other data.
 */
import { fieldsFrom, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';

interface RoundCall {
  name: string;
  given: unknown;
  /** The tool's output; empty if it was not stored. */
  result: string;
  createdAt: string | undefined;
  /** The id of the round that ends with this call; undefined if it does not end one. */
  endsRound: string | undefined;
}

interface Summary {
  /** Counted from 0 within the request. */
  place: number;
  text: string;
}

export interface Rounds {
  callOf: (id: string | undefined) => RoundCall | undefined;
  /** Undefined returns those that come before every call of this request. */
  summariesAfter: (round: string | undefined) => Summary[];
}

/**
 * Copilot adds a note with the location of the full conversation; it is meant for the model and is valid on one
 * machine only.
 */
const hintBegins = '\nIf you need specific details from before compaction';
const deepestNode = 40;

export function roundsOf(request: Fields): Rounds {
  const metadata = fieldsFrom(fieldsFrom(request['result'])['metadata']);
  const calls = callsOf(metadata);
  const ends = new Set([...calls.values()].map(({ endsRound }) => endsRound));
  const summaries = summariesOf(metadata).map(({ round, text }, place) => {
    return { round: ends.has(round) ? round : undefined, place, text };
  });
  return {
    callOf: (id) => (id === undefined ? undefined : calls.get(bareId(id))),
    summariesAfter: (round) => summaries.filter((summary) => summary.round === round),
  };
}

function callsOf(metadata: Fields): Map<string, RoundCall> {
  const results = fieldsFrom(metadata['toolCallResults']);
  const calls = new Map<string, RoundCall>();
  for (const round of listFrom(metadata['toolCallRounds']).map(fieldsFrom)) {
    const inRound = listFrom(round['toolCalls']).map(fieldsFrom);
    for (const [place, call] of inRound.entries()) {
      const id = textFrom(call['id']);
      const name = textFrom(call['name']);
      if (id === undefined || name === undefined) continue;
      const answer = Object.hasOwn(results, id) ? fieldsFrom(results[id]) : {};
      calls.set(bareId(id), {
        name,
        given: call['arguments'],
        result: listFrom(answer['content'])
          .map((part) => textOfResult(fieldsFrom(part)['value']))
          .join('\n'),
        createdAt: timeFrom(round['timestamp']),
        endsRound: place === inRound.length - 1 ? textFrom(round['id']) : undefined,
      });
    }
  }
  return calls;
}

/** Copilot Chat adds its own suffix to some ids, but not everywhere. */
function bareId(id: string): string {
  return id.split('__vscode-')[0] ?? id;
}

/** `summary` is from the command `/compact`, `summaries` from automatic compactions; some are stored in both. */
function summariesOf(metadata: Fields): { round: string | undefined; text: string }[] {
  const noted = [metadata['summary'], ...listFrom(metadata['summaries'])].map(fieldsFrom);
  const texts = new Map(noted.map((summary) => [textFrom(summary['toolCallRoundId']), summaryText(summary['text'])]));
  return [...texts].flatMap(([round, text]) => (text === '' ? [] : [{ round, text }]));
}

function summaryText(value: unknown): string {
  const text = textFrom(value) ?? '';
  const hint = text.indexOf(hintBegins);
  return (hint === -1 ? text : text.slice(0, hint)).trim();
}

/** The text of a result: plain, or the joined texts of its render tree. */
export function textOfResult(value: unknown): string {
  if (typeof value === 'string') return value;
  return textOfNode(fieldsFrom(value)['node'], 0).trim();
}

function textOfNode(value: unknown, depth: number): string {
  if (depth > deepestNode) return '';
  const node = fieldsFrom(value);
  const text = textFrom(node['text']);
  if (text !== undefined) return node['lineBreakBefore'] === true ? `\n${text}` : text;
  return listFrom(node['children'])
    .map((child) => textOfNode(child, depth + 1))
    .join('');
}
