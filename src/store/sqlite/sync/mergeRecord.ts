/** Joins one record of another machine with the version here; see `memory/sync/join.ts`. */
import { isHandOff } from '../../../memory/recall/handOffs.ts';
import { joinOf } from '../../../memory/sync/join.ts';
import type { SyncRecord, SyncTable } from '../../../memory/sync/records.ts';
import { canBeTakenBack, isWorthShowing } from '../../../memory/sync/records.ts';
import type { Versions } from '../../../memory/sync/versions.ts';
import { compareVersions, nextVersions, textOfVersions } from '../../../memory/sync/versions.ts';
import type { SnapshotRow } from '../../../memory/upkeep/snapshot.ts';
import { textOrNull } from '../engine/rowReader.ts';
import { typeFromRow } from '../facts/factRow.ts';
import { tagsFromColumn } from '../shared/textLists.ts';
import { hasTombstone } from '../shared/tombstones.ts';
import type { MergeContext } from './mergeContext.ts';
import { countedIn, deleteRecord, partsOf, readRecord } from './recordRows.ts';
import type { StoredRecord } from './recordRows.ts';
import { contentHash, putStamp, stampOf, unknownHash } from './stamps.ts';
import type { Stamp } from './stamps.ts';
import { sessionsOf, writeRecord } from './writeRecord.ts';

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
  const isGone = here === undefined && stamp !== undefined && !canBeTakenBack(table);
  if (isGone || (await isErased(context, record))) return leaveOut(context, record, stamp);
  const known = current(context, { here, stamp });
  const compared = compare(table, here?.row ?? null, row);
  const { outcome, versions: joined, isConflict } = joinOf(known?.versions, versions, compared);
  const isShown = isConflict && isWorthShowing(table, countedOf(table, here), row && countedIn(table, row));
  if (isShown) await keepLoser(context, outcome === 'take' ? { ...record, ...known, row: here?.row ?? null } : record);
  // An edit that nobody has yet is still to be sent, with what it was joined with.
  const order = known === undefined ? 'older' : compareVersions(known.versions, versions);
  const send = known?.isNew === true ? 'unsent' : order === 'older' ? 'received' : 'as_before';
  if (outcome !== 'take') {
    const hash = known?.hash ?? null;
    await putStamp(db, [table, key], { versions: joined, hash }, outcome === 'keep' && order === 'older' ? 'received' : send);
    return { outcome: 'known', isConflict: isShown };
  }
  await apply(context, record, here);
  const stored = await readRecord(db, table, key, ports.userId);
  const isExact = !isChanged && compare(table, stored?.row ?? null, row) === 'same';
  const hash = stored === undefined ? null : isExact ? contentHash(ports.hash, stored.content) : unknownHash;
  await putStamp(db, [table, key], { versions: joined, hash }, send);
  return { outcome: here === undefined && row !== null ? 'added' : 'changed', isConflict: isShown };
}

interface Current extends Stamp {
  /** It was edited here after the last scan. */
  isNew: boolean;
}

/** The version here, with an edit since the last scan. Undefined if there is none, or an empty profile. */
function current(
  { ports }: MergeContext,
  { here, stamp }: { here: StoredRecord | undefined; stamp: Stamp | undefined },
): Current | undefined {
  if (here === undefined && stamp === undefined) return undefined;
  const hash = here === undefined ? null : contentHash(ports.hash, here.content);
  if (stamp !== undefined && stamp.hash === hash) return { ...stamp, isNew: false };
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

/** By its name, that of the memory that it describes, or that of its session; a hand-off belongs to its session. */
async function isErased(context: MergeContext, record: SyncRecord): Promise<boolean> {
  const { table, key, row } = record;
  if (row === null) return false;
  if (table === 'sessions' ? await context.isSessionErased(key) : await hasTombstone(context.db, key)) return true;
  for (const uid of described(record)) if (await hasTombstone(context.db, uid)) return true;
  if (table === 'facts' && !isHandOffRow(row)) return false;
  if (table === 'hypotheses') return false;
  for (const session of sessionsOf(record))
    if ((await context.sessionId(session)) === undefined && (await context.isSessionErased(session))) return true;
  return false;
}

function described({ table, key, row }: SyncRecord): string[] {
  if (table === 'links') return partsOf(key).filter((_, at) => at === 1 || at === 3);
  if (table === 'muted_memories') return partsOf(key).slice(1);
  const uid = table === 'outcomes' ? row?.['decision_uid'] : table === 'knowledge_reviews' ? row?.['knowledge_uid'] : null;
  return typeof uid === 'string' ? [uid] : [];
}

function isHandOffRow(row: SnapshotRow): boolean {
  const given = { category: null, memory_type: null, tags: null, expires_at: null, ...row };
  const tags = tagsFromColumn(textOrNull(given, 'tags'));
  return isHandOff({ type: typeFromRow(given), tags, expiresAt: textOrNull(given, 'expires_at') });
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
