/**
 * Memories as a search reads them, with their neighbors if they are part of a conversation. An answer is often a turn
 * or two away from the words of the query. One statement reads those outside of conversations, and one those inside,
 * because on a server each costs the time to it and back.
 */
import { amongNumbers } from '../connection/among.ts';
import type { Candidate, Passage } from '../../../memory/recall/recall.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { lookUp } from '../connection/lookUp.ts';
import { text } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { projectNameOf } from '../shared/projectScope.ts';
import type { CandidateColumns, LoneKind } from './candidateRows.ts';
import { candidateFromRow, selectCandidates, selectLone } from './candidateRows.ts';

/** Memories that are part of a conversation: columns of `m`, and a condition for those that a search reads. */
const inTalk: Record<TalkKind, { columns: CandidateColumns; table: string; where: (alias: string) => string }> = {
  chunk: {
    columns: {
      keywords: `coalesce(m.flag_reason, '') || ' ' || coalesce(m.tags, '')`,
      flag_reason: 'm.flag_reason',
      origin: 'm.origin',
    },
    table: 'conversation_chunks',
    where: () => 'TRUE',
  },
  message: { columns: { origin: `'transcript'` }, table: 'messages', where: (alias) => `${alias}.type = 'text'` },
};
type TalkKind = Exclude<MemoryKind, LoneKind>;

/** Of both; the session is that of the requested memory `f`, whose project was looked up. */
const talkColumns: CandidateColumns = {
  id: 'CAST(m.id AS TEXT)',
  text: 'm.content',
  session_id: 'm.session_id',
  seq: 'm.seq',
  project_id: 'f.project_id',
  project_name: 'f.project_name',
  created_at: 'm.created_at',
  source_ref: 'm.source_ref',
  role: 'm.role',
  speaker: 'm.speaker',
};

/** `reach` is the number of neighbors on either side; facts that expired by `now` do not contradict others. */
export async function readPassages(
  db: SqlConnection,
  refs: readonly MemoryRef[],
  { reach, now }: { reach: number; now: string },
): Promise<Passage[]> {
  const lone = await readLone(db, refs, now);
  const stretches = await readStretches(db, refs, reach);
  const singles: Passage[] = [];
  const talks = new Map<string, Stretch[]>();
  // Without orphaned documents, which `inspect` reports. A search must not fail because of them.
  for (const ref of refs) {
    const [memory, stretch] = [lone.get(refKey(ref)), stretches.get(refKey(ref))];
    if (memory !== undefined) singles.push([memory]);
    if (stretch !== undefined) addTo(talks, `${ref.kind} ${stretch.found.sessionId ?? ''}`, stretch);
  }
  return [...singles, ...[...talks.values()].flatMap(joined)];
}

/** A requested memory with its neighbors, in order. */
interface Stretch {
  found: Candidate;
  memories: Passage;
}

function addTo<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** The stretches of one conversation; those that overlap are joined. */
function joined(stretches: Stretch[]): Passage[] {
  stretches.sort((one, other) => compareInTalk(one.found, other.found));
  const passages: Passage[] = [];
  for (const { memories } of stretches) {
    const last = passages.at(-1);
    if (last === undefined || isBefore(last.at(-1), memories[0])) passages.push([...memories]);
    else join(last, memories);
  }
  return passages;
}

/** Both must be in order and overlap, and `stretch` must not end first. */
function join(passage: Passage, stretch: Passage): void {
  const end = passage.at(-1);
  passage.push(...stretch.filter((memory) => isBefore(end, memory)));
}

/** Whether the first is earlier in the conversation. */
function isBefore(one: Candidate | undefined, other: Candidate | undefined): boolean {
  return compareInTalk(one, other) < 0;
}

/** Merged stores may have several exchanges with the same `seq`. */
function compareInTalk(one: Candidate | undefined, other: Candidate | undefined): number {
  return (one?.seq ?? 0) - (other?.seq ?? 0) || Number(one?.id) - Number(other?.id);
}

