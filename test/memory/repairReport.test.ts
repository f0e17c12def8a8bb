/** The report of a repair, in the words of the user: what was restored from where, and what is lost. */
import assert from 'node:assert/strict';
import type { RepairReport } from '../../src/memory/upkeep/backups.ts';
import { repairMarkdown } from '../../src/memory/upkeep/repairReport.ts';
import { snapshotTables } from '../../src/memory/upkeep/snapshot.ts';

const backup = {
  name: 'memory-2026-03-29T09-15-00Z.db',
  path: '/memory-2026-03-29T09-15-00Z.db',
  madeAt: '2026-03-29T09:15:00.000Z',
  reason: 'daily',
  bytes: 1,
} as const;
const report: RepairReport = {
  damage: ['Page 7 of the file is of no known kind.'],
  base: { kind: 'backup', backup },
  salvaged: { facts: 4, conversation_chunks: 1, session_summaries: 2 },
  updated: { global_knowledge: 1 },
  unreadable: [
    { table: 'messages', rows: 12 },
    { table: 'identity_profile', rows: null },
    { table: 'knowledge_reviews', rows: null },
  ],
  counts: { facts: 9, sessions: 2, chunks: 1, knowledge: 1, hypotheses: 0, messages: 0, profiles: 0 },
  found: 'file',
  isDone: false,
  setAside: null,
};

describe('the repair report', () => {
  it('counts what the backup had, what was salvaged and what is lost, in the words of the user', () => {
    const text = repairMarkdown(report, 'Europe/Berlin');
    assert.match(
      text,
      /From the backup `memory-.*`, made 2026-03-29 11:15: 5 facts, 2 sessions, 1 entry of team knowledge\./u,
    );
    assert.match(text, /Added from the damaged file:\n\n- 4 facts\n- 1 kept exchange\n- 2 session summaries\n/u);
    assert.match(text, /which is newer:\n\n- 1 entry of team knowledge\n/u);
    assert.match(text, /Not readable in the damaged file:\n\n- 12 archived messages\n/u);
    assert.match(text, /the number is unknown: profiles, reviews of team knowledge\./u);
  });

  it('says that everything after the backup is lost if there was no file to read', () => {
    const nothing = { ...report, damage: ['There is no database.'], salvaged: {}, updated: {}, unreadable: [] };
    for (const isDone of [true, false]) {
      const text = repairMarkdown({ ...nothing, found: 'nothing', isDone }, 'Europe/Berlin');
      assert.match(text, /## What is lost\n\nEverything after the backup of 2026-03-29 11:15 is lost/u);
      assert.doesNotMatch(text, /every memory|damaged file/u);
    }
  });

  it('names no database table, whichever is damaged', () => {
    const rows = Object.fromEntries(snapshotTables.map((table) => [table, 2]));
    const unreadable = snapshotTables.map((table) => ({ table, rows: null }));
    for (const base of [report.base, { kind: 'empty' } as const]) {
      const text = repairMarkdown({ ...report, base, salvaged: rows, updated: rows, unreadable }, 'UTC');
      for (const table of snapshotTables.filter((name) => name.includes('_'))) assert.ok(!text.includes(table), text);
    }
  });

  it('quotes text from files only as code, because the page is rendered', () => {
    const hostile = '[press](command:x) <img src=x> `![here](http://x)';
    const name = `memory-${hostile}.db`;
    const text = repairMarkdown(
      {
        ...report,
        damage: [`Page 7 of ${hostile}`],
        base: { kind: 'backup', backup: { ...backup, name } },
        salvaged: { [hostile]: 1 },
        updated: { [hostile]: 2 },
        unreadable: [
          { table: hostile, rows: 3 },
          { table: hostile, rows: null },
        ],
      },
      'UTC',
    );
    assert.equal(text.match(/press/gu)?.length, 6);
    assert.doesNotMatch(text.replaceAll(/`[^`\n]*`/gu, ''), /press|img|http/u);
  });
});
