/** The view of the graph over a real store: its queries, and names that are merged and split, with undo. */
import assert from 'node:assert/strict';
import { entityKinds as kindsOfDomain } from '../../src/memory/graph/entities.ts';
import { entityRelations as relationsOfDomain } from '../../src/memory/graph/findRelations.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { EntityCard } from '../../src/protocol/graph/graph.ts';
import { entityKinds, entityRelations } from '../../src/protocol/graph/graph.ts';
import { replyTo } from '../../src/page/pageReplies.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { hostFor, refusal, runCommand, runQuery, undo } from './support.ts';

describe('the graph in the page', () => {
  let open: TestMemory;
  let ada: Caller;
  let host: PageHost;
  beforeEach(async () => {
    open = openTestMemory('team', 'native', { density: 3 });
    ada = await open.caller();
    host = hostFor(ada, open, (text) => assert.fail(text));
    await store('The gateway retries twice', ['Gateway', 'retries']);
    await store('The gateway is slow', ['Gateway', 'latency']);
    await store('Retries cause latency', ['retry', 'latency']);
  });
  afterEach(() => open.close());

  async function store(fact: string, tags: string[], caller = ada): Promise<void> {
    await open.memory.facts.store(caller, { fact, category: 'codebase', tags });
  }

  const entity = (name: string): Promise<EntityCard> => runQuery(host, 'entity', { name, project: null });
  const listed = async (part: string, project: string | null = null, limit = 50): Promise<string[]> => {
    const { entities } = await runQuery(host, 'entities', { part, project, limit });
    return entities.map(({ name, memories }) => `${name} ${String(memories)}`);
  };
  const around = async (expanded: string[], limit = 10): Promise<Record<string, string[]>> => {
    const card = await runQuery(host, 'graph', { expanded, project: null, limit });
    return Object.fromEntries(
      card.expanded.map(({ key, neighbours, hasMore }) => [
        key,
        [...neighbours.map(({ name, together }) => `${name} ${String(together)}`), ...(hasMore ? ['…'] : [])],
      ]),
    );
  };

  it('lists the entities with most memories first, and those whose name contains a text', async () => {
    assert.deepEqual(await listed(''), ['Gateway 2', 'latency 2', 'retries 1', 'retry 1']);
    assert.deepEqual(await listed('RETR'), ['retries 1', 'retry 1']);
    assert.deepEqual(await listed('!!'), []);
  });

  it('finds a file by a part of its name with separators, and a symbol by its words', async () => {
    await store('Read src/strategy/manual_commit_hooks.go', ['retryQueue']);
    for (const part of ['manual_commit', 'commit_hooks.g', 'Strategy\\Manual_Commit', 'src/strategy']) {
      assert.deepEqual(await listed(part), ['src/strategy/manual_commit_hooks.go 1'], part);
    }
    assert.deepEqual(await listed('retry-queue'), ['retryQueue 1']);
  });

  it('limits the list to some of each kind, and counts all', async () => {
    await store('Read src/relay.ts', []);
    const { entities, counts } = await runQuery(host, 'entities', { part: '', project: null, limit: 2 });
    assert.deepEqual(
      entities.map(({ name }) => name),
      ['Gateway', 'latency', 'src/relay.ts'],
    );
    assert.deepEqual(counts, [
      { kind: 'concept', count: 4 },
      { kind: 'file', count: 1 },
    ]);
    assert.equal((await listed('', null, 500)).length, 5);
    const question = { type: 'entities', part: '', project: null, limit: 501 } as const;
    const reply = await replyTo({ type: 'ask', id: 1, question }, host);
    assert.ok(reply.type === 'failure' && reply.failure.code === 'invalid_input', JSON.stringify(reply));
  });

  it('limits the list to a project', async () => {
    const shop = await open.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
    await store('The till is offline', ['till'], shop);
    assert.deepEqual(await listed('till', 'shop'), ['till 1']);
    await open.caller({ project: { key: 'github.com/acme/docs', name: 'docs' } });
    assert.deepEqual(await listed('till', 'docs'), []);
  });

  it('shows an entity with its memories, newest first, and when they were stored', async () => {
    open.pass(24);
    await store('The gateway moved', ['gateway']);
    const card = await entity('gateway');
    assert.deepEqual(
      [card.memories, card.firstAt.slice(0, 10), card.lastAt.slice(0, 10)],
      [3, '2026-03-30', '2026-03-31'],
    );
    assert.deepEqual(
      card.mentions.map(({ text }) => text),
      ['The gateway moved', 'The gateway is slow', 'The gateway retries twice'],
    );
  });

  it('shows what is mentioned together with an entity, most often first', async () => {
    await store('The gateway adds latency', ['gateway', 'latency']);
    const { neighbours } = await entity('gateway');
    assert.deepEqual(
      neighbours.map(({ name, together }) => `${name} ${String(together)}`),
      ['latency 2', 'retries 1'],
    );
  });

  describe('with syntheses', () => {
    const facts = [
      'The relay retries a message three times before it gives up.',
      'The relay writes dead letters into the table late_messages.',
      'Only one relay runs in each region, because of the lock.',
    ];
    const storeAll = async (caller = ada): Promise<void> => {
      for (const fact of facts) {
        open.pass(1);
        await store(fact, ['relay'], caller);
      }
    };
    const answering = (text: string, sources: number[]) => ({
      dailyTokens: 50_000,
      model: {
        name: 'scr\u202Eipted\nmodel',
        inputTokens: 8_000,
        ask: () => Promise.resolve(JSON.stringify({ sentences: [{ text, sources }] })),
      },
    });

    it('shows each sentence of the synthesis with the memories that it rests on', async () => {
      await storeAll();
      await open.memory.consolidation.run(ada);
      const { syntheses } = await entity('relay');
      assert.deepEqual(
        syntheses.map(({ sentences, conflicts, project, memories, model }) => ({
          ...{ project, memories, model, conflicts },
          sentences: sentences.map(({ text, sources }) => [text, sources.map((source) => source.text)]),
        })),
        [{ project: null, memories: 3, model: null, conflicts: [], sentences: facts.map((fact) => [fact, [fact]]) }],
      );
    });

    it('shows statements that contradict each other apart from the sentences', async () => {
      await storeAll();
      const ports = ['The relay port is 8081 today.', 'The relay port is 9090 today.'];
      for (const fact of ports) await store(fact, ['relay']);
      await open.memory.consolidation.run(ada);
      const [synthesis] = (await entity('relay')).syntheses;
      assert.deepEqual(
        synthesis?.conflicts.map((statements) => statements.map(({ text }) => text).toSorted()),
        [ports],
      );
      assert.ok(synthesis.conflicts.flat().every(({ sources }) => sources.length === 1));
      assert.ok(!synthesis.sentences.some(({ text }) => ports.includes(text)));
    });

    it('shows one for each project, or that of the project of the filter', async () => {
      for (const name of ['shop', 'docs'])
        await storeAll(await open.caller({ project: { key: `github.com/acme/${name}`, name } }));
      await open.memory.consolidation.run(ada);
      const projects = async (project: string | null): Promise<(string | null)[]> =>
        (await runQuery(host, 'entity', { name: 'relay', project })).syntheses.map((one) => one.project).toSorted();
      assert.deepEqual(await projects(null), ['docs', 'shop']);
      assert.deepEqual(await projects('shop'), ['shop']);
    });

    it('shows the name of a model and its text on one line without invisible characters', async () => {
      await storeAll();
      const writer = answering('The relay retries a\u200B message\nthree times.', [1, 2, 3]);
      await open.memory.consolidation.run(ada, { writer });
      const [synthesis] = (await entity('relay')).syntheses;
      assert.equal(synthesis?.model, 'scripted model');
      assert.deepEqual(
        synthesis.sentences.map(({ text }) => text),
        ['The relay retries a message three times.'],
      );
      assert.equal(synthesis.sentences[0]?.sources.length, 3);
    });

    it('shows none before there is one, and none after one of its memories was deprecated', async () => {
      await storeAll();
      assert.deepEqual((await entity('relay')).syntheses, []);
      await open.memory.consolidation.run(ada);
      const { mentions } = await entity('relay');
      await open.memory.facts.deprecate(ada, { factId: Number(mentions[0]?.id), reason: 'It is wrong.' });
      assert.deepEqual((await entity('relay')).syntheses, []);
    });

    it('shows nobody else’s synthesis', async () => {
      await storeAll();
      await open.memory.consolidation.run(ada);
      const bob = await open.caller({ username: 'bob' });
      await store('The relay is new to me.', ['relay'], bob);
      const card = await runQuery(
        hostFor(bob, open, (text) => assert.fail(text)),
        'entity',
        { name: 'relay', project: null },
      );
      assert.deepEqual(card.syntheses, []);
    });
  });

  it('returns what is connected with each entity, in the order of the query, and whether there is more', async () => {
    assert.deepEqual(await around(['latency', 'gateway', 'nothing']), {
      latency: ['Gateway 1', 'retry 1'],
      gateway: ['latency 1', 'retries 1'],
    });
    assert.deepEqual(await around(['gateway'], 1), { gateway: ['latency 1', '…'] });
  });

  it('merges two names, and undoes it', async () => {
    const merged = await runCommand(host, { type: 'mergeEntities', alias: 'retry', entity: 'retries' });
    const card = await entity('retries');
    assert.deepEqual([card.memories, card.aliases], [2, [{ key: 'retry', name: 'retry' }]]);
    assert.deepEqual((await around(['retry']))['retries'], ['Gateway 1', 'latency 1']);
    await undo(host, merged);
    assert.deepEqual(await entity('retries').then(({ memories, aliases }) => [memories, aliases]), [1, []]);
  });

  it('splits a name, and undoes it', async () => {
    await runCommand(host, { type: 'mergeEntities', alias: 'retry', entity: 'retries' });
    const split = await runCommand(host, { type: 'splitEntity', alias: 'retry' });
    assert.equal((await entity('retries')).memories, 1);
    await undo(host, split);
    assert.equal((await entity('retries')).memories, 2);
  });

  it('proposes names that are likely to be equal, and merges none by itself', async () => {
    const { proposals } = await entity('retries');
    assert.deepEqual(
      proposals.map(({ name, memories }) => [name, memories]),
      [['retry', 1]],
    );
    assert.equal((await entity('retry')).memories, 1);
  });

  it('refuses to merge with a name that no memory mentions, and says which are similar', async () => {
    const failure = await refusal(host, { type: 'mergeEntities', alias: 'gatewa', entity: 'retries' });
    assert.deepEqual([failure.code, failure.remedy], ['not_found', 'Did you mean: "Gateway"?']);
  });

  it('reads all memories before it says that nothing mentions an entity', async () => {
    const { graph } = open.memory;
    const update = graph.update.bind(graph);
    let calls = 0;
    graph.update = (caller) => ((calls += 1) < 3 ? Promise.resolve({ isComplete: false }) : update(caller));
    assert.equal((await entity('Gateway')).mentions.length, 2);
    assert.equal(calls, 3);
  });

  it('answers not_found for an entity that nothing mentions', async () => {
    const question = { type: 'entity', name: 'unknown', project: null } as const;
    const reply = await replyTo({ type: 'ask', id: 1, question }, host);
    assert.ok(reply.type === 'failure' && reply.failure.code === 'not_found', JSON.stringify(reply));
  });

  it('shows names on one line, without characters that hide or reorder text', async () => {
    await store('Odd', [`a\u202Eb\u0007c\u200B d`, `<img src=x onerror=alert(1)>${'x'.repeat(60)}`]);
    const names = (await runQuery(host, 'entities', { part: '', project: null, limit: 50 })).entities.map(
      ({ name }) => name,
    );
    assert.ok(names.includes('ab␇c d'), names.join(' | '));
    for (const name of names) {
      assert.ok(name.length <= 120, name);
      assert.doesNotMatch(name, /[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/u);
    }
  });

  it('shows nobody else’s memories', async () => {
    const bob = hostFor(await open.caller({ username: 'bob' }), open, (text) => assert.fail(text));
    const { entities } = await runQuery(bob, 'entities', { part: '', project: null, limit: 50 });
    assert.deepEqual(entities, []);
    const { expanded } = await runQuery(bob, 'graph', { expanded: ['gateway'], project: null, limit: 10 });
    assert.deepEqual(expanded, []);
  });

  it('knows every kind and relation of the domain', () => {
    assert.deepEqual([...entityKinds].sort(), [...kindsOfDomain].sort());
    assert.deepEqual([...entityRelations].sort(), [...relationsOfDomain].sort());
  });
});
