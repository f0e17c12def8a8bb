/**
 * Finds the facts that an edited file of notes no longer states, and the new statements that replace them. A statement
 * is identified by its file and its section, because an edit changes its words. A statement that was only deleted has
 * no successor, and its fact stays.
 */
import { statementKey } from '../shared/contentHash.ts';
import type { IndexText } from '../shared/ports.ts';
import { createContentWords } from '../shared/statements.ts';
import { groupBy } from '../../util/groupBy.ts';

/** A live fact that an earlier import of the same file stored. */
export interface KnownNote {
  id: number;
  fact: string;
  /** Whether a person wrote or edited it, or it is pinned; then nothing supersedes it. */
  isKept: boolean;
}

/** A statement in the current file. */
export interface StatedNote {
  /** `SECTION: ` and the statement; only the statement if there is no section. */
  fact: string;
  /** Empty for none. */
  section: string;
}

/** From this similarity on, two statements of one section are versions of each other; a Dice coefficient. */
const minSimilarity = 0.4;
const separator = ': ';

/** The facts that each new statement of a file supersedes, by the key of the statement. `stated` is the whole file. */
export function supersededNotes(
  known: readonly KnownNote[],
  stated: readonly StatedNote[],
  indexText: IndexText,
): Map<string, KnownNote[]> {
  const superseded = new Map<string, KnownNote[]>();
  const statedKeys = new Set(stated.map(({ fact }) => statementKey(fact)));
  const knownKeys = new Set(known.map(({ fact }) => statementKey(fact)));
  const added = stated.filter(({ fact }) => !knownKeys.has(statementKey(fact)));
  if (added.length === 0) return superseded;

  const statedBySection = groupBy(stated, ({ section }) => section);
  const sectionOf = ({ fact }: KnownNote): string =>
    [...splitsOf(fact)].findLast(([section]) => statedBySection.has(section))?.[0] ?? '';
  const knownBySection = groupBy(known, sectionOf);
  const addedByBody = new Map(added.map((note) => [bodyOf(note.fact, note.section), note]));
  const addedBySection = groupBy(added, ({ section }) => section);

  for (const [section, notes] of knownBySection) {
    const inSection = addedBySection.get(section) ?? [];
    const isAlone = notes.length === 1 && statedBySection.get(section)?.length === 1;
    const findMostSimilar = createSimilarFinder(inSection, indexText);
    for (const before of notes) {
      if (before.isKept || statedKeys.has(statementKey(before.fact))) continue;
      const successor =
        movedTo(before, addedByBody) ?? (isAlone ? inSection[0] : findMostSimilar(bodyOf(before.fact, section)));
      if (successor === undefined) continue;
      const key = statementKey(successor.fact);
      superseded.set(key, [...(superseded.get(key) ?? []), before]);
    }
  }
  return superseded;
}

/** Each way to split a fact into a section and its body. */
function* splitsOf(fact: string): Generator<[section: string, body: string]> {
  for (let at = fact.indexOf(separator); at !== -1; at = fact.indexOf(separator, at + 1)) {
    yield [fact.slice(0, at), fact.slice(at + separator.length)];
  }
}

function bodyOf(fact: string, section: string): string {
  const beginning = `${section}${separator}`;
  return section !== '' && fact.startsWith(beginning) ? fact.slice(beginning.length) : fact;
}

/** The same words below another heading, or below a renamed one. */
function movedTo({ fact }: KnownNote, addedByBody: ReadonlyMap<string, StatedNote>): StatedNote | undefined {
  const bodies = [fact, ...[...splitsOf(fact)].map(([, body]) => body)];
  return bodies.map((body) => addedByBody.get(body)).find((note) => note !== undefined);
}

/** Finds the note that shares most words with a text. An index by word avoids comparing the words of every note. */
function createSimilarFinder(
  notes: readonly StatedNote[],
  indexText: IndexText,
): (body: string) => StatedNote | undefined {
  const wordsOf = createContentWords(indexText);
  const words = notes.map(({ fact, section }) => wordsOf(bodyOf(fact, section)));
  const withWord = new Map<string, number[]>();
  for (const [place, content] of words.entries()) {
    for (const word of content) {
      const places = withWord.get(word);
      if (places === undefined) withWord.set(word, [place]);
      else places.push(place);
    }
  }
  return (body) => {
    const content = wordsOf(body);
    if (content.size === 0) return undefined;
    const common = new Uint16Array(notes.length);
    for (const word of content) {
      for (const place of withWord.get(word) ?? []) common[place] = (common[place] ?? 0) + 1;
    }
    let best: StatedNote | undefined;
    let highest = 0;
    for (const [place, note] of notes.entries()) {
      const similarity = (2 * (common[place] ?? 0)) / (content.size + (words[place]?.size ?? 0));
      if (similarity < minSimilarity || similarity <= highest) continue;
      best = note;
      highest = similarity;
    }
    return best;
  };
}
