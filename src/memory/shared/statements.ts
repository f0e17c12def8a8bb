/**
 * Decides from words alone, without a language model, whether two statements say the same, contradict each other or are
 * similar. In doubt the answer is "similar": a model that reads it can judge, whereas a contradiction lowers
 * confidence.
 */
import type { IndexText } from './ports.ts';
import { casedPartsOf } from './similarity/meaningfulCase.ts';
import { createTextComparer } from './similarity/similarity.ts';
import type { ReadText, TextComparer } from './similarity/similarity.ts';

export type StatementRelation = 'same' | 'contradicts' | 'similar';

export interface Comparison {
  relation: StatementRelation;
  /** The overlap of their content, 0 to 1; see `TextComparer`. */
  similarity: number;
}

const order: Record<StatementRelation, number> = { contradicts: 0, same: 1, similar: 2 };

/** Sorts contradictions first, then by relation, and within one relation the most similar first. */
export function closestFirst(one: Comparison, other: Comparison): number {
  return order[one.relation] - order[other.relation] || other.similarity - one.similarity;
}

/** Statements below this overlap are unrelated. */
const alikeFrom = 0.6;
/** From this overlap on, a negation is the only difference. */
const nearlySameFrom = 0.9;
const sameFrameFrom = 0.5;
const tightFrameFrom = 0.82;
const maxValueLength = 3;
const maxInformativeWords = 6;
/** Words; longer statements can be similar, but neither the same nor a contradiction. */
const maxComparedLength = 120;

const articles = words('a an the');
const stopWords = words(
  `${[...articles].join(' ')} is are was were be been being that i we you it this our my your us me do does did for of to in on at by with and or as so all any ` +
    'will would should must can may has have had very just also always',
);
const negations = words(
  'not no never none nor without avoid dont doesnt didnt wont cannot cant isnt arent wasnt shouldnt mustnt stop stopped nicht kein keine nie 不 没 別 别 勿 未',
);
/** A value follows one of these: `the database is SQLite`. */
const copulas = words('is are was were be equals means named called = :');
/** After one of these, a number is a value and not part of a name: `retries at most 3 times`. */
const measures = words(
  `${[...copulas].join(' ')} at to than every within after before has have needs requires takes uses costs lasts expires use most least`,
);
/** With one of these, a statement is about a single thing, which has one name or kind. */
const definite = words('the our my this name default');
/** One of several options follows. It excludes the others only if the rest of the statement is nearly the same. */
const choices = words('use uses used choose chooses chose chosen prefer prefers preferred adopt adopted picked');
const comparatives = words('over than before after instead rather');
const opposites = pairs(
  'always never|allow forbid|allowed forbidden|enable disable|enabled disabled|on off|true false|yes no|before after|required optional|' +
    'public private|sync async|synchronous asynchronous|use avoid|prefer avoid|prefers avoids|like dislike|likes dislikes|love hate|loves hates|' +
    'start stop|more less|manual automatic|manually automatically|tabs spaces|light dark|with without|accept reject|include exclude|must cannot',
);
/** What happens to a thing once, so that another version or date contradicts. */
const onceOnly = words(
  'added introduced dropped removed deleted deprecated renamed replaced merged created founded adds introduces drops removes deletes ' +
    'deprecates renames hinzugefügt eingeführt entfernt gelöscht umbenannt',
);
/** What happens again and again, or holds for several versions: another version or date is another event. */
const recurring = words(
  'failed crashed broke broken fixed fixes breaks changed changes shipped deployed released published upgraded updated restarted reverted ' +
    'patched ran met happened occurred worked tested supported supports reached ended landed retired discontinued fehlgeschlagen ' +
    'abgestürzt behoben geändert veröffentlicht aktualisiert unterstützt',
);
/** With a verb such as "restarted", they tell an event. */
const pastForms = words('was were been wurde wurden');
/** A time follows one of these. */
const timeWords = words('on in at since from until before after during as am im ab seit vor nach bis');
const days = words(
  'monday tuesday wednesday thursday friday saturday sunday weekdays weekends daily weekly monthly yearly',
);
const months = words('january february march april may june july august september october november december');

/** Compares known statements with the new one (`said`); undefined for one that has little in common with it. */
export function comparisonWith(said: string, indexText: IndexText): (known: string) => Comparison | undefined {
  const comparer = createTextComparer(indexText);
  const one = readStatement(said, comparer, indexText);
  return (known) => compare(one, readStatement(known, comparer, indexText), comparer);
}

