/** Spellings of one name are one entity on every engine, also where older versions stored them apart. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NewFact } from '../../../src/memory/facts/factStore.ts';
import type { GraphQuery } from '../../../src/memory/graph/graphStore.ts';
import { actorOf } from '../../../src/memory/shared/audit.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { aFact, engineNames, moment, noJudgement, openStore, removeFolders, visit } from '../support.ts';
import { aBatch, asked } from './chat.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`spellings of one entity (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store, { project: '/home/ada/shop' });
    });
    afterEach(() => store.close());

    const add = async (text: string, more: Partial<NewFact> = {}): Promise<void> => {
      await store.facts.add(aFact(ada, text, more), noJudgement);
    };
    const scan = async (): Promise<void> => {
      for (let waiting = true; waiting;) ({ waiting } = await store.graph.scan(ada.user.id));
    };
    const query = (): GraphQuery => ({ filter: { userId: ada.user.id, scope: 'all' }, now: moment });
    const entities = async (): Promise<Record<string, number>> => {
      await scan();
      const { entities: found } = await store.graph.find(query(), { limit: 20 });
      return Object.fromEntries(found.map(({ name, kind, memories }) => [`${name} ${kind}`, memories]));
    };
    const merge = (alias: string, entity: string): Promise<unknown> =>
      store.graph.merge({ userId: ada.user.id, alias, entity, uid: randomUUID(), now: moment, by: actorOf(ada) });

    it('are one: a file in full, from a folder, and by its name', async () => {
      await add('`src/Queue/Relay.ts` waits for the lock');
      await add('The timer of `Relay.ts` is too short');
      await add('`Queue/Relay.ts` and `/home/ada/shop/src/Queue/Relay.ts` are read twice');
      assert.deepEqual(await entities(), { 'src/Queue/Relay.ts file': 3 });
      await add('`other/Relay.ts` is another one');
      assert.deepEqual(await entities(), {
        'src/Queue/Relay.ts file': 2,
        'Relay.ts file': 1,
        'other/Relay.ts file': 1,
      });
    });

    it('are one with a path that only a session wrote', async () => {
      await add('The timer of `relay.ts` is too short');
      assert.deepEqual(await entities(), { 'relay.ts file': 1 });
      const tool = { type: 'tool_use', tool: 'Edit', role: 'assistant' } as const;
      await store.recording.append(aBatch(ada, 2, [asked(1, 'x', { ...tool, files: ['src/queue/relay.ts'] })]));
      await add('`relay.ts` retries');
      assert.deepEqual(await entities(), { 'src/queue/relay.ts file': 2 });
    });

    it('stay apart in another project, and in a fact that others find', async () => {
      await add('`src/relay.ts` waits');
      await add('`relay.ts` is shared', { visibility: 'workspace' });
      await add('`relay.ts` is somewhere', { projectId: null });
      assert.deepEqual(await entities(), { 'src/relay.ts file': 1, 'relay.ts file': 2 });
    });

    it('are one: a product, whatever it is used through', async () => {
      await add('Postgres keeps the locks');
      await add('We use PostgreSQL', { tags: ['psql'] });
      await add('Acme is down', { tags: ['acme'] });
      await add('Its client is old', { tags: ['Acme CLI'] });
      assert.deepEqual(await entities(), { 'PostgreSQL service': 2, 'acme concept': 2 });
    });

    it('have the kind that most mentions give a symbol or a package', async () => {
      await add('`SessionId` is a field');
      await add('`SessionId` is set twice');
      await add('Moved it into the `sessionid` package');
      await add('The `agent` package imports it');
      assert.deepEqual(await entities(), { 'SessionId symbol': 3, 'agent package': 1 });
    });

    it('leave alone what a person merged', async () => {
      await add('`src/relay.ts` waits');
      await add('`relay.ts` is a nickname');
      await add('Postgres keeps the locks', { tags: ['storage'] });
      await merge('relay.ts', 'storage');
      await merge('locks', 'postgres');
      assert.deepEqual(await entities(), { 'storage concept': 2, 'src/relay.ts file': 1, 'Postgres service': 1 });
      assert.equal((await store.graph.aliases(query(), ['storage'])).get('storage')?.length, 1);
      assert.equal((await store.graph.aliases(query(), ['postgres'])).get('postgres')?.length, 1);
    });

    it('keep what memories say about their relations', async () => {
      await add('`src/relay.ts` waits');
      await add('`relay.ts` uses Postgres');
      await scan();
      const { relations } = await store.graph.relations(query(), { limit: 5 });
      assert.deepEqual(
        relations.map(({ from, relation, to }) => `${from.name} ${relation} ${to.name}`),
        ['src/relay.ts uses PostgreSQL'],
      );
    });
  });
}
