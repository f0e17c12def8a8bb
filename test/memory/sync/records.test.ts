/** Records as lines of a bundle, and which conflicts a person should see. */
import assert from 'node:assert/strict';
import type { BundleContent } from '../../../src/memory/sync/records.ts';
import type { SnapshotRow } from '../../../src/memory/upkeep/snapshot.ts';
import { contentFromLines, isWorthShowing, linesOfContent } from '../../../src/memory/sync/records.ts';

const content: BundleContent = {
  name: 'laptop',
  username: 'ada',
  projects: { 'github.com/acme/rocket': 'rocket' },
  tombstones: [{ uid: 'fact-1', kind: 'fact', until: null, erasedAt: '2026-03-30T12:00:00.000Z' }],
  records: [
    { table: 'facts', key: 'fact-2', versions: { a1: 2, b2: 3 }, row: { fact: 'Line 1\nLine 2', confidence: 0.5 } },
    { table: 'links', key: '["fact","fact-2"]', versions: { a1: 1 }, row: null },
  ],
};

describe('the content of a bundle', () => {
  it('survives being written as lines', () => {
    assert.deepEqual(contentFromLines(linesOfContent(content)), content);
    const empty = { ...content, tombstones: [], records: [] };
    assert.deepEqual(contentFromLines(linesOfContent(empty)), empty);
  });

  it('is refused if a line is something else, without repeating it', () => {
    const head = linesOfContent({ ...content, tombstones: [], records: [] });
    const record = '{"table":"facts","key":"x","versions":"a1:1","row":{}}';
    for (const line of [
      '{"hunter2',
      '7',
      record.replace('facts', 'users'),
      record.replace('a1:1', 'a1'),
      record.replace('{}', '{"fact":{"hunter2":1}}'),
      '["uid"]',
    ]) {
      assert.throws(
        () => contentFromLines(`${head}\n${line}`),
        (error: Error) => 'code' in error && error.code === 'bad_import' && !error.message.includes('hunter2'),
        line,
      );
    }
  });
});

describe('a conflict', () => {
  it('is worth showing if the versions differ in what was written or decided', () => {
    const fact = { fact: 'One.', confidence: 1, deprecated: 0 };
    assert.equal(isWorthShowing('facts', fact, { ...fact, fact: 'Other.' }), true);
    assert.equal(isWorthShowing('facts', fact, { ...fact, deprecated: 1 }), true);
    assert.equal(isWorthShowing('facts', fact, { ...fact, confidence: 0.5 }), false);
    const said = (also: string[]): SnapshotRow => ({ ...fact, evidence: JSON.stringify({ quote: 'One.', also }) });
    assert.equal(isWorthShowing('facts', said(['a session']), said(['another session'])), false);
    assert.equal(
      isWorthShowing('sessions', { one_liner: 'x', ended_at: null }, { one_liner: 'x', ended_at: 'y' }),
      false,
    );
    assert.equal(isWorthShowing('links', { amount: 1 }, { amount: 2 }), false);
  });

  it('is none where another version of BigMind lacks a column', () => {
    assert.equal(isWorthShowing('facts', { fact: 'One.', new_column: 'x' }, { fact: 'One.' }), false);
  });
});
