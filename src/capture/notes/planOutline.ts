/**
 * The parts of a plan in Markdown: its title, its goal, and its steps, which are bullets with a box at any depth. Boxes
 * in code and in comments are no steps.
 */
import { planTitle } from '../../memory/summarize/planTitle.ts';
import { oneLine } from '../../util/text.ts';
import type { MarkdownBlock } from './markdownBlocks.ts';
import { blocksOf, withoutComments } from './markdownBlocks.ts';
import { isLabelled, withoutBoldEnd } from './planLessons.ts';

export interface PlanStep {
  text: string;
  isDone: boolean;
  /** The heading that the step is below; empty if that is the title of the plan, or if there is none. */
  part: string;
}

export interface PlanOutline {
  /** Undefined if no heading names the plan. */
  title: string | undefined;
  /** The stated goal, or else the first paragraph. */
  goal: { text: string; isStated: boolean } | undefined;
  steps: PlanStep[];
  blocks: MarkdownBlock[];
}

/** `markdown` has no front matter. */
export function outlineOf(markdown: string): PlanOutline {
  const blocks = blocksOf(markdown, ({ box, text }) => box !== undefined || isLabelled(text));
  const headline = headlineOf(markdown);
  const stated = statedGoal(blocks);
  const text = stated ?? firstParagraph(blocks, markdown.split('\n'));
  return {
    title: headline === undefined ? undefined : planTitle(`# ${headline}`),
    goal: text === undefined ? undefined : { text, isStated: stated !== undefined },
    steps: blocks.flatMap((block) => stepFrom(block, headline)),
    blocks,
  };
}

/** The first heading of the first level that is not in code. */
function headlineOf(markdown: string): string | undefined {
  const [beforeCode = ''] = withoutComments(markdown).split(/^\s*(?:```|~~~)/mu);
  return /^ {0,3}#[ \t]+(?<title>\S.*)$/mu.exec(beforeCode)?.groups?.['title'];
}

function stepFrom({ box, text, headings }: MarkdownBlock, headline: string | undefined): PlanStep[] {
  if (box === undefined) return [];
  const above = headings.at(-1) ?? '';
  const isTitle = headings.length === 1 && headline?.startsWith(above) === true;
  return [{ text: plain(linesOf(text).join(' ')), isDone: box === 'ticked', part: isTitle ? '' : plain(above) }];
}

const goalWords = '(?:goals?|objectives?|aims?|purpose|ziele?|zweck|目标|目的|目標)';
const goalLine = new RegExp(
  `^(?:\\*\\*|__)?${goalWords}(?:\\*\\*|__)?\\s*[:：]\\s*(?:\\*\\*|__)?\\s*(?<text>\\S.*)$`,
  'iu',
);
const goalHeading = new RegExp(`^(?:the )?${goalWords}$`, 'iu');
/** `**Architecture:** …`, which ends the text before it. */
const anyLabel = /^(?:\*\*|__)[^*_\n]{1,60}[:：]/u;
const maxGoals = 5;

function statedGoal(blocks: readonly MarkdownBlock[]): string | undefined {
  for (const { text, box } of blocks) {
    const lines = box === undefined ? linesOf(text) : [];
    const at = lines.findIndex((line) => goalLine.test(line));
    const stated = goalLine.exec(lines[at] ?? '')?.groups?.['text'];
    if (stated === undefined) continue;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((line) => anyLabel.test(line));
    return plain([withoutBoldEnd(stated), ...(end === -1 ? rest : rest.slice(0, end))].join(' '));
  }
  const below = blocks.filter(
    ({ headings, box }) => box === undefined && goalHeading.test(plain(headings.at(-1) ?? '')),
  );
  const goals = below.slice(0, maxGoals).map(({ text }) => plain(linesOf(text).join(' ')));
  return goals.length === 0 ? undefined : goals.join('; ');
}

const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/u;
/** Quotes, tables, HTML, images and code introduce no plan. */
const noParagraph = /^(?:>|\||<|!\[|`{3}|~{3})/u;
/** `**Status:** Draft` says nothing about the goal. */
const metadata =
  /^(?:\*\*|__)?(?:status|state|date|created|updated|last updated|version|authors?|owners?|tags|datum|stand|autor(?:en)?|状态|日期|作者|负责人)(?:\*\*|__)?\s*[:：]/iu;

/** The first paragraph above the steps, or else the first bullet there. */
function firstParagraph(blocks: readonly MarkdownBlock[], lines: readonly string[]): string | undefined {
  const firstStep = blocks.findIndex(({ box }) => box !== undefined);
  const texts = (firstStep === -1 ? blocks : blocks.slice(0, firstStep))
    .filter(({ text }) => !noParagraph.test(text))
    .map(({ text, line }) => ({
      text: plain(
        linesOf(text)
          .filter((part) => !metadata.test(part))
          .join(' '),
      ),
      isBullet: bullet.test(lines[line - 1] ?? ''),
    }))
    .filter(({ text }) => text !== '');
  return (texts.find(({ isBullet }) => !isBullet) ?? texts[0])?.text;
}

/** The lines of a block before its first gap, nested bullet or code. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const end = lines.findIndex(
    (line, place) => place > 0 && (line.trim() === '' || bullet.test(line) || noParagraph.test(line.trim())),
  );
  return end === -1 ? lines : lines.slice(0, end);
}

/** Marks for bold text, not the asterisks of `src/**` or of a power. */
const bold = /(?<![\w/`*])\*\*(?=[^\s*])(?<inside>[^*]+)(?<=\S)\*\*(?![\w/`*])/gu;

/** On one line, without marks for bold text. */
function plain(text: string): string {
  return oneLine(text.replaceAll(bold, '$<inside>'));
}
