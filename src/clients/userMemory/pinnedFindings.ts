/** The doctor's findings on pinned facts in the memories of other programs: where they are, and whether chats get them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pinnedMarkers } from '../../memory/archive/ownBlocks.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import { blocksIn } from '../../util/markedBlock.ts';
import { readPinnedRecord } from './pinnedRecord.ts';

/**
 * In VS Code, of all files of the folder together, in their order, each with a heading of one line (Copilot Chat 0.67). In
 * Claude Code (2.1), of its `MEMORY.md` alone.
 */
const loadedLines = 200;

/** Reads files and never rejects. `home` is BigMind's folder. */
export async function pinnedFindings(home: string): Promise<Finding[]> {
  const record = await readPinnedRecord(home).catch(() => ({}));
  return Object.keys(record).map(findingOf);
}

function findingOf(file: string): Finding {
  const text = textIn(file);
  const end = blockEnd(text);
  const isOfClaude = basename(file) === 'MEMORY.md';
  const memory = isOfClaude ? "Claude Code's memory" : "VS Code's user memory";
  if (end === undefined) {
    const what = `Pinned facts should be in ${memory}, but ${file} has none.`;
    return { status: 'warning', what, remedy: 'Open a window of VS Code, which writes them again.' };
  }
  const before = isOfClaude ? 0 : 1 + linesBefore(file);
  if (before + end <= loadedLines) return { status: 'ok', what: `Your pinned facts are also in ${memory}: ${file}.` };
  const what = `Chats do not get all pinned facts in ${file}: other notes fill the ${String(loadedLines)} lines of ${memory}.`;
  return { status: 'warning', what, remedy: `Shorten or remove other notes in ${isOfClaude ? file : dirname(file)}.` };
}

/** The number of lines up to the end of the block; undefined without a block. */
function blockEnd(text: string): number | undefined {
  try {
    const end = blocksIn(text, pinnedMarkers).at(-1)?.end;
    return end === undefined ? undefined : text.slice(0, end).split('\n').length;
  } catch {
    // Broken markers, which the window that writes the block reports.
    return undefined;
  }
}

/** Those of the files that VS Code reads first; it reads them in the order in which the system lists them. */
function linesBefore(file: string): number {
  const folder = dirname(file);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
  const earlier = names.slice(0, names.indexOf(basename(file)));
  return earlier.reduce((sum, name) => sum + 1 + textIn(join(folder, name)).split('\n').length, 0);
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A file that cannot be read is loaded by nobody.
    return '';
  }
}
