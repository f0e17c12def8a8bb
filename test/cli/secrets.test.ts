/** `bigmind doctor --secrets` on a folder whose store, log, index and backups contain secrets from an older version. */
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runProgram } from '../support/program.ts';
import { secretMaker } from '../support/secretShapes.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

const secret = secretMaker(11)['GitHub token'] ?? '';

describe('bigmind doctor --secrets', () => {
  const home = temporaryHome();
  after(() => {
    home.remove();
  });

  const filesWithSecret = (): string[] =>
    readdirSync(home.path, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(home.path, name)).isFile())
      .filter((name) => readFileSync(join(home.path, name), 'latin1').toLowerCase().includes(secret.toLowerCase()))
      .toSorted();

  it('finds and removes secrets in store and backups, and names a copy that is too old to clean', async () => {
    await runProgram(home, ['save', 'The deploy key is PLACEHOLDER']);
    const file = join(home.path, 'memory.db');
    const db = new DatabaseSync(file);
    db.exec(`UPDATE facts SET fact = replace(fact, 'PLACEHOLDER', '${secret}')`);
    db.close();
    await runProgram(home, ['rebuild']);
    await runProgram(home, ['backup']);
    const old = `${file}.before-v3-2025-01-01T12-00-00-000Z.bak`;
    copyFileSync(join(import.meta.dirname, '../fixtures/stores/v2.db'), old);
    const plan = new DatabaseSync(old);
    plan.exec(`UPDATE facts SET fact = 'It is ${secret}' WHERE id = 1`);
    plan.close();
    assert.equal(filesWithSecret().length, 3);

    const found = await runProgram(home, ['doctor', '--secrets']);
    assert.equal(found.code, 1);
    assert.match(found.out, /Secrets are in 2 backups and older copies[^]*--secrets --clean/u);
    assert.equal(filesWithSecret().length, 3);

    const unconfirmed = await runProgram(home, ['doctor', '--secrets', '--clean']);
    assert.equal(unconfirmed.code, 1);
    assert.match(unconfirmed.out, /1 secret found in 1 place[^]*Nothing was changed\. Add --yes[^]*makes no backup/u);
    assert.equal(filesWithSecret().length, 3);

    const cleaned = await runProgram(home, ['doctor', '--secrets', '--clean', '--yes']);
    assert.equal(cleaned.code, 1);
    assert.match(cleaned.out, /removed from 1 backup or older copy/u);
    assert.match(cleaned.out, /Secrets are in 1 backup or older copy[^]*2025-01-01T12-00-00-000Z\.bak[^]*too old/u);
    assert.deepEqual(filesWithSecret(), ['memory.db.before-v3-2025-01-01T12-00-00-000Z.bak']);

    const restored = await runProgram(home, ['restore', '--yes']);
    assert.equal(restored.code, 0, restored.err);
    assert.match((await runProgram(home, ['search', 'deploy', 'key'])).out, /\[removed: GitHub token\]/u);
  });
});
