/** Page commands whose undo is not the reverse command, or must not be offered. */
import assert from 'node:assert/strict';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { hostFor, refusal, runCommand, runQuery, undo } from './support.ts';

describe('undoing commands of the page', () => {
  let open: TestMemory;
  let ada: Caller;
  let host: PageHost;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller({ project: { key: 'github.com/acme/harbour', name: 'harbour' } });
    host = hostFor(ada, open);
  });
  afterEach(() => open.close());

  const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzABCD';
  const unchanged = { text: null, category: null, factType: null, confidence: null, tags: null, expires: null };
  const remember = async (fact: string): Promise<number> =>
    (await open.memory.facts.store(ada, { category: 'decision', fact })).fact.id;
  const pinned = async (): Promise<string[]> => (await open.memory.profiles.get(ada))?.pinnedFacts ?? [];
  const placeOf = async (id: number): Promise<(string | null)[]> => {
    const { category, project } = await runQuery(host, 'memory', { ref: { kind: 'fact', id: String(id) } });
    return [category, project];
  };

  it('returns a fact to its project when its change to a preference is undone', async () => {
    const id = await remember('We deploy on Thursdays');
    const edited = await runCommand(host, { type: 'editFact', id, version: 1, ...unchanged, category: 'preference' });
    assert.deepEqual(await placeOf(id), ['preference', null]);
    await undo(host, edited);
    assert.deepEqual(await placeOf(id), ['decision', 'harbour']);
  });

  it('undoes a pin whose secret was redacted, and does not return the secret', async () => {
    const card = await runCommand(host, { type: 'pin', text: `The token is ${token} here` });
    assert.equal(card.redacted, 1);
    assert.ok(!JSON.stringify(card).includes(token));
    await undo(host, card);
    assert.deepEqual(await pinned(), []);
  });

  it('restores a pin in its original spelling', async () => {
    await runCommand(host, { type: 'pin', text: 'We use pnpm' });
    await undo(host, await runCommand(host, { type: 'unpin', text: 'WE USE  pnpm' }));
    assert.deepEqual(await pinned(), ['We use pnpm']);
  });

  it('shows that a memory is muted, and unmutes it on undo', async () => {
    const ref = { kind: 'fact', id: String(await remember('We deploy on Thursdays')) } as const;
    const isMuted = async (): Promise<boolean> => (await runQuery(host, 'memory', { ref })).muted;
    assert.equal(await isMuted(), false);
    const muted = await runCommand(host, { type: 'mute', ref, muted: true });
    assert.equal(await isMuted(), true);
    assert.deepEqual((await runCommand(host, { type: 'mute', ref, muted: true })).undo, null, 'nothing changed');
    await undo(host, muted);
    assert.equal(await isMuted(), false);
  });

  it('shows what was said of a memory in chats, and withdraws it', async () => {
    const ref = { kind: 'fact', id: String(await remember('We deploy on Fridays')) } as const;
    const shown = async (): Promise<unknown[]> => {
      const { muted, rated } = await runQuery(host, 'memory', { ref });
      return [muted, rated];
    };
    await open.memory.muted.rate(ada, ref, 'not_useful');
    assert.deepEqual(await shown(), [false, 'not_useful']);
    await runCommand(host, { type: 'mute', ref, muted: false });
    assert.deepEqual(await shown(), [false, null]);
  });

  it('reports a redacted secret in the profile', async () => {
    const card = await runCommand(host, {
      type: 'updateProfile',
      role: `Keeper of ${token}`,
      preferences: null,
      pinnedFacts: null,
    });
    assert.equal(card.redacted, 1);
  });

  it('rejects text that is too long for a pin when a pinned fact changes, and changes neither', async () => {
    const id = await remember('We use pnpm');
    await runCommand(host, { type: 'pin', text: 'We use pnpm' });
    const text = 'x'.repeat(2_001);
    assert.equal((await refusal(host, { type: 'editFact', id, version: 1, ...unchanged, text })).code, 'invalid_input');
    const successor = { type: 'supersedeFact', id, text, category: null, confidence: null } as const;
    assert.equal((await refusal(host, successor)).code, 'invalid_input');
    assert.deepEqual(await pinned(), ['We use pnpm']);
    assert.equal((await open.memory.facts.list(ada, 'all', 9)).facts[0]?.fact, 'We use pnpm');
  });

  it('offers no undo if the fact is already deprecated', async () => {
    const id = await remember('We deploy on Thursdays');
    await runCommand(host, { type: 'deprecateFact', id, reason: 'We deploy daily' });
    assert.deepEqual((await runCommand(host, { type: 'deprecateFact', id, reason: 'Too late' })).undo, null);
  });

  it('rolls back a command whose last write fails', async () => {
    const id = await remember('We use pnpm');
    await runCommand(host, { type: 'pin', text: 'We use pnpm' });
    const unpin = (): Promise<never> => Promise.reject(new BigMindError('conflict', 'The profile is being changed.'));
    const profiles = Object.assign(Object.create(open.memory.profiles) as typeof open.memory.profiles, { unpin });
    const memory = Object.assign(Object.create(open.memory) as typeof open.memory, { profiles });
    const failing = hostFor(ada, { ...open, memory });
    const failure = await refusal(failing, { type: 'deprecateFact', id, reason: 'We use npm' });
    assert.equal(failure.message, 'The profile is being changed.');
    assert.equal((await open.memory.facts.list(ada, 'all', 9)).facts[0]?.fact, 'We use pnpm');
    assert.deepEqual(await pinned(), ['We use pnpm']);
  });

  it('keeps the headline of a session that was ended elsewhere first', async () => {
    const { session } = await open.memory.sessions.start(ada);
    await open.memory.sessions.end(ada, { oneLiner: 'Built the quay' });
    const failure = await refusal(host, { type: 'endSession', id: session.id, headline: 'Done', topics: '' });
    assert.equal(failure.code, 'conflict');
    assert.equal((await open.memory.sessions.get(ada, session.id)).session.oneLiner, 'Built the quay');
  });
});