/** Statements that were read lately: a new fact is often compared with those stored just before. */
const readStatements = new WeakMap<IndexText, Map<string, Statement>>();
const maxRead = 500;

function readStatement(text: string, comparer: TextComparer, indexText: IndexText): Statement {
  const read = readStatements.get(indexText) ?? new Map<string, Statement>();
  readStatements.set(indexText, read);
  const known = read.get(text);
  if (known !== undefined) return known;
  const statement = statementFrom(text, comparer);
  if (read.size >= maxRead) read.clear();
  read.set(text, statement);
  return statement;
}

/** The stems of a statement's content words, without stop words and negations unless there are no other words. */
export function createContentWords(indexText: IndexText): (statement: string) => ReadonlySet<string> {
  const { read } = createTextComparer(indexText);
  return (statement) => new Set(read(statement).words.map(({ stem }) => stem));
}

function compare(one: Statement, other: Statement, comparer: TextComparer): Comparison | undefined {
  const overlap = comparer.overlapOf(one.read, other.read);
  const similar: Comparison | undefined =
    overlap >= alikeFrom ? { relation: 'similar', similarity: overlap } : undefined;
  if (one.isCut || other.isCut) return similar;
  const opposed = one.isNegated !== other.isNegated;
  const isSameSequence = one.sequence === other.sequence;
  const isSameText = isSameSequence && one.signs === other.signs && one.cased === other.cased;
  if (!opposed && isSameText) {
    return { relation: 'same', similarity: 1 };
  }
  const isDenied = opposed && overlap >= nearlySameFrom && !areAtOtherTimes(one.tokens, other.tokens);
  const contradicts =
    (isDenied && comparer.compare(one.read, other.read).isOpposed) ||
    (!isSameSequence && isSwapped(one.tokens, other.tokens)) ||
    hasOtherValue(one.tokens, other.tokens);
  return contradicts ? { relation: 'contradicts', similarity: overlap } : similar;
}

/** The words to find similar statements by: the longest, which are the most specific. At most 6. */
export function informativeWords(statement: string, indexText: IndexText): string[] {
  const words = [...new Set(indexText(statement).split(' '))];
  const informative = words.filter((word) => !stopWords.has(word) && !/^[^\p{ASCII}]$/u.test(word));
  return (informative.length > 0 ? informative : words)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxInformativeWords);
}

interface Statement {
  read: ReadText;
  tokens: Token[];
  /** Everything that is not a word, in order: `>=`, `-`, `🟢`. Punctuation at the end is ignored. */
  signs: string;
  /** What differs from the same in another case. */
  cased: string;
  /** The stems in order, without articles. */
  sequence: string;
  isNegated: boolean;
  /** Whether it has more words than are compared. */
  isCut: boolean;
}

interface Token {
  /** Lower case. */
  text: string;
  stem: string;
  /** Written like a name: contains a capital letter or a digit. */
  isName: boolean;
}

/** Words, numbers and versions (`3.12`), `=` and `:`, and single characters of scripts without spaces. */
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?<![\p{L}\p{N}.])\.(?=\p{L}))?[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[.\-_/+#][\p{L}\p{N}\p{M}]+)*[+#]*|[=:]/gu;

function statementFrom(text: string, { read, stemOf }: TextComparer): Statement {
  const plain = text.normalize('NFKC').replace(/['’]/gu, '');
  const found = plain.match(token) ?? [];
  const tokens = found.slice(0, maxComparedLength).map((written): Token => {
    const lower = written.toLowerCase();
    return { text: lower, stem: stemOf(lower), isName: /[\p{Lu}\p{N}]/u.test(written) };
  });
  const signs = plain
    .replace(token, ' ')
    .replace(/[\s,;]+/gu, '')
    .replace(/[.!?。]+$/u, '');
  return {
    read: read(text),
    tokens,
    signs,
    cased: casedPartsOf(plain).join(' '),
    sequence: sequenceOf(tokens),
    isNegated: areNegated(tokens),
    isCut: found.length > maxComparedLength,
  };
}

function sequenceOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ text }) => !articles.has(text) && !/^[=:]$/u.test(text))
    .map(({ stem }) => stem)
    .join(' ');
}

/** An even number of negations cancels out. */
function areNegated(tokens: readonly Token[]): boolean {
  return tokens.filter(({ text }) => negations.has(text)).length % 2 === 1;
}

