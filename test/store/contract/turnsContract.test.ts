/**
 * Hook runs and muted memories on both engines: limited in number, separate per user, and deleted with what they quote
 * or name.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Feedback } from '../../../src/memory/recall/muted.ts';
import type { MuteKind } from '../../../src/memory/shared/vocabulary.ts';
import type { ErasableRef } from '../../../src/memory/governance/erasure.ts';
import type { Store } from '../../../src/memory/store.ts';
import { maxHookRuns } from '../../../src/memory/shared/turns.ts';
import type { HookRun } from '../../../src/memory/shared/turns.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { queryRows } from '../rawRows.ts';
import { engineNames, openStore, removeFolders, visit } from '../support.ts';
import { addOneOfEach, day } from './oneOfEach.ts';

after(removeFolders);

const aRun = (more: Partial<HookRun> = {}): Omit<HookRun, 'sessionId'> => ({
  client: 'claude-code',
  event: 'UserPromptSubmit',
  outcome: 'done',
  injected: 'The port is 81',
  tokens: 5,
  refs: [{ kind: 'fact', id: '1' }],
  lines: [{ ref: { kind: 'fact', id: '1' }, matched: ['port'], tokens: 5, leftOut: undefined }],
  recorded: 0,
  tookMs: 120,
  at: day(10),
  ...more,
});

for (const engine of engineNames) {
  describe(`hook runs and muted memories (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    let sessionId: string;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
      ({ sessionId } = await addOneOfEach(store, ada));
    });
    afterEach(() => store.close());

    const runs = (who = ada): Promise<HookRun[]> => store.turns.list(who.user.id, 1_000);
    const mute = (kind: MuteKind, id: string, isMuted = true, who = ada): Promise<string> =>
      store.muted.set({
        userId: who.user.id,
        ref: { kind, id },
        feedback: isMuted ? 'never' : null,
        uid: randomUUID(),
        now: day(9),
      });
    const muted = async (who = ada): Promise<string[]> =>
      (await store.muted.list(who.user.id)).map(({ kind, id }) => `${kind} ${id}`).toSorted();
    const erase = async (ref: ErasableRef): Promise<void> => {
      const query = { userId: ada.user.id, ref, mode: 'personal' as const };
      const preview = await store.erasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.erasure.erase({ ...query, expected: preview.expected, now: day(20) });
    };
    const eraseScope = async (kind: 'project' | 'user', id: string): Promise<void> => {
      const query = { userId: ada.user.id, agentId: ada.agent.id, ref: { kind, id }, mode: 'personal' as const };
      const preview = await store.scopeErasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.scopeErasure.begin({ ...query, expected: preview.expected, now: day(20) });
      while ((await store.scopeErasure.deleteNextBatch()).deleted > 0);
    };

    it('stores a run verbatim with the session of its conversation, newest first', async () => {
      await store.turns.note(ada.user.id, 'chat', aRun());
      await store.turns.note(
        ada.user.id,
        'another chat',
        aRun({ event: 'Stop', injected: null, tokens: 0, refs: [], recorded: 3 }),
      );
      const [last, first, ...others] = await runs();
      assert.deepEqual(others, []);
      assert.deepEqual(first, { ...aRun(), sessionId });
      assert.deepEqual(last, {
        ...aRun({ event: 'Stop', injected: null, tokens: 0, refs: [], recorded: 3 }),
        sessionId: null,
      });
    });

    it(`keeps the last ${String(maxHookRuns)} runs of each user`, async () => {
      const bob = await visit(store, { username: 'bob' });
      await store.turns.note(bob.user.id, null, aRun());
      for (let i = 0; i < maxHookRuns + 5; i += 1) await store.turns.note(ada.user.id, null, aRun({ recorded: i }));
      const kept = await runs();
      assert.deepEqual([kept.length, kept[0]?.recorded, kept.at(-1)?.recorded], [maxHookRuns, maxHookRuns + 4, 5]);
      assert.equal((await runs(bob)).length, 1);
    });

    for (const ref of [
      { kind: 'fact', id: '1' },
      { kind: 'chunk', id: '1' },
      { kind: 'message', id: '1' },
    ] as const) {
      it(`forgets all texts of a user when a ${ref.kind} is erased, but none of other users`, async () => {
        const bob = await visit(store, { username: 'bob' });
        await store.turns.note(ada.user.id, 'chat', aRun());
        await store.turns.note(bob.user.id, null, aRun());
        await erase(ref);
        assert.deepEqual(
          (await runs()).map(({ injected, refs, tokens }) => [injected, refs, tokens]),
          [[null, [], 5]],
        );
        assert.equal((await runs(bob))[0]?.injected, 'The port is 81');
      });
    }

    it('deletes the runs of an erased session, and the texts of all users when knowledge is erased', async () => {
      const bob = await visit(store, { username: 'bob' });
      await store.turns.note(ada.user.id, 'chat', aRun());
      await store.turns.note(bob.user.id, null, aRun());
      await erase({ kind: 'knowledge', id: '1' });
      assert.deepEqual([(await runs())[0]?.injected, (await runs(bob))[0]?.injected], [null, null]);
      await erase({ kind: 'session', id: sessionId });
      assert.deepEqual(await runs(), []);
    });

    it('leaves nothing of an erased user in the store', async () => {
      const bob = await visit(store, { username: 'bob' });
      await mute('fact', '1');
      await store.turns.note(ada.user.id, 'chat', aRun({ injected: 'QUOLL stands here' }));
      await store.turns.note(bob.user.id, null, aRun());
      await eraseScope('user', ada.user.username);
      assert.deepEqual([await runs(), await muted(), (await runs(bob)).length], [[], [], 1]);
      await store.close();
      assert.deepEqual(await queryRows(engine, file, 'SELECT * FROM muted_memories'), []);
      assert.deepEqual(await queryRows(engine, file, `SELECT * FROM hook_runs WHERE injected LIKE '%QUOLL%'`), []);
      store = openStore(engine, file);
    });

    it('forgets what others muted of an erased user’s knowledge', async () => {
      const bob = await visit(store, { username: 'bob' });
      await mute('knowledge', '1', true, bob);
      const rows = (): Promise<unknown[]> => queryRows(engine, file, 'SELECT user_id, kind FROM muted_memories');
      await store.close();
      assert.deepEqual(await rows(), [{ user_id: bob.user.id, kind: 'knowledge' }]);
      store = openStore(engine, file);
      await eraseScope('user', ada.user.username);
      await store.close();
      assert.deepEqual(await rows(), []);
      store = openStore(engine, file);
    });

    it('mutes and unmutes each kind once, for one user', async () => {
      const bob = await visit(store, { username: 'bob' });
      for (const [kind, id] of [
        ['fact', '1'],
        ['chunk', '1'],
        ['knowledge', '1'],
        ['session', sessionId],
      ] as const) {
        assert.equal(await mute(kind, id), 'changed');
        assert.equal(await mute(kind, id), 'unchanged');
      }
      assert.deepEqual(await muted(), ['chunk 1', 'fact 1', 'knowledge 1', `session ${sessionId}`].toSorted());
      assert.deepEqual(await muted(bob), []);
      assert.equal(await mute('chunk', '1', false), 'changed');
      assert.equal(await mute('chunk', '1', false), 'unchanged');
      assert.equal(await mute('fact', '99'), 'not_found');
      assert.deepEqual(await muted(), ['fact 1', 'knowledge 1', `session ${sessionId}`].toSorted());
    });

    it('replaces feedback on a memory, carries it to another store, and withdraws it', async () => {
      const rate = (id: string, feedback: Feedback | null): Promise<string> =>
        store.muted.set({
          userId: ada.user.id,
          ref: { kind: 'fact', id },
          feedback,
          uid: randomUUID(),
          now: day(9),
        });
      const rated = async (from = store): Promise<(string | null)[]> =>
        (await from.muted.list(ada.user.id)).map(({ feedback }) => feedback);
      assert.equal(await rate('1', 'useful'), 'changed');
      assert.equal(await rate('1', 'useful'), 'unchanged');
      assert.equal(await rate('1', 'never'), 'changed');
      assert.deepEqual(await rated(), ['never']);
      assert.equal(await rate('1', 'not_useful'), 'changed');
      assert.deepEqual(await rated(), ['not_useful']);
      const snapshot = await store.portability.read(day(20), ada.user.username);
      assert.deepEqual(
        snapshot.tables.muted_memories.map(({ feedback }) => feedback),
        ['not_useful'],
      );
      assert.equal(await rate('1', null), 'changed');
      assert.deepEqual(await rated(), []);
      await store.portability.merge(snapshot, ada.user.username);
      assert.deepEqual(await rated(), ['not_useful']);
    });

    it('deletes the mute of an erased memory', async () => {
      await mute('fact', '1');
      await mute('chunk', '1');
      await mute('session', sessionId);
      await erase({ kind: 'fact', id: '1' });
      assert.deepEqual(await muted(), ['chunk 1', `session ${sessionId}`]);
      await erase({ kind: 'session', id: sessionId });
      assert.deepEqual((await store.portability.read(day(20), ada.user.username)).tables.muted_memories, []);
    });

    it('carries mutes to the matching memories of another store', async () => {
      await mute('fact', '1');
      await mute('session', sessionId);
      const snapshot = await store.portability.read(day(20), ada.user.username);
      const other = openStore(engine, anEmptyStore(engine));
      try {
        const there = await visit(other);
        await addOneOfEach(other, there);
        await other.portability.merge(snapshot, ada.user.username);
        const again = await other.portability.merge(snapshot, ada.user.username);
        assert.equal(again.muted_memories.added, 0);
        const found = await other.muted.list(there.user.id);
        assert.ok(
          found.some(({ kind, id }) => kind === 'fact' && id === '1'),
          JSON.stringify(found),
        );
        assert.ok(
          found.some(({ kind }) => kind === 'session'),
          JSON.stringify(found),
        );
      } finally {
        await other.close();
      }
    });

    it('leaves hook runs out of an export', async () => {
      await store.turns.note(ada.user.id, 'chat', aRun({ injected: 'QUOLL' }));
      assert.doesNotMatch(JSON.stringify(await store.portability.read(day(20), ada.user.username)), /QUOLL/u);
    });
  });
}
