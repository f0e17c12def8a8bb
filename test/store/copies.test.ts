/**
 * Copies next to a store, of every schema version. Erasure and secret removal reach every byte of them, and leave them
 * intact and at their schema version. Copies that are too old for that are listed before anything happens to them.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { CopiesWithSecrets, SecretsTask } from '../../src/memory/governance/secrets.ts';
import type { Store } from '../../src/memory/store.ts';
import { openBackups } from '../../src/store/sqlite/openBackups.ts';
import { latestVersion } from '../../src/store/sqlite/schema/migrations/migrations.ts';
import { rowsIn } from '../support/rows.ts';
import { secretMaker } from '../support/secretShapes.ts';
import { addOneOfEach } from './contract/oneOfEach.ts';
import {
  aFact,
  aFile,
  fileEngineNames,
  hash,
  indexText,
  loadWasm,
  moment,
  noJudgement,
  openStore,
  removeFolders,
  visit,
} from './support.ts';

after(removeFolders);

const secret = secretMaker(5)['GitHub token'] ?? '';

/** Creates a store of this schema version, with some rows changed as if users had said something else. */
function anOldStore(version: number, ...changes: string[]): string {
  const file = aFile();
  copyFileSync(join(import.meta.dirname, `../fixtures/stores/v${String(version)}.db`), file);
  change(file, ...changes);
  return file;
}

function change(file: string, ...changes: string[]): void {
  const db = new DatabaseSync(file);
  for (const sql of changes) db.exec(sql);
  db.close();
}

/** Returns the names of the files in the store's folder that contain a word, in upper or lower case. */
function holding(file: string, word: string): string[] {
  const folder = dirname(file);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name), 'latin1').toLowerCase().includes(word.toLowerCase()))
    .map((name) => basename(name));
}

function theCopy(file: string): string {
  const folder = join(dirname(file), 'backups');
  const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
  assert.equal(names.length, 1);
  return join(folder, names[0] ?? '');
}

