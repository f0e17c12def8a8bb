/**
 * Sessions with what readers found worth keeping in them, from a folder outside this repository:
 * `knowledge-X/gold.jsonl` labels sessions of `coding-X/corpus.jsonl`. Their license forbids shipping them, so only
 * weights come from them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { utterancesFrom } from '../../src/memory/summarize/words/utterances.ts';
import type { Utterance } from '../../src/memory/summarize/words/utterances.ts';
import { groupBy } from '../../src/util/groupBy.ts';

const itemShape = z.object({
  text: z.string(),
  quote: z.string(),
  /** The id of the turn with the quote. */
  turn: z.string(),
  /** 1 to 3. */
  value: z.number(),
});
const goldShape = z.object({ session: z.string(), items: z.array(itemShape) });
const turnShape = z.object({ id: z.string(), session: z.string(), speaker: z.string(), text: z.string() });

export interface GoldItem extends Pick<z.infer<typeof itemShape>, 'text' | 'quote' | 'value'> {
  /** The id of the message with the quote; undefined if the session does not contain the turn. */
  messageId: number | undefined;
}

export interface LabelledSession {
  name: string;
  utterances: Utterance[];
  items: GoldItem[];
}

/** Throws if the folder has no labels, or a file is malformed. */
export function readLabelledSessions(folder: string): LabelledSession[] {
  const sets = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'gold.jsonl')));
  if (sets.length === 0) throw new Error(`There is no knowledge-*/gold.jsonl in ${folder}.`);
  return sets.toSorted().flatMap((name) => {
    const corpus = join(folder, name.replace(/^knowledge-/u, 'coding-'), 'corpus.jsonl');
    const turns = groupBy(readLines(corpus, turnShape), ({ session }) => session);
    return readLines(join(folder, name, 'gold.jsonl'), goldShape).map((gold) => {
      return labelledSession(gold, turns.get(gold.session) ?? []);
    });
  });
}

function labelledSession(
  { session, items }: z.infer<typeof goldShape>,
  turns: readonly z.infer<typeof turnShape>[],
): LabelledSession {
  const messages = turns.map(({ speaker, text }, id) => {
    return { id, role: speaker, type: 'text', content: text, createdAt: '', files: [] };
  });
  const idOf = new Map(turns.map(({ id }, at) => [id, at]));
  return {
    name: session,
    utterances: utterancesFrom(messages),
    items: items.map(({ turn, ...item }) => ({ ...item, messageId: idOf.get(turn) })),
  };
}

function readLines<T>(file: string, shape: z.ZodType<T>): T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => shape.parse(JSON.parse(line)));
}
