/** What others get of facts that a user shares, over both engines: their projects, and nothing once they are erased. */
import { strict as assert } from 'node:assert';
import type { NewFact } from '../../../src/memory/facts/factStore.ts';
import { actorOf } from '../../../src/memory/shared/audit.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { aFact, engineNames, findMemories, moment, noJudgement, openStore, removeFolders, visit } from '../support.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`facts that a user shares (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    let bob: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
      bob = await visit(store, { username: 'bob' });
    });
    afterEach(() => store.close());

    it('lists the projects of live facts that others share by name', async () => {
      const share = async (project: string, more: Partial<NewFact> = { visibility: 'workspace' }) => {
        const { fact } = await store.facts.add(aFact(await visit(store, { project }), project, more), noJudgement);
        return fact;
      };
      for (const project of ['github.com/b/pier', 'github.com/a/pier', 'github.com/a/dock']) await share(project);
      await share('github.com/a/private', {});
      await share('github.com/a/expired', { visibility: 'workspace', expiresAt: moment });
      const { id, version } = await share('github.com/a/gone');
      await store.facts.deprecate(id, version, 'wrong', moment, actorOf(ada));
      assert.deepEqual(
        (await store.identity.listSharedProjects(bob.user.id)).map(({ key }) => key),
        ['github.com/a/dock', 'github.com/a/pier', 'github.com/b/pier'],
      );
      assert.deepEqual(await store.identity.listSharedProjects(ada.user.id), []);
      assert.deepEqual(await store.identity.listProjects(bob.user.id), []);
    });

    for (const ref of [
      { kind: 'project', id: 'github.com/acme/rocket' },
      { kind: 'user', id: 'ada' },
    ] as const) {
      it(`are hidden as soon as the erasure of their ${ref.kind} begins`, async () => {
        await store.facts.add(aFact(ada, 'The zebra crane', { visibility: 'workspace' }), noJudgement);
        const seen = async (): Promise<number[]> => {
          const page = { scope: 'all', state: 'live', order: 'newest', offset: 0, limit: 9 } as const;
          const { total } = await store.catalogue.list({ userId: bob.user.id, ...page });
          const projects = await store.identity.listSharedProjects(bob.user.id);
          return [(await findMemories(store, bob, ['zebra'])).length, total, projects.length];
        };
        assert.deepEqual(await seen(), [1, 1, 1]);
        const query = { userId: ada.user.id, agentId: ada.agent.id, ref, mode: 'personal' as const };
        const preview = await store.scopeErasure.preview(query);
        assert.ok(typeof preview === 'object');
        await store.scopeErasure.begin({ ...query, expected: preview.expected, now: moment });
        assert.deepEqual(await seen(), [0, 0, 0]);
      });
    }
  });
}
