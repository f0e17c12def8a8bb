/**
 * What simple methods reach on the same turns and questions, so that our own figures mean something. They are written
 * out here with word lists of their own: a change to BigMind's search never moves them. Each keeps one conversation.
 */
import { DatabaseSync } from 'node:sqlite';
import type { Turn } from './dataset.ts';
import { resultsAsked } from './metrics.ts';

/** Something that was filled with turns and answers a question with ids of turns, best first. */
export type Finder = (question: string) => string[];

export interface Baseline {
  name: string;
  fill: (turns: readonly Turn[]) => Finder;
}

export const baselines: readonly Baseline[] = [
  { name: 'bm25', fill: (turns) => fullTextFinder(turns, 'unicode61', wordsOf) },
  { name: 'porter bm25', fill: (turns) => fullTextFinder(turns, 'porter unicode61', tellingWordsOf) },
  { name: 'memory server, whole question', fill: wholeQuestionFinder },
  { name: 'memory server, rarest word first', fill: rarestFirstFinder },
];

/** SQLite's full-text index as it comes: any of the words, in the order of its own BM25. */
function fullTextFinder(turns: readonly Turn[], tokenizer: string, wordsFrom: (text: string) => string[]): Finder {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE turns USING fts5(id UNINDEXED, body, tokenize = '${tokenizer}')`);
  const insert = database.prepare('INSERT INTO turns (id, body) VALUES (?, ?)');
  for (const turn of turns) insert.run(turn.id, said(turn));
  const find = database.prepare(`SELECT id FROM turns WHERE turns MATCH ? ORDER BY rank, rowid LIMIT ${resultsAsked}`);
  return (question) => {
    const words = wordsFrom(question);
    if (words.length === 0) return [];
    return find.all(words.map((word) => `"${word}"`).join(' OR ')).map(({ id }) => String(id));
  };
}

/**
 * The official memory server of MCP: every observation that contains the whole query, whatever its case, in the order
 * of its file. An entity is a turn here, its observation the turn with speaker and date.
 */
function wholeQuestionFinder(turns: readonly Turn[]): Finder {
  const containing = substringSearch(turns);
  return (question) => containing(question).slice(0, resultsAsked);
}

/** The same server as a good client uses it when a whole question finds nothing: word by word, the rarest first. */
function rarestFirstFinder(turns: readonly Turn[]): Finder {
  const containing = substringSearch(turns);
  return (question) => {
    const answers = tellingWordsOf(question).map(containing);
    return [...new Set(answers.toSorted((a, b) => a.length - b.length).flat())].slice(0, resultsAsked);
  };
}

function substringSearch(turns: readonly Turn[]): Finder {
  const observations = turns.map((turn) => {
    const observation = `${turn.speaker} (${turn.session_date ?? ''}): ${said(turn)}`;
    return { id: turn.id, folded: observation.toLowerCase() };
  });
  return (query) => {
    const folded = query.toLowerCase();
    return observations.filter((observation) => observation.folded.includes(folded)).map(({ id }) => id);
  };
}

/** What was said, with what a shared photo shows, as the import keeps it. */
function said({ text, caption }: Turn): string {
  return caption === undefined ? text : `${text}\n[image: ${caption}]`;
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** Without the words that every question is made of; all of them where nothing else is left. */
function tellingWordsOf(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !stopWords.has(word));
  return telling.length === 0 ? words : telling;
}

const stopWords = new Set(
  `a about after all also am an and any are as at be been before being both but by can could did do does doing during
  each for from further had has have having he her here hers him his how i if in into is it its just many me more most
  much my no nor not now of off on once only or other our out over own s same she should so some such t than that the
  their them then there these they this those through to too under until up us very was we were what when where which
  while who whom whose why will with would you your`.split(/\s+/u),
);
