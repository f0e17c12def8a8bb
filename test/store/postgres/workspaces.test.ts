/** Several people and workspaces of one database, through the store itself, as the server of a team uses it. */
import { strict as assert } from 'node:assert';
import { bigMindErrorFrom } from '../../../src/memory/shared/errors.ts';
import { latestVersion } from '../../../src/store/postgres/schema/migrations.ts';
import { runAs } from '../../../src/store/postgres/security/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { postgresUrl } from '../postgresSchemas.ts';
import { aRecording } from '../recorded.ts';
import { aFact, aKnowledge, codeOf, findMemories, noJudgement, recallOf } from '../support.ts';
import type { SecuredServer } from './securedServer.ts';
import { aSecuredServer, identityOf } from './securedServer.ts';
import { comeIn } from './seededTeam.ts';

(postgresUrl === undefined ? describe.skip : describe)('people and workspaces of one database', () => {
  let secured: SecuredServer;
  let store: Store;
  before(async () => {
    secured = await aSecuredServer();
    store = secured.open(secured.server);
  });
  after(async () => {
    await store.close();
    await secured.drop();
  });

  const save = (username: string, fact: string, workspace = 'acme', more = {}): Promise<unknown> =>
    runAs(identityOf(username, { workspace }), async () =>
      store.facts.add(aFact(await comeIn(store, username), fact, more), noJudgement),
    );
  const find = (username: string, word: string, workspace = 'acme'): Promise<number> =>
    runAs(identityOf(username, { workspace }), async () => {
      const found = await findMemories(store, await comeIn(store, username), [word]);
      return found.length;
    });

  it('names the command of the owner for a schema of an older version', async () => {
    const row = await secured.admin.query('DELETE FROM schema_migrations WHERE version = $1 RETURNING *', [
      latestVersion,
    ]);
    const early = secured.open(secured.server);
    const error = bigMindErrorFrom(await early.maintenance.changeToken().catch((thrown: unknown) => thrown));
    await early.close();
    await secured.admin.query(
      'INSERT INTO schema_migrations SELECT * FROM json_populate_recordset(NULL::schema_migrations, $1)',
      [JSON.stringify(row.rows)],
    );
    assert.match(error.message, /is not prepared for this version/u);
    assert.match(JSON.stringify(error.remedy), /owner runs `bigmind database prepare`/u);
  });

  it('finds for each person their own memories, and what the workspace shares', async () => {
    await save('ada', 'The basilisk is mine');
    await save('ada', 'The griffin is ours', 'acme', { visibility: 'workspace' });
    assert.deepEqual([await find('ada', 'basilisk'), await find('ada', 'griffin')], [1, 1]);
    assert.deepEqual([await find('bob', 'basilisk'), await find('bob', 'griffin')], [0, 1]);
    assert.deepEqual([await find('ada', 'basilisk', 'zeta'), await find('ada', 'griffin', 'zeta')], [0, 0]);
  });

  it('knows for each person the projects of their own memories, and of what the workspace shares', async () => {
    await runAs(identityOf('ada'), async () => {
      for (const [project, more] of [
        ['dock', {}],
        ['pier', { visibility: 'workspace' as const }],
      ] as const) {
        await store.facts.add(aFact(await comeIn(store, 'ada', project), `About ${project}`, more), noJudgement);
      }
    });
    const known = (username: string, workspace = 'acme'): Promise<string[]> =>
      runAs(identityOf(username, { workspace }), async () => {
        const { user } = await comeIn(store, username);
        const { identity } = store;
        const all = [...(await identity.listProjects(user.id)), ...(await identity.listSharedProjects(user.id))];
        return all.map(({ name }) => name).filter((name) => name !== 'rocket');
      });
    assert.deepEqual(
      [await known('ada'), await known('bob'), await known('ada', 'zeta'), await known('bob', 'zeta')],
      [['dock', 'pier'], ['pier'], [], []],
    );
  });

  it('keeps calls apart that run at the same time over the same connections', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `user${String(n)}`);
    await Promise.all(names.map((name) => save(name, `The sphinx belongs to ${name}`)));
    const counts = await Promise.all([...names, ...names].map((name) => find(name, 'sphinx')));
    assert.deepEqual(new Set(counts), new Set([1]));
  });

  it('lets an admin export everything of the workspace, with the purpose for it, and nothing of another', async () => {
    await save('zoe', 'The hydra lives elsewhere', 'zeta');
    const snapshot = await runAs(identityOf('ada', { purpose: 'all' }), () =>
      store.portability.read('2026-04-01T00:00:00.000Z', 'ada'),
    );
    const facts = snapshot.tables.facts.map(({ fact }) => String(fact));
    assert.ok(facts.includes('The basilisk is mine'));
    assert.ok(facts.includes('The sphinx belongs to user1'));
    assert.ok(!facts.includes('The hydra lives elsewhere'));
  });

  it('counts each word in as many documents as contain it, and forgets a word with its last one', async () => {
    const counted = async (sql: string): Promise<string[]> =>
      (await secured.admin.query<{ line: string }>(`SELECT concat_ws(' ', workspace_id, word, n) AS line ${sql}`)).rows
        .map(({ line }) => line)
        .toSorted();
    const differences = async (): Promise<unknown> => {
      const kept = await counted(
        `FROM (SELECT workspace_id, word, documents AS n FROM ${secured.schema}.scope_words) AS w`,
      );
      const real =
        await counted(`FROM (SELECT d.workspace_id, w.word, count(*) AS n FROM ${secured.schema}.document_words d,
        unnest(tsvector_to_array(d.words)) AS w(word) GROUP BY 1, 2) AS w`);
      assert.ok(kept.length > 20);
      return [kept.filter((line) => !real.includes(line)), real.filter((line) => !kept.includes(line))];
    };
    await save('ada', 'The cockatrice guards the gate');
    // Only the owner of the schema may put off counting, until all words are counted.
    await secured.admin.query(`ALTER ROLE ${secured.server} SET bigmind.word_counts = 'later'`);
    const other = secured.open(secured.server, undefined, 'acme');
    await other.actFor('ada', async () => {
      const caller = await comeIn(other, 'ada');
      return other.facts.add(aFact(caller, 'Another cockatrice guards nothing'), noJudgement);
    });
    await other.close();
    await secured.admin.query(`ALTER ROLE ${secured.server} RESET bigmind.word_counts`);
    await save('bob', 'The cockatrice of bob', 'acme', { visibility: 'workspace' });
    assert.deepEqual(await differences(), [[], []]);
    await runAs(identityOf('ada'), async () => {
      const caller = await comeIn(store, 'ada');
      for (const { id } of await findMemories(store, caller, ['gate'])) {
        const fact = await store.facts.get(Number(id));
        assert.ok(fact);
        await store.facts.deprecate(fact.id, fact.version, 'It left.', '2026-04-01T00:00:00.000Z');
      }
    });
    assert.deepEqual(await differences(), [[], []]);
    const words = (prefix: string): Promise<string[]> =>
      runAs(identityOf('ada'), async () => recallOf(store).wordsFrom(prefix));
    assert.deepEqual([await words('cocka'), await words('gat')], [['cockatrice'], []]);
    const owner = secured.open(secured.owner, undefined, 'acme');
    await secured.admin.query(`UPDATE ${secured.schema}.scope_words SET documents = 7 WHERE workspace_id = 'acme'`);
    await owner.maintenance.rebuildIndex();
    assert.deepEqual(await differences(), [[], []], 'the owner counts all words of the workspace at the end');
    await owner.close();
    await save('ada', 'The cockatrice is back');
    assert.deepEqual(await differences(), [[], []]);
  });

  it('refuses a call that acts for nobody, instead of showing an empty store', async () => {
    await assert.rejects(store.identity.listUsers(), { code: 'not_allowed', message: /acted for nobody/u });
    const other = secured.open(secured.server.replace(/_server$/u, '_guest'), identityOf('ada'));
    await secured.admin.query(`CREATE ROLE ${secured.schema}_guest LOGIN IN ROLE ${secured.app}`);
    assert.equal(await codeOf(other.identity.listUsers()), 'not_allowed', 'a claim without a signature');
    await other.close();
    await secured.admin.query(`DROP ROLE ${secured.schema}_guest`);
  });

  it('does upkeep of its workspace outside of calls, as a server without a person', async () => {
    const server = secured.open(secured.server, undefined, 'acme');
    assert.equal(await codeOf(server.maintenance.freeBytes()), 'no error');
    assert.ok((await server.portability.read('2026-04-01T00:00:00.000Z', 'ada')).tables.facts.length > 0);
    assert.equal(await codeOf(server.identity.listUsers()), 'not_allowed');
    assert.equal(await codeOf(server.actFor('ada', () => server.identity.listUsers())), 'no error');
    await server.close();
  });

  it('deletes what is older than the admin of its workspace set, of everybody there and nobody elsewhere', async () => {
    for (const workspace of ['acme', 'other']) {
      await runAs(identityOf('ada', { workspace }), async () => {
        const ada = await comeIn(store, 'ada');
        const change = { username: 'ada', role: 'admin', byUserId: ada.user.id, mode: 'team' } as const;
        await store.facts.add(aFact(ada, `The first of ${workspace}.`), noJudgement);
        await store.identity.setRole(change);
      });
      for (const username of ['ada', 'dan']) {
        await runAs(identityOf(username, { workspace }), async () => {
          const day = '2020-01-01T10:00:00.000Z';
          await store.recording.append(aRecording(await comeIn(store, username), username, day, ['long ago']));
        });
      }
    }
    const at = new Date().toISOString();
    const set = (username: string): Promise<string> =>
      runAs(identityOf(username), async () => {
        const by = { userId: (await comeIn(store, username)).user.id, agentId: null, sessionId: null, projectId: null };
        return store.retention.set({ kind: 'message', days: 90, at, by });
      });
    assert.equal(await set('dan'), 'not_allowed');
    assert.equal(await set('ada'), 'set');
    const before = '2021-01-01T00:00:00.000Z';
    // Outside of calls, as upkeep does it.
    const upkeep = (workspace: string): Promise<unknown> =>
      runAs(identityOf('', { workspace }), async () => [
        (await store.retention.days()).message,
        (await store.retention.old('message', before)).total,
      ]);
    assert.deepEqual(
      [await upkeep('acme'), await upkeep('other')],
      [
        [90, 2],
        [0, 2],
      ],
    );
    assert.deepEqual(await runAs(identityOf(''), () => store.retention.deleteOld('message', before)), {
      deleted: 2,
      isLast: true,
    });
    assert.deepEqual(
      [await upkeep('acme'), await upkeep('other')],
      [
        [90, 0],
        [0, 2],
      ],
    );
  });

  it('rebuilds the index without the time limit of other statements, since one deletes all of it', async () => {
    await secured.admin.query(`CREATE TABLE noted (timeout TEXT);
      CREATE FUNCTION note_timeout() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${secured.schema} AS
        $$ BEGIN INSERT INTO noted VALUES (current_setting('statement_timeout')); RETURN NULL; END $$;
      CREATE TRIGGER notes BEFORE DELETE OR INSERT ON memory_documents FOR EACH STATEMENT EXECUTE FUNCTION note_timeout()`);
    const timeouts = async (): Promise<string[]> =>
      (await secured.admin.query<{ timeout: string }>('SELECT DISTINCT timeout FROM noted')).rows.map(
        (row) => row.timeout,
      );
    await runAs(identityOf('ada'), () => store.maintenance.rebuildIndex());
    assert.deepEqual(await timeouts(), ['0']);
    await secured.admin.query('TRUNCATE noted');
    await save('ada', 'The manticore waits');
    assert.deepEqual(await timeouts(), ['1min']);
    await secured.admin.query('DROP TRIGGER notes ON memory_documents; DROP FUNCTION note_timeout(); DROP TABLE noted');
  });

  it('knows a person by their own login, and refuses a process that names another one', async () => {
    for (const other of [identityOf('ada'), identityOf('bob', { workspace: 'zeta' })]) {
      const pretending = secured.open(secured.person, other);
      assert.equal(await codeOf(pretending.identity.listUsers()), 'not_allowed');
      await pretending.close();
    }
    const bobs = secured.open(secured.person, identityOf('bob'));
    const caller = await comeIn(bobs, 'bob');
    assert.equal(await codeOf(bobs.facts.add(aFact(caller, 'The wyvern is bob’s'), noJudgement)), 'no error');
    assert.equal((await findMemories(bobs, caller, ['wyvern'])).length, 1);
    assert.equal((await findMemories(bobs, caller, ['basilisk'])).length, 0);
    await assert.rejects(bobs.maintenance.rebuildIndex(), {
      code: 'not_allowed',
      remedy: /`bigmind rebuild` with BIGMIND_DB_URL and BIGMIND_DB_KEY of the server, or with the login of/u,
    });
    assert.equal((await findMemories(bobs, caller, ['wyvern'])).length, 1);
    assert.ok((await store.actFor('ada', () => store.maintenance.rebuildIndex())) >= 0);
    await bobs.close();
    assert.deepEqual([await find('bob', 'wyvern'), await find('ada', 'wyvern')], [1, 0]);
  });

  it('erases with knowledge what others keep about it, although the curator does not see that', async () => {
    for (const name of ['bob', 'cy']) await runAs(identityOf(name), () => comeIn(store, name));
    await runAs(identityOf('ada'), async () => {
      const { user } = await comeIn(store, 'ada');
      await store.identity.setRole({ username: 'cy', role: 'curator', byUserId: user.id, mode: 'team' });
    });
    const ids = await runAs(identityOf('bob'), async () => {
      const bob = await comeIn(store, 'bob');
      const more = { mode: 'team' } as const;
      const { entry } = await store.knowledge.propose(aKnowledge(bob, 'Kraken', more));
      const { entry: other } = await store.knowledge.propose(aKnowledge(bob, 'Leviathan', more));
      await store.facts.add(aFact(bob, 'The kraken sleeps'), noJudgement);
      return [entry.id, other.id];
    });
    await secured.admin
      .query(`INSERT INTO links (uid, workspace_id, from_kind, from_uid, to_kind, to_uid, relation, created_at)
      SELECT 'to ' || k.title, 'acme', 'fact', f.uid, 'knowledge', k.uid, 'from', '2026' FROM global_knowledge k, facts f
      WHERE f.fact = 'The kraken sleeps'`);
    await secured.admin.query(`INSERT INTO muted_memories (uid, workspace_id, user_id, kind, memory_uid, created_at)
      SELECT 'mute ' || title, 'acme', promoted_by, 'knowledge', uid, '2026' FROM global_knowledge`);
    await secured.admin
      .query(`INSERT INTO hook_runs (workspace_id, user_id, client, event, outcome, injected, tokens, refs, recorded, took_ms, at)
      SELECT 'acme', promoted_by, 'c', 'e', 'done', 'About ' || title, 1, 'fact:1 knowledge:' || id, 1, 1, '2026' FROM global_knowledge`);
    await secured.admin
      .query(`INSERT INTO changes (workspace_id, change_id, user_id, kind, row_key, after_image, created_at)
      SELECT 'acme', 'change ' || title, promoted_by, 'knowledge', id::text, '{}', '2026' FROM global_knowledge`);
    await runAs(identityOf('cy'), async () => {
      const { user } = await comeIn(store, 'cy');
      const query = { ref: { kind: 'knowledge', id: String(ids[0]) }, userId: user.id, mode: 'team' } as const;
      const shown = await store.erasure.preview(query);
      assert.ok(typeof shown !== 'string');
      const { expected } = shown;
      assert.ok(
        typeof (await store.erasure.erase({ ...query, expected, now: '2026-04-01T00:00:00.000Z' })) !== 'string',
      );
    });
    const { rows } = await secured.admin.query<{ kept: string }>(
      'SELECT uid AS kept FROM links UNION SELECT uid FROM muted_memories UNION SELECT injected FROM hook_runs WHERE injected IS NOT NULL UNION SELECT change_id FROM changes',
    );
    assert.deepEqual(rows.map(({ kept }) => kept).sort(), [
      'About Leviathan',
      'change Leviathan',
      'mute Leviathan',
      'to Leviathan',
    ]);
  });

  it('refuses a superuser for whom no policy would count', async () => {
    const { rows } = await secured.admin.query<{ name: string }>('SELECT current_user AS name');
    const superuser = secured.open(rows[0]?.name ?? '');
    assert.equal(await codeOf(superuser.identity.listUsers()), 'not_allowed');
    await superuser.close();
  });
});
