/** The toolset `brain` through a real client over stdio and the built program. */
import assert from 'node:assert/strict';
import { openChat } from '../support/program.ts';
import type { Answer, Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

describe('the toolset brain', () => {
  let home: TemporaryHome;
  const chats: Chat[] = [];
  let chat: Chat;
  const open = async (name: string): Promise<Chat> => {
    const opened = await openChat(home, { name, env: { BIGMIND_TOOLSETS: 'core,brain' } });
    chats.push(opened);
    return opened;
  };
  beforeEach(async () => {
    home = temporaryHome();
    chat = await open('charon');
  });
  afterEach(async () => {
    for (const opened of chats.splice(0)) await opened.close();
    home.remove();
  });

  const remember = (content: string, more: Record<string, unknown> = {}): Promise<Answer> =>
    chat.call('brain_remember', { content, type: 'bug', project: 'eaas', ...more });
  const memoriesOf = (answer: Answer): Record<string, unknown>[] =>
    answer.structured['memories'] as Record<string, unknown>[];
  const recall = async (query: string, filter?: object): Promise<Record<string, unknown>[]> =>
    memoriesOf(await chat.call('brain_recall', { query, filter: { project: 'eaas', ...filter } }));

  it('returns the UUID, the type, the agent of the handshake and the project', async () => {
    const { structured } = await remember('Scoring was blind to negative emotions.', {
      tags: ['scoring'],
    });
    assert.match(String(structured['id']), uuid);
    assert.ok((await remember('Mine.', { agent_id: 'virgil' })).isError, 'nobody writes as another agent');
    assert.deepEqual(
      [structured['type'], structured['agent_id'], structured['project'], structured['supersedes']],
      ['bug', 'charon', 'eaas', null],
    );
  });

  it('names the agent that stored a memory first if another one states it again', async () => {
    const first = await remember('The queue is Redis.');
    assert.match(first.text, /^Remembered as/u);
    const virgil = await open('virgil');
    const stated = { content: 'the queue  is redis.', type: 'bug', project: 'eaas' };
    const again = await virgil.call('brain_remember', stated);
    assert.match(again.text, new RegExp(`^Already remembered by charon as ${String(first.structured['id'])}\\.$`, 'u'));
    assert.deepEqual(
      [again.structured['id'], again.structured['status'], again.structured['agent_id']],
      [first.structured['id'], 'duplicate', 'charon'],
    );
    const listed = async (agent: string): Promise<unknown[]> =>
      memoriesOf(await virgil.call('brain_list', { project: 'eaas', agent_id: agent })).map(
        (memory) => memory['agent_id'],
      );
    assert.deepEqual([await listed('charon'), await listed('virgil')], [['charon'], []]);
    assert.deepEqual(
      (await recall('queue')).map((memory) => memory['agent_id']),
      ['charon'],
    );
  });

  it('recalls a memory of another agent with everything that OpenBrain returns', async () => {
    const { structured } = await remember('The verdict classifier needs **two** passes.', {
      tags: ['scoring'],
      confidence: 0.95,
      expires_in: 48,
    });
    const virgil = await open('virgil');
    const answer = await virgil.call('brain_recall', {
      query: 'How does verdict classification work?',
      filter: { project: 'eaas' },
    });
    assert.match(answer.text, /Keyword search only, because no embedding model is set/u);
    const [memory] = memoriesOf(answer);
    assert.deepEqual(
      {
        ...memory,
        similarity: typeof memory?.['similarity'],
        created_at: '',
        updated_at: '',
        expires_at: typeof memory?.['expires_at'],
      },
      {
        id: structured['id'],
        agent_id: 'charon',
        type: 'bug',
        content: 'The verdict classifier needs **two** passes.',
        tags: ['scoring'],
        project: 'eaas',
        confidence: 0.95,
        supersedes_id: null,
        supersedes_count: 0,
        expires_at: 'string',
        created_at: '',
        updated_at: '',
        similarity: 'number',
      },
    );
  });

  it('returns only the newest of a chain, with the number of those that it replaced', async () => {
    const first = await remember('The cache holds 10 verdicts.');
    const second = await remember('The cache holds 20 verdicts.', { supersedes: first.structured['id'] });
    const third = await remember('The cache holds 30 verdicts.', { supersedes: second.structured['id'] });
    assert.equal(third.structured['supersedes'], second.structured['id']);
    const { structured: rival, text } = await remember('We keep no verdicts.', { supersedes: first.structured['id'] });
    assert.match(text, new RegExp(`contradicts ${String(third.structured['id'])} "The cache holds 30`, 'u'));
    await chat.call('brain_forget', { id: rival['id'] });
    const found = await recall('How many verdicts does the cache hold?');
    assert.deepEqual(
      found.map(({ id, supersedes_id, supersedes_count }) => [id, supersedes_id, supersedes_count]),
      [[third.structured['id'], second.structured['id'], 2]],
    );
    const older = await chat.call('memory_search', {
      query: 'cache 10 verdicts',
      project: 'eaas',
      include_superseded: true,
    });
    const statuses = (older.structured['results'] as Record<string, unknown>[]).map(({ status }) => status);
    assert.deepEqual(statuses.filter((status) => status === 'superseded').length, 2);
  });

  it('filters by type, agent, confidence and project', async () => {
    await remember('The queue is Redis.', { type: 'decision' });
    await remember('The queue drops messages.', { type: 'bug', confidence: 0.4 });
    const texts = async (filter: object): Promise<unknown[]> =>
      (await recall('queue', filter)).map(({ content }) => content);
    assert.equal((await texts({})).length, 2);
    assert.deepEqual(await texts({ type: 'decision' }), ['The queue is Redis.']);
    assert.equal((await texts({ type: ['decision', 'bug'] })).length, 2);
    assert.deepEqual(await texts({ min_confidence: 0.5 }), ['The queue is Redis.']);
    assert.deepEqual(await texts({ agent_id: 'virgil' }), []);
    assert.deepEqual(await texts({ project: 'nowhere' }), []);
  });

  it('forgets a memory, keeps its audit trail, and refuses an unknown one', async () => {
    const { structured } = await remember('Wrong.');
    const forgotten = await chat.call('brain_forget', { id: structured['id'], reason: 'New calibration' });
    assert.deepEqual(forgotten.structured, { id: structured['id'], forgotten: true });
    assert.deepEqual(await recall('Wrong'), []);
    const unknown = await chat.call('brain_forget', { id: '00000000-0000-4000-8000-000000000000' });
    assert.ok(unknown.isError);
    assert.match(unknown.text, /There is no fact/u);
  });

  it('lists memories newest first, by project, type and agent', async () => {
    await remember('One.', { type: 'plan' });
    await remember('Two.', { type: 'plan' });
    await remember('Three.', { type: 'bug' });
    await remember('For every project.', { type: 'plan', project: null });
    const list = async (args: Record<string, unknown>): Promise<unknown[]> =>
      memoriesOf(await chat.call('brain_list', args)).map(({ content }) => content);
    assert.deepEqual(await list({ project: 'eaas', type: 'plan' }), ['For every project.', 'Two.', 'One.']);
    assert.deepEqual(await list({ project: 'eaas', limit: 1 }), ['For every project.']);
    assert.deepEqual(await list({ project: 'all', agent_id: 'virgil' }), []);
    const unknown = await chat.call('brain_list', { project: 'nowhere' });
    assert.ok(!unknown.isError);
    assert.match(unknown.text, /No project is called "nowhere"/u);
  });

  it('refuses what is too long, of an unknown type, or already expired, and stores nothing', async () => {
    const refusals: [Record<string, unknown>, RegExp][] = [
      [
        { content: 'x'.repeat(10_001) },
        /content has 10,001 characters; the maximum is 10,000\. Shorten it, or store it in parts/u,
      ],
      [{ type: 'dream' }, /type/u],
      [{ expires_at: '2020-01-01' }, /in the past/u],
      [{ expires_in: -1 }, /expires_in/u],
      [{ expires_in: 1, expires_at: '2099-01-01' }, /both given/u],
      [{ supersedes: 'no such memory' }, /There is no fact/u],
      [{ confidence: 2 }, /confidence/u],
      [{ project: '' }, /project is empty/u],
    ];
    for (const [args, message] of refusals) {
      const answer = await remember('Kept.', args);
      assert.ok(answer.isError, JSON.stringify(args).slice(0, 80));
      assert.match(answer.text, message);
    }
    const long = await chat.call('brain_recall', { query: 'x'.repeat(2_001) });
    assert.ok(long.isError);
    const unknown = await chat.call('brain_recall', { query: 'x', filter: { agent: 'virgil' } });
    assert.match(unknown.text, /agent/u);
    assert.ok(unknown.isError, 'a filter with a wrong name would find everything');
    assert.deepEqual(memoriesOf(await chat.call('brain_list', { project: 'all' })), []);
  });
});
