/**
 * Writes the fixture databases of test/fixtures/stores: one for each released schema, with rows in every table.
 * Versions 1 to 3 look as other programs made them, without our ledger of migrations: with duplicates, odd timestamps,
 * broken links, and their own ways to note a version. Run it once per released schema; it keeps existing fixtures.
 *
 *   node scripts/makeStoreFixtures.ts
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { snapshotFrom } from '../src/memory/upkeep/snapshot.ts';
import { openSqliteStore } from '../src/store/sqlite/openSqliteStore.ts';
import { latestVersion, migrations } from '../src/store/sqlite/schema/migrations/migrations.ts';

const folder = join(import.meta.dirname, '../test/fixtures/stores');

function makeOldStore(version: number): void {
  const file = join(folder, `v${String(version)}.db`);
  if (existsSync(file)) return;
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  for (const migration of migrations.slice(0, version)) {
    database.exec(migration.sql + (migration.planIndexSql ?? ''));
  }
  database.exec(planRows);
  if (version >= 2) database.exec(v2Rows);
  if (version >= 3) database.exec(v3Rows);
  database.close();
}

/** Stores a snapshot with a row in every table with today's program, which also embeds some of it. */
async function makeTodaysStore(): Promise<void> {
  const file = join(folder, `v${String(latestVersion)}.db`);
  if (existsSync(file)) return;
  const work = mkdtempSync(join(tmpdir(), 'bigmind-fixture-'));
  let ids = 0;
  const store = openSqliteStore({
    file: join(work, 'memory.db'),
    engine: 'native',
    hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    now: () => new Date('2026-03-30T12:00:00.000Z'),
    indexText: (text) => (text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).join(' '),
    loadWasm: () => Promise.reject(new Error('not needed')),
    notice: () => undefined,
  });
  await store.portability.merge(
    snapshotFrom(readFileSync(join(folder, `v${String(latestVersion)}.json`), 'utf8')),
    'ada',
  );
  await store.embeddings.useModel('fixture:tiny');
  const tasks = await store.embeddings.claim('fixture:tiny', 2, 300);
  const vector = Float32Array.of(0.6, -0.8, 0);
  await store.embeddings.complete(
    'fixture:tiny',
    tasks.map((task) => ({ task, vector })),
  );
  for (let waiting = true; waiting;) ({ waiting } = await store.graph.scan('u-1'));
  await store.turns.note('u-1', null, {
    client: 'GitHub Copilot',
    event: 'SessionStart',
    outcome: 'done',
    injected: 'What was put before the model.',
    tokens: 9,
    refs: [{ kind: 'fact', id: '1' }],
    lines: [{ ref: { kind: 'fact', id: '1' }, matched: ['model'], tokens: 7 }],
    recorded: 2,
    tookMs: 120,
    at: '2026-03-30T12:00:00.000Z',
  });
  const now = '2026-03-30T12:00:00.000Z';
  const by = { userId: 'u-1', agentId: null, sessionId: null, projectId: null, changeId: 'change-1' };
  await store.muted.set({ userId: 'u-1', ref: { kind: 'fact', id: '2' }, feedback: 'never', uid: 'muted-2', now, by });
  const token = { id: '0123456789ab', username: 'ada', agent: 'fixture', isReadOnly: true, expiresAt: null };
  const change = { userId: 'u-1', mode: 'personal', by, now } as const;
  await store.tokens.add({ ...token, tokenHash: 'f'.repeat(64), freshUserId: 'u-9' }, change);
  await store.close();
  const database = new DatabaseSync(join(work, 'memory.db'));
  database.prepare('VACUUM INTO ?').run(file);
  database.close();
  rmSync(work, { recursive: true });
}

