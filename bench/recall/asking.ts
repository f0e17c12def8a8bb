/**
 * Asks the questions of one store in every measured way: with many results, with the default number that a model gets,
 * and for sessions alone.
 */
import type { Found, OpenStore } from './bigmind.ts';
import type { Dataset, Question } from './dataset.ts';
import { endsInJson, endsInText, standsWithin } from './firstTokens.ts';
import { resultsAsked } from './metrics.ts';
import type { Answered } from './metrics.ts';
import { sessionOfTurn } from './sets.ts';

/** One question with BigMind's answer in each way; `ranked` of the same question differs between them. */
export interface AskedInAllWays {
  /** With `resultsAsked` results. */
  many: Answered;
  /** With the default limit, as a model sees it. */
  few: Answered;
  /** Sessions alone, if the set asks for sessions. */
  sessions?: Answered;
  /** For each of `tokenLimits`, whether the answer that a model sees contains evidence within its first tokens. */
  withinText: boolean[];
  withinJson: boolean[];
}

/** The answers that `metrics` needs, with many results. */
export async function askedForMany(questions: readonly Question[], store: OpenStore): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const question of questions) {
    const found = await store.ask(question.question, { limit: resultsAsked, until: question.until });
    answered.push(answeredWith(question, found, found.results.map(turnOf)));
  }
  return answered;
}

/** One after the other, as one client asks. */
export async function askedInAllWays(
  set: Pick<Dataset, 'level' | 'reader'>,
  questions: readonly Question[],
  store: OpenStore,
): Promise<AskedInAllWays[]> {
  const asked = [];
  for (const question of questions) {
    const { question: text, until } = question;
    const many = await store.ask(text, { limit: resultsAsked, until });
    const few = await store.ask(text, { until });
    const sessions =
      set.level === 'session' ? await store.ask(text, { limit: resultsAsked, until, kinds: ['session'] }) : undefined;
    asked.push({ question, many, few, sessions });
  }
  // Session names are known only after all questions, because a session's own result may lack its name.
  const unitOf = unitsOf(set, asked);
  return asked.map(({ question, many, few, sessions }) => {
    const answered = (found: Found): Answered =>
      answeredWith(
        question,
        found,
        found.results.map((result) => unitOf(result, question)),
      );
    const places = [...few.results.keys()].filter((place) => {
      const result = few.results[place];
      return result !== undefined && question.evidence.includes(unitOf(result, question));
    });
    return {
      many: answered(many),
      few: answered(few),
      ...(sessions && { sessions: answered(sessions) }),
      withinText: standsWithin(places, endsInText(few), few.text),
      withinJson: standsWithin(places, endsInJson(few), JSON.stringify(few.structured)),
    };
  });
}

type Result = Found['results'][number];

function answeredWith({ category, evidence, stale }: Question, { results }: Found, ranked: string[]): Answered {
  return { category, evidence, stale, ranked, topScore: results[0]?.score ?? 0 };
}

/** A result that is not a turn still takes its rank, under its own name. */
function turnOf({ kind, id, source_ref }: Result): string {
  return source_ref ?? `${kind} ${id}`;
}

/** Maps a result to the unit of the set's evidence. */
function unitsOf(
  { level, reader }: Pick<Dataset, 'level' | 'reader'>,
  asked: readonly { many: Found; few: Found }[],
): (result: Result, question: Question) => string {
  if (level === 'turn') return turnOf;
  if (reader === 'claude-code') {
    return ({ kind, id, session_id }, { conversation }) =>
      `${conversation}/${kind === 'session' ? id : (session_id ?? id)}`;
  }
  const said = asked.flatMap(({ many, few }) => [...many.results, ...few.results]);
  const names = new Map(
    said.flatMap(({ session_id, source_ref }) =>
      session_id === undefined || source_ref === undefined ? [] : [[session_id, sessionOfTurn(source_ref)]],
    ),
  );
  return (result) =>
    result.kind === 'session'
      ? (result.source_ref ?? names.get(result.id) ?? turnOf(result))
      : sessionOfTurn(turnOf(result));
}
