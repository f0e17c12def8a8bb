/** What a session leaves for the next one of its project, on both engines. */
import assert from 'node:assert/strict';
import type { HandOffInput } from '../../src/memory/recall/handOffInput.ts';
import type { HandOff, LeftHandOff } from '../../src/memory/recall/handOffs.ts';
import { listsOfHandOff, textOfHandOff } from '../../src/memory/recall/handOffText.ts';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
import { engineNames } from '../store/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

const shop: ProjectRef = { key: 'github.com/acme/shop', name: 'shop' };
const day = 24;

for (const engine of engineNames) {
  describe(`a hand-off (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    beforeEach(async () => {
      test = openTestMemory('personal', engine);
      ada = await inShop('chat-1');
    });
    afterEach(() => test.close());

    const inShop = (conversationId: string | null, from: Pick<TestMemory, 'caller'> = test): Promise<Caller> =>
      from.caller({ conversationId, project: shop });
    const endWith = async (caller: Caller, input: HandOffInput, memory = test.memory): Promise<LeftHandOff> => {
      const { id } = await memory.sessions.end(caller, { oneLiner: 'Ended' });
      return memory.handOffs.leave(caller, { ...input, sessionId: id });
    };
    const stepsOf = (handOff: HandOff | undefined): string[] | undefined => handOff && [...handOff.nextSteps];
    const current = async (caller = ada): Promise<string[] | undefined> =>
      stepsOf(await test.memory.handOffs.current(caller));
    const facts = async (includeDeprecated = false): Promise<Record<string, unknown>[]> => {
      const { tables } = await test.memory.portability.export('ada');
      return tables.facts.filter(({ deprecated }) => includeDeprecated || deprecated !== 1);
    };

    it('is a fact that expires, from the session that left it', async () => {
      const left = await endWith(ada, {
        nextSteps: ['Wire the lamp', 'Paint the tower'],
        blockers: ['The key is lost'],
      });
      assert.equal(left.status, 'left');
      const { fact, nextSteps, blockers } = (await test.memory.handOffs.current(ada)) ?? assert.fail('There is none.');
      assert.deepEqual([nextSteps, blockers], [['Wire the lamp', 'Paint the tower'], ['The key is lost']]);
      const { category, type, tags, confidence, origin, projectName, expiresAt, sourceSession } = fact;
      assert.deepEqual(
        { category, type, tags, confidence, origin, projectName, expiresAt },
        {
          ...{ category: 'codebase', type: 'observation', tags: ['hand-off'], confidence: 1, origin: 'agent' },
          ...{ projectName: 'shop', expiresAt: '2026-04-13T09:15:00.000Z' },
        },
      );
      const { sessions } = await test.memory.sessions.list(ada, { scope: 'all', limit: 9 });
      assert.deepEqual(
        sessions.map(({ id, endedAt }) => [id, endedAt]),
        [[sourceSession, '2026-03-30T09:15:00.000Z']],
      );
    });

    it('reads well where facts are listed and found', async () => {
      await endWith(ada, { nextSteps: ['Wire the lamp'], blockers: ['The key is lost'] });
      const { results } = await test.search.find(ada, { query: 'hand-off lamp' });
      assert.match(
        results[0]?.text ?? '',
        /^Hand-off of session [0-9a-f]{8}\.\nNext steps:\n- Wire the lamp\nBlockers:\n- The key is lost$/u,
      );
    });

    it('is superseded by the next end in its project, and by no other', async () => {
      await endWith(ada, { nextSteps: ['Wire the lamp'] });
      const first = (await test.memory.handOffs.current(ada))?.fact;
      await endWith(await test.caller({ conversationId: 'chat-2' }), { nextSteps: ['Buy paint'] });
      await endWith(await test.caller({ username: 'mara', project: shop }), { nextSteps: ['Ask Ada'] });
      assert.deepEqual(await current(), ['Wire the lamp']);
      assert.deepEqual(await current(await test.caller()), ['Buy paint']);
      await endWith(await inShop('chat-3'), { nextSteps: ['Sound the horn'] });
      const second = (await test.memory.handOffs.current(ada))?.fact;
      assert.deepEqual(await current(), ['Sound the horn']);
      assert.equal(second?.supersedesCount, 1);
      const old = await test.memory.facts.own(ada, first?.id ?? 0, 'edit');
      assert.deepEqual([old.deprecated, old.deprecationReason], [true, `superseded by #${String(second.id)}`]);
    });

    it('is replaced by that of the same session when it ends again', async () => {
      await endWith(ada, { nextSteps: ['Wire the lamp'] });
      await endWith(ada, { nextSteps: ['Wire the lamp', 'Paint the tower'] });
      assert.deepEqual(await current(), ['Wire the lamp', 'Paint the tower']);
      assert.equal((await facts()).length, 1);
    });

    it('is renewed by the same steps of the same session', async () => {
      await endWith(ada, { nextSteps: ['Wire the lamp'] });
      test.pass(day);
      await endWith(ada, { nextSteps: ['Wire the lamp'] });
      const stored = await facts(true);
      assert.deepEqual(
        stored.map(({ expires_at }) => expires_at),
        ['2026-04-14T09:15:00.000Z'],
      );
    });

    for (const input of [{}, { nextSteps: [] }, { nextSteps: [' '], blockers: [] }, { blockers: [] }]) {
      it(`stays open, and is named, if the next end says nothing about what is left: ${JSON.stringify(input)}`, async () => {
        assert.deepEqual(await endWith(ada, input), { status: 'unchanged', open: undefined });
        await endWith(ada, { nextSteps: ['Wire the lamp'] });
        const left = await endWith(await inShop('chat-2'), input);
        assert.deepEqual(left.status === 'unchanged' && [left.open?.fact.fact, left.open?.nextSteps], [
          (await facts())[0]?.['fact'],
          ['Wire the lamp'],
        ]);
        assert.deepEqual(await current(), ['Wire the lamp']);
      });
    }

    it('is closed by deprecating it', async () => {
      const left = await endWith(ada, { nextSteps: ['Wire the lamp'] });
      const factId = left.status === 'left' ? left.handOff.fact.id : 0;
      await test.memory.facts.deprecate(ada, { factId, reason: 'done' });
      assert.equal(await current(), undefined);
      assert.deepEqual(await endWith(await inShop('chat-2'), {}), { status: 'unchanged', open: undefined });
    });

    describe('with open steps, if the next end gives only blockers', () => {
      const carried = async (caller: Caller, first = ada): Promise<HandOff> => {
        await endWith(first, { nextSteps: ['Wire the lamp', 'Paint the tower'], blockers: ['It rains'] });
        await endWith(caller, { nextSteps: [], blockers: ['The key is lost'] });
        return (await test.memory.handOffs.current(ada)) ?? assert.fail('There is none.');
      };

      it('takes them over into the new one', async () => {
        const { fact, nextSteps, blockers } = await carried(await inShop('chat-2'));
        assert.deepEqual([nextSteps, blockers], [['Wire the lamp', 'Paint the tower'], ['The key is lost']]);
        assert.deepEqual([fact.supersedesCount, fact.origin, fact.confidence], [1, 'agent', 1]);
        assert.equal((await facts()).length, 1);
      });

      it('trusts them no more than before', async () => {
        const person: Caller = { ...(await inShop('chat-2')), origin: 'person' };
        assert.equal((await carried(person, { ...ada, origin: 'web' })).fact.origin, 'web');
        assert.equal((await carried(person)).fact.origin, 'agent');
        assert.equal((await carried(await inShop('chat-3'), person)).fact.origin, 'agent');
        assert.equal((await carried(await inShop('chat-4'), { ...ada, origin: 'transcript' })).fact.origin, 'agent');
      });

      it('leaves out the last ones that do not fit', async () => {
        const steps = Array.from({ length: 19 }, (_, i) => `${String(i)} ${'x'.repeat(490)}`);
        await endWith(ada, { nextSteps: steps });
        await endWith(await inShop('chat-2'), { blockers: Array.from({ length: 3 }, () => 'y'.repeat(500)) });
        const left = (await test.memory.handOffs.current(ada)) ?? assert.fail('There is none.');
        assert.ok(left.fact.fact.length <= 10_000 && left.blockers.length === 3, String(left.fact.fact.length));
        assert.ok(left.nextSteps.length > 10 && left.nextSteps.length < 19, String(left.nextSteps.length));
        assert.deepEqual(left.nextSteps, steps.slice(0, left.nextSteps.length));
      });

      it('takes over none that have expired or belong elsewhere', async () => {
        await endWith(await test.caller({ conversationId: 'chat-2' }), { nextSteps: ['Buy paint'] });
        await endWith(ada, { nextSteps: ['Wire the lamp'] });
        test.pass(14 * day);
        await endWith(await inShop('chat-3'), { blockers: ['The key is lost'] });
        assert.deepEqual(await current(), []);
      });
    });

    it('belongs to the project of the session that is named, wherever the caller is', async () => {
      const { session } = await test.memory.sessions.start(ada);
      const elsewhere = await test.caller({ conversationId: 'chat-2' });
      await test.memory.handOffs.leave(elsewhere, { nextSteps: ['Wire the lamp'], sessionId: session.id.slice(0, 8) });
      assert.deepEqual([await current(), await current(elsewhere)], [['Wire the lamp'], undefined]);
    });

    it('expires, comes back if the clock jumps back, and is then superseded all the same', async () => {
      await endWith(ada, { nextSteps: ['Wire the lamp'] });
      test.pass(14 * day - 1);
      assert.deepEqual(await current(), ['Wire the lamp']);
      test.pass(1);
      assert.equal(await current(), undefined);
      await endWith(await inShop('chat-2'), { nextSteps: ['Paint the tower'] });
      test.pass(-2);
      assert.deepEqual(await current(), ['Paint the tower']);
      assert.equal((await facts()).length, 1);
    });

    it('is one, whichever of several windows ends first', async () => {
      const windows = [test, test.openAgain('personal'), test.openAgain('personal')];
      for (const round of ['a', 'b', 'c']) {
        await Promise.all(
          windows.map(async (window, place) => {
            const name = `${round}${String(place)}`;
            return endWith(await inShop(name, window), { nextSteps: [`Step ${name}`] }, window.memory);
          }),
        );
        const [only, ...others] = await facts();
        assert.deepEqual(others, []);
        assert.deepEqual(await current(), listsOfHandOff(String(only?.['fact'])).nextSteps);
      }
    });

    it('contains no secret', async () => {
      const left = await endWith(ada, {
        nextSteps: ['Rotate AKIAIOSFODNN7EXAMPLE'],
        blockers: ['<private>x</private>y'],
      });
      assert.equal(left.status === 'left' && left.redacted, 2);
      const stored = JSON.stringify(await facts());
      assert.ok(!stored.includes('AKIA') && !stored.includes('<private>'), stored);
    });

    for (const [what, input, message] of [
      [
        '21 steps',
        { nextSteps: Array.from({ length: 21 }, (_, i) => `Step ${String(i)}`) },
        /^next_steps has 21 entries/u,
      ],
      ['21 blockers', { blockers: Array.from({ length: 21 }, () => 'x') }, /^blockers has 21 entries/u],
      ['a long step', { nextSteps: ['a', 'x'.repeat(501)] }, /^next_steps 2 has 501 characters; the maximum is 500/u],
      [
        'too much text',
        { nextSteps: Array.from({ length: 20 }, () => 'x'.repeat(499)) },
        /together.*maximum is 10,000/u,
      ],
    ] as const) {
      it(`is rejected with ${what}, and the older one stays`, async () => {
        await endWith(ada, { nextSteps: ['Wire the lamp'] });
        assert.throws(() => test.memory.handOffs.check(input), { code: 'invalid_input', message });
        await assert.rejects(endWith(ada, input), { code: 'invalid_input', message });
        assert.deepEqual(await current(), ['Wire the lamp']);
      });
    }

    it('is rejected for the session of another user', async () => {
      const mara = await test.caller({ username: 'mara' });
      const { session } = await test.memory.sessions.start(mara);
      const left = test.memory.handOffs.leave(ada, { nextSteps: ['Spy'], sessionId: session.id });
      await assert.rejects(left, { code: 'not_found' });
    });

    it('contradicts no fact, and lowers none', async () => {
      const { fact } = await test.memory.facts.store(ada, { category: 'codebase', fact: 'The lamp is not wired' });
      await endWith(ada, { nextSteps: ['The lamp is wired'] });
      const again = await test.memory.facts.store(ada, { category: 'codebase', fact: 'The lamp is never wired' });
      assert.deepEqual(
        again.related.map((related) => related.fact.id),
        [fact.id],
      );
      assert.equal((await test.memory.facts.own(ada, fact.id, 'edit')).confidence, 1);
    });

    it('is an ordinary fact once a person removes its expiry', async () => {
      const left = await endWith(ada, { nextSteps: ['Wire the lamp'] });
      const factId = left.status === 'left' ? left.handOff.fact.id : 0;
      await test.memory.facts.edit({ ...ada, origin: 'person' }, { factId, expires: 'never' });
      assert.equal(await current(), undefined);
      await endWith(await inShop('chat-2'), { nextSteps: ['Paint the tower'] });
      assert.equal((await facts()).length, 2);
    });
  });
}

