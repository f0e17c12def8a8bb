/** Reads a short text for comparison: its words, what it is for and against, and whether it asks or proposes. */
import { ClauseReader } from './clauseReader.ts';
import type { ReadWords } from './clauseReader.ts';
import type { Lexicon, ToIndexText } from './lexicon.ts';
import { lexiconFor, plainTextOf } from './lexicon.ts';
import { casedPartsOf } from './meaningfulCase.ts';
import { isAsking } from './stance.ts';

/** A text as it is compared; made by `createReader`. */
export interface ReadText extends ReadWords {
  /** Whether it asks for information or about the past. */
  readonly asks: boolean;
  /** What differs from the same in another case. */
  readonly cased: readonly string[];
}

/** Names such as `.net` and `a*`, names with underscores, versions, words, and marks that end a clause or a sentence. A comma before "dass" ends none. */
const token =
  /(?<![\p{L}\p{N}.])\.\p{L}[\p{L}\p{N}]*(?!\.?[\p{L}\p{N}])|(?<![\p{L}\p{N}*])\p{L}\*(?!\*)|[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)+|\d+(?:\.\d+)+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+[+#]*|[.;!?:](?=\s|$)|[\n。；！？，]|,(?! (?:dass|ob|wenn|falls)\b)/gu;
/** The same for plain ASCII, which takes half of the time. */
const asciiToken =
  /(?<![a-z\d.])\.[a-z][a-z\d]*(?!\.?[a-z\d])|(?<![a-z\d*])[a-z]\*(?!\*)|[a-z\d]+(?:_+[a-z\d]+)+|\d+(?:\.\d+)+|[a-z\d]+[+#]*|[.;!?:](?=\s|$)|\n|,(?! (?:dass|ob|wenn|falls)\b)/g;
const ascii = /^[\x00-\x7f]*$/;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const anyLetters = /^\p{L}+$/u;
const endsClause = /^[,，:]$/u;
const endsSentence = /^[.;!?\n。；！？]$/u;
/** Tokens; longer texts are read up to here. */
const maxTokens = 400;

export function createReader(toIndexText: ToIndexText): (text: string) => ReadText {
  return (text) => ({
    ...wordsIn(plainTextOf(text), lexiconFor(toIndexText)),
    asks: isAsking(text),
    cased: casedPartsOf(text),
  });
}

function wordsIn(text: string, lexicon: Lexicon): ReadWords {
  const reader = new ClauseReader(lexicon);
  const tokens = (text.match(ascii.test(text) ? asciiToken : token) ?? []).slice(0, maxTokens);
  for (let place = 0; place < tokens.length;) {
    place += readToken(reader, lexicon, tokens, place);
  }
  const read = reader.finish();
  return read.words.length > 0 ? read : { ...stopWordsIn(tokens, lexicon), retracts: read.retracts };
}

/** A text without any other words consists of its stop words. */
function stopWordsIn(tokens: readonly string[], lexicon: Lexicon): ReadWords {
  const reader = new ClauseReader(lexicon);
  for (const written of tokens) if (anyLetters.test(written)) reader.addWord(written);
  return reader.finish();
}

/** Returns how many tokens were read. */
function readToken(reader: ClauseReader, lexicon: Lexicon, tokens: readonly string[], place: number): number {
  const written = tokens[place] ?? '';
  if (endsClause.test(written)) reader.endClause();
  else if (endsSentence.test(written)) reader.endSentence();
  else if (written.includes('_')) reader.addName(written);
  else if (unspaced.test(written)) readUnspaced(reader, lexicon, written);
  else {
    const found = lexicon.phraseAt(tokens, place);
    if (found !== undefined) {
      reader.addPhrase(found.phrase, tokens.slice(place, place + found.length).join(' '));
      return found.length;
    }
    reader.addWord(written);
  }
  return 1;
}

function readUnspaced(reader: ClauseReader, lexicon: Lexicon, run: string): void {
  let rest = '';
  for (let place = 0; place < run.length;) {
    const found = lexicon.unspacedPhraseAt(run, place);
    if (found === undefined) {
      rest += run.charAt(place);
      place += 1;
      continue;
    }
    reader.addPairs(rest);
    rest = '';
    reader.addPhrase(found.phrase, run.slice(place, place + found.length));
    place += found.length;
  }
  reader.addPairs(rest);
}
