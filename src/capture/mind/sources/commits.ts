/**
 * What commit messages say about a project: lines such as `decided: …` and `learned: …`, and subjects such as
 * `Switch from X to Y because Z`. A sentence that a rule finds counts less than a labelled line.
 */
import { noteIn } from '../../../memory/summarize/rules/noteRules.ts';
import { sentencesOf } from '../../../memory/summarize/words/sentences.ts';
import { oneLine } from '../../../util/text.ts';
import type { Entry } from '../parsing/entry.ts';
import { labelledIn } from '../parsing/labels.ts';
import { entriesIn } from '../parsing/statement.ts';
import type { StatementEntry } from '../parsing/statement.ts';
import type { Commit } from './commitObject.ts';
import { changeIn } from './changeRules.ts';
import { isStatement, maxLearnedConfidence, maxStatement } from './learnedEntry.ts';

/** An entry of a commit; its line is that of the message, from 1. */
export interface CommitEntry extends Entry {
  commit: string;
  writtenAt: string;
  /** Whether it says that an earlier problem is solved. */
  isFix: boolean;
}

/** Of a sentence that a rule finds. */
const maxRuleConfidence = 0.5;
/** In characters. */
const minSentence = 30;
const maxSentence = 300;

/** The entries of a commit, in the order of its message. */
export function commitEntriesIn({ id, date, committedAt, message }: Commit): CommitEntry[] {
  const statements = statementsOf(message);
  const found = statements.flatMap(({ line, text }): CommitEntry[] =>
    entriesOf(text, line).map((entry) => ({
      ...entry,
      line,
      date,
      commit: id,
      writtenAt: committedAt,
      isFix: fixLabel.test(text),
    })),
  );
  const solution = statements
    .map(({ text }) => solutionLabel.exec(text)?.groups?.['text'])
    .find((text) => text !== undefined);
  if (solution === undefined) return found;
  return found.map((entry) =>
    entry.status === 'open' ? { ...entry, status: 'resolved', resolution: solution } : entry,
  );
}

const solutionLabel =
  /^(?:\*\*)?(?:solution|fix|fixed|resolution|lösung|behoben|解决(?:方案|办法)?|修复)(?:\*\*)?\s?[:：](?:\*\*)?\s*(?<text>\S[^]*)$/iu;
const fixLabel = /^(?:\*\*)?(?:fixed|solved|resolved|behoben|gelöst|gefixt|已?修复|已?解决)(?:\*\*)?\s?[:：]/iu;
/**
 * Labels that say in a message what they say in notes. Others introduce the area of a change (`error: …`, `key: …`), a
 * number of a tracker (`Bug: 123`) or pasted output (`Warning: …`).
 */
const otherLabel =
  /^(?:\*\*|\[)?(?:error|failure|bug|regression|warning|caution|important|remember|key|rule|convention|call|choice|edge|trap|fehler|regel|konvention|important|nb|fyi|错误|规则|重要|注意)(?:\*\*|\])?\s?[:：–—-]/iu;
/** In a subject, the label may be the name of a part of the project, so only those in the past tense count. */
const subjectLabel =
  /^(?:decided|problem|learned|learnt|fixed|solved|resolved|rejected|til|entschieden|beschlossen|gelernt|behoben|gelöst|verworfen|决定|问题|学到(?:了)?|已?修复|已?解决|放弃)\s?[:：]/iu;
const kinds: ReadonlySet<string> = new Set(['decision', 'problem', 'learning', 'rejected', 'gotcha']);

function entriesOf(text: string, line: number): Entry[] {
  if (text.length > maxStatement || !isStatement(text)) return [];
  const labelled = labelledIn(text);
  const isAccepted = line === 1 ? subjectLabel.test(text) : !otherLabel.test(text);
  if (labelled === 'none') return [];
  if (labelled !== undefined && isAccepted) {
    if (!kinds.has(labelled.kind) && !fixLabel.test(text)) return [];
    return isStatement(labelled.text) ? withLimit(entriesIn(text, undefined), maxLearnedConfidence) : [];
  }
  if (line === 1) return withLimit(changeIn(text), maxRuleConfidence);
  return sentencesOf(text).flatMap(entriesOfSentence);
}

/** What a message says about the project, not what the commit does; and causes, which are worth knowing. */
function entriesOfSentence(sentence: string): Entry[] {
  if (sentence.length < minSentence || sentence.length > maxSentence || !isStatement(sentence)) return [];
  if (refersBack.test(sentence)) return [];
  const kind = noteIn(sentence)?.kind;
  if (kind === 'decision' || kind === 'learning' || kind === 'rejected') {
    return withLimit(entriesIn(sentence, undefined), maxRuleConfidence);
  }
  if (!mayGiveReason.test(sentence)) return [];
  if (purpose.test(sentence)) return withLimit(entriesIn(sentence, 'decision'), causeConfidence);
  const before = cause.exec(sentence)?.[0];
  if (before === undefined) return [];
  return withLimit(entriesIn(sentence, wentWrong.test(before) ? 'learning' : 'decision'), causeConfidence);
}

