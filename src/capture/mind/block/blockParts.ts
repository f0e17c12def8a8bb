/** What the parts of a context block say, newest first: one line for each entry, without its place in the files. */
import { maySendAutomatically } from '../../../memory/trust/trust.ts';
import { quotedLine } from '../../../memory/trust/quoting.ts';
import { clipToTokens } from '../../../util/tokens.ts';
import { redact } from '../../redaction/redaction.ts';
import { minConfidence, newestFirst } from '../fileStatements.ts';
import { memoryFileName, sessionFileName } from '../files/mindFiles.ts';
import type { FileEntry, MindContent } from '../files/mindProject.ts';
import type { EntryKind } from '../parsing/entry.ts';
import { labelledIn } from '../parsing/labels.ts';

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
  const entries = newestFirst(content.entries.filter(({ confidence }) => confidence >= minConfidence));
  const ofKind = (...kinds: EntryKind[]): FileEntry[] => entries.filter(({ kind }) => kinds.includes(kind));
  const problems = ofKind('problem').filter(({ status }) => status !== 'resolved');
  const session = entries.filter(({ kind, file }) => file.endsWith(sessionFileName) && kind in sessionLabels);
  const stated = content.entries.filter(({ kind }) => kind === 'state');
  const blocked = problems.filter(({ status }) => status === 'blocked');
  const day = newestDay(entries);
  const dated = (label: string): string[] => (day === undefined ? [] : [`${label}: ${day}`]);
  const memoryDay = newestDay(entries.filter(({ file }) => file.endsWith(memoryFileName)));
  const parts: BlockPart[] = [
    part('Memory: Active', [], memoryDay === undefined ? [] : [`Last captured: ${memoryDay}`]),
    part(
      'Reminders Due',
      lines.of(due, maxLines.reminders, (text) => text, listed),
    ),
    sessionPart(lines.of(session, maxLines.session, textOf, sessionLine), dated('Last active')),
    part('Project State', [
      ...lines.of(stated.filter(isGoal), maxLines.state, valueOf, (text) => `- Goal: ${text}`),
      ...lines.of(
        stated.filter((entry) => !isGoal(entry)),
        maxLines.state,
        valueOf,
        (text) => `- Stack: ${text}`,
      ),
      ...lines.of(blocked, maxLines.state, textOf, (text) => `- Blocked: ${text}`),
    ]),
    part('Recent Decisions', lines.of(ofKind('decision'), maxLines.decisions, textOf, withDate)),
    part('Open Loops', lines.of(problems, maxLines.problems, textOf, loopLine)),
    part('Gotchas (This Stack)', lines.of(ofKind('gotcha'), maxLines.gotchas, textOf, listed)),
    part('Continue From', [
      ...lines.of(ofKind('progress'), maxLines.next, textOf, (text) => `Last: ${text}`),
      ...lines.of(ofKind('next'), maxLines.next, textOf, (text) => `Next: ${text}`),
    ]),
  ];
  return { parts, withheld: lines.withheld.size };
}

function part(heading: string, lines: readonly string[], opening: readonly string[] = []): BlockPart {
  return { heading: `## ${heading}`, opening, lines };
}

/** A date alone says nothing about the session. */
function sessionPart(lines: readonly string[], opening: readonly string[]): BlockPart {
  return part('Session Context', lines, lines.length === 0 ? [] : opening);
}

/** What has a part of its own is not repeated. */
const sessionLabels: Readonly<Partial<Record<EntryKind, string>>> = {
  experience: 'Experience',
  rejected: 'Rejected',
  assumption: 'Assumption',
  learning: 'Learned',
};

function sessionLine(text: string, { kind }: FileEntry): string {
  return `- ${sessionLabels[kind] ?? ''}: ${text}`;
}

function withDate(text: string, { date }: FileEntry): string {
  return `- ${text}${date === null ? '' : ` (${date})`}`;
}

function loopLine(text: string, { date, status }: FileEntry): string {
  const remarks = [...(status === 'blocked' ? ['blocked'] : []), ...(date === null ? [] : [`since ${date}`])];
  return `[!] ${text}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`;
}

function listed(text: string): string {
  return `- ${text}`;
}

function textOf({ text }: FileEntry): string {
  return text;
}

function isGoal({ text }: FileEntry): boolean {
  return /^\P{L}*(?:goal|ziel|目标)/iu.test(text);
}

/** What follows the label; an entry of the state keeps it. */
function valueOf({ text }: FileEntry): string {
  const labelled = labelledIn(text);
  return labelled === undefined || labelled === 'none' ? text : labelled.text;
}

function newestDay(entries: readonly FileEntry[]): string | undefined {
  return entries
    .flatMap(({ date }) => date ?? [])
    .sort()
    .at(-1);
}

/** Quotes entries, and counts those that read like instructions to a model. */
class EntryLines {
  readonly withheld = new Set<string>();

  /** The first `max` that may be sent, without repetitions. */
  of<T>(
    entries: readonly T[],
    max: number,
    read: (entry: T) => string,
    write: (text: string, entry: T) => string,
  ): string[] {
    const lines = new Set<string>();
    for (const entry of entries) {
      if (lines.size === max) break;
      const text = read(entry);
      if (maySendAutomatically({ origin: 'agent', texts: [text] })) lines.add(write(quoted(text), entry));
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
