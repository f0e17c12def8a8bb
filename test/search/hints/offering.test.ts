/** What a prompt is offered: clear matches, as one line each, and nothing for what people say most of the time. */
import assert from 'node:assert/strict';
import type { Feedback } from '../../../src/memory/recall/muted.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Offer } from '../../../src/search/hints/offering.ts';
import { maxOffers, offerBudget, Offering } from '../../../src/search/hints/offering.ts';
import { estimateTokens } from '../../../src/util/tokens.ts';
import type { TestMemory } from '../../support/memory.ts';
import { openTestMemory } from '../../support/memory.ts';
import { remembered } from './offeringMemories.ts';
import type { LabelledPrompt } from './offeringPrompts.ts';
import { labelledPrompts, promptsHeldOut } from './offeringPrompts.ts';

const velo = { key: 'github.com/acme/velo', name: 'velo' };

describe('offering', () => {
  let test: TestMemory;
  let ada: Caller;
  let offering: Offering;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ project: velo });
    offering = new Offering(test.search, test.memory);
  });
  afterEach(() => test.close());

  const learn = async (
    fact: string,
    more: { category?: string; confidence?: number } = {},
    who = ada,
  ): Promise<number> => (await test.memory.facts.store(who, { category: 'decision', fact, ...more })).fact.id;
  const keep = (content: string, flagReason: string): Promise<unknown> =>
    test.memory.chunks.append(ada, { content, flagReason, role: 'assistant' });
  const lines = async (prompt: string, who = ada): Promise<string[]> =>
    (await offering.for(who, prompt)).offers.map(({ line }) => line);

  const heron = 'We deploy to the Kubernetes cluster named heron.';
  const deploying = 'Deploy this to the Kubernetes cluster heron';

  it('says which words matched, and what was left out and why', async () => {
    const muted = await learn(heron);
    await test.memory.muted.mute(ada, { kind: 'fact', id: String(muted) });
    const sent = await learn('The Kubernetes cluster heron has nine nodes.');
    const { offers, leftOut } = await offering.for(ada, deploying);
    assert.deepEqual(
      offers.map(({ id, matched }) => [id, matched.toSorted()]),
      [[String(sent), ['Kubernetes', 'cluster', 'heron']]],
    );
    assert.deepEqual(
      leftOut.map(({ ref, matched, leftOut: why }) => [ref.id, matched.includes('heron'), why]),
      [[String(muted), true, 'muted']],
    );
  });

  it('needs a clearer match for what was not useful, and a weaker one for what was useful', async () => {
    const id = String(await learn(heron));
    const clear = 'Which Kubernetes cluster was it, and who pays for it?';
    const weak = 'Where was the Kubernetes workshop that somebody named after a bird?';
    const rate = (feedback: Feedback | null): Promise<boolean> =>
      test.memory.muted.rate(ada, { kind: 'fact', id }, feedback);
    const offered = async (prompt: string): Promise<boolean> => (await lines(prompt)).length > 0;
    assert.deepEqual([await offered(clear), await offered(weak)], [true, false]);
    await rate('useful');
    assert.deepEqual([await offered(clear), await offered(weak)], [true, true]);
    await rate('not_useful');
    assert.deepEqual([await offered(clear), await offered(weak), await offered(deploying)], [false, false, true]);
    await rate(null);
    assert.deepEqual([await offered(clear), await offered(weak)], [true, false]);
  });

  it('offers a clearly matching decision on one line with its number and day', async () => {
    await learn(heron);
    const [offer, ...others] = (await offering.for(ada, deploying)).offers;
    assert.deepEqual(others, []);
    assert.equal(offer?.line, `- [decision] #1 ${heron} (2026-03-30)`);
    assert.deepEqual([offer.kind, offer.id, offer.score > 0.5], ['fact', '1', true]);
  });

  it('offers facts first, then approved knowledge, then exchanges that add something', async () => {
    await keep(
      'We decided that the lock of the heron cluster is held by Consul and not by Zookeeper.',
      'decision, kept by rule',
    );
    await test.memory.knowledge.promote(ada, {
      category: 'standard',
      title: 'Heron cluster',
      content: 'Consul and Zookeeper are locked to version 3.',
    });
    await learn('The heron cluster runs Consul, and Zookeeper only for tests.');
    const found = await lines('Can Zookeeper hold the lock of the heron cluster instead of Consul?');
    assert.deepEqual(
      found.map((line) => /^- \[\w+\] [a-z ]*#1/u.exec(line)?.[0]),
      ['- [decision] #1', '- [standard] knowledge #1', '- [decision] exchange #1'],
    );
  });

  it('offers nothing for commands, greetings and short answers', async () => {
    await learn('Continue the heron deploy after yes, ok and thanks: hello, good morning, go on.');
    const prompts = [
      '',
      '   ',
      'yes',
      'ok, go on',
      'Continue',
      'Hello!',
      'thanks',
      '/deploy the heron cluster',
      '👍',
      '1',
    ];
    for (const prompt of prompts) assert.deepEqual(await lines(prompt), [], prompt);
  });

  it('offers nothing for words that occur in every prompt', async () => {
    await learn('Test files for a function that fails with an error get a new file name.');
    await learn('The config file of the database is read at the start.');
    assert.deepEqual(await lines('Add a test file for the function that fails with this error'), []);
    assert.deepEqual(await lines('Add an error to the database config'), []);
  });

  it('offers nothing for a single name, which shows the topic of a prompt but not its purpose', async () => {
    await learn('Stripe webhooks need the raw body.');
    assert.deepEqual(await lines('Write a paragraph about Stripe for the investors'), []);
  });

  it('offers nothing for pasted text', async () => {
    await learn(heron);
    const pasted = [
      `Explain this:\n\`\`\`\n${deploying}\n\`\`\``,
      `Why?\n> ${deploying}\n> again`,
      `<attachments>\n${deploying}\n</attachments>\nWhat is this?`,
      `<bigmind-context>\n${heron}\n</bigmind-context>\nWhat next?`,
      `Look:\n${'2026-03-30T10:00:00 INFO heron kubernetes cluster deploy\n'.repeat(50)}`,
      `${'Some words of a long text that was put in here. '.repeat(30)}${deploying}. ${'And even more of the same text here. '.repeat(30)}`,
    ];
    for (const prompt of pasted) assert.deepEqual(await lines(prompt), [], prompt.slice(0, 60));
  });

  it('offers what the own words of a prompt match, before and after pasted text', async () => {
    await learn(heron);
    const log = '2026-03-30T10:00:00 WARN nothing of note happened here\n'.repeat(2_000);
    assert.equal((await lines(`${deploying}, please. It says:\n${log}`)).length, 1);
    assert.equal((await lines(`\`\`\`\n${log}\n\`\`\`\n${deploying}`)).length, 1);
  });

  it('offers the newest fact instead of those that it contradicts, even if only the oldest contains the words', async () => {
    await learn('The gateway port for telemetry is 8080.');
    test.pass(1);
    await learn('The gateway port for telemetry is 9090.');
    test.pass(1);
    await learn('The gateway port for telemetry is 7070.');
    assert.deepEqual(await lines('Open port 8080 of the telemetry gateway'), [
      '- [decision] #3 The gateway port for telemetry is 7070. (2026-03-30)',
    ]);
  });

  it('offers nothing uncertain, personal, unapproved, unflagged, deprecated or from another project', async () => {
    await learn(`${heron} Maybe.`, { confidence: 0.3 });
    await learn(`${heron} I like it.`, { category: 'preference' });
    await learn(`${heron} I run it.`, { category: 'identity' });
    await keep(`${heron} Lovely.`, 'nice words');
    await learn(
      `${heron} Elsewhere.`,
      {},
      await test.caller({ project: { key: 'github.com/acme/farm', name: 'farm' } }),
    );
    await test.memory.facts.deprecate(ada, { factId: await learn(`${heron} Once.`), reason: 'over' });
    assert.deepEqual(await lines(deploying), []);
    const member = test.openAgain('team');
    await member.memory.knowledge.promote(await member.caller({ username: 'bob', project: velo }), {
      category: 'standard',
      title: 'Kubernetes cluster heron',
      content: heron,
    });
    assert.deepEqual(await lines(deploying), []);
  });

  it('offers at most a few short lines, none of which opens a block', async () => {
    for (let n = 0; n < 9; n += 1) {
      await learn(
        `Heron ${String.fromCharCode(65 + n)}${'x'.repeat(n)}:\n# Consul | quorum \`\`\`sh\n${'and so on for long '.repeat(12)}`,
      );
    }
    const { offers } = await offering.for(ada, 'Does the heron quorum need Consul?');
    assert.ok(offers.length > 1 && offers.length <= maxOffers);
    assert.ok(estimateTokens(offers.map(({ line }) => line).join('\n')) <= offerBudget);
    for (const { line } of offers) assert.match(line, /^- \[decision\] #\d+ Heron [^\n]*\(2026-03-30\)$/u);
    assert.ok(offers.every(({ line }) => !line.includes('```')));
  });

  it('offers the matching sentence of a long exchange, but no exchange whose matches are far apart', async () => {
    const filler = 'There was much to say about other matters on that day. '.repeat(12);
    await keep(`${filler}The quorum of Consul on heron is three. ${filler}`, 'decision');
    await keep(`${filler}The osprey flies. ${filler}It eats with Zookeeper. ${filler}It has a quota.`, 'decision');
    assert.deepEqual(await lines('What quorum does Consul have on heron?'), [
      '- [decision] exchange #1 The quorum of Consul on heron is three. (2026-03-30)',
    ]);
    assert.deepEqual(await lines('What quota does the osprey have with Zookeeper?'), []);
  });

  it('writes nothing', async () => {
    await learn(heron);
    await test.memory.maintenance.changeToken();
    const before = await test.memory.maintenance.changeToken();
    assert.equal((await lines(deploying)).length, 1);
    assert.equal(await test.memory.maintenance.changeToken(), before);
  });

  describe('in a store of several months', () => {
    const names = new Map<string, string>();
    beforeEach(async () => {
      for (const [name, one] of Object.entries(remembered)) {
        if (one.kind === 'fact') names.set(`fact ${String(await learn(one.text, one))}`, name);
        else if (one.kind === 'chunk') {
          const { chunk } = await test.memory.chunks.append(ada, { content: one.text, flagReason: one.reason });
          names.set(`chunk ${String(chunk.id)}`, name);
        } else {
          const entry = { category: one.category, title: one.title, content: one.text };
          const { entry: promoted } = await test.memory.knowledge.promote(ada, entry);
          names.set(`knowledge ${String(promoted.id)}`, name);
        }
      }
    });

    const figures = async (
      prompts: readonly LabelledPrompt[],
    ): Promise<{ precision: number; recall: number; disturbed: number }> => {
      const isRight = ({ wants }: LabelledPrompt, { kind, id }: Offer): boolean =>
        wants.some((name) => name === names.get(`${kind} ${id}`));
      const answers = await Promise.all(
        prompts.map(async (one) => ({ one, offers: (await offering.for(ada, one.prompt)).offers })),
      );
      const all = answers.flatMap(({ one, offers }) => offers.map((offer) => isRight(one, offer)));
      const withMatch = answers.filter(({ one }) => one.wants.length > 0);
      const withoutMatch = answers.filter(({ one }) => one.wants.length === 0);
      return {
        precision: all.filter((right) => right).length / all.length,
        recall:
          withMatch.filter(({ one, offers }) => offers.some((offer) => isRight(one, offer))).length / withMatch.length,
        disturbed: withoutMatch.filter(({ offers }) => offers.length > 0).length / withoutMatch.length,
      };
    };

    for (const [which, prompts] of [
      ['that the constants were chosen on', labelledPrompts],
      ['that were written afterwards', promptsHeldOut],
    ] as const) {
      it(`is mostly right, and mostly silent without a match, for prompts ${which}`, async () => {
        const { precision, recall, disturbed } = await figures(prompts);
        assert.ok(precision >= 0.9, `precision ${String(precision)}`);
        assert.ok(recall >= 0.6, `recall ${String(recall)}`);
        assert.ok(disturbed <= 0.05, `disturbed ${String(disturbed)}`);
      });
    }
  });
});
