/**
 * What a text is for and against, clause by clause. "Replace Redux with Zustand" is against Redux and for Zustand, and so
 * is "do not use Redux, move to Zustand". A negation counts until the sentence ends or something else is chosen.
 */
import type { Lexicon, Phrase } from './lexicon.ts';

/** Whether a text is for (1) or against (-1) a word; 0 if it is both or neither. */
export type Sign = -1 | 0 | 1;

export interface ReadWord {
  /** As written, in lower case; several words for a phrase. */
  readonly written: string;
  readonly stem: string;
  /** The same for words that mean the same. */
  readonly concept: string;
  /** How much it says about what the text is about, in nats. */
  readonly weight: number;
  readonly sign: Sign;
  /** Adjacent words have adjacent places. */
  readonly place: number;
  /** Whether it only introduces what follows, as "use" does. */
  readonly isVerb: boolean;
  /** Whether it is what a text moves to: "migrate the tests to Playwright". */
  readonly isTarget: boolean;
  /** The number of its phrase: what follows a verb or a preposition. */
  readonly part: number;
}

/** The words of a text; see `ReadText`. */
export interface ReadWords {
  /** Each stem once, in order. */
  readonly words: readonly ReadWord[];
  /** Of all words together. */
  readonly weight: number;
  /** The concept of the verb if it is about work on what exists, such as `fix`. */
  readonly inspects: string | undefined;
}

/** Of two characters, in nats. */
const pairWeight = 4.2;
/** Of a verb that is in no list. */
const maxVerbWeight = 3;
const article =
  /^(?:the|a|an|all|each|every|our|its|my|your|this|these|der|die|das|den|dem|ein|eine|einen|alle|unsere|unseren)$/u;
const preposition =
  /^(?:for|in|as|by|on|at|into|onto|via|through|per|over|under|fur|furs|als|im|am|an|zum|zur|bei|beim|ins|uber|在|里|中|上|给|为|对)$/u;
const passive = /^(?:is|are|was|were|be|been|being|wird|werden|wurden?|ist|sind)$/u;
/** A reason says less about what a text proposes. */
const reasonShare = 0.3;

/** Verbs are different words: "create" introduces what follows, and `created_at` is a name. */
export function stemKeyOf({ stem, isVerb }: Pick<ReadWord, 'stem' | 'isVerb'>): string {
  return isVerb ? `${stem}*` : stem;
}

/** A word while the text is read. */
type Draft = { -readonly [Key in keyof ReadWord]: ReadWord[Key] };

/** Collects the words of a text, one after the other. */
export class ClauseReader {
  readonly #lexicon: Lexicon;
  readonly #words: Draft[] = [];
  #place = 0;
  #part = 0;
  /** The number of the phrase that a text moves to. */
  #targetPart: number | undefined;
  #sign: Sign = 1;
  /** Whether old and new may follow, as in "replace A with B" and "move from A to B". */
  #change: 'move' | 'replace' | undefined;
  /** Whether a negation came immediately before. */
  #isDenied = false;
  /** Whether a form of "be" came immediately before. */
  #isPassive = false;
  #isReason = false;
  /** Where the words of the clause begin, and those after its negation. */
  #clauseFrom = 0;
  #deniedFrom: number | undefined;
  #inspects: string | undefined;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  endClause(): void {
    // A negation that nothing follows is about what precedes it, as in German: "Redis nicht verwenden".
    const from = this.#deniedFrom;
    if (from !== undefined && this.#words.slice(from).every(({ isVerb }) => isVerb)) this.#opposeClause(from);
    this.#deniedFrom = undefined;
    this.#clauseFrom = this.#words.length;
    this.#isDenied = false;
    this.#isPassive = false;
    this.#place += 1;
    this.#part += 1;
  }

  endSentence(): void {
    this.endClause();
    this.#sign = 1;
    this.#change = undefined;
    this.#isReason = false;
  }

  addWord(written: string): void {
    const stem = this.#lexicon.stemOf(written);
    this.#add(written, stem, this.#lexicon.weightOf(stem), this.#sign);
  }

