/** Joins one record of another machine with the version here; see `memory/sync/join.ts`. */
import type { Joined } from '../../../memory/sync/join.ts';
import { joinOf } from '../../../memory/sync/join.ts';
import type { SyncRecord, SyncTable } from '../../../memory/sync/records.ts';
import { isRemovable, isWorthShowing } from '../../../memory/sync/records.ts';
import type { Versions } from '../../../memory/sync/versions.ts';
import { compareVersions, joinVersions, nextVersions, textOfVersions } from '../../../memory/sync/versions.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { isErased } from './erasedRecords.ts';
import type { MergeContext } from './mergeContext.ts';
import { countedIn, deleteRecord, readRecord } from './recordRows.ts';
import type { StoredRecord } from './recordRows.ts';
import { contentHash, putStamp, stampOf, unknownHash } from './stamps.ts';
import type { Stamp } from './stamps.ts';
import { hasSmallerTwin } from './uniqueRows.ts';
import { writeRecord } from './writeRecord.ts';

export type MergeOutcome = 'added' | 'changed' | 'known' | 'left_out';

/** `isChanged`: secrets were removed from the record, so that it is no longer what its versions say. */
export async function mergeRecord(
  context: MergeContext,
  record: SyncRecord,
  isChanged: boolean,
): Promise<{ outcome: MergeOutcome; isConflict: boolean }> {
  const { table, key, versions, row } = record;
  const { db, ports } = context;
  const here = await readRecord(db, table, key, ports.userId);
  const stamp = await stampOf(db, table, key);
  const isGone = here === undefined && stamp !== undefined && vacuumed.includes(table);
  if (isGone || (await isErased(context, record))) return leaveOut(context, record, stamp);
  const known = current(context, table, { here, stamp });
  const compared = compare(table, here?.row ?? null, row);
  const isAbsent = here === undefined && !isRemovable(table);
  const {
    outcome,
    versions: joined,
    isConflict,
  } = isAbsent ? takeUnlessKnown(known?.versions ?? {}, versions) : joinOf(known?.versions, versions, compared);
  const isShown = isConflict && isWorthShowing(table, countedOf(table, here), row && countedIn(table, row));
  if (isShown) await keepLoser(context, outcome === 'take' ? { ...record, ...known, row: here?.row ?? null } : record);
  // An edit that nobody has yet is still to be sent, with what it was joined with.
  const order = known === undefined ? 'older' : compareVersions(known.versions, versions);
  const send = known?.isNew === true ? 'unsent' : order === 'older' ? 'received' : 'as_before';
  if (outcome !== 'take') {
    const hash = known?.hash ?? null;
    await putStamp(
      db,
      [table, key],
      { versions: joined, hash },
      outcome === 'keep' && order === 'older' ? 'received' : send,
    );
    return { outcome: 'known', isConflict: isShown };
  }
  if (here === undefined && (await hasSmallerTwin(context, record))) return leaveOut(context, record, stamp);
  await apply(context, record, here);
  const stored = await readRecord(db, table, key, ports.userId);
  const isExact = !isChanged && compare(table, stored?.row ?? null, row) === 'same';
  const hash = stored === undefined ? null : isExact ? contentHash(ports.hash, stored.content) : unknownHash;
  await putStamp(db, [table, key], { versions: joined, hash }, send);
  return { outcome: here === undefined && row !== null ? 'added' : 'changed', isConflict: isShown };
}

/** Tables from which a vacuum deletes rows, which no sync brings back. */
const vacuumed: readonly SyncTable[] = ['conversation_chunks', 'messages'];

/** What was erased has no version to compare, so only what is known already stays out. */
function takeUnlessKnown(local: Versions, incoming: Versions): Joined {
  const order = compareVersions(local, incoming);
  const isKnown = order === 'equal' || order === 'newer';
  return { outcome: isKnown ? 'known' : 'take', versions: joinVersions(local, incoming), isConflict: false };
}

interface Current extends Stamp {
  /** It was edited here after the last scan. */
  isNew: boolean;
}

/** The version here, with an edit since the last scan. Undefined if there is none, or an empty profile. */
function current(
  { ports }: MergeContext,
  table: SyncTable,
  { here, stamp }: { here: StoredRecord | undefined; stamp: Stamp | undefined },
): Current | undefined {
  if (here === undefined && stamp === undefined) return undefined;
  if (here === undefined && stamp !== undefined && !isRemovable(table)) return { ...stamp, hash: null, isNew: false };
  const hash = here === undefined ? null : contentHash(ports.hash, here.content);
  if (stamp?.hash === hash) return { ...stamp, isNew: false };
  return { versions: nextVersions(stamp?.versions ?? {}, ports.machine), hash, isNew: true };
}

async function apply(context: MergeContext, record: SyncRecord, here: StoredRecord | undefined): Promise<void> {
  const { table, row } = record;
  if (row !== null) return writeRecord(context, { ...record, row }, here);
  if (here !== undefined) await deleteRecord(context.db, table, here.place);
}

/** Erased or deleted by a vacuum: it does not come back, and its versions are known. */
async function leaveOut(
  { db }: MergeContext,
  { table, key, versions }: SyncRecord,
  stamp: Stamp | undefined,
): Promise<{ outcome: MergeOutcome; isConflict: boolean }> {
  const joined = joinOf(stamp?.versions, versions, 'same').versions;
  await putStamp(db, [table, key], { versions: joined, hash: null }, 'received');
  return { outcome: 'left_out', isConflict: false };
}

function countedOf(table: SyncTable, here: StoredRecord | undefined): SnapshotRow | null {
  return here === undefined ? null : countedIn(table, here.row);
}

/** By the columns that count and that both have. */
function compare(
  table: SyncTable,
  here: SnapshotRow | null,
  incoming: SnapshotRow | null,
): 'same' | 'local_larger' | 'incoming_larger' {
  if (here === null || incoming === null)
    return here === incoming ? 'same' : here === null ? 'incoming_larger' : 'local_larger';
  const [mine, others] = [countedIn(table, here), countedIn(table, incoming)];
  const names = Object.keys(mine).filter((name) => name in others);
  const textOf = (row: SnapshotRow): string => JSON.stringify(names.map((name) => row[name] ?? null));
  const [one, other] = [textOf(mine), textOf(others)];
  return one === other ? 'same' : one > other ? 'local_larger' : 'incoming_larger';
}

async function keepLoser(
  { db, ports }: MergeContext,
  { table, key, row, versions }: { table: SyncTable; key: string; row: SnapshotRow | null; versions: Versions },
): Promise<void> {
  const content = JSON.stringify(row === null ? null : countedIn(table, row));
  const known = await db.get('SELECT 1 FROM sync_conflicts WHERE table_name = ? AND record_key = ? AND content = ?', [
    table,
    key,
    content,
  ]);
  if (known !== undefined) return;
  await db.run(
    'INSERT INTO sync_conflicts (table_name, record_key, content, versions, created_at) VALUES (?, ?, ?, ?, ?)',
    [table, key, content, textOfVersions(versions), ports.now().toISOString()],
  );
}
