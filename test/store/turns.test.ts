/** Asynchronous transactions on one connection: one at a time, in the order of the calls, whatever else is called. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { cpSync, renameSync } from 'node:fs';
import { fileGuard } from '../../src/store/sqlite/backups/files/damageReport.ts';
import { createNativeEngine } from '../../src/store/sqlite/engine/native/nativeEngine.ts';
import { probeNative } from '../../src/store/sqlite/engine/native/nativeSupport.ts';
import type { SqlConnection, SqlEngine } from '../../src/store/sql/connection/sqlConnection.ts';
import { openFileImage } from '../../src/store/sqlite/engine/wasm/fileImage.ts';
import { openImageEngine } from '../../src/store/sqlite/openImageStore.ts';
import { createSchemaKeeper } from '../../src/store/sqlite/schema/schemaKeeper.ts';
import { aFile, engineNames, hash, indexText, loadWasm, moment, removeFolders } from './support.ts';
import type { EngineName } from './support.ts';

after(removeFolders);

const ports = { hash, indexText, loadWasm, newId: randomUUID, now: () => new Date(moment) };

async function openEngine(name: EngineName, file = aFile()): Promise<SqlEngine> {
  const options = { file, timeoutMs: 1_000, staleMs: 2_000, jitter: () => 0.5, guard: fileGuard(ports) };
  if (name === 'wasm') return openImageEngine({ ...ports, image: await openFileImage({ ...options, ...ports }) });
  const support = probeNative();
  assert.ok(support.sound);
  const place = { busyMs: 25, notice: () => undefined, shareAt: () => Promise.resolve(undefined) };
  return createNativeEngine(support, { ...options, ...place, keeper: createSchemaKeeper(ports, indexText) });
}

const addUser = async (db: SqlConnection, name: string): Promise<void> => {
  const sql = `INSERT INTO users (id, username, role, created_at) VALUES (?, ?, 'member', ?)`;
  await db.run(sql, [name, name, moment]);
};
const usersIn = async (db: SqlConnection): Promise<unknown[]> =>
  (await db.all('SELECT username FROM users ORDER BY username')).map((row) => row['username']);

/** Notes when it begins and ends, with statements in between. */
function noting(log: string[], name: string): (db: SqlConnection) => Promise<void> {
  return async (db) => {
    log.push(`${name} begins`);
    for (let time = 0; time < 5; time += 1) await db.get('SELECT 1');
    log.push(`${name} ends`);
  };
}

for (const name of engineNames) {
  describe(`transactions on one connection (${name})`, () => {
    it('run one at a time, in the order of the calls', async () => {
      const engine = await openEngine(name);
      await engine.read(usersIn);
      const log: string[] = [];
      await Promise.all([
        engine.write(noting(log, 'first write')),
        engine.read(noting(log, 'read')),
        engine.write(noting(log, 'second write')),
      ]);
      const names = ['first write', 'read', 'second write'];
      assert.deepEqual(
        log,
        names.flatMap((one) => [`${one} begins`, `${one} ends`]),
      );
      await engine.close();
    });

    it('undo their own changes only, if they fail while others wait', async () => {
      const engine = await openEngine(name);
      const outcomes = await Promise.allSettled([
        engine.write((db) => addUser(db, 'ada')),
        engine.write(async (db) => {
          await addUser(db, 'bob');
          throw new Error('changed my mind');
        }),
        engine.write((db) => addUser(db, 'eve')),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.deepEqual(await engine.read(usersIn), ['ada', 'eve']);
      await engine.close();
    });

    it('end before the connection is closed', async () => {
      const file = aFile();
      const engine = await openEngine(name, file);
      let closing: Promise<void> | undefined;
      await engine.write(async (db) => {
        await addUser(db, 'ada');
        closing = engine.close();
        for (let time = 0; time < 20; time += 1) await db.get('SELECT 1');
        await addUser(db, 'bob');
      });
      await closing;
      const again = await openEngine(name, file);
      assert.deepEqual(await again.read(usersIn), ['ada', 'bob']);
      await again.close();
    });
  });
}

describe('a transaction whose file is replaced while it runs', () => {
  it('ends on its connection, and only then do other calls reopen the store', async () => {
    const file = aFile();
    const engine = await openEngine('native', file);
    await engine.write((db) => addUser(db, 'ada'));
    await engine.close();
    let reading: Promise<unknown[]> | undefined;
    const seen = await engine.read(async (db) => {
      cpSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
      reading = engine.read(usersIn);
      for (let time = 0; time < 50; time += 1) await db.get('SELECT 1');
      return usersIn(db);
    });
    assert.deepEqual([seen, await reading], [['ada'], ['ada']]);
    await engine.close();
  });
});