/** Without the sentence before, nobody knows what is meant. */
const refersBack =
  /^(?:["“„「]|(?:this|that|these|those|its?|they|their|he|she|both|given|neither|otherwise|also|so|then|dies(?:e[rs]?)?|das|es|sie|beide|这|它|那)\b)/iu;
/** Fast, because the patterns below read a sentence many times. */
const mayGiveReason = /so that|damit|以便|because|due to|caused by|weil|verursacht|因为|由于/iu;
const cause =
  /\S{2,} [^]*(?:\b(?:because|due to|caused by|weil|verursacht durch)\b(?! (?:of )?(?:this|that|it)\b))|(?:因为|由于)\S{4}/iu;
/** In the past tense, it is no purpose but a consequence. */
const purpose =
  /\S{2,} [^]*\b(?:so that|damit)\b (?![^]*\b(?:was|were|had|took|ran|came|went|found|seemed|failed|stored|lost|war|waren|hatten?)\b)|以便\S{3}/iu;
/** Why something went wrong is a lesson; why something is as it is was decided. */
const wentWrong =
  /^(?![^]*\b(?:now|no longer)\b)[^]*(?:\b(?:was|were|had|came|got|took|closed|fail\w*|crash\w*|hangs?|wrong|(?:is|are) missing|lost|leaks?|errors?|slow|froze|broke\w*|ignore[sd]|times? out|(?:does|do|did)(?:n't| not) \w{3,}|war|waren|fehlt\w*|schl(?:ägt|ug))\b|失败|崩溃|错误|无法|不能|丢失|超时)/iu;
const causeConfidence = 0.4;

function withLimit(entries: readonly StatementEntry[], limit: number): Entry[] {
  return entries.map((entry) => ({
    ...entry,
    confidence: Math.min(limit, entry.confidence),
    line: 0,
    date: null,
    isFromWeb: false,
  }));
}

/** `Signed-off-by: …`, `Fixes: 1a2b3c`, `Change-Id: …`, and comments of editors. */
const trailer = /^(?:[A-Z][A-Za-z]+(?:-[A-Za-z]+)+|Fixes|Closes|Refs?|See|Link|CC|Bug|Issue):\s|^#/u;
const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;
const code = /^(?:\t| {4,})\S/u;

/** Empty lines, quotations, and lines below headings. */
const noText = /^(?:>|[=~-]{3,}$|$)/u;
const wrappedLength = 55;

/** A message is broken into lines by hand, so a statement goes on up to an empty line, a bullet or a label. */
function statementsOf(message: string): { text: string; line: number }[] {
  const statements: { text: string; line: number }[] = [];
  let [isOpen, isFenced, before] = [false, false, ''];
  for (const [place, written] of message.split(/\r?\n/u).entries()) {
    const line = written.replace(bullet, '').trim();
    if (/^(?:`{3}|~{3})/u.test(line)) isFenced = !isFenced;
    const last = statements.at(-1);
    const isText = !noText.test(line) && !isFenced && !trailer.test(written);
    if (!isText || (code.test(written) && !isOpen)) isOpen = false;
    else if (
      isOpen &&
      place > 1 &&
      last !== undefined &&
      !bullet.test(written) &&
      !beginsLabel(line, before, last.text) &&
      !beginsSentence(line, before)
    ) {
      last.text += ` ${line}`;
    } else {
      statements.push({ text: line, line: place + 1 });
      isOpen = true;
    }
    before = line;
  }
  return statements.map(({ text, line }) => ({ text: oneLine(text), line }));
}

/** Where the next word had room on the line above, a capital letter begins a sentence, also without a full stop. */
function beginsSentence(line: string, before: string): boolean {
  const [word = ''] = line.split(' ', 1);
  return before.length + word.length < wrappedLength && /^\p{Lu}/u.test(line) && !/[,:;(–—-]$/u.test(before);
}

/** A word before a colon is no label if the sentence before it goes on there. */
function beginsLabel(line: string, before: string, statement: string): boolean {
  if (labelledIn(line) === undefined && !solutionLabel.test(line)) return false;
  const isWrapped = before.length >= wrappedLength && !/[.!?:;。！？]["')\]]?$/u.test(before);
  return !isWrapped || labelledIn(statement) !== undefined;
}
