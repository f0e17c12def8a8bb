/**
 * Simple methods on the same turns and questions, for comparison with BigMind. They are self-contained, with separate
 * word lists, so a change to BigMind's search never changes them. Each searches one conversation.
 */
import { DatabaseSync } from 'node:sqlite';
import type { Question, Turn } from './dataset.ts';

/** A filled index that answers a question with ids of turns, best first. */
export type Finder = (asked: Pick<Question, 'question' | 'until'>) => Hit[];

export interface Hit {
  id: string;
  /** Higher is better; 0 if the method has no score. */
  score: number;
}

export interface Baseline {
  name: string;
  fill: (turns: readonly Turn[]) => Finder;
}

/** The floor below which BigMind must never fall: what any program gets from SQLite for free. */
export const floor: Baseline = {
  name: 'FTS5 floor',
  fill: (turns) => fullTextFinder(turns, 'porter unicode61', floorWordsOf),
};

export const baselines: readonly Baseline[] = [
  { name: 'bm25', fill: (turns) => fullTextFinder(turns, 'unicode61', wordsOf) },
  { name: 'memory server, whole question', fill: wholeQuestionFinder },
  { name: 'memory server, rarest word first', fill: rarestFirstFinder },
];

/** More than any measure uses, because later turns are removed afterwards, and several turns make one session. */
const maxHits = 300;

/** SQLite's full-text index without changes: any of the words, ordered by its own BM25. */
function fullTextFinder(turns: readonly Turn[], tokenizer: string, wordsFrom: (text: string) => string[]): Finder {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE turns USING fts5(body, tokenize = '${tokenizer}')`);
  const insert = database.prepare('INSERT INTO turns (rowid, body) VALUES (?, ?)');
  for (const [index, turn] of turns.entries()) insert.run(index, said(turn));
  const find = database.prepare(
    `SELECT rowid AS place, -bm25(turns) AS score FROM turns WHERE turns MATCH ? ORDER BY score DESC, rowid LIMIT ${maxHits}`,
  );
  return ({ question, until }) => {
    const words = wordsFrom(question);
    if (words.length === 0) return [];
    const found = find.all(words.map((word) => `"${word}"`).join(' OR '));
    return found.flatMap(({ place, score }) => {
      const turn = turns[Number(place)];
      return turn === undefined || isTooLate(turn, until) ? [] : [{ id: turn.id, score: Number(score) }];
    });
  };
}

/**
 * The official memory server of MCP: every observation that contains the whole query, ignoring case, in the order of
 * its file. Here an entity is a turn, and its observation is the turn with speaker and date.
 */
function wholeQuestionFinder(turns: readonly Turn[]): Finder {
  const containing = substringSearch(turns);
  return ({ question, until }) => containing(question, until).slice(0, maxHits);
}

/** The same server as a good client uses it if a whole question finds nothing: word by word, the rarest first. */
function rarestFirstFinder(turns: readonly Turn[]): Finder {
  const containing = substringSearch(turns);
  return ({ question, until }) => {
    const answers = informativeWordsOf(question).map((word) => containing(word, until));
    const hits = answers.toSorted((a, b) => a.length - b.length).flat();
    return [...new Map(hits.map((hit) => [hit.id, hit])).values()].slice(0, maxHits);
  };
}

function substringSearch(turns: readonly Turn[]): (query: string, until: string | undefined) => Hit[] {
  const observations = turns.map((turn) => {
    const observation = `${turn.speaker} (${turn.session_date ?? ''}): ${said(turn)}`;
    return { turn, folded: observation.toLowerCase() };
  });
  return (query, until) => {
    const folded = query.toLowerCase();
    const containing = observations.filter(
      ({ turn, folded: text }) => text.includes(folded) && !isTooLate(turn, until),
    );
    return containing.map(({ turn }) => ({ id: turn.id, score: 0 }));
  };
}

function isTooLate({ date = '' }: Turn, until: string | undefined): boolean {
  return until !== undefined && date > until;
}

/** The text of a turn, with the content of a shared photo, as the import stores it. */
function said({ text, caption }: Turn): string {
  return caption === undefined ? text : `${text}\n[image: ${caption}]`;
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** Leaves out stop words, or returns all words if there are no others. */
function informativeWordsOf(text: string): string[] {
  const words = wordsOf(text);
  const informative = words.filter((word) => !stopWords.has(word));
  return informative.length === 0 ? words : informative;
}

const stopWords = new Set(
  `a about after all also am an and any are as at be been before being both but by can could did do does doing during
  each for from further had has have having he her here hers him his how i if in into is it its just many me more most
  much my no nor not now of off on once only or other our out over own s same she should so some such t than that the
  their them then there these they this those through to too under until up us very was we were what when where which
  while who whom whose why will with would you your`.split(/\s+/u),
);

/** The first 60 words that are not function words; empty if there are none. */
function floorWordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.filter((word) => !functionWords.has(word)))].slice(0, 60);
}

const functionWords = new Set(
  `a about all an and any are as at be been by can could did do does done for from had has have he her here his how i if
  in into is it its me my no not of on or our out please should so that the their then there these they this those to up
  was we were what when where which who whom why will with would you your she`.split(/\s+/u),
);
