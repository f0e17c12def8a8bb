/** Revisions of sessions on every engine: they change with whatever belongs to a session, and with nothing else. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  engineNames,
  moment,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`revisions of sessions (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const revisions = async (): Promise<Map<string, string>> =>
      new Map((await store.sessions.listRevisions(ada.user.id)).map(({ session, revision }) => [session.id, revision]));
    /** The sessions whose revision differs after the work. */
    const changedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
      const before = await revisions();
      await work();
      return [...(await revisions())].filter(([id, revision]) => before.get(id) !== revision).map(([id]) => id);
    };

    it('are of all own sessions, the oldest first', async () => {
      await openSession(store, ada, 'second', '2026-03-02T10:00:00.000Z');
      await openSession(store, ada, 'first', '2026-03-01T10:00:00.000Z');
      await openSession(store, await visit(store, { username: 'bob' }), 'his', moment);
      const listed = await store.sessions.listRevisions(ada.user.id);
      assert.deepEqual(
        listed.map(({ session }) => session.externalId),
        ['first', 'second'],
      );
    });

    it('change with messages, exchanges, facts, summaries and headlines of their session only', async () => {
      const { id } = (await openSession(store, ada, 'mine', moment)).session;
      await openSession(store, ada, 'other', moment);
      await store.archive.append(archiveOf(ada, 'talk', ['Hello']));
      const end = { topics: null, outcome: null, importance: null, now: moment, oneLiner: 'Done' };
      const summary = { summary: 'We did it', keyFacts: [], codeRefs: [] };
      assert.deepEqual(await changedBy(() => store.archive.append(archiveOf(ada, 'talk', ['Hello', 'Bye']))), ['talk']);
      assert.deepEqual(await changedBy(() => store.chunks.append(aChunk(ada, id, 'Kept'))), [id]);
      const fact = aFact(ada, 'The boat is blue', { sourceSession: id });
      const { fact: stored } = await store.facts.add(fact, noJudgement);
      const deprecate = (): Promise<unknown> => store.facts.deprecate(stored.id, stored.version, 'Sold', moment);
      assert.deepEqual(await changedBy(deprecate), [id]);
      assert.deepEqual(await changedBy(() => store.sessions.end({ id, version: 1, ...end, summary })), [id]);
      assert.deepEqual(await changedBy(() => store.sessions.rename({ id, version: 2, oneLiner: 'New' })), [id]);
    });

    it('change when their project gets another name, which is not in them', async () => {
      await openSession(store, ada, 'mine', moment);
      await openSession(store, await visit(store, { project: null }), 'other', moment);
      const name = 'Quetzal';
      const visitor = { username: 'ada', agent: { name: 'test agent', version: null }, conversationId: null };
      const project = { key: 'github.com/acme/rocket', name };
      const fresh = { userId: 'u9', agentId: 'a9', projectId: 'p9' };
      const rename = (): Promise<unknown> =>
        store.identity.resolve({ ...visitor, project }, fresh, '2026-03-30T13:00:00.000Z', 'personal');
      const changed = await changedBy(rename);
      const listed = await store.sessions.listRevisions(ada.user.id);
      assert.deepEqual(
        listed.map(({ session }) => [session.projectName, changed.includes(session.id)]),
        [
          [name, true],
          [null, false],
        ],
      );
      assert.doesNotMatch(listed.map(({ revision }) => revision).join(), /Quetzal/u);
    });

    it('stay the same without a change, also after a call that only marks activity', async () => {
      await openSession(store, ada, 'mine', moment);
      await store.archive.append(archiveOf(ada, 'talk', ['Hello']));
      const touch = (): Promise<void> =>
        store.sessions.touch({ userId: ada.user.id, externalId: 'mine', now: '2026-03-30T13:00:00.000Z' });
      assert.deepEqual(await changedBy(touch), []);
    });

    it('change when a secret is removed from a message', async () => {
      await store.archive.append(archiveOf(ada, 'talk', ['The code is swordfish']));
      await store.archive.append(archiveOf(ada, 'other', ['The boat is blue']));
      const redact = (text: string): { text: string; removed: number; rules: string[] } => {
        const found = text.includes('swordfish');
        return { text: text.replace('swordfish', 'codeword!'), removed: found ? 1 : 0, rules: found ? ['code'] : [] };
      };
      const clean = async (): Promise<void> => {
        let next: { table: number; after: number } | null = { table: 0, after: 0 };
        while (next !== null) ({ next } = await store.secrets.look(next, redact, 'clean'));
      };
      assert.deepEqual(await changedBy(clean), ['talk']);
    });
  });
}
