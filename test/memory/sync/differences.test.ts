/** What a person sees of a conflict. */
import assert from 'node:assert/strict';
import { differencesIn } from '../../../src/memory/sync/differences.ts';

describe('the differences between two versions', () => {
  it('leave out hashes and times, but not the expiry, which a person chose', () => {
    const current = { fact: 'Port 80', content_hash: 'a', updated_at: '2026-01-01', expires_at: '2027-01-01' };
    const content = { fact: 'Port 80', content_hash: 'b', updated_at: '2026-01-02', expires_at: null };
    assert.deepEqual(differencesIn({ content, current }), [
      { column: 'expires_at', current: '2027-01-01', lost: null },
    ]);
  });
});
