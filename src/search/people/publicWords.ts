/** How far the words of a query are in the public texts of people: topics and roles, which are a few words each. */
import { questionFrom } from '../query/question.ts';
import { wordsOf } from '../query/words.ts';

/** Words that only ask for a person, such as "expert". A search must not match them. */
const askingText =
  'work works worked working know knows knew experience experienced expert experts expertise familiar someone ' +
  'anyone person people colleague colleagues use used uses help';
/** A word that begins with another one of this length or more probably means the same: Postgres, PostgreSQL. */
const minPrefix = 4;
const prefixWorth = 0.8;
/** The weight of a word that nobody's text contains, as a share of that of a word that one text contains. */
const unknownWorth = 0.5;

let asking: ReadonlySet<string> | undefined;

export class PublicWords {
  readonly #terms: readonly string[];
  readonly #weights: ReadonlyMap<string, number>;

  /** `texts` are those of all people, by which a word is rare or common; one text for each person. */
  constructor(query: string, texts: readonly string[]) {
    this.#terms = termsOf(query);
    const words = texts.map((text) => new Set(wordsOf(text)));
    this.#weights = new Map(
      this.#terms.map((term) => {
        const holders = words.filter((held) => worthOf(term, held) > 0).length;
        const rarity = Math.log(1 + (texts.length + 1) / (Math.max(1, holders) + 0.5));
        return [term, holders === 0 ? rarity * unknownWorth : rarity];
      }),
    );
  }

  /** The share of the query's words that a text contains, by their rarity, 0 to 1. */
  shareIn(text: string): number {
    const held = new Set(wordsOf(text));
    let [found, all] = [0, 0];
    for (const [term, weight] of this.#weights) {
      found += weight * worthOf(term, held);
      all += weight;
    }
    return all === 0 ? 0 : found / all;
  }
}

/** The words that ask only if there are no others. */
function termsOf(query: string): string[] {
  asking ??= new Set(wordsOf(askingText));
  const words = questionFrom(query).terms.filter(({ role }) => role === 'content');
  const terms = words.map(({ word }) => word);
  const named = terms.filter((term) => asking?.has(term) !== true);
  return named.length === 0 ? terms : named;
}

function worthOf(term: string, held: ReadonlySet<string>): number {
  if (held.has(term)) return 1;
  for (const word of held) {
    const [shorter, longer] = word.length < term.length ? [word, term] : [term, word];
    if (shorter.length >= minPrefix && longer.startsWith(shorter)) return prefixWorth;
  }
  return 0;
}
