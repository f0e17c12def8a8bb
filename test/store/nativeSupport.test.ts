/** Which SQLite versions are safe for a file that several processes write to. */
import { strict as assert } from 'node:assert';
import { isSoundVersion, probeNative } from '../../src/store/sqlite/engine/native/nativeSupport.ts';

describe('the probe for node:sqlite', () => {
  it('accepts only versions without the WAL-reset bug, including patched old ones', () => {
    for (const version of ['3.51.3', '3.52.0', '3.53.4', '3.50.7', '3.50.12', '3.44.6', '4.0.0']) {
      assert.equal(isSoundVersion(version), true, version);
    }
    for (const version of ['3.51.2', '3.51.0', '3.50.6', '3.49.1', '3.45.9', '3.44.5', '3.43.0', '']) {
      assert.equal(isSoundVersion(version), false, version);
    }
  });

  it('accepts the Node version that runs the tests', () => {
    assert.equal(probeNative().sound, true);
  });
});