for (const engine of fileEngineNames) {
  describe(`copies of the store (${engine})`, () => {
    let store: Store | undefined;
    afterEach(() => store?.close());

    async function eraseAll(opened: Store, kind: 'project' | 'user', id: string): Promise<void> {
      const { user, agent } = await visit(opened, { project: null });
      const query = { userId: user.id, agentId: agent.id, ref: { kind, id }, mode: 'personal' } as const;
      const preview = await opened.scopeErasure.preview(query);
      assert.ok(typeof preview === 'object');
      const { expected } = preview;
      assert.ok(typeof (await opened.scopeErasure.begin({ ...query, expected, now: moment })) === 'object');
      while (!(await opened.scopeErasure.deleteNextBatch()).isLast);
      while ((await opened.maintenance.forgetWords()) === 'more');
    }

    for (const version of [4, 5, 6, 7, 8]) {
      it(`of version ${String(version)} lose only what is erased`, async () => {
        const file = anOldStore(
          version,
          `UPDATE users SET username = 'quetzal', display_name = 'Quetzal' WHERE id = 'u-2'`,
          `UPDATE facts SET fact = 'The quetzal is old' WHERE user_id = 'u-2'`,
          `UPDATE messages SET content = 'A quetzal flew' WHERE session_id = 's-3'`,
          `UPDATE sessions SET one_liner = 'Saw a quetzal' WHERE id = 's-3'`,
          `UPDATE projects SET key = 'example.org/toucan', name = 'toucan'`,
          `UPDATE facts SET fact = 'The toucan is here', project_id = 'p-1' WHERE id = 1`,
          `UPDATE sessions SET project_id = 'p-1', one_liner = 'A toucan' WHERE id = 's-1'`,
          `INSERT INTO facts (user_id, category, fact, uid) VALUES ('u-1', 'standard', 'The sky is blue', 'uid-blue')`,
        );
        store = openStore(engine, file);
        await store.maintenance.inspect();
        const copy = theCopy(file);
        await eraseAll(store, 'user', 'quetzal');
        await eraseAll(store, 'project', 'example.org/toucan');
        assert.deepEqual(await store.erasureCleanup.findCopies(), { cleaned: [copy], removed: [], left: [] });
        assert.ok(holding(file, 'quetzal').includes(basename(copy)));
        assert.deepEqual(await store.erasureCleanup.scrubCopies(), { cleaned: [copy], removed: [], left: [] });
        await store.erasureCleanup.forgetLog();
        await store.close();
        assert.deepEqual([holding(file, 'quetzal'), holding(file, 'toucan')], [[], []]);
        assert.deepEqual(rowsIn(copy, 'SELECT fact FROM facts'), [{ fact: 'The sky is blue' }]);
        assert.deepEqual(rowsIn(copy, 'SELECT max(version) AS version FROM schema_migrations'), [{ version }]);
        assert.deepEqual(rowsIn(copy, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
        assert.deepEqual(rowsIn(copy, 'PRAGMA foreign_key_check'), []);
        const backups = openBackups({
          ...{ hash, newId: randomUUID, now: () => new Date(moment), indexText, loadWasm },
          ...{ file, engine, notice: () => undefined },
        });
        await backups.restore(await backups.find(basename(copy)), 'ada');
        store = openStore(engine, file);
        const { damage, indexMissing, indexOrphans, schemaVersion } = await store.maintenance.inspect();
        assert.deepEqual([damage, indexMissing, indexOrphans, schemaVersion], [[], 0, 0, latestVersion]);
      });
    }

    for (const version of [1, 2, 3]) {
      it(`of version ${String(version)} are listed before an erasure and deleted by it`, async () => {
        const file = anOldStore(version, `UPDATE facts SET fact = 'The quetzal is old' WHERE id = 3`);
        store = openStore(engine, file);
        await store.maintenance.inspect();
        const copy = theCopy(file);
        const { user, agent } = await visit(store, { username: 'pplate', project: null });
        const query = { userId: user.id, ref: { kind: 'fact', id: '3' }, mode: 'personal' } as const;
        const preview = await store.erasure.preview(query);
        assert.ok(typeof preview === 'object');
        assert.deepEqual(await store.erasureCleanup.findCopies(), { cleaned: [], removed: [copy], left: [] });
        assert.ok(existsSync(copy));
        const by = { userId: user.id, agentId: agent.id, sessionId: null, projectId: null };
        const erased = await store.erasure.erase({ ...query, expected: preview.expected, now: moment, by });
        assert.ok(typeof erased === 'object');
        assert.deepEqual(await store.erasureCleanup.scrubCopies(), { cleaned: [], removed: [copy], left: [] });
        await store.erasureCleanup.forgetLog();
        await store.close();
        assert.deepEqual(holding(file, 'quetzal'), []);
      });
    }

    it('are cleaned by a later process if the erasing one died, and again after a failure', async () => {
      const file = anOldStore(8, `UPDATE users SET username = 'quetzal' WHERE id = 'u-2'`);
      store = openStore(engine, file);
      await eraseAll(store, 'user', 'quetzal');
      await store.close();
      const copy = theCopy(file);
      const marks = (): unknown => rowsIn(file, 'SELECT count(*) AS n FROM erasures')[0]?.['n'];
      let isBroken = false;
      // Too long a file name for any disk; used only while the backups are locked.
      const newId = (): string =>
        isBroken && existsSync(join(dirname(file), 'backups.lock')) ? 'x'.repeat(300) : randomUUID();
      const later = new Date(Date.parse(moment) + 600_000);
      store = openStore(engine, file, { now: () => later, newId });
      await store.maintenance.inspect();
      await store.close();
      assert.deepEqual([marks(), holding(file, 'quetzal')], [1, [basename(copy)]]);
      store = openStore(engine, file, { now: () => later, newId });
      await store.maintenance.inspect();
      let looks = 0;
      await store.erasureCleanup.finishLeft(() => (looks += 1) > 3);
      assert.deepEqual([marks(), holding(file, 'quetzal')], [1, [basename(copy)]]);
      isBroken = true;
      await store.erasureCleanup.finishLeft(() => false);
      assert.deepEqual([marks(), holding(file, 'quetzal')], [1, [basename(copy)]]);
      isBroken = false;
      await store.erasureCleanup.finishLeft(() => false);
      assert.deepEqual([marks(), holding(file, 'quetzal')], [0, []]);
    });

    it('lose the hand-off of an erased session and the outcomes of an erased decision', async () => {
      const file = aFile();
      store = openStore(engine, file);
      const ada = await visit(store);
      const { sessionId } = await addOneOfEach(store, ada);
      const handOff = {
        sourceSession: sessionId,
        type: 'observation',
        tags: ['hand-off'],
        expiresAt: '2027-01-01',
      } as const;
      await store.facts.add(aFact(ada, 'Next: feed the quetzal', { ...handOff, tags: ['hand-off'] }), noJudgement);
      const details = { decidedBy: 'Ada', assistedBy: [], rationale: 'It is quiet.', alternatives: [] };
      const decision = aFact(ada, 'Keep a bird', { type: 'decision', decision: details });
      const { fact } = await store.facts.add(decision, noJudgement);
      const by = { userId: ada.user.id, agentId: ada.agent.id, sessionId: null, projectId: null };
      const added = await store.decisions.addOutcome({
        ...{ uid: randomUUID(), decisionId: fact.id, userId: ada.user.id, agentId: ada.agent.id, by },
        ...{ rating: 3, verdict: 'mixed', notes: 'The toucan is loud.', sourceRef: null, origin: 'person' },
        ...{ observedAt: moment, now: moment },
      });
      assert.ok(added !== 'conflict');
      await store.close();
      mkdirSync(join(dirname(file), 'backups'));
      copyFileSync(file, join(dirname(file), 'backups', 'memory-2026-03-29T12-00-00Z.db'));
      assert.deepEqual([holding(file, 'quetzal').length, holding(file, 'toucan').length], [2, 2]);
      store = openStore(engine, file);
      for (const ref of [
        { kind: 'session', id: sessionId },
        { kind: 'fact', id: String(fact.id) },
      ] as const) {
        const query = { userId: ada.user.id, ref, mode: 'personal' } as const;
        const preview = await store.erasure.preview(query);
        assert.ok(typeof preview === 'object');
        assert.ok(
          typeof (await store.erasure.erase({ ...query, expected: preview.expected, now: moment })) === 'object',
        );
      }
      await store.erasureCleanup.scrubCopies();
      await store.erasureCleanup.forgetLog();
      await store.close();
      assert.deepEqual([holding(file, 'quetzal'), holding(file, 'toucan')], [[], []]);
    });

    const lookInto = async (file: string, task: SecretsTask): Promise<CopiesWithSecrets> => {
      store = openStore(engine, file);
      return store.secrets.lookInCopies(redact, task);
    };

    for (const version of [4, 5, 6, 7, 8, 9]) {
      it(`of version ${String(version)} lose the secrets in every text and keep the rest`, async () => {
        const file = aFile();
        mkdirSync(join(dirname(file), 'backups'));
        const copy = join(dirname(file), 'backups', 'memory-2026-03-29T12-00-00Z.db');
        const leak = (table: string, column: string): string =>
          `UPDATE ${table} SET ${column} = ${column} || ' ${secret}'`;
        copyFileSync(anOldStore(version), copy);
        change(
          copy,
          ...[leak('facts', 'fact'), leak('messages', 'content'), leak('conversation_chunks', 'content')],
          ...[leak('sessions', 'one_liner'), leak('session_summaries', 'summary'), leak('global_knowledge', 'content')],
          ...[leak('identity_profile', 'preferences'), leak('identity_profile', 'pinned_facts')],
          `UPDATE facts SET tags = '["${secret}","kept"]'`,
        );
        const before = rowsIn(copy, 'SELECT uid, version, content_hash FROM facts ORDER BY id');
        assert.deepEqual(await lookInto(file, 'find'), { holding: [copy], cleaned: [], left: [] });
        assert.deepEqual(holding(file, secret), [basename(copy)]);
        assert.deepEqual(await lookInto(file, 'clean'), { holding: [], cleaned: [copy], left: [] });
        assert.deepEqual(holding(file, secret), []);
        assert.deepEqual(await lookInto(file, 'find'), { holding: [], cleaned: [], left: [] });
        const after = rowsIn(copy, 'SELECT uid, version, content_hash, tags FROM facts ORDER BY id');
        for (const [place, { uid, version: versionBefore, content_hash: contentHash }] of before.entries()) {
          const now = after[place];
          assert.deepEqual([now?.['uid'], now?.['version']], [uid, Number(versionBefore) + 1]);
          assert.notEqual(now?.['content_hash'], contentHash);
          assert.deepEqual(JSON.parse(String(now?.['tags'])), ['[removed: GitHub token]', 'kept']);
        }
        assert.deepEqual(rowsIn(copy, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
        assert.deepEqual(rowsIn(copy, 'SELECT max(version) AS version FROM schema_migrations'), [{ version }]);
      });
    }

    for (const version of [1, 2, 3]) {
      it(`of version ${String(version)} that contain a secret are reported and left unchanged`, async () => {
        const clean = anOldStore(version);
        const file = aFile();
        const copy = (day: string): string => `${file}.before-v4-2026-01-${day}T12-00-00-000Z.bak`;
        copyFileSync(clean, copy('01'));
        copyFileSync(clean, copy('02'));
        change(copy('02'), `UPDATE facts SET fact = 'It is ${secret}' WHERE id = 3`);
        const bytes = readFileSync(copy('02'));
        assert.deepEqual(await lookInto(file, 'clean'), { holding: [copy('02')], cleaned: [], left: [] });
        assert.ok(readFileSync(copy('02')).equals(bytes));
      });
    }

    it('are recognized by name: other files are reported but unchanged, and an empty copy is not too old', async () => {
      const file = anOldStore(latestVersion, `UPDATE users SET username = 'quetzal' WHERE id = 'u-2'`);
      const [scratch, work] = [`${file}.scratch`, `${file}.work`];
      change(scratch, 'PRAGMA user_version = 1; PRAGMA user_version = 0');
      copyFileSync(file, work);
      mkdirSync(join(dirname(file), 'backups'));
      const empty = join(dirname(file), 'backups', 'memory-2026-03-29T12-00-00Z.db');
      copyFileSync(scratch, empty);
      const live = new DatabaseSync(work);
      live.exec(`PRAGMA journal_mode = WAL; UPDATE facts SET fact = fact || ' ${secret}'`);
      const files = [scratch, work, `${work}-wal`, empty];
      const before = files.map((path) => readFileSync(path));
      store = openStore(engine, file);
      await eraseAll(store, 'user', 'quetzal');
      const left = [scratch, work];
      assert.deepEqual(await store.erasureCleanup.findCopies(), { cleaned: [], removed: [], left });
      assert.deepEqual(await store.erasureCleanup.scrubCopies(), { cleaned: [], removed: [], left });
      assert.deepEqual(await store.secrets.lookInCopies(redact, 'clean'), { holding: [], cleaned: [], left });
      assert.deepEqual(
        files.map((path) => readFileSync(path)),
        before,
      );
      live.close();
    });
  });
}
