/** People in two workspaces, with rows in every table for one of them, so that a suite can try to reach them. */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { addOneOfEach, day } from '../contract/oneOfEach.ts';
import { aFact, noJudgement } from '../support.ts';
import { claimOf } from '../../../src/store/postgres/security/identity.ts';
import type { SecuredServer } from './securedServer.ts';
import { identityOf } from './securedServer.ts';

export const people = ['ada', 'cy', 'bob', 'dan'] as const;

/** Of bob's, with nothing in it that he shares. */
export const privateProject = 'lighthouse';

export async function seedTeam(secured: SecuredServer): Promise<void> {
  for (const username of people) await inStoreOf(secured, username, (store) => comeIn(store, username));
  await inStoreOf(secured, 'ada', async (store) => {
    const { user } = await comeIn(store, 'ada');
    await store.identity.setRole({ username: 'cy', role: 'curator', byUserId: user.id, mode: 'team' });
  });
  await inStoreOf(secured, 'zoe', (store) => comeIn(store, 'zoe'), 'zeta');
  for (const username of ['bob', 'dan']) {
    await inStoreOf(secured, username, async (store) => {
      const caller = await comeIn(store, username);
      if (username === 'bob') await addOneOfEach(store, caller);
      if (username === 'bob') await comeIn(store, username, privateProject);
      await addShared(store, caller);
    });
  }
  await fillTheRest(secured);
}

/** Opens the store as the server that acts for a person. */
export async function inStoreOf<T>(
  secured: SecuredServer,
  username: string,
  work: (store: Store) => Promise<T>,
  workspace = 'acme',
): Promise<T> {
  const store = secured.open(secured.server, identityOf(username, { workspace }));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** In team mode: the first of a workspace becomes its admin. */
export function comeIn(store: Store, username: string, projectName = 'rocket'): Promise<Caller> {
  const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
  const project = { key: keyOf(projectName), name: projectName };
  const visitor = { username, agent: { name: 'test agent', version: '1.0' }, project, conversationId: null };
  return store.identity.resolve(visitor, fresh, day(1), 'team');
}

export const keyOf = (projectName: string): string => `github.com/acme/${projectName}`;

async function addShared(store: Store, caller: Caller): Promise<void> {
  const said = `Everybody may know what ${caller.user.username} deploys`;
  await store.facts.add(aFact(caller, said, { visibility: 'workspace' }), noJudgement);
}

/** Rows that the calls above do not write, as bob's own. */
async function fillTheRest(secured: SecuredServer): Promise<void> {
  const owner = await secured.connect(secured.owner);
  await owner.query(`SET bigmind.identity = '${claimOf(identityOf('bob', { purpose: 'all' }))}'`);
  const bob = `(SELECT id FROM users WHERE username = 'bob')`;
  const fact = `(SELECT id FROM facts WHERE user_id = ${bob} AND visibility = 'private' LIMIT 1)`;
  const uid = `(SELECT uid FROM facts WHERE id = ${fact})`;
  const document = `(SELECT id FROM memory_documents WHERE kind = 'fact' AND memory_id = ${fact}::text)`;
  const session = `(SELECT id FROM sessions WHERE user_id = ${bob} LIMIT 1)`;
  for (const sql of [
    `INSERT INTO identity_profile (id, user_id, role) VALUES ('profile', ${bob}, 'Pilot')`,
    `INSERT INTO hypotheses (user_id, hypothesis, uid) VALUES (${bob}, 'It leaks', 'guess')`,
    `INSERT INTO tokens (id, user_id, agent, token_hash, is_read_only, created_at) VALUES ('t', ${bob}, 'a', 'h', 0, '2026')`,
    `INSERT INTO instances (id, user_id, name, first_seen, last_seen) VALUES ('i', ${bob}, 'laptop', '2026', '2026')`,
    `INSERT INTO outcomes (uid, decision_uid, user_id, rating, verdict, notes, observed_at, created_at)
       VALUES ('outcome', ${uid}, ${bob}, 5, 'held', 'Fine', '2026', '2026')`,
    `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, created_at)
       VALUES ('link', 'fact', ${uid}, 'chunk', 'c', 'from', '2026')`,
    `INSERT INTO muted_memories (uid, user_id, kind, memory_uid, created_at) VALUES ('mute', ${bob}, 'fact', ${uid}, '2026')`,
    `INSERT INTO entity_aliases (uid, user_id, alias, entity, created_at) VALUES ('alias', ${bob}, 'relay', 'proxy', '2026')`,
    `INSERT INTO mentions (document_id, entity, kind, name, role) VALUES (${document}, 'proxy', 'concept', 'Proxy', 'text')`,
    `INSERT INTO relations (document_id, from_entity, relation, to_entity) VALUES (${document}, 'proxy', 'uses', 'port')`,
    `INSERT INTO syntheses (user_id, entity, content, written_by, origin, memories, through_document, is_current,
         tokens, created_at) VALUES (${bob}, 'proxy', '{}', 'rule', 'agent', 1, 1, 1, 0, '2026')`,
    `INSERT INTO synthesis_sources (synthesis_id, document_id) VALUES ((SELECT id FROM syntheses), ${document})`,
    `INSERT INTO sleep_runs (user_id, holder, started_at, leased_until) VALUES (${bob}, 'h', '2026', '2026')`,
    `INSERT INTO hook_runs (user_id, client, event, outcome, tokens, recorded, took_ms, at) VALUES (${bob}, 'c', 'e', 'done', 1, 1, 1, '2026')`,
    `INSERT INTO changes (change_id, user_id, kind, row_key, created_at) VALUES ('c', ${bob}, 'fact', '1', '2026')`,
    `INSERT INTO offers (session_id, kind, memory_id, offered_at) VALUES (${session}, 'fact', '1', '2026')`,
    `INSERT INTO transcript_files (user_id, path, position, updated_at) VALUES (${bob}, '/t', 1, '2026')`,
    `INSERT INTO tombstones (uid, kind, erased_at, owner_id) VALUES ('gone', 'fact', '2026', ${bob})`,
    `UPDATE tombstones SET owner_id = ${bob}`,
    `INSERT INTO erasures (user_id, begun_at) VALUES (${bob}, '2026')`,
    `INSERT INTO mind_files (user_id, folder, path, source, content_hash, read_at) VALUES (${bob}, '/f', 'p', 's', 'h', '2026')`,
    `INSERT INTO mind_entries (file_id, line, kind, text, confidence, origin, created_at)
       VALUES ((SELECT id FROM mind_files LIMIT 1), 1, 'decision', 'An entry', 1, 'person', '2026')`,
    `INSERT INTO knowledge_reviews (uid, knowledge_uid, action, user_id, category, title, content, created_at)
       VALUES ('review', 'k', 'approve', ${bob}, 'standard', 't', 'c', '2026')`,
    `INSERT INTO embedding_models (name, last_used) VALUES ('model', '2026')`,
    `INSERT INTO embedding_queue (model_id, kind, memory_id) VALUES ((SELECT id FROM embedding_models), 'fact', ${fact}::text)`,
    `INSERT INTO embeddings (model_id, kind, memory_id, fingerprint, signs)
       VALUES ((SELECT id FROM embedding_models), 'fact', ${fact}::text, 'f', '\\x00')`,
    `INSERT INTO embedding_vectors (id, vector) VALUES ((SELECT id FROM embeddings), '\\x00')`,
  ])
    await owner.query(sql);
}