  /** The parts of a name such as `deleted_at` are words, whatever they mean elsewhere. */
  addName(name: string): void {
    const parts = name.split('_').filter((part) => part !== '');
    for (const part of parts) {
      if (this.#lexicon.phraseAt([part], 0)?.phrase.role !== 'skip') this.addWord(part);
    }
  }

  /** Of characters in a script without spaces, each pair counts; together they weigh as much as words. */
  addPairs(characters: string): void {
    if (characters.length === 1) this.#add(characters, characters, pairWeight / 2, this.#sign);
    for (let place = 0; place + 1 < characters.length; place += 1) {
      const pair = characters.slice(place, place + 2);
      const weight = (pairWeight * characters.length) / 2 / (characters.length - 1);
      this.#add(pair, pair, weight, this.#sign);
    }
  }

  addPhrase(phrase: Phrase, written: string): void {
    switch (phrase.role) {
      case 'concept':
        this.#addConcept(phrase, written);
        break;
      case 'inspect':
        if (this.#words.length === this.#clauseFrom) this.#inspects ??= phrase.concept;
        this.#addConcept(phrase, written);
        break;
      case 'choose':
      case 'make':
        this.#begin(phrase, written, undefined);
        break;
      case 'move':
      case 'replace':
        this.#begin(phrase, written, phrase.role);
        break;
      case 'remove':
        this.#addVerb(phrase, written);
        this.#deny();
        break;
      case 'instead':
        this.#addVerb(phrase, written);
        this.#isDenied = true;
        this.#sign = -1;
        break;
      case 'not':
        this.#deny();
        break;
      case 'off':
        this.#turnOff();
        break;
      case 'from':
      case 'to':
      case 'with':
      case 'but':
        this.#turn(phrase.role, written);
        break;
      case 'because':
        this.#sign = 1;
        this.#isReason = true;
        break;
      case 'skip':
        this.#skip(written);
        break;
    }
  }

  finish(): ReadWords {
    this.endSentence();
    const words = new Map<string, Draft>();
    for (const word of this.#words) {
      const known = words.get(stemKeyOf(word));
      if (known === undefined) words.set(stemKeyOf(word), word);
      else if (known.sign !== word.sign) known.sign = 0;
    }
    const read = [...words.values()];
    return { words: read, weight: read.reduce((sum, { weight }) => sum + weight, 0), inspects: this.#inspects };
  }

  /** A verb ends a negation, unless the negation is about the verb: "do not use". */
  #begin(phrase: Phrase, written: string, change: 'move' | 'replace' | undefined): void {
    const isDenied = this.#isDenied;
    this.#addVerb(phrase, written);
    this.#isDenied = isDenied;
    this.#change = change;
    if (change === 'replace') this.#sign = -1;
    else if (!isDenied) this.#sign = change === 'move' ? 0 : 1;
  }

  /** Between the old and the new. Chinese says both without a verb before: 从 A 迁移到 B. */
  #turn(role: 'from' | 'to' | 'with' | 'but', written: string): void {
    this.#part += 1;
    if (role === 'from') {
      if (this.#change === 'move' || written === '从') this.#sign = -1;
    } else if (role === 'to') {
      this.#targetPart = this.#change === 'move' ? this.#part : undefined;
      if (this.#change !== undefined || written === '到') this.#sign = 1;
    } else if (role === 'but' || this.#change === 'replace') this.#sign = 1;
  }

  #skip(written: string): void {
    this.#isPassive = passive.test(written);
    // "Swap A for B".
    if (written === 'for' && this.#change === 'replace') this.#sign = 1;
    if (preposition.test(written)) this.#part += 1;
    if (article.test(written)) this.#weakenVerb();
  }

  #addVerb({ concept, weight }: Phrase, written: string): void {
    this.#part += 1;
    this.#add(written, this.#stemsOf(written), weight, 0, concept);
  }

  #addConcept({ concept, weight }: Phrase, written: string): void {
    this.#add(written, this.#stemsOf(written), weight, this.#sign, concept);
  }

  #stemsOf(written: string): string {
    return written.includes(' ')
      ? written.split(' ').map(this.#lexicon.stemOf).join(' ')
      : this.#lexicon.stemOf(written);
  }

  #add(written: string, stem: string, weight: number, sign: Sign, concept = stem): void {
    this.#place += 1;
    this.#words.push({
      written,
      stem,
      concept,
      weight: this.#isReason ? weight * reasonShare : weight,
      sign,
      place: this.#place,
      isVerb: concept === 'choose' || concept === 'remove',
      isTarget: this.#part === this.#targetPart,
      part: this.#part,
    });
    this.#isDenied = false;
    this.#isPassive = false;
  }

  /** A first word before an article is a verb: "shard the table". Others may name the same with another verb. */
  #weakenVerb(): void {
    const first = this.#words.at(-1);
    if (first === undefined || this.#words.length !== this.#clauseFrom + 1) return;
    first.weight = Math.min(first.weight, maxVerbWeight);
  }

  /** "Redis is not used" is about what precedes; otherwise a negation is about what follows, and two cancel out. */
  #deny(): void {
    if (this.#isPassive) this.#opposeClause(this.#words.length);
    else {
      this.#sign = this.#sign === -1 ? 1 : -1;
      this.#deniedFrom = this.#words.length;
    }
    this.#isDenied = true;
    this.#isPassive = false;
  }

  /** "Move off Redis" is against what follows, and "take Redis off" against what precedes as well. */
  #turnOff(): void {
    if (this.#change !== 'move') return;
    this.#sign = -1;
    for (const word of this.#words.slice(this.#clauseFrom)) if (!word.isVerb) word.sign = -1;
  }

  #opposeClause(to: number): void {
    for (const word of this.#words.slice(this.#clauseFrom, to)) {
      if (word.sign !== 0) word.sign = word.sign === 1 ? -1 : 1;
    }
  }
}
