/** Which records of another machine were erased here, and which have to wait for their session. */
import type { BundleContent, SyncRecord } from '../../../memory/sync/records.ts';
import { isOfItsSession, messageOf } from '../../sql/facts/sessionFacts.ts';
import { hasTombstone } from '../../sql/shared/tombstones.ts';
import type { MergeContext } from './mergeContext.ts';
import { partsOf } from './recordRows.ts';

/** By its name, that of the memory that it describes, or that of its session; some facts belong to their session. */
export async function isErased(context: MergeContext, record: SyncRecord): Promise<boolean> {
  const { table, key, row } = record;
  if (row === null) return false;
  if (table === 'sessions') return isErasedWith(context, record, key);
  for (const uid of [key, ...describedBy(record)]) if (await hasTombstone(context.db, uid)) return true;
  const session = sessionOf(record);
  if (session === undefined || table === 'hypotheses' || (table === 'facts' && !isOfItsSession(row))) return false;
  if (table === 'messages' && (await context.isPlaceErased(session, row['seq'] ?? null))) return true;
  // It waited for a session that did not come, because that was erased.
  const isLost = table !== 'facts' && (await context.sessionId(session)) === undefined;
  return isLost || isErasedWith(context, record, session);
}

/** A session that the writer got from a third machine may come later; one that was erased never comes. */
export async function waitsForSession(context: MergeContext, { records, tombstones }: BundleContent): Promise<boolean> {
  const coming = new Set(records.flatMap(({ table, key, row }) => (table === 'sessions' && row !== null ? [key] : [])));
  const erased = new Set(tombstones.map(({ uid }) => uid));
  for (const record of records) {
    const session = sessionOf(record);
    if (session === undefined || coming.has(session) || erased.has(session)) continue;
    if ((await context.sessionId(session)) !== undefined) continue;
    if (!(await isErasedWith(context, record, session))) return true;
  }
  return false;
}

/** The memories and messages without which a record is nothing. */
function describedBy({ table, key, row }: SyncRecord): string[] {
  if (table === 'links') return partsOf(key).filter((_, at) => at === 1 || at === 3);
  if (table === 'muted_memories') return partsOf(key).slice(1);
  const taughtBy = table === 'facts' && row !== null ? messageOf(row) : undefined;
  if (taughtBy !== undefined) return [taughtBy];
  const columns = { outcomes: 'decision_uid', knowledge_reviews: 'knowledge_uid' } as const;
  const uid = table === 'outcomes' || table === 'knowledge_reviews' ? row?.[columns[table]] : null;
  return typeof uid === 'string' ? [uid] : [];
}

/** The session that a record names and that must be here to store it. */
function sessionOf({ table, key, row }: SyncRecord): string | undefined {
  if (row === null) return undefined;
  if (table === 'session_summaries') return key;
  if (table === 'muted_memories') return row['kind'] === 'session' ? partsOf(key)[1] : undefined;
  const isSaid = table === 'conversation_chunks' || table === 'messages' || table === 'hypotheses';
  const session = isSaid ? row['session_id'] : table === 'facts' ? row['source_session'] : null;
  return typeof session === 'string' ? session : undefined;
}

async function isErasedWith(context: MergeContext, { table, row }: SyncRecord, session: string): Promise<boolean> {
  const isSaid = table === 'messages' || table === 'sessions';
  const at = row?.['ended_at'] ?? row?.['created_at'] ?? row?.['started_at'] ?? null;
  return context.isErasedWith(session, { at: at === null ? null : String(at), isText: !isSaid });
}
