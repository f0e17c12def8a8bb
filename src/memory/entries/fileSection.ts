/**
 * What the files of a project say, as a part of its context block: due reminders, recent decisions, open problems,
 * gotchas, and what comes next (Mind Architecture, "Context Section"). Only of a project in which the user started file memory.
 */
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import type { Caller } from '../shared/identity.ts';
import { quotedLine } from '../trust/quoting.ts';
import { maySendAutomatically } from '../trust/trust.ts';

const fileParts = ['conflict', 'reminder', 'decision', 'problem', 'gotcha', 'next'] as const;
export type FilePart = (typeof fileParts)[number];

/** A statement of a file, as the file has it now. */
export interface FileStatement {
  part: FilePart;
  text: string;
  /** `2026-11-24`, of a reminder when it was due; null if the file gives none. */
  date: string | null;
  /** The file with its line, `.mind/MEMORY.md:12`. */
  place: string;
}

/**
 * Reads the statements for a block, those that matter first. Undefined for a project without file memory, and if the
 * files cannot be read in time. Never rejects.
 */
export type ReadFileStatements = (caller: Caller) => Promise<readonly FileStatement[] | undefined>;

/** The reminders that are due in the project of this folder, the oldest first. Never rejects. */
export type ReadReminders = (folder: string) => Promise<readonly FileStatement[]>;

const headings: Readonly<Record<FilePart, string>> = {
  conflict: '**Merge conflict**',
  reminder: '**Reminders due**',
  decision: '**Recent decisions**',
  problem: '**Open problems**',
  gotcha: '**Gotchas**',
  next: '**Continue with**',
};
/** Of each part, so that none takes the room of the others. */
const maxLines: Readonly<Record<FilePart, number>> = {
  conflict: 1,
  reminder: 3,
  decision: 4,
  problem: 3,
  gotcha: 3,
  next: 1,
};
/** Maximum tokens of a line. */
const lineTokens = 45;

/**
 * The text, empty without statements, and the words of those in it. What reads like instructions to a model is left out
 * and counted.
 */
export function fileSection(
  statements: readonly FileStatement[],
  budget: number,
): { text: string; said: readonly string[] } {
  const heading = '### 📁 From the files of this project';
  const trusted = statements.filter(maySend);
  const withheld = withheldLine(statements.length - trusted.length);
  const hasSeveral = trusted.filter(({ part }) => part === 'reminder').length > 1;
  const rest = hasSeveral ? moreReminders(99) : '';
  const chosen = chosenWithin(trusted, budget - estimateTokens([heading, withheld, rest].join('\n')));
  const parts = fileParts.flatMap((part) => {
    const shown = chosen.get(part) ?? [];
    const more = part === 'reminder' ? trusted.filter((one) => one.part === part).length - shown.length : 0;
    return shown.length === 0
      ? []
      : [headings[part], ...shown.map(lineFor), ...(more === 0 ? [] : [moreReminders(more)])];
  });
  if (parts.length === 0 && withheld === '') return { text: '', said: [] };
  const said = [...chosen.values()].flat().map(({ text }) => text);
  return { text: [heading, ...parts, ...(withheld === '' ? [] : [withheld])].join('\n'), said };
}

/** The gotchas alone, each as a line of Markdown. */
export function gotchaLines(statements: readonly FileStatement[]): string[] {
  const gotchas = statements.filter((statement) => statement.part === 'gotcha' && maySend(statement));
  return gotchas.slice(0, maxLines.gotcha).map(lineFor);
}

function maySend({ text, place }: FileStatement): boolean {
  return maySendAutomatically({ origin: 'agent', texts: [text, place] });
}

/** In rounds, so that each part gets its first line before any gets a second one. */
function chosenWithin(statements: readonly FileStatement[], budget: number): ReadonlyMap<FilePart, FileStatement[]> {
  const chosen = new Map(fileParts.map((part) => [part, [] as FileStatement[]]));
  let left = budget;
  for (let round = 0; round < Math.max(...Object.values(maxLines)); round += 1) {
    for (const [part, ofPart] of chosen) {
      const statement = statements.filter((one) => one.part === part)[round];
      if (statement === undefined || round >= maxLines[part] || ofPart.length < round) continue;
      const cost =
        estimateTokens(lineFor(statement)) + 1 + (ofPart.length === 0 ? estimateTokens(headings[part]) + 1 : 0);
      if (cost > left) continue;
      left -= cost;
      ofPart.push(statement);
    }
  }
  return chosen;
}

/** They stay due until somebody ticks them, so nobody should take those shown for all. */
function moreReminders(count: number): string {
  return `- ${String(count)} more in REMINDERS.md`;
}

function lineFor({ text, date, place }: FileStatement): string {
  const line = `- ${date === null ? '' : `${date} `}(${quotedLine(place)}) ${quotedLine(text)}`;
  return clipToTokens(line, lineTokens);
}

function withheldLine(count: number): string {
  if (count === 0) return '';
  const lines = count === 1 ? 'One line is' : `${String(count)} lines are`;
  return `_${lines} left out, because ${count === 1 ? 'it reads' : 'they read'} like instructions to a model._`;
}
