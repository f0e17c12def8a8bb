/** Which SQLite versions are safe for a file that several processes write. */
import { strict as assert } from 'node:assert';
import { isSoundVersion, probeNative } from '../../src/store/sqlite/engine/native/nativeSupport.ts';

describe('The probe for node:sqlite', () => {
  it('accepts versions without the WAL-reset bug, patched old ones too', () => {
    for (const version of ['3.51.3', '3.52.0', '3.53.4', '3.50.7', '3.50.12', '3.44.6', '4.0.0']) {
      assert.equal(isSoundVersion(version), true, version);
    }
    for (const version of ['3.51.2', '3.51.0', '3.50.6', '3.49.1', '3.45.9', '3.44.5', '3.43.0', '']) {
      assert.equal(isSoundVersion(version), false, version);
    }
  });

  it('finds the Node that runs the tests sound, and prints no warning', () => {
    assert.equal(probeNative().sound, true);
  });
});
