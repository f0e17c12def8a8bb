/** A session told in a few lines of Markdown. What stands in it is plain text; whoever shows it, quotes it. */
import { oneLine, shorten } from '../../util/text.ts';
import { estimateTokens } from '../../util/tokens.ts';
import type { Request } from './requests.ts';
import { keptReasons } from './telling.ts';
import type { KeptReason } from './telling.ts';
import { shownFiles } from './touchedFiles.ts';
import type { KeptPassage } from './worthKeeping.ts';

const mostTokens = 600;
const mostLines = 5;
const mostFiles = 10;
const longestLine = 160;

const headings: Readonly<Record<KeptReason, string>> = {
  decision: 'Decided',
  fix: 'Fixed',
  preference: 'Preferred',
  'rejected approach': 'Rejected',
};

export interface SummaryParts {
  requests: readonly Request[];
  deeds: readonly string[];
  kept: readonly KeptPassage[];
  files: readonly string[];
}

interface Section {
  heading: string;
  lines: string[];
}

/** At most 600 tokens: of the longest section the last line goes first until it fits. */
export function summaryFrom({ requests, deeds, kept, files }: SummaryParts): string {
  const sections: Section[] = [
    { heading: 'Asked', lines: spread(linesOf(askedFor(requests, kept))) },
    { heading: 'Done', lines: linesOf(deeds).slice(-mostLines) },
    ...keptReasons.map((reason) => ({ heading: headings[reason], lines: keptLines(kept, reason) })),
    { heading: 'Files', lines: fileLines(files) },
  ].filter(({ lines }) => lines.length > 0);
  let text = markdownOf(sections);
  while (estimateTokens(text) > mostTokens) {
    const longest = sections.reduce((one, other) => (other.lines.length > one.lines.length ? other : one));
    longest.lines.pop();
    text = markdownOf(sections.filter(({ lines }) => lines.length > 0));
  }
  return text;
}

/** What is told below as a decision or a preference is not told twice. */
function askedFor(requests: readonly Request[], kept: readonly KeptPassage[]): string[] {
  const lines = requests.filter(({ isVague }) => !isVague).map(({ line }) => line);
  return lines.filter((line) => !kept.some(({ sentence }) => sentence.startsWith(line)));
}

function markdownOf(sections: readonly Section[]): string {
  return sections
    .map(({ heading, lines }) => [`**${heading}**`, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n');
}

function keptLines(kept: readonly KeptPassage[], reason: KeptReason): string[] {
  return linesOf(kept.filter((passage) => passage.reason === reason).map(({ sentence }) => sentence)).slice(
    0,
    mostLines,
  );
}

function fileLines(files: readonly string[]): string[] {
  const shown = shownFiles(files).slice(0, mostFiles);
  return linesOf(files.length > shown.length ? [...shown, `${files.length - shown.length} more`] : shown);
}

/** The first request and the last ones: how it began and where it came to. */
function spread(lines: string[]): string[] {
  return lines.length <= mostLines ? lines : [...lines.slice(0, 2), ...lines.slice(2 - mostLines)];
}

function linesOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => shorten(oneLine(text), longestLine)))].filter((line) => line !== '');
}
