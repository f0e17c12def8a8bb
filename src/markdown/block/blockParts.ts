/** What the parts of a context block say, newest first: one line for each entry, without its place in the files. */
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { clipToTokens } from '../../util/tokens.ts';
import { redact } from '../../capture/redaction/redaction.ts';
import { memoryFileName, sessionFileName } from '../files/mindFiles.ts';
import type { WrittenEntry, MindContent } from '../files/mindProject.ts';
import type { EntryKind } from '../parsing/entry.ts';
import { labelledIn } from '../parsing/labels.ts';
import { newestFirst } from '../../memory/entries/fileStatements.ts';

export interface BlockPart {
  heading: string;
  /** Without an entry of the files, such as dates. */
  opening: readonly string[];
  lines: readonly string[];
}

/** Of a part, so that none takes the room of the others. */
const maxLines = { reminders: 5, session: 4, state: 1, decisions: 5, problems: 5, gotchas: 5, next: 1 } as const;
/** Tokens of an entry in its line. */
const maxTokens = 45;

/** The eight parts in their order (Mind Architecture, "Context Section"), also the empty ones. */
export function blockParts(content: MindContent, due: readonly string[]): { parts: BlockPart[]; withheld: number } {
  const lines = new EntryLines();
  const entries = newestFirst(content.entries, ({ file }) => file);
  const ofKind = (kind: EntryKind): WrittenEntry[] => entries.filter((entry) => entry.kind === kind);
  const problems = ofKind('problem').filter(({ status }) => status !== 'resolved');
  const captured = entries.filter(({ file }) => file.endsWith(memoryFileName));
  const session = entries.filter(({ kind, file }) => file.endsWith(sessionFileName) && kind in sessionLabels);
  const reminders = due.map((text) => ({ text }));
  const parts: BlockPart[] = [
    part('Memory: Active', [], newestDay('Last captured', captured)),
    part('Reminders Due', lines.of(reminders, maxLines.reminders, listed)),
    part('Session Context', lines.of(session, maxLines.session, sessionLine), newestDay('Last active', entries)),
    part('Project State', stateLines(content.entries, problems, lines)),
    part('Recent Decisions', lines.of(ofKind('decision'), maxLines.decisions, withDate)),
    part('Open Loops', lines.of(problems, maxLines.problems, loopLine)),
    part('Gotchas (This Stack)', lines.of(ofKind('gotcha'), maxLines.gotchas, listed)),
    part('Continue From', [
      ...lines.of(ofKind('progress'), maxLines.next, (text) => `Last: ${text}`),
      ...lines.of(ofKind('next'), maxLines.next, (text) => `Next: ${text}`),
    ]),
  ];
  return { parts, withheld: lines.withheld.size };
}

function part(heading: string, lines: readonly string[], opening: readonly string[] = []): BlockPart {
  return { heading: `## ${heading}`, opening, lines };
}

/** The first goal and stack of the files: a day of the log may mention others. */
function stateLines(inOrder: readonly WrittenEntry[], problems: readonly WrittenEntry[], lines: EntryLines): string[] {
  const stated = inOrder.filter(({ kind }) => kind === 'state');
  const goals = stated.filter(isGoal).map(withoutLabel);
  const stacks = stated.filter((entry) => !isGoal(entry)).map(withoutLabel);
  const blocked = problems.filter(({ status }) => status === 'blocked');
  return [
    ...lines.of(goals, maxLines.state, (text) => `- Goal: ${text}`),
    ...lines.of(stacks, maxLines.state, (text) => `- Stack: ${text}`),
    ...lines.of(blocked, maxLines.state, (text) => `- Blocked: ${text}`),
  ];
}

/** What has a part of its own is not repeated. */
const sessionLabels: Readonly<Partial<Record<EntryKind, string>>> = {
  experience: 'Experience',
  rejected: 'Rejected',
  assumption: 'Assumption',
  learning: 'Learned',
};

function sessionLine(text: string, { kind }: WrittenEntry): string {
  return `- ${sessionLabels[kind] ?? ''}: ${text}`;
}

function withDate(text: string, { date }: WrittenEntry): string {
  return `- ${text}${date === null ? '' : ` (${date})`}`;
}

function loopLine(text: string, { date, status }: WrittenEntry): string {
  const remarks = [...(status === 'blocked' ? ['blocked'] : []), ...(date === null ? [] : [`since ${date}`])];
  return `[!] ${text}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`;
}

function listed(text: string): string {
  return `- ${text}`;
}

function isGoal({ text }: WrittenEntry): boolean {
  return /^\P{L}*(?:goal|ziel|目标)/iu.test(text);
}

/** The text of an entry of the state begins with its label. */
function withoutLabel(entry: WrittenEntry): WrittenEntry {
  const labelled = labelledIn(entry.text);
  return labelled === undefined || labelled === 'none' ? entry : { ...entry, text: labelled.text };
}

/** `label` with the newest day of the entries; empty without one. */
function newestDay(label: string, entries: readonly WrittenEntry[]): string[] {
  const [newest] = entries.flatMap(({ date }) => date ?? []).sort((one, other) => other.localeCompare(one));
  return newest === undefined ? [] : [`${label}: ${newest}`];
}

/** Quotes entries, and counts those from the web and those that read like instructions to a model. */
class EntryLines {
  readonly withheld = new Set<string>();

  /** The first `max` that may be sent, without repetitions. */
  of<T extends { text: string; isFromWeb?: boolean }>(
    entries: readonly T[],
    max: number,
    write: (text: string, entry: T) => string,
  ): string[] {
    const lines = new Set<string>();
    for (const entry of entries) {
      if (lines.size === max) break;
      const { text, isFromWeb = false } = entry;
      if (maySendAutomatically({ origin: isFromWeb ? 'web' : 'agent', texts: [text] }))
        lines.add(write(quoted(text), entry));
      else this.withheld.add(text);
    }
    return [...lines];
  }
}

/**
 * In instruction files, `@path` includes a file, and so do `#file:path` and a link for some assistants. A name in code,
 * such as `@types/node`, includes nothing.
 */
function quoted(text: string): string {
  const line = quotedLine(redact(text).text)
    .replace(/(?<![\p{L}\p{N}_\x60])@(?=\S)/gu, '＠')
    .replace(/#(?=\w+:)/gu, '＃')
    .replaceAll('](', '] (');
  return clipToTokens(line, maxTokens);
}
