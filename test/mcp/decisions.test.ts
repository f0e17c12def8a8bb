/** The toolset `provenance` through a real client over stdio and the built program. */
import assert from 'node:assert/strict';
import { openChat } from '../support/program.ts';
import type { Answer, Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const decision = {
  title: 'Keep orders in PostgreSQL',
  decided_by: 'Ada',
  project: 'shop',
  rationale: 'Orders need transactions over several tables.',
  alternatives: ['MongoDB: no transactions over collections'],
};

describe('the toolset provenance', () => {
  let home: TemporaryHome;
  let chat: Chat;
  beforeEach(async () => {
    home = temporaryHome();
    chat = await openChat(home, { name: 'claude-code', env: { BIGMIND_TOOLSETS: 'core,provenance' } });
  });
  afterEach(async () => {
    await chat.close();
    home.remove();
  });

  const save = (more: Record<string, unknown> = {}): Promise<Answer> =>
    chat.call('save_decision', { ...decision, ...more });
  const query = async (args: Record<string, unknown>): Promise<Record<string, unknown>[]> =>
    (await chat.call('query_decisions', { project: 'shop', ...args })).structured['decisions'] as Record<
      string,
      unknown
    >[];

  it('names everything that is missing before anything is stored', async () => {
    const answer = await chat.call('save_decision', { title: 'Use SQLite' });
    assert.ok(answer.isError);
    assert.match(answer.text, /decided_by, project, rationale are missing\..*Nothing was stored\./su);
    assert.deepEqual(await query({ template: 'who-decided', project: 'all' }), []);
  });

  it('says in which other project a question would find something', async () => {
    await save({ project: 'farm' });
    await save({ title: 'Deploy on Thursdays', rationale: 'Support.', alternatives: [] });
    const { text, structured } = await chat.call('query_decisions', {
      template: 'why-to-check',
      title: decision.title,
      project: 'shop',
    });
    assert.match(text, /No decision of this project matches, but decisions of other projects do: farm \(1\)\./u);
    assert.match(String(structured['note']), /farm \(1\)/u);
  });

  it('answers the four questions', async () => {
    const { structured } = await save();
    await save({ title: 'Deploy on Thursdays', rationale: 'Support.', assisted_by: ['codex'], alternatives: [] });
    await chat.call('save_retrospective', { id: structured['uid'], rating: 'high', notes: 'No lost order.' });
    const ids = async (args: Record<string, unknown>): Promise<unknown[]> => (await query(args)).map(({ id }) => id);
    assert.deepEqual(await ids({ template: 'who-decided', title: 'orders' }), [1]);
    assert.deepEqual(await ids({ template: 'agent-decisions', assisted_by: 'codex' }), [2]);
    assert.deepEqual(await ids({ template: 'retrospectives', rating: 8 }), [1]);
    const [found] = await query({ template: 'why-to-check', title: 'MongoDB for orders' });
    assert.deepEqual(
      [found?.['decided_by'], found?.['assisted_by'], found?.['alternatives'], found?.['warnings']],
      ['Ada', ['claude-code'], decision.alternatives, ['rejected: MongoDB (no transactions over collections)']],
    );
  });

  it('retires a reversed decision, and replaces one', async () => {
    await save();
    const reversed = await chat.call('save_retrospective', {
      id: 1,
      rating: 1,
      verdict: 'reversed',
      notes: 'Too slow.',
    });
    assert.match(reversed.text, /The decision is retired\./u);
    const next = await save({ title: 'Keep orders in CockroachDB', informed_by: '1' });
    assert.match(next.text, /Saved as decision #2\./u);
    const replaced = await save({ title: 'Keep orders in TiDB', supersedes: '#2' });
    assert.match(replaced.text, /Saved as decision #3, in place of #2\./u);
    const statuses = (await query({ template: 'who-decided' })).map(({ id, status }) => [id, status]);
    assert.deepEqual(statuses, [
      [3, 'active'],
      [2, 'superseded'],
      [1, 'reversed'],
    ]);
  });

  it('refuses ratings of 0 and 11, unknown decisions and unknown templates', async () => {
    await save();
    for (const rating of [0, 11, 'great']) {
      const answer = await chat.call('save_retrospective', { id: 1, rating, notes: 'x' });
      assert.ok(answer.isError && answer.text.includes('rating is'), answer.text);
    }
    assert.ok((await chat.call('save_retrospective', { id: 7, rating: 5, notes: 'x' })).isError);
    assert.ok((await chat.call('query_decisions', { template: 'why' })).isError);
    assert.match((await chat.call('query_decisions', { template: 'why-to-check' })).text, /title is missing/u);
  });

  it('tells the status of a save', async () => {
    const { structured } = await save();
    const status = await chat.call('memory_status', { id: structured['uid'] });
    assert.deepEqual(
      ['id', 'state', 'stored', 'indexed', 'embedded', 'queued', 'retries'].map((field) => status.structured[field]),
      [structured['uid'], 'live', true, true, false, false, 0],
    );
    assert.ok((await chat.call('memory_status', { id: 'nothing' })).isError);
  });

  it('shows type, agent and what was rejected in a search', async () => {
    await save();
    const answer = await chat.call('memory_search', {
      query: 'orders transactions',
      project: 'shop',
      types: ['decision'],
    });
    assert.match(answer.text, /fact #1 · decision .* via claude-code · decided by Ada\].*Rejected: MongoDB/u);
    const none = await chat.call('memory_search', { query: 'orders', project: 'shop', types: ['bug'] });
    assert.deepEqual(none.structured['results'], []);
  });
});
