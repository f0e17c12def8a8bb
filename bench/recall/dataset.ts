/**
 * Reads the public conversations and their questions from a folder outside this repository, because their licenses
 * forbid shipping them. Every folder in it with `corpus.jsonl` and `queries.jsonl` is a set, and so are the folders of
 * transcripts that `sets.ts` knows. Errors about missing or malformed data say what to do.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { sessionOfTurn, setKindOf } from './sets.ts';
import type { SetKind } from './sets.ts';
import { groupBy } from '../../src/util/groupBy.ts';

/**
 * The data, the options or the program are wrong, so nothing was measured. The message is shown as it is, with exit
 * code 2.
 */
export class EvaluationRefused extends Error {}

const turnShape = z.object({
  id: z.string(),
  conversation: z.string(),
  speaker: z.string(),
  text: z.string(),
  session_date: z.string().optional(),
  /** When it was said, ISO 8601. */
  date: z.string().optional(),
  caption: z.string().optional(),
});

const questionShape = z.object({
  conversation: z.string(),
  category: z.string(),
  question: z.string(),
  /** Ids of the turns with the answer; empty if nothing in the conversation answers. */
  evidence: z.array(z.string()),
  /** Ids of turns with an older answer that was replaced later. */
  stale: z.array(z.string()).optional(),
  /** Later turns are left out; ISO 8601. */
  until: z.string().optional(),
});

/** One turn of a conversation. */
export type Turn = z.infer<typeof turnShape> & {
  /** The unchanged line of the corpus, which is imported. */
  line: string;
};

export type Question = z.infer<typeof questionShape>;

export interface Conversation {
  name: string;
  /** In the order of the file. */
  turns: Turn[];
  /** Their evidence has the units of the set: ids of turns, or names of sessions. */
  questions: Question[];
}

export interface Dataset extends SetKind {
  /** The folder's name. */
  name: string;
  /** The folder itself, which `import claude-code` reads. */
  folder: string;
  conversations: Conversation[];
}

const howToGetTheData = `Set BIGMIND_BENCH to a folder that holds one folder for each set, such as locomo-dev and beam-dev, each with
  corpus.jsonl    {"id", "conversation", "session", "session_date", "speaker", "text", "caption"?}, one turn a line
  queries.jsonl   {"conversation", "category", "question", "evidence": [ids of turns]}, one question a line.
  A question may have "until" (what was said later is left out), no evidence (nothing answers it) and "stale": ids of replaced turns.
  coding-*, changed-rules-* and devmem-* are asked for sessions; coding-transcripts-X holds the sessions of coding-X as Claude Code wrote them.
They are made from public data, which is not part of this repository:
  LoCoMo       https://github.com/snap-research/locomo           CC BY-NC 4.0
  BEAM-100K    https://github.com/mohammadtavakoli78/BEAM        CC BY-SA 4.0
  MemoryCode   changed-rules: a mentor’s talks                   Apache-2.0
  DevMemBench  devmem: short coding sessions, opencode-memory    MIT
  entireio/cli coding: the sessions recorded in its repository   MIT`;

/** Every set in `folder`, in alphabetical order. Throws EvaluationRefused if there is none, or one is broken. */
export function readDatasets(folder: string | undefined): Dataset[] {
  if (folder === undefined || folder === '') {
    throw new EvaluationRefused(`BIGMIND_BENCH is not set.\n${howToGetTheData}`);
  }
  if (!existsSync(folder)) {
    throw new EvaluationRefused(`BIGMIND_BENCH names ${folder}, which does not exist.\n${howToGetTheData}`);
  }
  const names = readdirSync(folder).filter((name) => isSet(folder, name));
  if (names.length === 0) throw new EvaluationRefused(`There is no set in ${folder}.\n${howToGetTheData}`);
  return names.toSorted().map((name) => readDataset(folder, name));
}

function isSet(folder: string, name: string): boolean {
  if (setKindOf(name).reader === 'jsonl') return filesOf(folder, name).some(existsSync);
  return readdirSync(join(folder, name)).some((file) => file.endsWith('.jsonl'));
}

function readDataset(folder: string, name: string): Dataset {
  const kind = setKindOf(name);
  const [corpus, queries] = filesOf(folder, kind.askedAs ?? name);
  const missing = [corpus, queries].find((file) => !existsSync(file));
  if (missing !== undefined) throw new EvaluationRefused(`${missing} is missing.\n${howToGetTheData}`);
  const turns = readLines(corpus, turnShape).map(({ value, line }) => ({ ...value, line }));
  const questions = groupBy(
    readLines(queries, questionShape).map(({ value }) => inUnitsOf(kind, value)),
    ({ conversation }) => conversation,
  );
  const conversations = [...groupBy(turns, ({ conversation }) => conversation)].map(([conversation, its]) => {
    return { name: conversation, turns: its, questions: questions.get(conversation) ?? [] };
  });
  const strays = [...questions.keys()].filter((asked) => !conversations.some((each) => each.name === asked));
  if (strays.length > 0) {
    throw new EvaluationRefused(`${queries} asks about ${strays.join(', ')}, of which ${corpus} holds no turn.`);
  }
  return { ...kind, name, folder: join(folder, name), conversations };
}

function inUnitsOf({ level }: SetKind, question: Question): Question {
  if (level === 'turn') return question;
  const { evidence, stale = [] } = question;
  return { ...question, evidence: evidence.map(sessionOfTurn), stale: stale.map(sessionOfTurn) };
}

function filesOf(folder: string, name: string): [corpus: string, queries: string] {
  return [join(folder, name, 'corpus.jsonl'), join(folder, name, 'queries.jsonl')];
}

function readLines<T>(file: string, shape: z.ZodType<T>): { value: T; line: string }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => ({ value: lineRead(file, number, line, shape), line }));
}

function lineRead<T>(file: string, number: number, line: string, shape: z.ZodType<T>): T {
  try {
    return shape.parse(JSON.parse(line));
  } catch (thrown) {
    const reason = thrown instanceof z.ZodError ? z.prettifyError(thrown).replace(/\s+/gu, ' ') : 'is no JSON';
    throw new EvaluationRefused(`${file}, line ${number}: ${reason}`);
  }
}
