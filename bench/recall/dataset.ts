/**
 * The public conversations and their questions, read from a folder outside this repository, because their licences
 * forbid to ship them. Every folder below it with `corpus.jsonl` and `queries.jsonl` is a set; what is missing or
 * malformed is said in words that name the remedy.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The data, the options or the program are not as they must be: nothing was measured. Shown as it is, exit code 2. */
export class EvaluationRefused extends Error {}

const turnShape = z.object({
  id: z.string(),
  conversation: z.string(),
  speaker: z.string(),
  text: z.string(),
  session_date: z.string().optional(),
  caption: z.string().optional(),
});

const questionShape = z.object({
  conversation: z.string(),
  category: z.string(),
  question: z.string(),
  /** Ids of the turns that hold the answer. */
  evidence: z.array(z.string()).min(1),
});

/** One turn of a conversation. */
export type Turn = z.infer<typeof turnShape> & {
  /** The line of the corpus as it is, which is what gets imported. */
  line: string;
};

export type Question = z.infer<typeof questionShape>;

export interface Conversation {
  name: string;
  /** In the order of the file. */
  turns: Turn[];
  questions: Question[];
}

export interface Dataset {
  /** The folder's name. */
  name: string;
  conversations: Conversation[];
}

const howToGetTheData = `Set BIGMIND_BENCH to a folder that holds one folder for each set, such as locomo-dev and beam-dev, each with
  corpus.jsonl    {"id", "conversation", "session", "session_date", "speaker", "text", "caption"?}, one turn a line
  queries.jsonl   {"conversation", "category", "question", "evidence": [ids of turns]}, one question a line
They are made from public data, which is not part of this repository:
  LoCoMo       https://github.com/snap-research/locomo           CC BY-NC 4.0
  BEAM-100K    https://github.com/mohammadtavakoli78/BEAM        CC BY-SA 4.0`;

/** Every set below `folder`, in alphabetical order. Throws EvaluationRefused where there is none, or one is broken. */
export function readDatasets(folder: string | undefined): Dataset[] {
  if (folder === undefined || folder === '') {
    throw new EvaluationRefused(`BIGMIND_BENCH is not set.\n${howToGetTheData}`);
  }
  if (!existsSync(folder)) {
    throw new EvaluationRefused(`BIGMIND_BENCH names ${folder}, which does not exist.\n${howToGetTheData}`);
  }
  const names = readdirSync(folder).filter((name) => filesOf(folder, name).some(existsSync));
  if (names.length === 0) throw new EvaluationRefused(`There is no set in ${folder}.\n${howToGetTheData}`);
  return names.toSorted().map((name) => readDataset(folder, name));
}

function readDataset(folder: string, name: string): Dataset {
  const [corpus, queries] = filesOf(folder, name);
  const missing = [corpus, queries].find((file) => !existsSync(file));
  if (missing !== undefined) throw new EvaluationRefused(`${missing} is missing.\n${howToGetTheData}`);
  const turns = readLines(corpus, turnShape).map(({ value, line }) => ({ ...value, line }));
  const questions = Map.groupBy(
    readLines(queries, questionShape).map(({ value }) => value),
    ({ conversation }) => conversation,
  );
  const conversations = [...Map.groupBy(turns, ({ conversation }) => conversation)].map(([conversation, its]) => {
    return { name: conversation, turns: its, questions: questions.get(conversation) ?? [] };
  });
  const strays = [...questions.keys()].filter((asked) => !conversations.some((each) => each.name === asked));
  if (strays.length > 0) {
    throw new EvaluationRefused(`${queries} asks about ${strays.join(', ')}, of which ${corpus} holds no turn.`);
  }
  return { name, conversations };
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
