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
import { hasSmallerDuplicate } from './uniqueRows.ts';
import { writeRecord } from './writeRecord.ts';

type MergeOutcome = 'added' | 'changed' | 'known' | 'left_out';

interface MergedRecord {
  outcome: MergeOutcome;
  /** A version that lost was kept for a person. */
  isConflict: boolean;
}

/** `isChanged`: secrets were removed from the record, so that it is no longer what its versions say. */
export async function mergeRecord(
  context: MergeContext,
  record: SyncRecord,
  isChanged: boolean,
): Promise<MergedRecord> {
  const { table, key } = record;
  const here = await readRecord(context.db, table, key, context.ports.userId);
  const stamp = await stampOf(context.db, table, key);
  const isGone = here === undefined && stamp !== undefined && vacuumed.includes(table);
  if (isGone || (await isErased(context, record))) return leaveOut(context, record, stamp);
  const meeting = meetingOf(context, record, { here, stamp });
  const { joined, known, isConflict } = meeting;
  const loser = joined.outcome === 'take' ? { ...record, ...known, row: here?.row ?? null } : record;
  if (isConflict) await keepLoser(context, loser);
  if (joined.outcome !== 'take') return keep(context, record, meeting);
  if (here === undefined && (await hasSmallerDuplicate(context, record))) return leaveOut(context, record, stamp);
  await apply(context, record, here);
  await stampTaken(context, record, meeting, isChanged);
  return { outcome: here === undefined && record.row !== null ? 'added' : 'changed', isConflict };
}

interface Meeting {
  /** The version here; undefined if there is none. */
  known: Current | undefined;
  joined: Joined;
  send: 'unsent' | 'received' | 'as_before';
  isConflict: boolean;
}

function meetingOf(
  context: MergeContext,
  { table, versions, row }: SyncRecord,
  found: { here: StoredRecord | undefined; stamp: Stamp | undefined },
): Meeting {
  const { here } = found;
  const known = current(context, table, found);
  const compared = compare(table, here?.row ?? null, row);
  const isAbsent = here === undefined && !isRemovable(table);
  const joined = isAbsent
    ? takeUnlessKnown(known?.versions ?? {}, versions)
    : joinOf(known?.versions, versions, compared);
  // An edit that no machine has yet is still to be sent, with what it was joined with.
  const isOlder = known === undefined || compareVersions(known.versions, versions) === 'older';
  const send = known?.isNew === true ? 'unsent' : isOlder ? 'received' : 'as_before';
  const isShown = isWorthShowing(
    table,
    here === undefined ? null : countedIn(table, here.row),
    row && countedIn(table, row),
  );
  return { known, joined, send, isConflict: joined.isConflict && isShown };
}

/** The version here stays, and now contains the edits of the other one. */
async function keep(
  { db }: MergeContext,
  { table, key }: SyncRecord,
  { known, joined, send, isConflict }: Meeting,
): Promise<MergedRecord> {
  const stamp = { versions: joined.versions, hash: known?.hash ?? null };
  await putStamp(db, [table, key], stamp, send);
  return { outcome: 'known', isConflict };
}

/** What was written may differ from the record: what it names can be erased here. The next scan then finds an edit. */
async function stampTaken(
  { db, ports }: MergeContext,
  { table, key, row }: SyncRecord,
  { joined, send }: Meeting,
  isChanged: boolean,
): Promise<void> {
  const stored = await readRecord(db, table, key, ports.userId);
  const isExact = !isChanged && compare(table, stored?.row ?? null, row) === 'same';
  const hash = stored === undefined ? null : isExact ? contentHash(ports.hash, stored.content) : unknownHash;
  await putStamp(db, [table, key], { versions: joined.versions, hash }, send);
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
  const editedAt = here?.row['updated_at'];
  const time = typeof editedAt === 'string' ? editedAt : null;
  return { versions: nextVersions(stamp?.versions ?? {}, ports.machine, time), hash, isNew: true };
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
): Promise<MergedRecord> {
  const joined = joinOf(stamp?.versions, versions, 'same').versions;
  await putStamp(db, [table, key], { versions: joined, hash: null }, 'received');
  return { outcome: 'left_out', isConflict: false };
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
