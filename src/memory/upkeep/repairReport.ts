/**
 * The result or preview of a repair, for users: sources and losses, in the words of the glossary. Table names are for
 * programs, which find them in the report itself.
 */
import { counted } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import { quotedCode } from '../trust/quoting.ts';
import type { ComparedKind, KindCounts, RepairReport } from './backups.ts';
import { countsText, tableOfKind } from './backups.ts';
import { nounOf, snapshotTables } from './snapshot.ts';

/** As Markdown; text that is not ours is quoted as code. `timeZone` is the reader's. */
export function repairMarkdown(report: RepairReport, timeZone: string): string {
  const { damage, salvaged, updated, counts, found, isDone } = report;
  if (damage.length === 0)
    return `The memory is intact, so there is nothing to repair. It contains ${countsText(counts)}.`;
  const [added, newer] = [rowLines(salvaged), rowLines(updated)];
  return [
    isDone ? '# What the repair did' : '# What a repair would do',
    '',
    isDone ? `The memory contains ${countsText(counts)}.` : `Afterwards the memory contains ${countsText(counts)}.`,
    '',
    '## Sources',
    '',
    beginning(report, timeZone),
    '',
    ...listed('Added from the damaged file:', added),
    ...listed('In both, and taken from the damaged file, which is newer:', newer),
    ...(added.length + newer.length > 0 || found === 'nothing'
      ? []
      : ['Nothing more was readable in the damaged file.', '']),
    '## What is lost',
    '',
    ...gone(report, timeZone),
    '## The damage',
    '',
    ...damage.slice(0, 5).map((line) => `- ${quotedCode(line, 500)}`),
    '',
    whereItLies(report),
  ].join('\n');
}

function whereItLies({ found, isDone, setAside }: RepairReport): string {
  if (setAside !== null)
    return `The damaged files are unchanged in ${quotedCode(setAside, 1_000)}. Delete them when you miss nothing.`;
  if (found === 'nothing' || isDone) return 'There are no files to back up. Nothing is deleted.';
  return 'The damaged files are moved unchanged to the folder `damaged`. Nothing is deleted.';
}

function beginning({ base, counts, salvaged }: RepairReport, timeZone: string): string {
  switch (base.kind) {
    case 'backup': {
      const { name, madeAt } = base.backup;
      const made = localMinute(madeAt, timeZone);
      return `From the backup ${quotedCode(name, 300)}, made ${made}: ${countsText(withoutAdded(counts, salvaged))}.`;
    }
    case 'without_log':
      return `From the file without the latest changes: ${countsText(withoutAdded(counts, salvaged))}. The file itself is intact; its write-ahead log belongs to another file or is damaged.`;
    case 'empty':
      return 'There is no intact backup, so it starts empty.';
  }
}

/** A repair only adds rows, so all others come from the base. */
function withoutAdded(counts: KindCounts, salvaged: RepairReport['salvaged']): KindCounts {
  const left = (kind: ComparedKind): number => Math.max(0, counts[kind] - (salvaged[tableOfKind[kind]] ?? 0));
  return {
    facts: left('facts'),
    sessions: left('sessions'),
    chunks: left('chunks'),
    knowledge: left('knowledge'),
    hypotheses: left('hypotheses'),
    messages: left('messages'),
    profiles: left('profiles'),
  };
}

/** Losses with a known number are listed one by one; the others are named in one sentence. */
function gone({ base, unreadable, found }: RepairReport, timeZone: string): string[] {
  if (found === 'nothing') {
    const lost =
      base.kind === 'backup' ? `Everything after the backup of ${localMinute(base.backup.madeAt, timeZone)}` : 'All';
    return [`${lost} is lost: nothing in the file itself was readable.`, ''];
  }
  if (unreadable.length === 0) return ['Nothing: every memory in the damaged file was readable.', ''];
  const known = unreadable.flatMap(({ table, rows }) => (rows === null ? [] : [wordsFor(table, rows)]));
  const unknown = unreadable.flatMap(({ table, rows }) => (rows === null ? [wordsFor(table)] : []));
  const allTheSame =
    base.kind === 'backup' ? ['Memories that are in the backup are kept. Later ones are lost.', ''] : [];
  return [
    ...listed('Not readable in the damaged file:', known),
    ...(unknown.length === 0
      ? []
      : [
          `${known.length === 0 ? 'Some' : 'Some more'} may be lost; the number is unknown: ${unknown.join(', ')}.`,
          '',
        ]),
    ...allTheSame,
  ];
}

function rowLines(rows: Record<string, number>): string[] {
  return Object.entries(rows).map(([table, count]) => wordsFor(table, count));
}

function listed(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, '', ...lines.map((line) => `- ${line}`), ''];
}

/** The plural if there is no number. A table without words is called by its name, as code. */
function wordsFor(name: string, count?: number): string {
  const table = snapshotTables.find((known) => known === name);
  const [one, many] = table === undefined ? [quotedCode(name), quotedCode(name)] : nounOf(table);
  return count === undefined ? many : counted(count, one, many);
}
