/**
 * "Continue from", the beginning of a context block: what the last session of the project left to do, within its share
 * of the tokens. It counts the steps and blockers that do not fit, and those that may repeat a text from the web.
 */
import { shortSessionId } from '../../shared/memoryRef.ts';
import { counted } from '../../../util/text.ts';
import { localDay } from '../../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../../util/tokens.ts';
import { quotedLine } from '../../trust/quoting.ts';
import type { HandOff } from '../handOffs.ts';

const stepsHeading = '**Next steps**';
const blockersHeading = '**Blockers**';
/** Maximum tokens of a line, so that a long step leaves room for others. */
const lineTokens = 45;
/** The share of the lines that is reserved for blockers. */
const blockerShare = 0.4;

/** Empty without a hand-off. `search` names what finds the rest of a long one. */
export function continueSection(
  handOff: HandOff | undefined,
  budget: number,
  { timeZone, search }: { timeZone: string; search: string },
): string {
  if (handOff === undefined) return '';
  const { fact, nextSteps, blockers } = handOff;
  const day = localDay(fact.createdAt, timeZone);
  const session = fact.sourceSession === null ? '' : `, session \`${quotedLine(shortSessionId(fact.sourceSession))}\``;
  const derived = fact.origin === 'transcript' ? ', found by rule in its recording' : '';
  const head = `### Continue from\n${day}${session}${derived}:`;
  if (fact.origin === 'web') return `${head}\n${hiddenLine(handOff, search)}`;
  const rest = (count: number): string => `_${String(count)} more: ${search} "hand-off"._`;
  const headings = [
    ...(nextSteps.length === 0 ? [] : [stepsHeading]),
    ...(blockers.length === 0 ? [] : [blockersHeading]),
  ];
  const room = budget - estimateTokens([head, ...headings, rest(nextSteps.length + blockers.length)].join('\n')) - 2;
  const maxLine = Math.min(lineTokens, Math.floor(room * (nextSteps.length === 0 ? 1 : blockerShare)) - 1);
  const reserved = linesWithin(blockers, room * blockerShare, maxLine);
  const steps = linesWithin(nextSteps, room - costOf(reserved), maxLine);
  const blocked = linesWithin(blockers, room - costOf(steps), maxLine);
  const left = nextSteps.length + blockers.length - steps.length - blocked.length;
  return [
    head,
    ...(steps.length === 0 ? [] : [stepsHeading, ...steps]),
    ...(blocked.length === 0 ? [] : [blockersHeading, ...blocked]),
    ...(left === 0 ? [] : [rest(left)]),
  ].join('\n');
}

/** Text from the web is not sent automatically. */
function hiddenLine({ nextSteps, blockers }: HandOff, search: string): string {
  const counts = [
    ...(nextSteps.length === 0 ? [] : [counted(nextSteps.length, 'next step')]),
    ...(blockers.length === 0 ? [] : [counted(blockers.length, 'blocker')]),
  ];
  const [are, them] = nextSteps.length + blockers.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `_${counts.join(' and ')} ${are} not shown, because that session read the web: ${search} "hand-off" finds ${them}._`;
}

/** The first that does not fit ends the list. */
function linesWithin(items: readonly string[], budget: number, maxLine: number): string[] {
  const lines: string[] = [];
  let left = budget;
  for (const item of items) {
    const line = clipToTokens(`- ${quotedLine(item)}`, maxLine);
    left -= estimateTokens(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines;
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
}
