/**
 * What a repair would do, or did, for the person whose memory it is: what came from where, what is gone, in the words of
 * the glossary. Which tables of the file it was belongs to programs, and stands in the report itself.
 */
import { counted } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import { quotedCode } from '../trust/quoting.ts';
import type { ComparedKind, KindCounts, RepairReport } from './backups.ts';
import { countsText } from './backups.ts';
import type { SnapshotTable } from './snapshot.ts';
import { snapshotTables } from './snapshot.ts';

const words: Record<SnapshotTable, [one: string, many: string]> = {
  users: ['user', 'users'],
  projects: ['project', 'projects'],
  agents: ['agent', 'agents'],
  identity_profile: ['profile', 'profiles'],
  sessions: ['session', 'sessions'],
  session_summaries: ['summary of a session', 'summaries of sessions'],
  conversation_chunks: ['kept exchange', 'kept exchanges'],
  facts: ['fact', 'facts'],
  hypotheses: ['hypothesis', 'hypotheses'],
  global_knowledge: ['entry of team knowledge', 'entries of team knowledge'],
  knowledge_reviews: ['review of knowledge', 'reviews of knowledge'],
  eras: ['era of work on a project', 'eras of work on a project'],
  heaps: ['part of an archived conversation', 'parts of archived conversations'],
  messages: ['archived message', 'archived messages'],
  links: ['link between memories', 'links between memories'],
  muted_memories: ['memory not to be offered', 'memories not to be offered'],
};

const tableOf: Record<ComparedKind, SnapshotTable> = {
  facts: 'facts',
  sessions: 'sessions',
  chunks: 'conversation_chunks',
  knowledge: 'global_knowledge',
  hypotheses: 'hypotheses',
  messages: 'messages',
  profiles: 'identity_profile',
};

/** As Markdown; whatever is not our own stands in it as code. `timeZone` is that of whoever reads it. */
export function repairMarkdown(report: RepairReport, timeZone: string): string {
  const { damage, salvaged, updated, counts, found, isDone } = report;
  if (damage.length === 0) return `The memory is sound, so nothing is to be repaired. It holds ${countsText(counts)}.`;
  const [added, newer] = [rowLines(salvaged), rowLines(updated)];
  return [
    isDone ? '# What was repaired' : '# What a repair would do',
    '',
    isDone ? `The memory holds ${countsText(counts)}.` : `Afterwards the memory holds ${countsText(counts)}.`,
    '',
    '## What came from where',
    '',
    beginning(report, timeZone),
    '',
    ...listed('Read from the damaged file, and added to it:', added),
    ...listed('Known to both, and as the damaged file has it, which is newer:', newer),
    ...(added.length + newer.length > 0 || found === 'nothing'
      ? []
      : ['Nothing more could be read from the damaged file.', '']),
    '## What is gone',
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
    return `The damaged files stand as they were in ${quotedCode(setAside, 1_000)}; delete them when you miss nothing.`;
  if (found === 'nothing' || isDone) return 'There is nothing to set aside. Nothing is deleted.';
  return 'The damaged files are moved as they are into the folder `damaged`; nothing is deleted.';
}

function beginning({ base, counts, salvaged }: RepairReport, timeZone: string): string {
  switch (base.kind) {
    case 'backup': {
      const { name, madeAt } = base.backup;
      const made = localMinute(madeAt, timeZone);
      return `From the backup ${quotedCode(name, 300)}, made ${made}: ${countsText(withoutAdded(counts, salvaged))}.`;
    }
    case 'without_log':
      return `From the file without what was written last: ${countsText(withoutAdded(counts, salvaged))}. The file alone is sound; its write-ahead log belongs to another file or is damaged.`;
    case 'empty':
      return 'There is no sound backup, so it begins empty.';
  }
}

/** A repair only adds, so what it did not add was there. */
function withoutAdded(counts: KindCounts, salvaged: RepairReport['salvaged']): KindCounts {
  const left = (kind: ComparedKind): number => Math.max(0, counts[kind] - (salvaged[tableOf[kind]] ?? 0));
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

/** Of some it is known how many they were; the others are named together. */
function gone({ base, unreadable, found }: RepairReport, timeZone: string): string[] {
  if (found === 'nothing') {
    const lost =
      base.kind === 'backup' ? `What came after the backup of ${localMinute(base.backup.madeAt, timeZone)}` : 'All';
    return [`${lost} is lost: of the file itself there was nothing to read.`, ''];
  }
  if (unreadable.length === 0) return ['Nothing: every memory of the damaged file could be read.', ''];
  const known = unreadable.flatMap(({ table, rows }) => (rows === null ? [] : [wordsFor(table, rows)]));
  const unknown = unreadable.flatMap(({ table, rows }) => (rows === null ? [wordsFor(table)] : []));
  const allTheSame =
    base.kind === 'backup' ? ['What of it is in the backup is there all the same; what came later is lost.', ''] : [];
  return [
    ...listed('Could not be read from the damaged file:', known),
    ...(unknown.length === 0
      ? []
      : [
          `${known.length === 0 ? 'Some' : 'Some more'} may be gone, nobody knows how many: ${unknown.join(', ')}.`,
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

/** Many of them where no number is given. A table that nobody gave words is called by its own name, as code. */
function wordsFor(name: string, count?: number): string {
  const table = snapshotTables.find((known) => known === name);
  const [one, many] = table === undefined ? [quotedCode(name), quotedCode(name)] : words[table];
  return count === undefined ? many : counted(count, one, many);
}
