/**
 * What a text is for and against, clause by clause, and what it only mentions. "Replace Redux with Zustand" is against
 * Redux and for Zustand, and so is "do not use Redux, move to Zustand". "Count the sessions that we keep in Redis"
 * mentions Redis. A negation counts until the sentence ends or something else is chosen.
 */
import {
  afterCondition,
  article,
  beforeVerb,
  germanRelative,
  germanSubject,
  infinitive,
  leaving,
  nobody,
  particle,
  passive,
  preposition,
  purpose,
  relative,
  subject,
} from './clauseWords.ts';
import type { Lexicon, Phrase } from './lexicon.ts';

/** Whether a text is for (1) or against (-1) a word; 0 if it is both or neither. */
type Sign = -1 | 0 | 1;

export interface ReadWord {
  /** As written, in lower case; several words for a phrase. */
  readonly written: string;
  readonly stem: string;
  /** The same for words that mean the same. */
  readonly concept: string;
  /** The concept that it excludes, as "automatic" excludes "by hand"; empty if there is none. */
  readonly opposite: string;
  /** How much it says about what the text is about, in nats. */
  readonly weight: number;
  readonly sign: Sign;
  /** Adjacent words have adjacent places. */
  readonly place: number;
  /** Whether it only introduces what follows, as "use" does. */
  readonly isVerb: boolean;
  /** Whether it is in a condition or tells what exists: "if we keep", "that we keep". */
  readonly isMentioned: boolean;
  /** Whether it is what a text moves to: "migrate the tests to Playwright". */
  readonly isTarget: boolean;
  /** The number of its phrase: what follows a verb or a preposition. */
  readonly part: number;
}

/** The words of a text; see `ReadText`. */
export interface ReadWords {
  /** Each stem once, in order. */
  readonly words: readonly ReadWord[];
  /** The same words by their stem; a verb is another word than a name of its stem. */
  readonly byStem: ReadonlyMap<string, ReadWord>;
  /** Of all words together. */
  readonly weight: number;
  /** The concept of the verb if it is about work on what exists, such as `fix`. */
  readonly inspects: string | undefined;
  /** Whether it only rejects what another sentence says: "stop that". */
  readonly retracts: boolean;
}

/** Of two characters, in nats. */
const pairWeight = 4.2;
/** Of a verb that is in no list. */
const maxVerbWeight = 3;
/** A reason says less about what a text proposes. */
const reasonShare = 0.3;

