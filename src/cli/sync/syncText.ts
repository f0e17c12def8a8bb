/** What `bigmind sync` says, for people and as JSON. */
import type { NamedConflict, Settlement } from '../../memory/sync/conflicts.ts';
import type { RivalFacts, Settled, SyncOutline } from '../../memory/sync/syncStore.ts';
import { differencesIn, titleOf } from '../../memory/sync/differences.ts';
import type { SyncReport, WaitingBundle } from '../../sync/syncReport.ts';
import { waitTexts } from '../../sync/syncReport.ts';
import type { SyncStatus } from '../../sync/sync.ts';
import { counted, shorten } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import { nounOf } from '../../memory/upkeep/snapshot.ts';

const maxProjects = 20;

/** Before a setup: everything that the first sync sends. */
export function outlineText({ counts, projects }: SyncOutline, where: string): string {
  const lines = counts.map(({ table, total }) => `- ${countedIn(table, total)}`);
  const more = projects.length > maxProjects ? [`- and ${String(projects.length - maxProjects)} more`] : [];
  const named = projects.length === 0 ? [] : ['', 'They are about these projects:', ...listed(projects), ...more];
  const nothing = ['Nothing yet: this memory is empty. What it gets from now on is sent.'];
  return [
    `A sync sends to ${where}:`,
    '',
    ...(lines.length === 0 ? nothing : lines),
    ...named,
    '',
    'All of it is encrypted on this machine, with the names of projects. Visible there are random ids of machines, and the size and time of each bundle.',
  ].join('\n');
}

function listed(projects: readonly string[]): string[] {
  return projects.slice(0, maxProjects).map((key) => `- ${key}`);
}

function countedIn(table: SyncOutline['counts'][number]['table'], total: number): string {
  const [one, many] = table === 'tombstones' ? ['erased name', 'erased names'] : nounOf(table);
  return counted(total, one, many);
}

export function reportText(report: SyncReport): string {
  const { added, changed, erased, sent, conflicts, rivals, strays, isRenamed } = report;
  const parts = [
    ...(added > 0 ? [`${counted(added, 'record')} added`] : []),
    ...(changed > 0 ? [`${counted(changed, 'record')} changed`] : []),
    ...(erased > 0 ? [`${counted(erased, 'memory', 'memories')} erased`] : []),
  ];
  return [
    `Received: ${parts.length === 0 ? 'nothing new' : parts.join(', ')}. Sent: ${sent === 0 ? 'nothing new' : counted(sent, 'record')}.`,
    ...(conflicts > 0
      ? [
          `${counted(conflicts, 'memory was', 'memories were')} changed on two machines. The version that lost is kept: bigmind sync conflicts`,
        ]
      : []),
    ...rivalLines(rivals),
    ...(isRenamed
      ? [
          'Another copy of this disk, or a later state of this memory, wrote under the id of this machine. It has a new id now.',
        ]
      : []),
    ...waitingLines(report.waiting),
    ...strayLines(strays),
  ].join('\n');
}

/** Of facts that several machines replaced; the others follow once these are settled. */
const maxRivals = 5;
const maxQuoted = 90;

function rivalLines(rivals: readonly RivalFacts[]): string[] {
  if (rivals.length === 0) return [];
  const named = rivals.slice(0, maxRivals).map(({ id, text, by }) => {
    const successors = by.map((one) => `${quoted(one)} (${shown(one.machine)})`);
    return `Fact ${quoted({ id, text })} was replaced on several machines: by ${successors.join(', and by ')}.`;
  });
  const more = rivals.length > maxRivals ? [`And ${counted(rivals.length - maxRivals, 'more fact')}.`] : [];
  return [
    ...named,
    ...more,
    'All of them are current. Run `bigmind serve --open`: in Knowledge, open each one that no longer applies, and deprecate it.',
  ];
}

function quoted({ id, text }: { id: number; text: string }): string {
  return `#${String(id)} "${shorten(shown(text), maxQuoted)}"`;
}

function waitingLines(waiting: readonly WaitingBundle[]): string[] {
  return waiting.map(
    ({ name, sequence, reason }) =>
      `Bundle ${String(sequence)} of ${name} ${waitTexts[reason]}. Later ones of that machine wait.`,
  );
}