/** By `refKey`. */
async function readLone(
  db: SqlConnection,
  refs: readonly MemoryRef[],
  now: string,
): Promise<ReadonlyMap<string, Candidate>> {
  // Facts first, because only they have a time.
  const kinds = memoryKinds.filter((kind): kind is LoneKind => !(kind in inTalk));
  const lists = idsByKind(refs, kinds);
  if (lists.length === 0) return new Map();
  const hasFacts = lists.some(({ kind }) => kind === 'fact');
  const time = lists.length + 1;
  const selects = lists.map(({ kind }, place) => selectLone(kind, `?${String(place + 1)}`, `?${String(time)}`));
  const params = [...lists.map(({ ids }) => ids), ...(hasFacts ? [now] : [])];
  const rows = await db.all(selects.join(' UNION ALL '), params);
  return new Map(rows.map(candidateFromRow).map((memory) => [refKey(memory), memory]));
}

/** By `refKey` of the requested memory. */
async function readStretches(
  db: SqlConnection,
  refs: readonly MemoryRef[],
  reach: number,
): Promise<ReadonlyMap<string, Stretch>> {
  const lists = idsByKind(refs, Object.keys(inTalk) as TalkKind[]);
  if (lists.length === 0) return new Map();
  const selects = lists.map(({ kind }, place) => selectStretches(db, kind, reach, `?${String(place + 1)}`));
  const around = new Map<string, Candidate[]>();
  for (const row of await db.all(
    selects.join(' UNION ALL '),
    lists.map(({ ids }) => ids),
  )) {
    const memory = candidateFromRow(row);
    addTo(around, refKey({ kind: memory.kind, id: text(row, 'found_id') }), memory);
  }
  return new Map(
    [...around].flatMap(([key, memories]) => {
      const found = memories.find((memory) => refKey(memory) === key);
      return found === undefined ? [] : [[key, { found, memories: cut(memories, found, reach) }] as const];
    }),
  );
}

function idsByKind<K extends MemoryKind>(refs: readonly MemoryRef[], kinds: readonly K[]): { kind: K; ids: string }[] {
  return kinds.flatMap((kind) => {
    const ids = refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ kind, ids: JSON.stringify([...new Set(ids)]) }];
  });
}

/**
 * Both sides are bounded by the outermost `seq` on each. The user is compared without an index: a server might read all
 * messages of the user instead of those of the session.
 */
function selectStretches(db: SqlConnection, kind: TalkKind, reach: number, ids: string): string {
  const { table, columns, where } = inTalk[kind];
  const inSession = (alias: string): string =>
    `${where(alias)} AND ${alias}.session_id = f.session_id AND coalesce(${alias}.user_id, '') = f.user_id`;
  const outermost = (sign: '<' | '>', order: string): string =>
    `(SELECT n.seq FROM ${table} n WHERE ${inSession('n')} AND (n.seq, n.id) ${sign} (f.seq, f.id)
      ORDER BY n.seq${order}, n.id${order} LIMIT 1 OFFSET ${String(reach - 1)})`;
  const [min, max] = [String(Number.MIN_SAFE_INTEGER), String(Number.MAX_SAFE_INTEGER)];
  const range = `m.seq >= coalesce(${outermost('<', ' DESC')}, ${min}) AND m.seq <= coalesce(${outermost('>', '')}, ${max})`;
  const ofSession = (column: string): string => `(SELECT ${column} FROM sessions s WHERE s.id = t.session_id)`;
  const found = `SELECT t.id, t.session_id, t.user_id, t.seq, ${ofSession('s.project_id')} AS project_id,
      ${ofSession(projectNameOf('s'))} AS project_name FROM ${table} t WHERE t.id ${amongNumbers(ids)} AND ${where('t')}`;
  const read = lookUp(db, { table, alias: 'm', where: reach < 1 ? 'm.id = f.id' : `${inSession('m')} AND ${range}` });
  const selected = selectCandidates(kind, { ...talkColumns, ...columns });
  return `${selected}, CAST(f.id AS TEXT) AS found_id FROM (${found}) f ${read}`;
}

/** Memories that share the outermost `seq` may exceed `reach`. */
function cut(memories: Candidate[], found: Candidate, reach: number): Passage {
  memories.sort(compareInTalk);
  const place = memories.indexOf(found);
  return memories.slice(Math.max(0, place - reach), place + reach + 1);
}