/** `tabs over spaces` and `spaces over tabs`: a comparison of the same words, which must be in another order. */
function isSwapped(one: readonly Token[], other: readonly Token[]): boolean {
  const sorted = (tokens: readonly Token[]): string =>
    tokens
      .map(({ stem }) => stem)
      .toSorted()
      .join(' ');
  return one.some(({ text }) => comparatives.has(text)) && sorted(one) === sorted(other);
}

/** Whether both are the same sentence with another value in one place. */
function hasOtherValue(one: readonly Token[], other: readonly Token[]): boolean {
  const start = commonLength(one, other);
  const end = commonLength([...one.slice(start)].reverse(), [...other.slice(start)].reverse());
  const values = [one.slice(start, one.length - end), other.slice(start, other.length - end)] as const;
  const longest = Math.max(one.length, other.length);
  if (values.some((value) => value.length === 0 || value.length > maxValueLength)) return false;
  const share = (start + end) / longest;
  const [before, after] = [one.slice(0, start), one.slice(one.length - end)];
  const isClosed = values.every(isOf(days)) || values.every(isOf(months)) || values.every((value) => isVersion(value));
  if (share < sameFrameFrom) return false;
  if (areOpposite(values[0], values[1])) return !isTime(values[0][0]) || !isVersion(after.slice(0, 1));
  if (isClosed) return !isOtherEvent(values[0], before, after);
  if (start < 2) return false;
  if (values.every((value) => value.some(isNumber))) {
    // "Dropped in 4.0.0" and "added in 2.0.0" are two events, and not two values.
    const areValues = values.every(([first]) => first !== undefined && (isNumber(first) || isOf(months)([first])));
    return areValues && before.some(({ text }) => measures.has(text)) && !isOtherEvent(values[0], before, after);
  }
  const last = before.at(-1)?.text ?? '';
  if (choices.has(last)) return share >= tightFrameFrom;
  // A thing can have many properties, but only one name or kind, and those are written like names.
  const isNamed = values.every((value) => value.every(({ isName }) => isName));
  return copulas.has(last) && isNamed && before.some(({ text }) => definite.has(text));
}

/** Whether a sentence tells what happened to another version, or another time of what happens again. */
function isOtherEvent(value: readonly Token[], before: readonly Token[], after: readonly Token[]): boolean {
  if (after.some(({ text }) => onceOnly.has(text) || recurring.has(text))) return true;
  const [first, last] = [before[0], before.at(-1)];
  if (before.length === 1 && isTime(first) && isVersion(value)) return true;
  return isTime(last) && before.some(({ text }, place) => recurring.has(text) || isPassive(text, before[place - 1]));
}

function isPassive(text: string, before: Token | undefined): boolean {
  return text.endsWith('ed') && !onceOnly.has(text) && pastForms.has(before?.text ?? '');
}

function isTime(token: Token | undefined): boolean {
  return timeWords.has(token?.text ?? '');
}

function isNumber({ text }: Token): boolean {
  return /^v?\p{N}/u.test(text);
}

/** "Not before 2.0" and "since 2.0", "not in 1.0" and "in 2.0" can both be true. */
function areAtOtherTimes(one: readonly Token[], other: readonly Token[]): boolean {
  const [times, others] = [timesIn(one), timesIn(other)];
  return times.some((time) => !others.includes(time)) && others.some((time) => !times.includes(time));
}

function timesIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((one, place) => {
    const before = tokens[place - 1];
    return isNumber(one) || isOf(months)([one]) ? [`${isTime(before) ? (before?.text ?? '') : ''} ${one.text}`] : [];
  });
}

function commonLength(one: readonly Token[], other: readonly Token[]): number {
  const differs = one.findIndex(({ stem }, index) => other[index]?.stem !== stem);
  return differs === -1 ? one.length : differs;
}

function isOf(known: ReadonlySet<string>): (value: readonly Token[]) => boolean {
  return (value) => value.every(({ text }) => known.has(text) || known.has(text.replace(/s$/u, '')));
}

function isVersion(value: readonly Token[]): boolean {
  return value.length === 1 && /^v?\p{N}+(?:\.\p{N}+)+$/u.test(value[0]?.text ?? '');
}

function areOpposite(one: readonly Token[], other: readonly Token[]): boolean {
  const [a, b] = [one[0]?.text ?? '', other[0]?.text ?? ''];
  return one.length === 1 && other.length === 1 && (opposites.get(a)?.has(b) ?? false);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u));
}

function pairs(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const pair of text.split('|')) {
    const [a = '', b = ''] = pair.split(' ');
    known.set(a, (known.get(a) ?? new Set()).add(b));
    known.set(b, (known.get(b) ?? new Set()).add(a));
  }
  return known;
}
