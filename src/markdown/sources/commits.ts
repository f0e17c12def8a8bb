/**
 * What commit messages say about a project: each message that gives more than its subject, as a whole; lines such as
 * `decided: …` and `learned: …`; and subjects such as `Switch from X to Y because Z`.
 */
import { oneLine } from '../../util/text.ts';
import type { Entry, EntryKind } from '../parsing/entry.ts';
import { labelledIn } from '../parsing/labels.ts';
import { entriesIn } from '../parsing/statement.ts';
import type { StatementEntry } from '../parsing/statement.ts';
import type { Commit } from '../../capture/git/commitObject.ts';
import { changeIn } from './changeRules.ts';
import { isStatement, maxLearnedConfidence, maxStatement } from './learnedEntry.ts';

/** An entry of a commit; its line is that of the message, from 1. */
export interface CommitEntry extends Omit<Entry, 'kind'> {
  /** `commit` for a whole message: its text is the subject, and its reason all that the message says below. */
  kind: EntryKind | 'commit';
  commit: string;
  writtenAt: string;
  /** Whether it says that an earlier problem is solved. */
  isFix: boolean;
}

/** The entries of a commit, in the order of its message. */
export function commitEntriesIn({ id, date, committedAt, message }: Commit): CommitEntry[] {
  const statements = statementsOf(message);
  const common = { date, commit: id, writtenAt: committedAt };
  const whole = wholeMessage(statements);
  const found = statements.flatMap(({ line, text }): CommitEntry[] =>
    entriesOf(text, line, whole === undefined).map((entry) => ({
      ...{ ...entry, line, ...common },
      isFix: fixLabel.test(text),
    })),
  );
  if (whole !== undefined) found.unshift({ ...whole, ...common, isFix: false });
  const solution = statements
    .map(({ text }) => solutionLabel.exec(text)?.groups?.['text'])
    .find((text) => text !== undefined);
  if (solution === undefined) return found;
  return found.map((entry) =>
    entry.status === 'open' ? { ...entry, status: 'resolved', resolution: solution } : entry,
  );
}

/** In characters, of what a message says below its subject. */
const minBody = 40;
const maxBody = 3_000;
/** What a program wrote says what it changed, not why. */
const ofPrograms =
  /^(?:(?:chore|build|fix)\(deps[^)]*\)!?:|bump \S+ from \S|update dependency |merge (?:remote-tracking )?branch |merge \S+ (?:in)?to \S+$)/iu;
const mergedRequest = /^merge pull request #\d+ from \S+$/iu;
const reverting = /^This reverts commit (?<id>[0-9a-f]{7,64})\b[^.]*\.?$/iu;

/** The commit that a message says it reverts; undefined for others. */
export function revertedBy(message: string): string | undefined {
  return message.split(/\r?\n/u).flatMap((line) => reverting.exec(line.trim())?.groups?.['id'] ?? [])[0];
}

/** Undefined for a message that says no more than what was changed. */
function wholeMessage(
  statements: readonly Statement[],
): Omit<CommitEntry, 'commit' | 'writtenAt' | 'isFix'> | undefined {
  const isMerge = mergedRequest.test(statements[0]?.text ?? '');
  const [subject, ...body] = isMerge ? statements.slice(1) : statements;
  if (subject === undefined || ofPrograms.test(subject.text)) return undefined;
  const said = body.map(({ text }) => text).filter((text) => !reverting.test(text));
  const reason = said.join('\n').slice(0, maxBody);
  // Labelled lines are entries of their own.
  const others = said.filter((text) => labelledIn(text) === undefined).join(' ');
  if (others.length < minBody || !isStatement(others)) return undefined;
  return {
    ...{ kind: 'commit', text: subject.text, line: 1, date: null, confidence: maxLearnedConfidence, reason },
    ...{ alternatives: [], status: null, resolution: null, isFromWeb: false },
  };
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

function entriesOf(text: string, line: number, isSubjectAlone: boolean): Entry[] {
  if (text.length > maxStatement || !isStatement(text)) return [];
  const labelled = labelledIn(text);
  const isAccepted = line === 1 ? subjectLabel.test(text) : !otherLabel.test(text);
  if (labelled === 'none') return [];
  if (labelled !== undefined && isAccepted) {
    if (!kinds.has(labelled.kind) && !fixLabel.test(text)) return [];
    return isStatement(labelled.text) ? withLimit(entriesIn(text, undefined), maxLearnedConfidence) : [];
  }
  return line === 1 && isSubjectAlone ? withLimit(changeIn(text), maxChangeConfidence) : [];
}

/** Of a subject in which a rule finds a decision. */
const maxChangeConfidence = 0.5;

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

interface Statement {
  text: string;
  /** From 1. */
  line: number;
}

/** A message is broken into lines by hand, so a statement goes on up to an empty line, a bullet or a label. */
function statementsOf(message: string): Statement[] {
  const statements: Statement[] = [];
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