const planRows = `
INSERT INTO users (id, username, display_name, role, created_at, last_seen) VALUES
  ('u-1', 'pplate', 'Peter Plate', 'curator', '2026-01-02 03:04:05', '2026-03-30T14:15:16.123456+02:00'),
  ('u-2', 'Жанна 🦓', NULL, 'member', '2026-01-03 00:00:00', NULL);
INSERT INTO global_knowledge (category, title, content, importance, status, promoted_by, source_session, approved_by, created_at, updated_at) VALUES
  ('standard', 'Naming', 'Names are in English.', 8, 'approved', 'u-1', 's-1', 'u-1', '2026-02-01 10:00:00', '2026-02-01T10:00:00+00:00'),
  ('glossary', 'Größe', 'Die Größe ist in Metern.', NULL, 'pending', 'u-2', NULL, NULL, NULL, NULL),
  ('pattern', 'Old', 'No longer true.', 1, 'deprecated', 'u-1', 's-gone', NULL, '2026-02-03 10:00:00', '2026-02-03 10:00:00');
INSERT INTO identity_profile (id, user_id, role, preferences, pinned_facts, updated_at) VALUES
  ('u-1', 'u-1', 'Engineer', 'Prefers **short** answers.', '- First pinned' || char(10) || '• Second pinned' || char(10) || 'Third without bullet', '2026-03-01 09:00:00');
INSERT INTO sessions (id, user_id, started_at, ended_at, one_liner, topics, outcome, importance, has_tier2) VALUES
  ('s-1', 'u-1', '2026-03-01 09:00:00', '2026-03-01 10:30:00', 'Chose the database', 'sqlite, storage,WAL', 'SQLite it is', 9, 1),
  ('s-2', 'u-1', '2026-03-02T09:00:00+02:00', NULL, 'Still open', NULL, NULL, 5, 0),
  ('s-3', 'u-2', 'last Tuesday', '2026-03-03', '記憶の保存', '日本語', NULL, NULL, 0);
INSERT INTO session_summaries (id, summary, key_facts, code_refs, created_at) VALUES
  ('s-1', '# What happened' || char(10) || 'We compared engines.', '- WAL is on' || char(10) || '- one file', 'src/db.py', '2026-03-01 10:30:00');
INSERT INTO conversation_chunks (session_id, user_id, role, content, flag_reason, seq, created_at) VALUES
  ('s-1', 'u-1', 'user', 'Which database do we take?', 'the question', 1, '2026-03-01 09:05:00'),
  ('s-1', 'u-1', 'assistant', 'SQLite, for it is one file.', NULL, 2, '2026-03-01 09:06:00'),
  ('s-1', 'u-1', 'assistant', 'SQLite, for it is one file.', 'flagged twice', 3, '2026-03-01 09:06:30'),
  ('s-lost', 'u-1', 'user', 'My session was deleted.', NULL, 1, '2026-01-15 08:00:00'),
  ('s-3', 'u-2', 'system', 'Привет, 世界 👋', NULL, 1, 1700000000);
INSERT INTO facts (user_id, category, fact, source_session, confidence, created_at, updated_at) VALUES
  ('u-1', 'preference', 'Prefers tabs over spaces', 's-1', 0.9, '2026-03-01 09:10:00', '2026-03-01 09:10:00'),
  ('u-1', 'preference', 'prefers  TABS over spaces', NULL, 1.0, '2026-03-04T11:12:13.5Z', '2026-03-04T11:12:13.5Z'),
  ('u-1', 'weird category', 'A fact of an odd category', NULL, NULL, '2026-03-05 00:00:00', '2026-03-05 00:00:00'),
  ('u-2', 'decision', 'Решили использовать SQLite', 's-vanished', 1.0, '2026-03-06 00:00:00', '2026-03-06 00:00:00'),
  ('u-ghost', 'decision', 'The user of this fact was deleted', NULL, 1.0, '2026-03-07 00:00:00', '2026-03-07 00:00:00');
INSERT INTO conversation_chunks_fts (conversation_chunks_fts) VALUES ('rebuild');
INSERT INTO global_knowledge_fts (global_knowledge_fts) VALUES ('rebuild');
`;

const v2Rows = `
UPDATE facts SET deprecated = 1, deprecation_reason = 'not so odd' WHERE category = 'weird category';
CREATE TABLE schema_version (version INTEGER);
INSERT INTO schema_version VALUES (2);
`;

const v3Rows = `
INSERT INTO hypotheses (session_id, user_id, hypothesis, confidence, status, resolution, created_at, resolved_at) VALUES
  ('s-1', 'u-1', 'I believe WAL is faster because readers do not wait', 0.7, 'confirmed', 'It is.', '2026-03-01 09:20:00', '2026-03-02 09:20:00'),
  (NULL, 'u-2', 'Гипотеза', NULL, 'open', NULL, '2026-03-03 09:20:00', NULL);
CREATE TRIGGER conversation_chunks_ai AFTER INSERT ON conversation_chunks BEGIN
  INSERT INTO conversation_chunks_fts (rowid, content, flag_reason) VALUES (new.id, new.content, new.flag_reason);
END;
CREATE TRIGGER conversation_chunks_au AFTER UPDATE ON conversation_chunks BEGIN
  INSERT INTO conversation_chunks_fts (conversation_chunks_fts, rowid, content, flag_reason)
    VALUES ('delete', old.id, old.content, old.flag_reason);
  INSERT INTO conversation_chunks_fts (rowid, content, flag_reason) VALUES (new.id, new.content, new.flag_reason);
END;
CREATE TRIGGER global_knowledge_ai AFTER INSERT ON global_knowledge BEGIN
  INSERT INTO global_knowledge_fts (rowid, title, content) VALUES (new.id, new.title, new.content);
END;
PRAGMA user_version = 3;
`;

mkdirSync(folder, { recursive: true });
for (const version of [1, 2, 3]) makeOldStore(version);
await makeTodaysStore();
