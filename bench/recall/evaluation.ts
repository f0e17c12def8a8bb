/**
 * The whole evaluation: from the sets to the figures and the verdict of the gate. It reads no environment, so a test
 * can run it on its own conversation. It writes tables to `out` and everything else to `note`.
 */
import { parseArgs } from 'node:util';
import { askedForMany } from './asking.ts';
import { baselines, floor } from './baselines.ts';
import { requireProgram, withStore } from './bigmind.ts';
import { EvaluationRefused, readDatasets } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import { judge, verdictLines } from './gate.ts';
import { answersOf, measure } from './measuring.ts';
import type { Measured } from './measuring.ts';
import { scoreOf } from './metrics.ts';
import type { Score } from './metrics.ts';
import { accept, readAccepted, resultFrom } from './results.ts';
import type { Layout } from './results.ts';
import { tablesOf } from './tables.ts';

export interface EvaluationContext {
  /** The value of BIGMIND_BENCH. */
  folder: string | undefined;
  /** The path of the accepted figures. */
  resultsFile: string;
  /** `2026-11-22`, written beside a reason. */
  today: string;
  out: (text: string) => void;
  note: (text: string) => void;
}

/** One system's figures on one set, for tables and `--json`. */
export interface Row {
  system: string;
  set: string;
  layout: Layout;
  /** The sum over all stores of the row. */
  turns: number;
  score: Score;
  /** Only for BigMind, with a separate store for each conversation. */
  beside?: Pick<Measured, 'further' | 'overFloor'>;
}

interface Options {
  /** Names of sets; all if empty. */
  sets: string[];
  json: boolean;
  /** Leaves out the simple methods other than the floor, the one store, and transcripts, unless they are named. */
  quick: boolean;
  /** Why the figures are accepted. */
  accept?: string;
}

const ours = 'BigMind';

/** 0 if recall is as accepted or better, 1 if it is not, 2 if nothing could be measured. */
export async function evaluate(args: string[], context: EvaluationContext): Promise<0 | 1 | 2> {
  try {
    return await evaluated(optionsFrom(args), context);
  } catch (thrown) {
    if (!(thrown instanceof EvaluationRefused)) throw thrown;
    context.note(thrown.message);
    return 2;
  }
}

async function evaluated(options: Options, context: EvaluationContext): Promise<0 | 1> {
  const all = readDatasets(context.folder);
  const isLeftOut = ({ reader }: Dataset): boolean => options.quick && options.sets.length === 0 && reader !== 'jsonl';
  const asked = chosen(all, options.sets).filter((set) => !isLeftOut(set));
  requireProgram(context.note);
  const measured = [
    ...asked.map((set) => perConversation(set, context)),
    ...(options.quick ? [] : [inOneStore(all, asked, context)]),
  ];
  const rows = [...(await Promise.all(measured)).flat(), ...(options.quick ? [] : asked.flatMap(baselineRows))];

  const results = rows.filter(({ system }) => system === ours).map(resultFrom);
  const verdict = judge(results, readAccepted(context.resultsFile), ({ set, layout }) => {
    if (options.quick && layout === 'one store') return false;
    const isKnown = all.some(({ name }) => name === set);
    return isKnown ? asked.some(({ name }) => name === set) : options.sets.length === 0;
  });
  context.out(options.json ? JSON.stringify({ rows, verdict }) : tablesOf(rows));
  if (options.accept !== undefined) {
    accept(context.resultsFile, results, options.accept, context.today);
    context.note(`Accepted: ${options.accept}`);
    return 0;
  }
  for (const line of verdictLines(verdict)) context.note(line);
  return verdict.passed ? 0 : 1;
}

async function perConversation(set: Dataset, { note }: EvaluationContext): Promise<Row[]> {
  const { score, floorScore, ...beside } = await measure(set, note);
  const about = { set: set.name, layout: 'per conversation', turns: turnsOf([set]) } as const;
  return [
    { system: ours, ...about, score, beside },
    { system: floor.name, ...about, score: floorScore },
  ];
}

/**
 * The one store contains every set that asks for turns, chosen or not, because the other conversations decide how hard
 * one is to find. Sets that ask for sessions are left out: their questions do not say which conversation they mean.
 */
async function inOneStore(all: Dataset[], chosenOnes: Dataset[], { note }: EvaluationContext): Promise<Row[]> {
  const [together, asked] = [all, chosenOnes].map((sets) => sets.filter(({ level }) => level === 'turn'));
  if (together === undefined || asked === undefined || asked.length === 0) return [];
  const turns = together.flatMap(({ conversations }) => conversations.flatMap((conversation) => conversation.turns));
  return withStore({ turns }, note, async (store) => {
    const rows: Row[] = [];
    for (const { name, conversations } of asked) {
      note(`one store: the questions of ${name}`);
      const questions = conversations.flatMap((conversation) => conversation.questions);
      const score = scoreOf(await askedForMany(questions, store));
      rows.push({ system: ours, set: name, layout: 'one store', turns: turns.length, score });
    }
    return rows;
  });
}

function baselineRows(set: Dataset): Row[] {
  return baselines.map((baseline) => {
    const answered = set.conversations.flatMap((conversation) => answersOf(baseline, set, conversation));
    const about = { set: set.name, layout: 'per conversation', turns: turnsOf([set]) } as const;
    return { system: baseline.name, ...about, score: scoreOf(answered) };
  });
}

function turnsOf(sets: Dataset[]): number {
  return sets.flatMap(({ conversations }) => conversations).reduce((sum, { turns }) => sum + turns.length, 0);
}

function chosen(all: Dataset[], names: string[]): Dataset[] {
  const unknown = names.filter((name) => !all.some((set) => set.name === name));
  if (unknown.length > 0) {
    const known = all.map(({ name }) => name).join(', ');
    throw new EvaluationRefused(`There is no set ${unknown.join(', ')} below BIGMIND_BENCH, which holds ${known}.`);
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

function optionsFrom(args: string[]): Options {
  const { set = [], json = false, quick = false, accept: why } = parsed(args);
  if (why === undefined) return { sets: set, json, quick };
  if (why.trim() === '') throw new EvaluationRefused('--accept needs the reason: npm run eval -- --accept "why"');
  if (quick || set.length > 0) {
    throw new EvaluationRefused('--accept takes the figures of a whole run: leave out --quick and --set.');
  }
  return { sets: set, json, quick, accept: why };
}

function parsed(args: string[]): { set?: string[]; json?: boolean; quick?: boolean; accept?: string } {
  try {
    return parseArgs({
      args,
      options: {
        set: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        quick: { type: 'boolean' },
        accept: { type: 'string' },
      },
    }).values;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const usage = 'npm run eval -- [--set NAME]... [--quick] [--json] [--accept "why"]';
    throw new EvaluationRefused(`${reason}\nUsage: ${usage}`, { cause: thrown });
  }
}