/** Verbs are different words: "create" introduces what follows, and `created_at` is a name. */
function stemKeyOf({ stem, isVerb }: Pick<ReadWord, 'stem' | 'isVerb'>): string {
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
  #change: 'move' | 'copy' | 'replace' | undefined;
  /** Whether a negation came immediately before. */
  #isDenied = false;
  /** Whether a form of "be" came immediately before. */
  #isPassive = false;
  #isReason = false;
  /** Whether it reads a condition or what exists. */
  #isMentioned = false;
  /** Whether the clause tells what something is for: "to save time". */
  #isPurpose = false;
  /** The word immediately before, if it is no word of the text. */
  #before = '';
  /** Where the words of the sentence begin, those of its clause, and those after a negation. */
  #sentenceFrom = 0;
  #clauseFrom = 0;
  /** Whether the clause has a word beside verbs such as "use". */
  #hasContent = false;
  #deniedFrom: number | undefined;
  #inspects: string | undefined;
  #retracts = false;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  endClause(): void {
    if (this.#deniedFrom !== undefined) this.#endDenial(this.#deniedFrom);
    // A condition or purpose says nothing about the next clause.
    if (this.#isMentioned || this.#isPurpose) this.#sign = 1;
    this.#isPurpose = false;
    this.#isMentioned = false;
    this.#before = '';
    this.#deniedFrom = undefined;
    this.#clauseFrom = this.#words.length;
    this.#hasContent = false;
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
    this.#sentenceFrom = this.#words.length;
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
    if (!this.#hasWords() && this.#before === '' && purpose.test(written)) this.#isPurpose = true;
    switch (phrase.role) {
      case 'concept':
        this.#addConcept(phrase, written);
        break;
      case 'inspect':
        if (!this.#hasContent && !this.#isPurpose) this.#inspects ??= phrase.concept;
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
      case 'copy':
        this.#addConcept(phrase, written);
        this.#change = 'copy';
        break;
      case 'remove':
        this.#denyBy(phrase, written);
        break;
      case 'block':
        if (this.#mayBeVerb(written)) this.#denyBy(phrase, written);
        else this.addWord(written);
        break;
      case 'instead':
        this.#addVerb(phrase, written);
        this.#isDenied = true;
        this.#sign = -1;
        break;
      case 'not':
        this.#deny();
        if (nobody.test(written)) this.#deniedFrom = undefined;
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
      case 'if':
        if (written === afterCondition) this.#mentionClause();
        else this.#isMentioned = true;
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
      if (known === undefined || known.isMentioned) words.set(stemKeyOf(word), word);
      else if (!word.isMentioned && known.sign !== word.sign) known.sign = 0;
    }
    const read = [...words.values()];
    return {
      words: read,
      byStem: words,
      weight: read.reduce((sum, { weight }) => sum + weight, 0),
      inspects: this.#inspects,
      retracts: this.#retracts && read.every(({ isVerb }) => isVerb),
    };
  }

  #clause(): Draft[] {
    return this.#words.slice(this.#clauseFrom);
  }

  #hasWords(): boolean {
    return this.#words.length > this.#clauseFrom;
  }

  /** Of a word that is a noun or an adjective elsewhere: "failed uploads", "the block". */
  #mayBeVerb(written: string): boolean {
    const before = this.#before;
    if (/(?:s|ed|en)$/u.test(written)) return passive.test(before) || relative.test(before);
    return before === '' ? !this.#hasContent : !article.test(before) && !preposition.test(before);
  }

  /** A verb ends a negation, unless the negation is about the verb: "do not use". */
  #begin(phrase: Phrase, written: string, change: 'move' | 'replace' | undefined): void {
    // "Prevent services from using", but not "drop cookies and use".
    const isGoverned = this.#deniedFrom !== undefined && !beforeVerb.test(this.#before);
    const isDenied = this.#isDenied || isGoverned;
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
      if (this.#change === 'move' || leaving.test(written)) this.#sign = -1;
      if (this.#change === 'copy') this.#isMentioned = true;
    } else if (role === 'to') {
      this.#targetPart = this.#change === 'move' ? this.#part : undefined;
      if (this.#change !== undefined || written === '到') this.#sign = 1;
      if (this.#change === 'copy') this.#isMentioned = false;
    } else if (role === 'but' || this.#change === 'replace') this.#sign = 1;
    this.#before = written;
  }

  #skip(written: string): void {
    if (this.#isDenied && infinitive.test(written)) this.#denyPassive();
    this.#readAside(written);
    this.#isPassive = passive.test(written);
    if (this.#change === 'move' && this.#sign === 0 && particle.test(written)) this.#signClause(1);
    // "Swap A for B".
    if (written === 'for' && this.#change === 'replace') this.#sign = 1;
    if (preposition.test(written)) this.#part += 1;
    if (this.#before === '' && article.test(written)) this.#weakenVerb();
    this.#before = written;
  }

  /** Begins a clause about what exists: "the sessions we keep", "uploads that are retried". */
  #readAside(written: string): void {
    if (this.#before !== '') {
      if (germanSubject.test(written) && germanRelative.test(this.#before)) this.#isMentioned = true;
    } else if (!this.#hasContent) return;
    else if (subject.test(written)) this.#isMentioned = true;
    // "Use a table that is sorted" proposes the table.
    else if (relative.test(written) && this.#clause()[0]?.concept !== 'choose') this.#mentionClause();
  }

  #mentionClause(): void {
    this.#isMentioned = true;
    for (const word of this.#clause()) word.isMentioned = true;
  }

  #denyBy(phrase: Phrase, written: string): void {
    const isPassive = this.#isPassive;
    this.#addVerb(phrase, written);
    this.#isPassive = isPassive;
    this.#deny();
  }

  /**
   * A negation that nothing follows is about what precedes it, as in German: "Redis nicht verwenden". Alone in its clause,
   * it is about the sentence: "sessions are in Redis, stop that".
   */
  #endDenial(deniedFrom: number): void {
    if (this.#hasContent) {
      if (this.#words.slice(deniedFrom).every(({ isVerb }) => isVerb)) this.#oppose(this.#clauseFrom, deniedFrom);
    } else if (this.#sign === -1) {
      if (this.#clauseFrom === this.#sentenceFrom) this.#retracts = true;
      this.#oppose(this.#sentenceFrom, this.#clauseFrom);
      // "Stop it, keeping" and not "no, keep".
      if (!(this.#clauseFrom === this.#sentenceFrom && this.#hasWords())) this.#sign = 1;
    }
  }

  #addVerb({ concept, weight }: Phrase, written: string): void {
    this.#part += 1;
    this.#add(written, this.#stemsOf(written), weight, 0, concept);
  }

  #addConcept({ concept, weight, opposite }: Phrase, written: string): void {
    // Like other verbs, "keep" ends a negation where a clause or a second verb begins.
    const mayBegin = !this.#hasWords() || beforeVerb.test(this.#before);
    if (concept === 'store' && !this.#isDenied && mayBegin) this.#sign = 1;
    this.#add(written, this.#stemsOf(written), weight, this.#sign, concept, opposite);
  }

  #stemsOf(written: string): string {
    return written.includes(' ')
      ? written.split(' ').map(this.#lexicon.stemOf).join(' ')
      : this.#lexicon.stemOf(written);
  }

  #add(written: string, stem: string, weight: number, sign: Sign, concept = stem, opposite = ''): void {
    const isVerb = concept === 'choose' || concept === 'remove';
    this.#place += 1;
    this.#words.push({
      written,
      stem,
      concept,
      opposite,
      weight: this.#isReason ? weight * reasonShare : weight,
      sign,
      place: this.#place,
      isVerb,
      isMentioned: this.#isMentioned,
      isTarget: this.#part === this.#targetPart,
      part: this.#part,
    });
    this.#hasContent ||= !isVerb;
    this.#isDenied = false;
    this.#isPassive = false;
    this.#before = '';
  }

  /** A first word before an article is a verb: "shard the table". Others may name the same with another verb. */
  #weakenVerb(): void {
    const first = this.#words.at(-1);
    if (first === undefined || this.#words.length !== this.#clauseFrom + 1) return;
    first.weight = Math.min(first.weight, maxVerbWeight);
  }

  /** "Redis is not used" is about the clause; otherwise a negation is about what follows, and two cancel out. */
  #deny(): void {
    if (this.#isPassive && this.#hasContent) {
      this.#oppose(this.#clauseFrom, this.#words.length);
      this.#sign = -1;
    } else {
      this.#sign = this.#sign === -1 ? 1 : -1;
      this.#deniedFrom = this.#words.length;
    }
    this.#isDenied = true;
    this.#isPassive = false;
    this.#before = '';
  }

  /** "Must not be used" is also about what precedes. */
  #denyPassive(): void {
    this.#oppose(this.#clauseFrom, this.#words.length);
    this.#deniedFrom = undefined;
  }

  /** "Take Redis off" is against what precedes, "move off Redis" against what follows. */
  #turnOff(): void {
    if (this.#isPassive) this.#deny();
    if (this.#change === 'move') this.#signClause(-1);
  }

  #signClause(sign: Sign): void {
    this.#sign = sign;
    for (const word of this.#clause()) if (!word.isVerb) word.sign = sign;
  }

  #oppose(from: number, to: number): void {
    for (const word of this.#words.slice(from, to)) {
      if (word.sign !== 0) word.sign = word.sign === 1 ? -1 : 1;
    }
  }
}
