/**
 * Finds what a finished plan decided and taught: lines such as `Decided: …` or `**Lesson:** …`, and what is below
 * headings such as "Decisions" and "Lessons learned", in English, German, Chinese and Japanese. Questions, placeholders
 * and text that is crossed out are neither.
 */
import type { FactType } from '../../memory/shared/vocabulary.ts';
import { oneLine } from '../../util/text.ts';
import type { MarkdownBlock } from './markdownBlocks.ts';

const lessonTypes = ['decision', 'observation'] as const satisfies readonly FactType[];
type LessonType = (typeof lessonTypes)[number];

export interface PlanLesson {
  type: LessonType;
  /** What introduces it: its label, or its headings from the one that names decisions or lessons. */
  label: string;
  text: string;
  /** Counted from 1. */
  line: number;
}

/** The words of a label or a heading. */
const words: Readonly<Record<LessonType, string>> = {
  decision:
    'decided|decisions?|entschieden|entscheidung(?:en)?|beschlossen|beschl(?:uss|üsse)|(?:最终|最終)?(?:决定|决策|决议|決定|決策|決議)(?:事项|事項|记录|紀錄|記録)?',
  observation:
    "learned|learnt|learnings?|lessons?(?: (?:learned|learnt))?|takeaways?|findings?|insights?|what (?:we|i)(?:['’]ve| have)? (?:learned|learnt)|gelernt(?:es)?|lehren?|lektion(?:en)?|erkenntnis(?:se)?|was wir gelernt haben|(?:我们|我們)?[学學]到(?:了什么|了什麼|的)?|[经經][验驗](?:教[训訓]|总结|總結)?|教[训訓]|心得|收[获穫]|学び|学んだこと",
};
const adjectives =
  '(?:(?:key|main|major|important|final|design|architecture|architectural|technical|our|wichtige|wichtigste|zentrale|getroffene|unsere) )*(?:关键|重要|主要|设计|技术)?';

const headings = patternsOf(
  (word) =>
    `^${adjectives}(?:${word})(?: (?:made|taken|we made|we took|log|record))?(?:\\s*(?:and|&|/|und|和|与)\\s*.{1,40})?$`,
);
/** After the word, at most who, when or which: `Decided (2026-03-02)`, `Decision 3`, `Decided by Ada`. */
const labels = patternsOf(
  (word) =>
    `^(?:>\\s*)?(?:\\*\\*|__)?(?<label>${adjectives}(?:${word})(?: ?[(（][^)）\\n]{1,40}[)）]| #?\\d{1,3}| (?:by|on|about|am|von|zu) [^:：*\\n]{1,40})?)(?:\\*\\*|__)?\\s*[:：]\\s*(?:\\*\\*|__)?\\s*(?<text>\\S.*)$`,
);

/** Whether a line begins with the label of a decision or a lesson. */
export function isLabelled(line: string): boolean {
  return labelledFrom(line) !== undefined;
}

/** The decisions and lessons in a plan, in its order. */
export function lessonsOf(blocks: readonly MarkdownBlock[]): PlanLesson[] {
  return blocks.flatMap(lessonsIn).filter(({ text }) => isStatement(text));
}

/** The lines of a block from each label to the next one. Lines without a label count if a heading names them. */
function lessonsIn(block: MarkdownBlock): PlanLesson[] {
  const lines = block.text.split('\n').map((line) => line.replace(/^\s*>\s?/u, ''));
  const found: PlanLesson[] = [];
  let current = belowHeading(block);
  let text: string[] = [];
  let isCode = false;
  const end = (): void => {
    if (current !== undefined) found.push({ ...current, text: text.join('\n').trim() });
  };
  for (const [place, line] of lines.entries()) {
    if (/^\s*(?:`{3}|~{3})/u.test(line)) isCode = !isCode;
    const labelled = isCode ? undefined : labelledFrom(line.trim());
    if (labelled === undefined) {
      text.push(line);
      continue;
    }
    end();
    current = { type: labelled.type, label: labelled.label, line: block.line + place };
    text = [labelled.text];
  }
  end();
  return found;
}

function belowHeading({ headings: above, line }: MarkdownBlock): Omit<PlanLesson, 'text'> | undefined {
  const titles = above.map((title) =>
    oneLine(title)
      .replace(/^[^\p{L}]+/u, '')
      .replace(/[:：]$/u, ''),
  );
  const typeOf = (title: string): LessonType | undefined => lessonTypes.find((type) => headings[type].test(title));
  const place = titles.findLastIndex((title) => typeOf(title) !== undefined);
  const type = typeOf(titles[place] ?? '');
  return type === undefined ? undefined : { type, label: titles.slice(place).join(' – '), line };
}

function labelledFrom(line: string): { type: LessonType; label: string; text: string } | undefined {
  for (const type of lessonTypes) {
    const { label, text } = labels[type].exec(line)?.groups ?? {};
    if (label === undefined || text === undefined) continue;
    return { type, label: oneLine(label), text: withoutBoldEnd(text) };
  }
  return undefined;
}

/** The text after a label that is bold together with it. */
export function withoutBoldEnd(text: string): string {
  return text.replace(/^(?<inside>[^*]*)\*\*$/u, '$<inside>');
}

const placeholder = /^\W*(?:none(?: yet)?|nothing|n\/a|tbd|todo|keine?|nichts|offen|无|無|暂无|なし)\W*$/iu;

function isStatement(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/[?？]$/u.test(text) && !/^~~.*~~$/su.test(text) && !placeholder.test(text);
}

function patternsOf(patternOf: (word: string) => string): Readonly<Record<LessonType, RegExp>> {
  return {
    decision: new RegExp(patternOf(words.decision), 'iu'),
    observation: new RegExp(patternOf(words.observation), 'iu'),
  };
}
