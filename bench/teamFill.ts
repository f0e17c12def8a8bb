/**
 * Fills the tables of a PostgreSQL store for many users with made-up facts, as saving each of them would, in a few
 * statements for each user. Word frequencies are as uneven as in real text.
 */
import type pg from 'pg';
import { indexText } from '../src/search/query/words.ts';
import { claimOf } from '../src/store/postgres/security/identity.ts';

/** Words that stand in the index as they are. */
export const vocabulary: readonly string[] = Array.from({ length: 20_000 }, (_, n) => `${syllables(n)}ox`).filter(
  (word) => indexText(word) === word,
);

function syllables(n: number): string {
  const [consonants, vowels] = ['bdfgklmnprtvz', 'aeiou'];
  let [word, rest] = ['', n + 70];
  while (rest > 0) {
    word += (consonants[rest % 13] ?? '') + (vowels[Math.floor(rest / 13) % 5] ?? '');
    rest = Math.floor(rest / 65);
  }
  return word;
}

const wordsInFact = 25;
/** Words by which facts are compared, as `informativeWords` chooses them. */
const wordsCompared = 12;

/** A statement of words that are as uneven as in real text. */
export function sentence(length: number): string {
  return Array.from({ length }, () => vocabulary[Math.floor(Math.random() ** 4 * vocabulary.length)] ?? '').join(' ');
}

/** `client` is a superuser's, with the schema as its search path. */
export async function fillTeam(client: pg.Client, users: number, factsOfEach: number): Promise<void> {
  const identity = claimOf({ workspace: 'default', username: '', purpose: 'all' });
  await client.query('SET session_replication_role = replica');
  for (let user = 0; user < users; user += 1) {
    await client.query('BEGIN');
    await client.query(`SET LOCAL bigmind.identity = '${identity}'`);
    await fillUser(client, `user${String(user)}`, factsOfEach);
    await client.query('COMMIT');
  }
  await client.query('RESET session_replication_role');
  await client.query('VACUUM ANALYZE');
}

async function fillUser(client: pg.Client, user: string, facts: number): Promise<void> {
  const place = 'workspace_id';
  await client.query(
    `INSERT INTO users (id, username, role, created_at, last_seen, ${place})
     VALUES ($1, $1, 'member', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'default') ON CONFLICT DO NOTHING`,
    [user],
  );
  const texts = Array.from({ length: facts }, () => sentence(wordsInFact));
  await client.query(
    `WITH stored AS (
       INSERT INTO facts (user_id, category, fact, content_hash, uid, memory_type, created_at, updated_at, origin, ${place})
       SELECT $1, 'codebase', text, md5($1 || '-' || n), md5($1 || '-' || n || '-uid'), 'observation',
         '2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', NULL, 'default' FROM unnest($2::text[]) WITH ORDINALITY AS made(text, n)
       RETURNING id, fact),
     compared AS (
       INSERT INTO fact_words (user_id, word, fact_id, ${place})
       SELECT DISTINCT $1, word, id, 'default' FROM stored,
         unnest((string_to_array(fact, ' '))[1:${String(wordsCompared)}]) AS word)
     INSERT INTO memory_documents (kind, memory_id, user_id, created_at, words, ${place})
     SELECT 'fact', id::text, $1, '2026-02-01T00:00:00.000Z', ${String(wordsInFact)}, 'default' FROM stored`,
    [user, texts],
  );
  await client.query(
    `INSERT INTO document_words (id, scope, length, often, words, ${place})
     SELECT d.id, s.scope, d.words, '{}', array_to_tsvector(ARRAY(
       SELECT DISTINCT s.scope || ':' || word FROM unnest(string_to_array(f.fact, ' ')) AS word)), 'default'
     FROM memory_documents d JOIN facts f ON f.id = d.memory_id::bigint,
       (SELECT 'm' || rowid AS scope FROM users WHERE id = $1) AS s
     WHERE d.user_id = $1 AND d.kind = 'fact'`,
    [user],
  );
  await client.query(
    `INSERT INTO scope_words (word, documents, ${place})
     SELECT word, count(*), 'default' FROM document_words w, unnest(tsvector_to_array(w.words)) AS word
     WHERE w.scope = (SELECT 'm' || rowid FROM users WHERE id = $1) GROUP BY word`,
    [user],
  );
  await client.query(
    `INSERT INTO word_totals (scope, documents, words, ${place})
     SELECT 'm' || rowid, $2::bigint, $2::bigint * ${String(wordsInFact)}, 'default' FROM users WHERE id = $1`,
    [user, facts],
  );
  await client.query(
    `INSERT INTO memory_counts (kind, user_id, project_id, documents, ${place}) VALUES ('fact', $1, '*', $2, 'default')`,
    [user, facts],
  );
}
