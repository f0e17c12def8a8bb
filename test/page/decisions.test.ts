/** The decisions on the page: the timeline and its filters, one in full, drafts, and commands with their undo. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { CommandOf, CommandResult, PageCommand } from '../../src/protocol/commands.ts';
import type { DraftCard } from '../../src/protocol/decisions/decisions.ts';
import type { KnowledgeFilterCard } from '../../src/protocol/recall/knowledge.ts';
import type { KnowledgeCard, MemoryDetailCard } from '../../src/protocol/recall/memories.ts';
import { anyKnowledge } from '../support/anyKnowledge.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { hostFor, refusal, runCommand, runQuery, undo } from './support.ts';

const everything: KnowledgeFilterCard = { ...anyKnowledge, type: 'decision' };
const whole: CommandOf<'saveDecision'> = {
  type: 'saveDecision',
  title: 'Use PostgreSQL for the order store',
  decidedBy: 'Ada',
  assistedBy: ['claude-code'],
  project: null,
  rationale: 'Orders need transactions.',
  alternatives: ['MongoDB: no transactions'],
  sourceRef: 'docs/adr.md#L4',
  supersedes: null,
  draft: null,
};
const shared = { title: 'Moor at the quay', decidedBy: 'Ada', rationale: 'It is deep.' };
const reversed = { type: 'recordOutcome', rating: 2, verdict: 'reversed', notes: 'Too slow.' } as const;

describe('the decisions on the page', () => {
  let open: TestMemory;
  let ada: Caller;
  let host: PageHost;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller({ project: { key: 'github.com/acme/harbour', name: 'harbour' } });
    host = hostFor(ada, open);
  });
  afterEach(() => open.close());

  const run = (command: PageCommand): Promise<CommandResult> => runCommand(host, command);
  const save = async (more: Partial<CommandOf<'saveDecision'>> = {}): Promise<number> =>
    Number((await run({ ...whole, ...more })).made?.id);
  const rate = (id: number, more: Partial<CommandOf<'recordOutcome'>> = {}): Promise<CommandResult> =>
    run({ ...reversed, id, observedAt: null, sourceRef: null, ...more });
  const listed = (filter: Partial<KnowledgeFilterCard> = {}, offset = 0, limit = 20) =>
    runQuery(host, 'knowledge', { filter: { ...everything, ...filter }, order: 'newest', offset, limit });
  const list = async (filter: Partial<KnowledgeFilterCard> = {}): Promise<KnowledgeCard[]> =>
    (await listed(filter)).items;
  const titles = async (filter: Partial<KnowledgeFilterCard> = {}): Promise<string[]> =>
    (await list(filter)).map(({ text }) => text);
  const detail = (id: number): Promise<MemoryDetailCard> =>
    runQuery(host, 'memory', { ref: { kind: 'fact', id: String(id) } });
  const drafts = async (): Promise<DraftCard[]> => (await runQuery(host, 'drafts', { offset: 0, limit: 20 })).drafts;
  const keep = async (content: string): Promise<number> => {
    const kept = { content, flagReason: 'decision, kept by rule', role: 'user' };
    return (await open.memory.chunks.append(ada, kept)).chunk.id;
  };

  it('lists who decided, and with whom', async () => {
    await save();
    const [only, ...others] = await list();
    assert.deepEqual(others, []);
    const { text, decision, learned, hypothesis, status, project, createdAt, origin } = only ?? {};
    assert.deepEqual(
      { text, decision, learned, hypothesis, status, project, createdAt, origin },
      {
        ...{ text: whole.title, decision: { decidedBy: 'Ada', assistedBy: ['claude-code'] }, status: 'live' },
        ...{ learned: null, hypothesis: null, project: 'harbour', createdAt: '2026-03-30T09:15:00.000Z' },
        origin: 'person',
      },
    );
  });

  it('lists a fact that is called a decision without a rationale, too', async () => {
    await open.memory.facts.store(ada, { type: 'decision', fact: 'We moor at night' });
    await open.memory.facts.store(ada, { category: 'decision', fact: 'We moor at noon' });
    await open.memory.facts.store(ada, { type: 'bug', fact: 'The quay is cut off' });
    assert.deepEqual(
      (await list()).map(({ text, factType, decision }) => [text, factType, decision]),
      [
        ['We moor at noon', 'decision', null],
        ['We moor at night', 'decision', null],
      ],
    );
  });

  it('pages through the list, newest first', async () => {
    for (const day of ['Monday', 'Tuesday', 'Friday']) {
      open.pass(1);
      await save({ title: `Deploy on ${day}` });
    }
    const part = await listed({}, 1, 1);
    assert.deepEqual([part.items.map(({ text }) => text), part.total], [['Deploy on Tuesday'], 3]);
  });

  it('filters by project, state, and decider or agent', async () => {
    await save();
    await save({ title: 'Moor at the quay', project: 'quay', decidedBy: 'Bob', assistedBy: [] });
    assert.deepEqual(await titles({ project: 'quay' }), ['Moor at the quay']);
    assert.deepEqual(await titles({ involved: 'claude-code' }), [whole.title]);
    assert.deepEqual(await titles({ involved: 'claude' }), []);
    assert.deepEqual(await titles({ involved: 'Bob', state: 'replaced' }), []);
    assert.deepEqual(await runQuery(host, 'decisionChoices', {}), {
      projects: ['harbour', 'quay'],
      deciders: ['Ada', 'Bob'],
      agents: ['claude-code'],
    });
  });

  it('finds those that no longer apply by their words', async () => {
    const old = await save();
    await save({ title: 'Use SQLite for the order store', supersedes: old });
    const reversal = await save({ title: 'Keep the orders in files' });
    await rate(reversal);
    assert.deepEqual(await titles(), ['Use SQLite for the order store']);
    assert.deepEqual(await titles({ state: 'replaced' }), [whole.title]);
    assert.deepEqual(await titles({ state: 'reversed' }), ['Keep the orders in files']);
    const found = async (query: string, state: KnowledgeFilterCard['state']): Promise<[string[], string[]]> => {
      const filter = { ...everything, state };
      const answer = await runQuery(host, 'search', { query, filter, limit: 9 });
      return [answer.found.map(({ memory }) => memory.text), answer.others.map(({ text }) => text)];
    };
    assert.deepEqual(await found('order STORE', 'deprecated'), [[], [whole.title]]);
    assert.deepEqual(await found('order store', 'live'), [['Use SQLite for the order store'], []]);
  });

  it('shows one in full, with outcomes and what it is linked to', async () => {
    const old = await save({ title: 'Use SQLite' });
    const id = await save({ supersedes: old });
    await rate(id, { rating: 9, verdict: 'held', notes: 'Fast.', sourceRef: 'docs/review.md' });
    const { decision, supersedes, supersedesCount, sourceRef, uid, visibility } = await detail(id);
    assert.deepEqual([decision?.rationale, decision?.status, sourceRef], [whole.rationale, 'active', whole.sourceRef]);
    assert.deepEqual(
      decision?.outcomes.map(({ rating, verdict, notes, sourceRef: source, user }) => [
        rating,
        verdict,
        notes,
        source,
        user,
      ]),
      [[9, 'held', 'Fast.', 'docs/review.md', 'ada']],
    );
    assert.deepEqual(
      supersedes.map((older) => [older.id, older.deprecated, older.decision]),
      [[String(old), true, true]],
    );
    assert.deepEqual([supersedesCount, visibility], [1, 'private']);
    assert.match(uid ?? '', /^[0-9a-f-]{36}$/u);
    assert.deepEqual(
      [(await detail(old)).decision?.status, (await detail(old)).supersededBy?.id],
      ['superseded', String(id)],
    );
  });

  it('shows a decision that its owner shares to others, who cannot rate it', async () => {
    const { fact } = await open.memory.decisions.save(ada, { ...shared, visibility: 'workspace' });
    await rate(fact.id, { rating: 9, verdict: 'held' });
    const bob = hostFor(await open.caller({ username: 'bob' }), open);
    const card = await runQuery(bob, 'memory', { ref: { kind: 'fact', id: String(fact.id) } });
    assert.deepEqual([card.decision?.outcomes.length, card.mayChange, card.visibility], [1, false, 'workspace']);
    const outcome = { ...reversed, id: fact.id, observedAt: null, sourceRef: null };
    assert.equal((await refusal(bob, outcome)).code, 'not_allowed');
  });

  it('replaces a decision, and undoes that', async () => {
    const old = await save();
    const done = await run({ ...whole, title: 'Use CockroachDB', supersedes: old });
    assert.deepEqual(await titles(), ['Use CockroachDB']);
    await undo(host, done);
    assert.deepEqual(await titles(), [whole.title]);
    assert.equal((await detail(old)).decision?.status, 'active');
  });

  it('moves a pin to the decision that replaces the pinned one, and back on undo', async () => {
    const pins = async (): Promise<string[]> => (await open.memory.profiles.get(ada))?.pinnedFacts ?? [];
    const old = await save();
    await run({ type: 'pin', text: whole.title });
    const done = await run({ ...whole, title: 'Use CockroachDB', supersedes: old });
    assert.deepEqual(await pins(), ['Use CockroachDB']);
    await undo(host, done);
    assert.deepEqual(await pins(), [whole.title]);
    await undo(host, await rate(old));
    assert.deepEqual(await pins(), [whole.title]);
    await rate(old);
    assert.deepEqual(await pins(), []);
  });

  it('edits title and details as one change, and undoes that', async () => {
    const id = await save();
    const fields = { decidedBy: 'Bob', assistedBy: [], project: null, rationale: 'Orders.', alternatives: [] };
    const { version } = await detail(id);
    const done = await run({ type: 'completeDecision', id, version, title: 'Use PostgreSQL 18', ...fields });
    assert.deepEqual([await titles(), (await detail(id)).decision?.decidedBy], [['Use PostgreSQL 18'], 'Bob']);
    await undo(host, done);
    assert.deepEqual([await titles(), (await detail(id)).decision?.decidedBy], [[whole.title], 'Ada']);
    const late = { type: 'completeDecision', id, version, title: null, ...fields } as const;
    assert.equal((await refusal(host, late)).code, 'conflict');
  });

  it('makes an old fact a decision, and undoes that', async () => {
    const { fact } = await open.memory.facts.store(ada, { category: 'decision', fact: 'We deploy on Thursdays' });
    const fields = { decidedBy: 'Ada', assistedBy: [], project: null, rationale: 'Support.', alternatives: [] };
    const done = await run({ type: 'completeDecision', id: fact.id, version: fact.version, title: null, ...fields });
    assert.equal((await detail(fact.id)).decision?.rationale, 'Support.');
    await undo(host, done);
    const { decision, status } = await detail(fact.id);
    assert.deepEqual([decision, status], [null, 'live']);
    assert.deepEqual(await titles(), ['We deploy on Thursdays']);
  });

  it('retires a reversed decision, and undoes outcome and retirement together', async () => {
    const id = await save();
    const done = await rate(id);
    const state = async (): Promise<unknown[]> => {
      const { decision } = await detail(id);
      return [decision?.status, decision?.outcomes.length];
    };
    assert.deepEqual([await titles(), await state()], [[], ['reversed', 1]]);
    await undo(host, done);
    assert.deepEqual([await titles(), await state()], [[whole.title], ['active', 0]]);
  });

  it('refuses a decision with missing parts, an unknown rating and a future date, and stores nothing', async () => {
    const homeless = hostFor(await open.caller(), open);
    const failure = await refusal(homeless, { ...whole, decidedBy: ' ', rationale: '' });
    assert.deepEqual([failure.code, failure.message], ['invalid_input', 'decided_by, project, rationale are missing.']);
    assert.deepEqual(await titles(), []);
    const id = await save();
    const outcome = { ...reversed, id, observedAt: null, sourceRef: null };
    assert.equal((await refusal(host, { ...outcome, rating: 11 })).code, 'invalid_input');
    assert.equal((await refusal(host, { ...outcome, observedAt: '2030-01-01' })).code, 'invalid_input');
    assert.equal((await detail(id)).decision?.outcomes.length, 0);
  });

  it('proposes drafts, counts them, and stores nothing by itself', async () => {
    const id = await keep('We decided to use Vite because builds took a minute.');
    const [draft] = await drafts();
    assert.deepEqual([draft?.id, draft?.title, draft?.decidedBy, draft?.project], [id, 'Use Vite', 'ada', 'harbour']);
    assert.equal((await runQuery(host, 'overview', {})).drafts, 1);
    assert.deepEqual(await titles(), []);
  });

  it('approves a draft, and proposes it again when that is undone', async () => {
    const draft = await keep('We decided to use Vite because builds took a minute.');
    const done = await run({ ...whole, title: 'Use Vite', sourceRef: null, draft });
    assert.deepEqual([await titles(), (await drafts()).length], [['Use Vite'], 0]);
    assert.notEqual((await detail(Number(done.made?.id))).sessionId, null);
    await undo(host, done);
    assert.deepEqual([await titles(), (await drafts()).length], [[], 1]);
  });

  it('discards drafts, and proposes them again on undo', async () => {
    const ids = [await keep('We decided to use Vite.'), await keep('We agreed to release on Mondays.')];
    const done = await run({ type: 'discardDrafts', ids });
    assert.equal((await runQuery(host, 'overview', {})).drafts, 0);
    await undo(host, done);
    assert.equal((await drafts()).length, 2);
    assert.equal((await run({ type: 'discardDrafts', ids: [99] })).undo, null);
  });

  it('changes the type and the expiry of a fact, and undoes each', async () => {
    const { fact } = await open.memory.facts.store(ada, { category: 'codebase', fact: 'The port is 80' });
    const edit = { type: 'editFact', text: null, category: null, confidence: null, tags: null } as const;
    const states = async (): Promise<unknown[]> => {
      const { factType, expiresAt } = await detail(fact.id);
      return [factType, expiresAt];
    };
    const day = '2026-04-30T00:00:00.000Z';
    const changed = await run({ ...edit, id: fact.id, version: 1, factType: 'bug', expires: day });
    assert.deepEqual(await states(), ['bug', day]);
    await run({ ...edit, id: fact.id, version: 2, factType: null, expires: 'never' });
    assert.deepEqual(await states(), ['bug', null]);
    assert.notEqual(changed.undo, null);
  });

  it('lists memories by type and tag, and those that expired', async () => {
    const store = (fact: string, more: object): Promise<unknown> =>
      open.memory.facts.store(ada, { type: 'observation', fact, ...more });
    await store('The login loop', { type: 'bug', tags: ['auth'] });
    await store('The logout loop', { type: 'bug' });
    await store('The pier is closed', { expiresInHours: 1 });
    open.pass(2);
    const texts = async (more: Partial<KnowledgeFilterCard>): Promise<string[]> => {
      const question = { filter: { ...anyKnowledge, ...more }, order: 'oldest', offset: 0, limit: 9 } as const;
      return (await runQuery(host, 'knowledge', question)).items.map(({ text }) => text);
    };
    assert.deepEqual(await texts({ subtype: 'bug' }), ['The login loop', 'The logout loop']);
    assert.deepEqual(await texts({ subtype: 'bug', tag: 'auth' }), ['The login loop']);
    assert.deepEqual(await texts({ state: 'expired' }), ['The pier is closed']);
    const found = await runQuery(host, 'search', {
      query: 'loop',
      filter: { ...anyKnowledge, subtype: 'bug', tag: 'auth' },
      limit: 9,
    });
    assert.deepEqual(
      found.found.map(({ memory }) => memory.text),
      ['The login loop'],
    );
  });
});
