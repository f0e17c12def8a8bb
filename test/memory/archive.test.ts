import assert from 'node:assert/strict';
import type { ArchiveImportReport, ArchiveLine } from '../../src/memory/archive/archive.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

/** Lines of one conversation, one minute apart. */
function aTalk(session: string, turns: readonly (readonly [role: string, content: string])[]): ArchiveLine[] {
  return turns.map(([role, content], at) => ({
    lineNumber: at + 1,
    session,
    seq: at + 1,
    role,
    content,
    createdAt: new Date(Date.parse('2026-03-02T09:00:00Z') + at * 60_000).toISOString(),
  }));
}

describe('importing conversations as JSON lines', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  const importLines = (lines: readonly ArchiveLine[]): Promise<ArchiveImportReport> =>
    test.memory.archive.importMessages(ada, lines, { projectId: null });
  const sessionOf = async () => {
    const { sessions } = await test.memory.sessions.list(ada, { scope: 'all', limit: 10 });
    assert.ok(sessions[0]);
    return sessions[0];
  };
  const summaryOf = async (id: string): Promise<string> =>
    (await test.memory.sessions.get(ada, id)).summary?.summary ?? '';

  const turns = [
    ['user', 'Hi! The checkout page shows the wrong tax for orders from Austria. Please fix the tax table.'],
    ['assistant', 'I looked at src/tax.ts. The rate of Austria was 19 % instead of 20 %.'],
    ['user', 'We decided to keep the rates in a file of their own.'],
    ['assistant', 'Done: the rates are in rates.json now, and all tests pass.'],
  ] as const;

  it('summarizes each conversation by rule, like a recorded one, and keeps its decisions', async () => {
    const report = await importLines(aTalk('tax', turns));
    assert.deepEqual([report.sessions, report.stored, report.kept], [1, 4, 1]);
    const session = await sessionOf();
    assert.match(session.oneLiner, /tax/u);
    assert.doesNotMatch(session.oneLiner, /^Hi!/u, 'the headline is derived, not copied from the first message');
    assert.equal(session.summarizedBy, 'rule');
    assert.match(await summaryOf(session.id), /rates of their own|rates in a file/u);
  });

  it('summarizes a longer conversation again and stores nothing twice', async () => {
    await importLines(aTalk('tax', turns.slice(0, 2)));
    const before = await summaryOf((await sessionOf()).id);
    const report = await importLines(aTalk('tax', turns));
    assert.deepEqual([report.stored, report.duplicates, report.kept], [2, 2, 1]);
    const { id, version } = await sessionOf();
    assert.notEqual(await summaryOf(id), before);
    assert.equal((await importLines(aTalk('tax', turns))).kept, 0);
    assert.equal((await sessionOf()).version, version);
  });

  it('preserves the headline that a person wrote', async () => {
    await importLines(aTalk('tax', turns.slice(0, 2)));
    const { id, version } = await sessionOf();
    await test.memory.sessions.rename(
      { ...ada, origin: 'person' },
      { sessionId: id, headline: 'Taxes of Austria', version },
    );
    await importLines(aTalk('tax', turns));
    assert.equal((await sessionOf()).oneLiner, 'Taxes of Austria');
  });

  it('creates no summary for a conversation between people', async () => {
    const people = turns.map(([, content]) => ['user', content] as const);
    const report = await importLines(aTalk('people', people));
    assert.deepEqual([report.stored, report.kept], [4, 0]);
    const { id, oneLiner, summarizedBy } = await sessionOf();
    assert.deepEqual([summarizedBy, await summaryOf(id)], [null, '']);
    assert.match(oneLiner, /^Hi! The checkout page/u);
  });

  it('summarizes German and Chinese conversations', async () => {
    await importLines(
      aTalk('steuer', [
        ['user', 'Bitte korrigiere den Steuersatz für Österreich im Warenkorb.'],
        ['assistant', 'Der Steuersatz ist jetzt 20 %.'],
      ]),
    );
    assert.match(await summaryOf((await sessionOf()).id), /Steuersatz/u);
    await importLines(
      aTalk('税', [
        ['user', '请修复奥地利订单的税率。'],
        ['assistant', '税率已经改为百分之二十。'],
      ]),
    );
    const { sessions } = await test.memory.sessions.list(ada, { scope: 'all', limit: 10 });
    const summaries = await Promise.all(sessions.map(({ id }) => summaryOf(id)));
    assert.ok(summaries.some((summary) => summary.includes('税率')));
  });
});
