/**
 * What a recorded session left to do and what blocked it, if no agent or person says so: the open items of its last
 * to-do list, a list such as `Next steps:` in its last answer, and sentences such as `I could not … because …`.
 * Precision comes before recall: offers, options, questions and generic steps are left out. Without tool calls, the
 * steps of an answer are advice. A list is not believed if the answer says that everything is done.
 */
import { oneLine, shorten } from '../../../util/text.ts';
import { isGeneric } from '../words/genericLine.ts';
import { labelledItems } from '../words/labelledLists.ts';
import type { ListLabel } from '../words/labelledLists.ts';
import { ownParagraphs } from '../words/ownWords.ts';
import { sentencesOf } from '../words/sentences.ts';
import type { Work } from '../words/work.ts';
import { blockersIn } from './blockerRules.ts';
import { isOffer, isStatedResult } from './outcome.ts';

/** How a recorded session ended. */
export interface SessionEnding {
  /** The last messages, in order, without thoughts. */
  messages: readonly { role: string; type: string; work: Work | null }[];
  /** The end of the assistant's last text; empty if it said nothing. */
  answer: string;
}

interface StepsLeft {
  nextSteps: string[];
  blockers: string[];
}

const maxItems = 10;
const maxItemLength = 240;
/** A to-do list from before more requests than this is out of date. */
const maxRequestsSince = 1;

const stepLabel = new RegExp(
  `^(?:${[
    "next(?: up)?|(?:the |my |our |your |immediate |remaining |open )*next steps?(?: (?:for|in) the next session)?|what(?:'s| is) (?:next|left|still open|still missing|remaining)|what remains",
    '(?:still )?(?:remaining|outstanding|open|left|pending|unfinished)(?:(?: \\w{1,15}){0,2} (?:work|steps?|tasks?|items?|todos?|to-dos?|points?|issues?))?',
    '(?:still )?to[- ]?dos?(?: list| items?)?|(?:still )?left to do|still (?:to do|open|missing|left)|not (?:yet )?done(?: yet)?|not yet (?:done|implemented)',
    '(?:die )?nächsten? schritte?|als nächstes|(?:noch )?(?:offen|ausstehend|zu tun|zu erledigen)|(?:noch )?(?:offene|ausstehende|verbleibende) (?:punkte|aufgaben|arbeiten|schritte|themen)|was noch (?:fehlt|offen ist|zu tun ist)|es fehlt noch|restarbeiten',
    '(?:接下来|下一步|后续)(?:的)?(?:步骤|计划|工作|任务|事项)?|待办(?:事项|列表)?|(?:剩余|未完成|尚未完成|待完成|待处理)(?:的)?(?:工作|任务|步骤|事项|部分)?|还(?:需要|要|差)(?:做|完成)?(?:的)?',
  ].join('|')})$`,
  'i',
);
const blockerLabel =
  /^(?:(?:open |current |known |remaining )?blockers?|blocked(?: (?:by|on))?|waiting (?:for|on)|(?:aktuelle |offene )?(?:blocker|hindernisse)|blockiert(?: durch| von)?|阻塞(?:项|点|问题|原因)?|障碍|卡点|受阻(?:于)?)$/i;
/** One word is also the name of a button, a side or a state, as in `Open: the file menu`. */
const oneWord = /^(?:[\p{Script=Latin}'-]+|\p{Script=Han}{1,3})$/u;
/** Such as `(3)` or `(not in this change)`. */
const remark = /\s?[(（](?!optional|可选)[^)）]{1,40}[)）]$/i;
/** Items that say there is none, that leave the choice to the user, or that only introduce another text. */
const noStep =
  /^(?:none|nothing|n\/a|no (?:blockers?|next steps?|open|further|more)|not applicable|keine?[nr]?|nichts|无|没有|暂无)(?=[\s.,:;!。，-]|$)|^(?:optional|consider|maybe|perhaps|possibly|you (?:can|could|may|might)|if (?:you|we|needed|desired)|when you|once you|future|later|eventuell|vielleicht|(?:du kannst|sie können)|可选|可以考虑|如果(?:你|您|需要))(?=[\s:,：，\u4e00-\u9fff]|$)|\(optional\)|（可选）|[:：]$|[?？]$/i;
const allDone =
  /\b(?:(?:all|every)(?: of)?(?: the| these)?(?: \w{1,15}){0,2} (?:steps?|tasks?|items?|todos?|to-dos?|changes?|phases?) (?:(?:is|are|have been|has been|were) )?(?:now |all )?(?:done|complete[d]?|finished|implemented)|everything (?:is|has been) (?:now )?(?:done|complete[d]?|finished|implemented|in place)|nothing (?:is |else is )?(?:left|remains)|alle? (?:\w{1,15} )?(?:schritte|aufgaben|punkte) (?:sind )?(?:erledigt|fertig|umgesetzt|abgeschlossen)|alles (?:ist )?(?:erledigt|fertig|umgesetzt))\b|(?:全部|所有)(?:任务|步骤|工作|待办|改动|修改)?(?:都|均)?(?:已|已经)?(?:完成|实现)/i;

/** Both lists are empty if nothing is clearly left. Deterministic. */
export function stepsLeft({ messages, answer }: SessionEnding): StepsLeft {
  const last = messages.at(-1);
  const isWork = messages.some(({ type }) => type === 'tool_use');
  const isAnswered = isWork && last?.role === 'assistant' && last.type === 'text';
  const said = isAnswered ? answer : '';
  const paragraphs = ownParagraphs(said, 'assistant');
  const named = informative(labelledItems(said, isStepLabel));
  return {
    nextSteps: named.length > 0 ? named : informative(openTodos(messages, paragraphs)),
    blockers: bounded([...labelledItems(said, isBlockerLabel), ...blockersIn(paragraphs)]),
  };
}

function isStepLabel(label: ListLabel): boolean {
  return isLabel(label, stepLabel);
}

function isBlockerLabel(label: ListLabel): boolean {
  return isLabel(label, blockerLabel);
}

function isLabel({ text, isProminent }: ListLabel, pattern: RegExp): boolean {
  const label = text.replace(remark, '');
  return pattern.test(label) && (isProminent || !oneWord.test(label));
}

/** The open items of the last list, unless the answer after it shows that the agent only forgot to tick them. */
function openTodos(messages: SessionEnding['messages'], paragraphs: readonly string[]): readonly string[] {
  const place = messages.findLastIndex(({ work }) => (work?.todos ?? []).length > 0);
  const open = messages[place]?.work?.openTodos ?? [];
  const since = messages.slice(place + 1).filter(({ role, type }) => role === 'user' && type === 'text');
  if (since.length > maxRequestsSince) return [];
  const sentences = paragraphs.flatMap(sentencesOf);
  if (sentences.some((sentence) => allDone.test(sentence))) return [];
  return open.length === 1 && sentences.some(isStatedResult) ? [] : open;
}

/** None if all are as generic as `Run the tests`. */
function informative(items: readonly string[]): string[] {
  const steps = bounded(items);
  return steps.every(isGeneric) ? [] : steps;
}

function bounded(items: readonly string[]): string[] {
  const lines = items.map((item) => shorten(oneLine(item), maxItemLength));
  const meant = lines.filter((line) => /[\p{L}\p{N}]/u.test(line) && !noStep.test(line) && !isOffer(line));
  const distinct = new Map(meant.map((line) => [line.toLowerCase(), line]));
  return [...distinct.values()].slice(0, maxItems);
}
