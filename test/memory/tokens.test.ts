/** Tokens of agents: who creates and revokes them, which ones are valid, and what the store keeps. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Tokens } from '../../src/memory/governance/tokens.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { indexText } from '../../src/search/query/words.ts';
import { openBackups } from '../../src/store/sqlite/openBackups.ts';
import { until } from '../search/fakeModel.ts';
import { queryRows, storedTexts } from '../store/rawRows.ts';
import { engineNames, hash, loadWasm } from '../store/support.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';

const secret = 'QmlnTWluZCBrZWVwcyBvbmx5IHRoZSBoYXNoIG9mIGl0';

for (const engine of engineNames) {
  describe(`tokens (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    beforeEach(async () => {
      test = openTestMemory('team', engine);
      ada = await test.caller();
    });
    afterEach(() => test.close());

    const codeOf = async (work: Promise<unknown>): Promise<string> => {
      const thrown: unknown = await work.then(
        () => undefined,
        (error: unknown) => error,
      );
      assert.ok(thrown instanceof BigMindError);
      return thrown.code;
    };

    it('give the user and the agent of a call', async () => {
      const { id, token } = await test.memory.tokens.add(ada, { agent: 'claude-code', secret });
      assert.match(token, /^bmt_[0-9a-f]{12}_/u);
      const known = await test.memory.tokens.check(token);
      assert.ok(typeof known === 'object');
      assert.deepEqual([known.id, known.username, known.agent, known.isReadOnly], [id, 'ada', 'claude-code', false]);
      assert.equal(await test.memory.tokens.check(`${token}x`), 'unknown');
    });

    it('are in no file as they were shown', async () => {
      const { token } = await test.memory.tokens.add(ada, { agent: 'ci', secret });
      assert.equal((await queryRows(engine, test.file, 'SELECT * FROM tokens')).length, 1);
      for (const { place, text } of await storedTexts(engine, test.file)) {
        assert.ok(!text.includes(token), place);
        assert.ok(!text.includes(secret), place);
      }
    });

    it('are revoked by the first characters of their id', async () => {
      const { tokens } = test.memory;
      const { id, token } = await tokens.add(ada, { agent: 'ci', secret });
      assert.equal(await codeOf(tokens.revoke(ada, id.slice(0, 3))), 'not_found');
      assert.equal(await tokens.revoke(ada, id.slice(0, 6).toUpperCase()), 'revoked');
      assert.equal(await tokens.check(token), 'revoked');
    });

    it('end with their expiry, and when they are revoked', async () => {
      const { memory } = test;
      const brief = await memory.tokens.add(ada, { agent: 'ci', secret, expiresInHours: 2 });
      const lasting = await memory.tokens.add(ada, { agent: 'ci', secret });
      test.pass(2);
      assert.equal(await memory.tokens.check(brief.token), 'expired');
      assert.equal(typeof (await memory.tokens.check(lasting.token)), 'object');
      assert.equal(await memory.tokens.revoke(ada, lasting.id), 'revoked');
      assert.equal(await memory.tokens.revoke(ada, lasting.id.toUpperCase()), 'unchanged');
      assert.equal(await memory.tokens.check(lasting.token), 'revoked');
    });

    it('are each found if many calls check theirs at once', async () => {
      const { tokens } = test.memory;
      const agents = Array.from({ length: 30 }, (_, n) => `agent ${String(n)}`);
      const given: string[] = [];
      for (const agent of agents) given.push((await tokens.add(ada, { agent, secret: `${secret}${agent}` })).token);
      const revoked = await tokens.add(ada, { agent: 'ci', secret });
      await tokens.revoke(ada, revoked.id);
      const asked = [revoked.token, ...given, 'bmt_nobody'];
      const checked = await Promise.all(asked.map((token) => tokens.check(token)));
      const found = checked.map((one) => (typeof one === 'object' ? one.agent : one));
      assert.deepEqual(found, ['revoked', ...agents, 'unknown']);
    });

    it('are created for others by an admin only, who also adds a user by that', async () => {
      const { tokens, identities } = test.memory;
      await tokens.add(ada, { agent: 'ci', username: 'eve', secret });
      const eve = (await identities.listUsers()).find(({ username }) => username === 'eve');
      assert.equal(eve?.role, 'member');
      const asEve = await test.caller({ username: 'eve' });
      assert.equal(await codeOf(tokens.add(asEve, { agent: 'ci', username: 'ada', secret })), 'not_allowed');
      assert.equal(await codeOf(tokens.add(asEve, { agent: 'ci', username: 'new', secret })), 'not_allowed');
      assert.ok(!(await identities.listUsers()).some(({ username }) => username === 'new'));
    });

    it('are listed and revoked by their user, and by an admin for everyone', async () => {
      const { tokens } = test.memory;
      const eve = await test.caller({ username: 'eve' });
      const [first, second] = [
        await tokens.add(ada, { agent: 'one', secret }),
        await tokens.add(eve, { agent: 'two', secret }),
      ];
      assert.deepEqual(
        (await tokens.list(eve)).map(({ id }) => id),
        [second.id],
      );
      assert.equal((await tokens.list(ada)).length, 2);
      assert.equal(await codeOf(tokens.revoke(eve, first.id)), 'not_found');
      assert.equal(await tokens.revoke(ada, second.id), 'revoked');
    });

    it('refuse names and times that make no sense', async () => {
      const { tokens } = test.memory;
      for (const draft of [{ agent: ' ' }, { agent: 'BigMind' }, { agent: 'x'.repeat(201) }]) {
        assert.equal(await codeOf(tokens.add(ada, { ...draft, secret })), 'invalid_input');
      }
      for (const expiresInHours of [0, -1, NaN, Infinity, 87_601]) {
        assert.equal(await codeOf(tokens.add(ada, { agent: 'ci', secret, expiresInHours })), 'invalid_input');
      }
    });

    it('note their last use once an hour at most', async () => {
      const { tokens } = test.memory;
      const { token } = await tokens.add(ada, { agent: 'ci', secret });
      const lastUse = async (): Promise<string | null> => (await tokens.list(ada))[0]?.lastUsedAt ?? null;
      // A check does not wait for the note of its use.
      await tokens.check(token);
      await until(async () => (await lastUse()) === '2026-03-30T09:15:00.000Z');
      test.pass(0.5);
      await tokens.check(token);
      test.pass(0.5);
      await tokens.check(token);
      await until(async () => (await lastUse()) !== '2026-03-30T09:15:00.000Z');
      assert.equal(await lastUse(), '2026-03-30T10:15:00.000Z');
    });

    it('are audited, without the token', async () => {
      const { tokens, audit } = test.memory;
      const { id } = await tokens.add(ada, { agent: 'ci', secret });
      await tokens.revoke(ada, id);
      const { rows } = await audit.list(ada, { limit: 10, kind: 'token' });
      assert.deepEqual(
        rows.map(({ action, uid, detail }) => [action, uid, detail]),
        [
          ['revoke_token', id, 'ci'],
          ['add_token', id, 'ci'],
        ],
      );
      assert.ok(!JSON.stringify(rows).includes(secret));
    });

    it('go with their user, and are in no export', async () => {
      const { tokens, scopeErasure, portability } = test.memory;
      const { token } = await tokens.add(ada, { agent: 'ci', username: 'eve', secret });
      assert.ok(!JSON.stringify(await portability.export('ada')).includes(test.ports.hash(token)));
      const ref = { kind: 'user', id: 'eve' } as const;
      await scopeErasure.erase(ada, ref, (await scopeErasure.preview(ada, ref)).expected);
      assert.equal(await tokens.check(token), 'unknown');
      assert.deepEqual(await queryRows(engine, test.file, 'SELECT id FROM tokens'), []);
    });
  });
}

describe('a restored backup', () => {
  it('keeps revoked tokens revoked, and newer tokens valid', async () => {
    const test = openTestMemory('team');
    const { tokens, clock } = test.memory;
    const ada = await test.caller();
    const backups = openBackups({
      file: test.file,
      ...{ engine: 'native', hash, loadWasm, indexText, newId: randomUUID, notice: () => undefined },
      now: () => clock.now(),
    });
    const revoked = await tokens.add(ada, { agent: 'ci', secret });
    const backup = await backups.make('manual');
    await tokens.revoke(ada, revoked.id);
    const newer = await tokens.add(ada, { agent: 'ci', secret });
    await backups.restore(backup, 'ada');
    assert.equal(await tokens.check(revoked.token), 'revoked');
    assert.equal(typeof (await tokens.check(newer.token)), 'object');
    await test.close();
  });
});

describe('tokens of a personal memory', () => {
  it('are for its user only, and the refusal says how to get an admin', async () => {
    const test = openTestMemory();
    const ada = await test.caller();
    await test.memory.tokens.add(ada, { agent: 'ci', secret });
    const refused = test.memory.tokens.add(ada, { agent: 'ci', username: 'eve', secret });
    await assert.rejects(refused, { code: 'not_allowed', remedy: { code: 'appoint_first_admin' } });
    await test.close();
  });
});

describe('tokens whose ids begin alike', () => {
  it('are listed by an error, unless one has exactly this id', async () => {
    const revoked: string[] = [];
    const times = { createdAt: '2026-03-30T10:00:00.000Z', expiresAt: null, lastUsedAt: null, revokedAt: null };
    const listed = ['abcd12', 'abcd34', 'abcde'].map((id) => {
      return { id, username: 'ada', agent: `agent ${id}`, isReadOnly: false, ...times };
    });
    const unused = (): Promise<never> => assert.fail('not used');
    const revoke = (id: string): Promise<'revoked'> => {
      revoked.push(id);
      return Promise.resolve('revoked');
    };
    const store = { add: unused, find: unused, noteUse: unused, revoke, list: () => Promise.resolve(listed) };
    const test = openTestMemory();
    try {
      const [caller, tokens] = [await test.caller(), new Tokens(store, test.ports, 'personal', unused)];
      await assert.rejects(tokens.revoke(caller, 'abcd'), {
        code: 'invalid_input',
        message:
          'More than one token starts with "abcd": abcd12 (agent abcd12 of ada), abcd34 (agent abcd34 of ada), abcde (agent abcde of ada).',
      });
      assert.deepEqual(revoked, []);
      listed.push({ ...listed[0], id: 'abcd' } as (typeof listed)[number]);
      for (const id of ['abcd', 'abcd3']) await tokens.revoke(caller, id);
      assert.deepEqual(revoked, ['abcd', 'abcd34']);
    } finally {
      await test.close();
    }
  });
});
