/** What keeps a memory in order: the health check, and the vacuum. */
import assert from 'node:assert/strict';
import { doctorMarkdown, examine } from '../../src/memory/doctor.ts';
import type { Caller } from '../../src/memory/identity.ts';
import { autoClosedHeadline } from '../../src/memory/sessions.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('the health check', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  it('finds nothing to do in an empty memory', async () => {
    const { findings } = await test.memory.health.check(ada);
    assert.deepEqual(
      findings.map(({ status, what }) => [status, what]),
      [['ok', 'Nothing among the memories needs attention.']],
    );
  });

  it('names what needs attention, with a remedy for each, and changes nothing', async () => {
    const { facts, hypotheses, knowledge, sessions, health } = test.memory;
    await facts.store(ada, { category: 'codebase', fact: 'An old fact.' });
    await facts.store(ada, { category: 'codebase', fact: 'Perhaps true.', confidence: 0.3 });
    await facts.store(ada, { category: 'codebase', fact: 'The port is 80.' });
    await facts.store(ada, { category: 'codebase', fact: 'The port is 81.' });
    const { fact } = await facts.store(ada, { category: 'codebase', fact: 'Wrong.' });
    await facts.deprecate(ada, { factId: fact.id, reason: 'x' });
    await hypotheses.add(ada, { hypothesis: 'Who knows.' });
    await sessions.end(await test.caller({ conversationId: 'told' }), { oneLiner: 'Told', summary: 'All of it.' });
    await sessions.end(await test.caller({ conversationId: 'untold' }), { oneLiner: 'Untold' });
    await knowledge.promote(ada, { category: 'pattern', title: 'Old way', content: 'x' });
    await knowledge.review(ada, { entryId: 1, action: 'deprecate' });
    test.pass(24 * 31);
    await facts.store(ada, { category: 'codebase', fact: 'Perhaps true.', confidence: 0.3 });
    assert.equal((await health.check(await test.caller({ conversationId: 'other' }))).counts.openSessions.total, 1);
    const before = JSON.stringify(await test.memory.portability.export('ada'));
    const { counts, findings } = await health.check(ada);
    assert.deepEqual(
      {
        stale: counts.staleFacts.first.map(({ name }) => name),
        unsure: counts.lowConfidenceFacts.first.map(({ name }) => name),
        contradicted: counts.contradictions.first.map(({ name }) => name),
        open: counts.openSessions.total,
        untold: counts.sessionsWithoutDetail.first.map(({ text }) => text),
        hypotheses: counts.openHypotheses.total,
        deprecated: [counts.deprecatedFacts, counts.deprecatedKnowledge],
      },
      {
        stale: ['#1', '#3', '#4'],
        unsure: ['#2'],
        contradicted: ['#3'],
        open: 0,
        untold: [autoClosedHeadline, 'Untold'],
        hypotheses: 1,
        deprecated: [1, 1],
      },
    );
    assert.ok(findings.filter(({ status }) => status === 'warning').every(({ remedy }) => remedy !== undefined));
    assert.equal(JSON.stringify(await test.memory.portability.export('ada')), before);
    assert.equal((await health.check(ada, { staleDays: 40 })).counts.staleFacts.total, 0);
    const bob = await test.caller({ username: 'bob' });
    assert.equal((await health.check(bob)).counts.staleFacts.total, 0, 'nobody else’s');
  });

  it('stands in the doctor’s report, one line for each memory, whatever it holds', async () => {
    await test.memory.facts.store(ada, { category: 'codebase', fact: '# Heading\n- ✖ trap', confidence: 0.1 });
    const { maintenance, embeddings, health } = test.memory;
    const report = doctorMarkdown(await examine({ maintenance, embeddings, health: () => health.check(ada) }));
    assert.match(
      report,
      /## What is remembered\n\n- ⚠ 1 fact with a confidence below 0\.5\.\n {4}- #1 # Heading - ✖ trap/u,
    );
  });

  it('refuses days that are none', async () => {
    await assert.rejects(test.memory.health.check(ada, { staleDays: 0 }), { code: 'invalid_input' });
    await assert.rejects(test.memory.health.check(ada, { staleDays: Number.NaN }), { code: 'invalid_input' });
  });
});

describe('the vacuum', () => {
  it('deletes old exchanges of the caller and their index, and nothing else', async () => {
    const test = openTestMemory();
    const ada = await test.caller();
    const bob = await test.caller({ username: 'bob' });
    const { chunks, facts, sessions, maintenance } = test.memory;
    await chunks.append(ada, { content: 'Old zebra.' });
    await chunks.append(bob, { content: 'Old zebra of Bob.' });
    await facts.store(ada, { category: 'codebase', fact: 'A zebra.' });
    const { id } = await sessions.end(ada, { oneLiner: 'Zebras', summary: 'About a zebra.' });
    test.pass(24 * 100);
    await chunks.append(ada, { content: 'New zebra.' });
    const old = await chunks.findOld(ada, 90);
    assert.deepEqual([old.total, old.oldest], [1, '2026-03-30T09:15:00.000Z']);
    assert.equal(await chunks.vacuum(ada, old.before), 1);
    assert.equal((await chunks.findOld(ada, 90)).total, 0);
    const kinds = (await test.search.find(ada, { query: 'zebra' })).results.map(({ kind }) => kind);
    assert.deepEqual(kinds.toSorted(), ['chunk', 'fact', 'session']);
    assert.equal((await sessions.get(ada, id)).summary?.summary, 'About a zebra.');
    assert.equal((await test.search.find(bob, { query: 'zebra' })).results.length, 1);
    const { damage, indexMissing, indexOrphans } = await maintenance.inspect();
    assert.deepEqual([damage, indexMissing, indexOrphans], [[], 0, 0]);
    await assert.rejects(chunks.findOld(ada, 0), { code: 'invalid_input' });
    await test.close();
  });
});