function strayLines(strays: readonly string[]): string[] {
  if (strays.length === 0) return [];
  return [`These files are no bundles and are ignored: ${strays.join(', ')}`];
}

export function statusText(status: SyncStatus, timeZone: string): string {
  const { state, where, machines, unread, unsent, conflicts } = status;
  const others = machines.map(({ name, bundles }) => `- ${name}: ${counted(bundles, 'bundle')} read`);
  const waiting = state.outbox.length === 0 ? [] : [`${counted(state.outbox.length, 'bundle')} wait to be delivered.`];
  return [
    `This machine is "${state.name}" and syncs with ${where}.`,
    state.lastSync === null ? 'It has not synced yet.' : `Last sync: ${localMinute(state.lastSync, timeZone)}`,
    others.length === 0 ? 'No bundle of another machine was read yet.' : 'Other machines:',
    ...others,
    `To send: ${unsent === 0 ? 'nothing' : `about ${counted(unsent, 'record')}`}. Changes of known memories are found by the next sync.`,
    ...waiting,
    ...(unread === undefined ? ['The place cannot be read now.'] : []),
    ...(unread !== undefined && unread > 0 ? [`${counted(unread, 'bundle')} to read.`] : []),
    ...waitingLines(status.waiting),
    ...strayLines(status.strays),
    conflicts === 0 ? 'No conflicts.' : `${counted(conflicts, 'conflict')}: bigmind sync conflicts`,
  ].join('\n');
}

export function statusJson(status: SyncStatus): Record<string, unknown> {
  const { state, where, machines, unread = null, waiting, strays, unsent, conflicts } = status;
  const { machine, name, lastSync, outbox } = state;
  const place = { place: where, last_sync: lastSync, machines, unread, waiting, strays };
  return { machine, name, ...place, unsent, undelivered: outbox.length, conflicts };
}

export function conflictsText(conflicts: readonly NamedConflict[], timeZone: string): string {
  if (conflicts.length === 0) return 'There are no conflicts.';
  const blocks = conflicts.map((conflict) => {
    const { id, machineName, currentMachineName, createdAt } = conflict;
    const found = localMinute(createdAt, timeZone);
    const head = `Conflict ${String(id)}: ${memoryIn(conflict)}\n  current version of ${shown(currentMachineName)}, other version of ${shown(machineName)}, found ${found}`;
    const lines = differencesIn(conflict).map(
      ({ column, current, lost }) => `  ${column}\n    current: ${shown(current)}\n    other:   ${shown(lost)}`,
    );
    return [head, ...lines].join('\n');
  });
  const keep = 'To keep the current version: `bigmind sync conflicts --keep ID`';
  return [...blocks, '', `${keep}; to use the other one: \`bigmind sync conflicts --take ID\``].join('\n');
}

/** Such as `fact #17 "Lunch is at noon"`. */
function memoryIn(conflict: NamedConflict): string {
  const [noun] = nounOf(conflict.table);
  const number = conflict.memoryId === null ? '' : ` #${String(conflict.memoryId)}`;
  const title = shorten(shown(titleOf(conflict)), maxQuoted);
  return `${noun}${number}${title === '' ? '' : ` "${title}"`}`;
}

export function settledText(choice: Settlement['choice'], deadEnd: Settled['deadEnd']): string {
  const done =
    choice === 'keep' ? 'The current version stays.' : 'The other version is current now; the next sync sends it.';
  if (deadEnd === null) return done;
  return `${done}\nFact ${quoted(deadEnd)} was replaced, and everything that replaced it is deprecated or expired, too. To have one of them again, run \`bigmind serve --open\`: in Knowledge, choose the status Deprecated, open it, and restore it.`;
}

export function conflictJson(conflict: NamedConflict): Record<string, unknown> {
  const { id, table, key, memoryId, machineName, createdAt, content, current } = conflict;
  return { id, table, key, memory_id: memoryId, machine: machineName, created_at: createdAt, lost: content, current };
}

const maxShown = 300;

/** On one line and without control characters, because a terminal obeys them. */
function shown(value: string | number | null): string {
  if (value === null) return '–';
  const plain = String(value)
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '');
  return plain.length > maxShown ? `${plain.slice(0, maxShown)}…` : plain;
}
