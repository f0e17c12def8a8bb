/** Summarizes a session in lines that read the same as plain text and as Markdown. Callers quote them for display. */
import { oneLine, shorten } from '../../../util/text.ts';
import { estimateTokens } from '../../../util/tokens.ts';
import type { KeptReason } from '../../shared/vocabulary.ts';
import { keptReasons } from '../../shared/vocabulary.ts';
import { isGeneric } from '../words/genericLine.ts';
import type { Request } from '../words/requests.ts';
import { shownFiles } from '../words/touchedFiles.ts';
import type { SessionWork } from '../words/work.ts';
import type { KeptPassage } from './worthKeeping.ts';

const maxTokens = 600;
const maxLines = 5;
const maxPlanned = 8;
const maxFiles = 10;
const maxLineLength = 160;

const headings: Readonly<Record<KeptReason, string>> = {
  decision: 'Decided',
  fix: 'Fixed',
  preference: 'Preferred',
  'rejected approach': 'Rejected',
};

interface SummaryParts {
  requests: readonly Request[];
  deeds: readonly string[];
  kept: readonly KeptPassage[];
  files: readonly string[];
  work: SessionWork;
}

interface Section {
  heading: string;
  lines: string[];
}

/** At most 600 tokens: the longest section loses its last line until the text fits. */
export function summaryFrom({ requests, deeds, kept, files, work }: SummaryParts): string {
  const sections: Section[] = [
    { heading: 'Asked', lines: askedLines(requests, kept) },
    { heading: 'Planned', lines: plannedLines(work) },
    { heading: 'Done', lines: linesOf(deeds).slice(-maxLines) },
    { heading: 'Committed', lines: linesOf([...work.commits, ...work.pullRequests]).slice(0, maxLines) },
    ...keptReasons.map((reason) => ({ heading: headings[reason], lines: keptLines(kept, reason) })),
    { heading: 'Files', lines: fileLines(files) },
    { heading: 'Branch', lines: linesOf(work.branches) },
  ].filter(({ lines }) => lines.length > 0);
  let text = textOf(sections);
  while (estimateTokens(text) > maxTokens) {
    const longest = sections.reduce((one, other) => (other.lines.length > one.lines.length ? other : one));
    longest.lines.pop();
    text = textOf(sections.filter(({ lines }) => lines.length > 0));
  }
  return text;
}

/**
 * The first two requests and the last three: the start and the state reached. A request that a later section repeats is
 * left out. Requests are evaluated only until there are enough lines.
 */
function askedLines(requests: readonly Request[], kept: readonly KeptPassage[]): string[] {
  const shown = new Map<number, string>();
  const take = (order: Iterable<number>, max: number): void => {
    for (const at of order) {
      if (shown.size >= max) return;
      const [line] = linesOf([lineOf(requests[at])]);
      const isShownBelow = line === undefined || kept.some(({ sentence }) => sentence.startsWith(line));
      if (!isShownBelow && ![...shown.values()].includes(line)) shown.set(at, line);
    }
  };
  take(requests.keys(), 2);
  take([...requests.keys()].reverse(), maxLines);
  return [...shown].sort(([one], [other]) => one - other).map(([, line]) => line);
}

/** Without generic items that any plan has, such as `Run the tests`. */
function plannedLines({ plans, todos }: SessionWork): string[] {
  return linesOf([...plans, ...todos.filter((item) => !isGeneric(item))]).slice(0, maxPlanned);
}

function lineOf(request: Request | undefined): string {
  return request === undefined || request.isVague ? '' : request.line;
}

function textOf(sections: readonly Section[]): string {
  return sections
    .map(({ heading, lines }) => [`${heading}:`, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n');
}

function keptLines(kept: readonly KeptPassage[], reason: KeptReason): string[] {
  return linesOf(kept.filter((passage) => passage.reason === reason).map(({ sentence }) => sentence)).slice(
    0,
    maxLines,
  );
}

function fileLines(files: readonly string[]): string[] {
  const shown = shownFiles(files).slice(0, maxFiles);
  return linesOf(files.length > shown.length ? [...shown, `${files.length - shown.length} more`] : shown);
}

function linesOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => shorten(oneLine(text), maxLineLength)))].filter((line) => line !== '');
}
