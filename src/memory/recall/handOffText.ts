/**
 * The text of a hand-off: one fact that reads well in a search result, and from which its lists can be read again. Each
 * item is on a line of its own after `- `, so an item may contain any characters but a line break.
 */
import { oneLine } from '../../util/text.ts';

/** What a session leaves for the next one of its project; each item is on one line. */
export interface StepLists {
  nextSteps: readonly string[];
  blockers: readonly string[];
}

const headings = { nextSteps: 'Next steps:', blockers: 'Blockers:' } as const;
const bullet = '- ';

/** Names the session by the beginning of its id, so that two sessions with the same steps leave different facts. */
export function textOfHandOff(sessionId: string, { nextSteps, blockers }: StepLists): string {
  return [
    `Hand-off of session ${sessionId.slice(0, 8)}.`,
    ...section(headings.nextSteps, nextSteps),
    ...section(headings.blockers, blockers),
  ].join('\n');
}

/** Also reads a text that a person has edited: items before any heading, or a text without items, are next steps. */
export function listsOfHandOff(text: string): { nextSteps: string[]; blockers: string[] } {
  const lists: { nextSteps: string[]; blockers: string[] } = { nextSteps: [], blockers: [] };
  let current: keyof StepLists = 'nextSteps';
  for (const line of text.split('\n')) {
    if (line === headings.nextSteps) current = 'nextSteps';
    else if (line === headings.blockers) current = 'blockers';
    else if (line.startsWith(bullet)) lists[current].push(line.slice(bullet.length));
  }
  return lists.nextSteps.length + lists.blockers.length > 0 ? lists : { nextSteps: [oneLine(text)], blockers: [] };
}

function section(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [heading, ...items.map((item) => bullet + item)];
}
