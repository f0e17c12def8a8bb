/** Which files of a store other users of this computer can read, and how this is reported. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToOthers } from '../../src/store/sqlite/upkeep/openToOthers.ts';

describe('a store that other users can read', () => {
  it('is reported with the command that restricts access, unless only the group of a team has access', function () {
    if (process.platform === 'win32') this.skip();
    const home = mkdtempSync(join(tmpdir(), 'bigmind-'));
    const databaseFile = join(home, 'memory.db');
    writeFileSync(databaseFile, '');
    const remedies = (mode: 'personal' | 'team', folder: number, file: number): unknown[] => {
      chmodSync(home, folder);
      chmodSync(databaseFile, file);
      return openToOthers({ home, databaseFile, mode }).map(({ remedy }) => remedy);
    };
    assert.deepEqual(remedies('personal', 0o700, 0o600), []);
    assert.deepEqual(remedies('personal', 0o700, 0o644), []);
    assert.deepEqual(remedies('personal', 0o755, 0o600), [`To restrict access, run: chmod go= '${home}'`]);
    assert.deepEqual(remedies('personal', 0o711, 0o644), [`To restrict access, run: chmod go= '${databaseFile}'`]);
    assert.deepEqual(remedies('team', 0o770, 0o660), []);
    assert.deepEqual(remedies('team', 0o771, 0o664), [`To restrict access, run: chmod o= '${databaseFile}'`]);
    const token = join(home, 'serve-token');
    writeFileSync(token, 'secret', { mode: 0o600 });
    assert.deepEqual(remedies('team', 0o770, 0o660), []);
    chmodSync(token, 0o640);
    assert.deepEqual(remedies('team', 0o770, 0o660), [`To restrict access, run: chmod go= '${token}'`]);
    assert.deepEqual(remedies('personal', 0o711, 0o600), [`To restrict access, run: chmod go= '${token}'`]);
    assert.deepEqual(remedies('personal', 0o700, 0o600), []);
    rmSync(home, { recursive: true });
  });
});