describe('hand-offs that the setting turns off', () => {
  it('are neither left nor derived nor shown', async () => {
    const on = openTestMemory();
    try {
      const caller = await on.caller();
      const { id: sessionId } = await on.memory.sessions.end(caller, { oneLiner: 'Ended' });
      await on.memory.handOffs.leave(caller, { nextSteps: ['Wire the lamp'], sessionId });
      assert.notEqual(await on.memory.handOffs.current(caller), undefined);
    } finally {
      await on.close();
    }
    const off = openTestMemory('personal', 'native', { handOffDays: 0 });
    try {
      const caller = await off.caller();
      const { id: sessionId } = await off.memory.sessions.end(caller, { oneLiner: 'Ended' });
      const left = await off.memory.handOffs.leave(caller, { nextSteps: ['Wire the lamp'], sessionId });
      assert.deepEqual(left, { status: 'off' });
      assert.equal(await off.memory.handOffs.derive(caller, null), undefined);
      assert.equal(await off.memory.handOffs.current(caller), undefined);
    } finally {
      await off.close();
    }
  });
});

describe('the text of a hand-off', () => {
  for (const [what, nextSteps, blockers] of [
    ['steps and blockers', ['Wire the lamp', 'Paint the tower'], ['The key is lost']],
    ['only blockers', [], ['The key is lost']],
    [
      'items that look like its own lines',
      ['Blockers:', '- a', 'Next steps:', 'Hand-off of session 12345678.'],
      ['-', '- '],
    ],
    ['markup and other scripts', ['## `x` **y** | z', '给第二盏灯接线', '🚨 — "q"', '\\n \\'], ['#1: [x](y)', "it's"]],
  ] as const) {
    it(`is read again without loss: ${what}`, () => {
      const text = textOfHandOff('3f2a9c1e-1111-4222-8333-444444444444', { nextSteps, blockers });
      assert.ok(text.startsWith('Hand-off of session 3f2a9c1e.\n'), text);
      assert.deepEqual(listsOfHandOff(text), { nextSteps, blockers });
    });
  }

  it('is read as next steps if a person wrote it another way', () => {
    assert.deepEqual(listsOfHandOff('- Wire the lamp\n- Paint it'), {
      nextSteps: ['Wire the lamp', 'Paint it'],
      blockers: [],
    });
    assert.deepEqual(listsOfHandOff('Wire the lamp\nand paint it.'), {
      nextSteps: ['Wire the lamp and paint it.'],
      blockers: [],
    });
  });
});
