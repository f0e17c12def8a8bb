/** A SQLite store with rows in every table that a transfer copies, among them values that engines could treat differently. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Evidence } from '../../../../src/memory/facts/evidence.ts';
import type { Caller } from '../../../../src/memory/shared/identity.ts';
import type { Store } from '../../../../src/memory/store.ts';
import { addOneOfEach } from '../../contract/oneOfEach.ts';
import { aRecording } from '../../recorded.ts';
import { aFact, aFile, aKnowledge, moment, noJudgement, openStore, visit } from '../../support.ts';

/** Returns the file. The store is closed, and has no model server. */
export async function aFullStore(file = aFile()): Promise<string> {
  const store = openStore('native', file);
  const ada = await visit(store);
  const { sessionId } = await addOneOfEach(store, ada);
  await addTexts(store, ada);
  await store.recording.append(aRecording(ada, 'chat of a day', '2026-03-01T10:00:00.000Z', ['Why?', 'Because 🐘.']));
  await store.offers.claim({ sessionId, refs: [{ kind: 'fact', id: '1' }], now: moment });
  await eraseFact(store, ada);
  await store.embeddings.useModel('test:model');
  await store.close();
  addRows(file, ada.user.id);
  return file;
}

const texts = [
  'Umlauts äöü, an emoji 🧠 and a zero-width joiner 👩‍💻 are kept',
  `Quotes ' " \` and a backslash \\ and a question mark ? are kept`,
  'Lines\nand\r\nbreaks\tand a long text '.repeat(400),
];

async function addTexts(store: Store, ada: Caller): Promise<void> {
  for (const [at, text] of texts.entries()) {
    const confidence = [0.1 + 0.2, 1 / 3, 1e-12][at] ?? 1;
    await store.facts.add(aFact(ada, text, { confidence, tags: ['one', 'two'] }), noJudgement);
  }
  const evidence: Evidence = {
    ...{ type: 'gotcha', value: 3, source: 'model', model: 'a model', message: 'chat of a day 1', seq: 1 },
    ...{ quote: 'Why "so" 🐘?', by: 'user', when: ["it's slow"], about: ['\\d+'], also: ['another session'] },
  };
  await store.facts.add(aFact(ada, 'It is so because of the elephant', { evidence }), noJudgement);
  await store.fading.note({ userId: ada.user.id, ids: [1, 2], now: moment });
  await store.knowledge.propose(aKnowledge(ada, 'Deploys', { content: 'We deploy on Thursdays.' }));
}

/** Leaves a tombstone, rows of the audit, and a number that no fact has any more. */
async function eraseFact(store: Store, ada: Caller): Promise<void> {
  const { fact } = await store.facts.add(aFact(ada, 'A mistake'), noJudgement);
  const query = { userId: ada.user.id, ref: { kind: 'fact', id: String(fact.id) }, mode: 'personal' } as const;
  const preview = await store.erasure.preview(query);
  if (typeof preview !== 'object') throw new Error(preview);
  await store.erasure.erase({ ...query, expected: preview.expected, now: moment });
}

/** Rows that take many calls otherwise. */
function addRows(file: string, userId: string): void {
  const db = new DatabaseSync(file);
  const insert = (table: string, row: Record<string, string | number | null | Uint8Array>): void => {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    db.prepare(sql).run(...Object.values(row));
  };
  const fact = db.prepare('SELECT uid FROM facts ORDER BY id LIMIT 1').get()?.['uid'] as string;
  const knowledge = db.prepare('SELECT uid FROM global_knowledge ORDER BY id LIMIT 1').get()?.['uid'] as string;
  db.exec('UPDATE sessions SET learn_attempts = 2');
  const made = { user_id: userId, created_at: moment };
  insert('identity_profile', { id: userId, user_id: userId, role: 'Engineer', preferences: '- tea', version: 3 });
  insert('tokens', { id: randomUUID(), agent: 'Agent', token_hash: 'hash', is_read_only: 1, ...made });
  insert('instances', { id: randomUUID(), user_id: userId, name: 'laptop', first_seen: moment, last_seen: moment });
  insert('outcomes', {
    uid: randomUUID(),
    decision_uid: fact,
    rating: 7,
    verdict: 'held',
    notes: 'Fine',
    observed_at: moment,
    ...made,
  });
  insert('hypotheses', { uid: randomUUID(), hypothesis: 'It is DNS', confidence: 0.7, ...made });
  insert('knowledge_reviews', {
    uid: randomUUID(),
    knowledge_uid: knowledge,
    action: 'approve',
    category: 'standard',
    title: 'x',
    content: 'y',
    ...made,
  });
  insert('links', {
    uid: randomUUID(),
    from_kind: 'fact',
    from_uid: fact,
    to_kind: 'knowledge',
    to_uid: knowledge,
    relation: 'informed_by',
    amount: 0.05,
    created_at: moment,
  });
  insert('muted_memories', { uid: randomUUID(), kind: 'fact', memory_uid: fact, ...made });
  insert('entity_aliases', { uid: randomUUID(), alias: 'gateway', entity: 'proxy', ...made });
  insert('transcript_files', {
    user_id: userId,
    path: '/home/ada/ü.jsonl',
    position: 12_345_678_901,
    updated_at: moment,
    live: 1,
  });
  const vector = new Uint8Array([0, 1, 127, 128, 255]);
  insert('embeddings', { id: 7, model_id: 1, kind: 'fact', memory_id: '1', fingerprint: 'f', signs: vector });
  insert('embedding_vectors', { id: 7, vector });
  db.close();
}
