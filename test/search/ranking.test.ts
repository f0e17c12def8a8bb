/** What the ranking guarantees, as properties instead of figures, because the weights may change. */
import assert from 'node:assert/strict';
import type { Passage } from '../../src/memory/recall/recall.ts';
import { explanationFrom, explanationText, scoreOf } from '../../src/search/explanation/explanation.ts';
import { productOf } from '../../src/search/ranking/factors.ts';
import type { Ranked } from '../../src/search/ranking/ranking.ts';
import type { RankingContext } from './rankedMemories.ts';
import { aMemory, aTalk, rankFor, textsOf } from './rankedMemories.ts';

const alone = (...memories: Passage): Passage[] => memories.map((memory) => [memory]);

async function order(question: string, passages: Passage[], context?: RankingContext): Promise<string[]> {
  return textsOf(await rankFor(question, passages, context));
}

async function strengthOf(text: string, question: string, passages: Passage[]): Promise<number> {
  return (await rankFor(question, passages)).find(({ memory }) => memory.text === text)?.strength ?? 0;
}

describe('the words of a query', () => {
  it('put memories with more of them first', async () => {
    const [none, one, two, three] = [
      'We ate soup.',
      'The deploy is slow.',
      'The deploy of billing is slow.',
      'The deploy of billing failed.',
    ];
    const texts = [one, three, none, two].map((text) => aMemory('message', text));
    assert.deepEqual(await order('why did the deploy of billing fail', alone(...texts)), [three, two, one]);
  });

  it('put a rarer word before a common one', async () => {
    const memories = alone(aMemory('message', 'The build was good.'), aMemory('message', 'The zebra was good.'));
    assert.deepEqual(await order('build zebra', memories, { holding: { build: 400, zebra: 2 } }), [
      'The zebra was good.',
      'The build was good.',
    ]);
    assert.equal(
      (await order('build zebra', memories, { holding: { build: 2, zebra: 400 } }))[0],
      'The build was good.',
    );
  });

  it('also find words of which they may be a misspelling, after exact matches', async () => {
    const memories = alone(
      aMemory('message', 'The Postgres holds it.'),
      aMemory('message', 'The Postgras holds it.'),
      aMemory('message', 'The pasta holds it.'),
    );
    assert.deepEqual(await order('postgras', memories, { misspellings: { postgras: ['postgres'] } }), [
      'The Postgras holds it.',
      'The Postgres holds it.',
    ]);
    assert.deepEqual(
      await order('postgras', memories),
      ['The Postgras holds it.'],
      'no misspelling if the index contains it',
    );
  });

  it('find their other forms', async () => {
    assert.deepEqual(await order('configuration', alone(aMemory('fact', 'We configured it.'))), ['We configured it.']);
    const misspellings = { deployment: ['deployed'] };
    assert.deepEqual(
      await order('deployment', alone(aMemory('fact', 'We deployed.')), { misspellings: misspellings }),
      ['We deployed.'],
    );
    assert.deepEqual(await order('bought', alone(aMemory('fact', 'They buy it.'))), ['They buy it.']);
    assert.deepEqual(await order('buy', alone(aMemory('fact', 'They bought it.'))), ['They bought it.']);
  });

  it('count in the title and in tags as in the text', async () => {
    const memories = alone(
      aMemory('knowledge', 'Use two spaces.', { title: 'Indentation' }),
      aMemory('knowledge', 'Tabs are gone.', { keywords: 'indentation' }),
      aMemory('knowledge', 'Something else.', { title: 'Else' }),
    );
    assert.deepEqual((await order('indentation', memories)).sort(), ['Tabs are gone.', 'Use two spaces.']);
  });

  it('count little in a code block, so that a sentence about it ranks first', async () => {
    const code = `Here it is:\n\`\`\`ts\n${'const retry = retry(retry);\n'.repeat(20)}\`\`\``;
    const sentence = 'We retry three times because the network is slow.';
    assert.deepEqual(await order('retry', alone(aMemory('message', code), aMemory('message', sentence))), [
      sentence,
      code,
    ]);
  });

  it('exclude memories without any of them', async () => {
    assert.deepEqual(await order('zebra', alone(aMemory('fact', 'A fact.'), aMemory('message', 'zeal'))), []);
  });

  it('count as content if there are only stop words', async () => {
    assert.deepEqual(await order('who is it', alone(aMemory('fact', 'Who is it?'), aMemory('fact', 'Nothing'))), [
      'Who is it?',
    ]);
  });
});

describe('a conversation', () => {
  it('puts a short statement of the user before the long answer that repeats it', async () => {
    const statement = 'I moved the backups to Hetzner.';
    const answer = `Great that you moved the backups to Hetzner! ${'Backups at Hetzner are a sound choice for many reasons, such as price and place. '.repeat(12)}`;
    const talk = aTalk('s', ['user', statement], ['assistant', answer]);
    assert.equal((await order('where did I move the backups? Hetzner?', [talk]))[0], statement);
    assert.equal((await order('backups Hetzner', [talk]))[0], statement);
  });

  it('raises the turn after a question, which is likely its answer', async () => {
    const answer = 'In the blue drawer of the toolHost.';
    const talkEndingWith = (last: string): Passage[] => [
      aTalk('s', ['Ann', 'Hello.'], ['Ann', `I mean the spare keys${last}`], ['Ben', answer], ['Ann', 'Fine.']),
    ];
    const [after, otherwise] = await Promise.all([
      strengthOf(answer, 'where are the spare keys', talkEndingWith('?')),
      strengthOf(answer, 'where are the spare keys', talkEndingWith('.')),
    ]);
    assert.ok(after > otherwise && otherwise > 0, `${String(after)} ${String(otherwise)}`);
  });

  it('lets its turns raise each other, close ones more', async () => {
    const filler = (n: number): [string, string] => ['Ann', `Something about number ${String(n)} here.`];
    const talk = aTalk(
      's',
      filler(0),
      filler(1),
      filler(2),
      ['Ann', 'The zebra is here.'],
      filler(4),
      filler(5),
      filler(6),
    );
    const ranked = await rankFor('zebra', [talk]);
    assert.deepEqual(ranked[0]?.memory.seq, 4);
    const strengths = new Map(ranked.map(({ memory, strength }) => [memory.seq, strength]));
    assert.ok((strengths.get(5) ?? 0) > (strengths.get(6) ?? 0));
    assert.ok((strengths.get(3) ?? 0) > (strengths.get(2) ?? 0));
    assert.equal(strengths.get(1), undefined, 'no effect three turns away');
  });

  it('puts the speaker whom the query names before others', async () => {
    const text = 'I love painting sunsets.';
    const talks = [aTalk('a', ['Melanie', text]), aTalk('b', ['Caroline Smith', text])];
    const [first] = await rankFor('What does Caroline love painting?', talks);
    assert.equal(first?.memory.speaker, 'Caroline Smith');
    assert.equal((await rankFor('What does Melanie love painting?', talks))[0]?.memory.speaker, 'Melanie');
  });

  it('does not count a mere mention of that speaker as evidence', async () => {
    const talk = aTalk('a', ['Melanie', 'Caroline, Caroline, Caroline!'], ['Caroline', 'I moved to Oslo.']);
    assert.equal((await order('Where did Caroline move to?', [talk]))[0], 'I moved to Oslo.');
  });

  it('returns what a speaker said if the query asks for nothing else', async () => {
    const talk = aTalk(
      'a',
      ['Melanie', 'Fine weather.'],
      ['Caroline', 'I moved to Oslo.'],
      ['Melanie', 'Good for you.'],
    );
    assert.equal((await order('Caroline', [talk]))[0], 'I moved to Oslo.');
    assert.equal((await order('What did Caroline tell me?', [talk]))[0], 'I moved to Oslo.');
  });

  it('puts the kind of answer first that the query asks for', async () => {
    const [dated, undated] = ['The launch went well, it was in May 2023.', 'The launch went well, it was a good show.'];
    const memories = alone(aMemory('message', undated), aMemory('message', dated));
    assert.equal((await order('When did the launch go well?', memories))[0], dated);
  });

  it('puts statements before questions, between people', async () => {
    const [statement, question] = ['The party is near the lake.', 'The party is near the lake?'];
    const talks = [aTalk('a', ['Ann', question]), aTalk('b', ['Ben', statement])];
    assert.equal((await order('party lake', talks))[0], statement);
  });

  it('raises all of its turns if many of them match', async () => {
    const text = 'The budget is fixed.';
    const much = aTalk('much', ['Ann', text], ['Ben', 'A budget of ten.'], ['Ann', 'The fixed budget, yes.']);
    const little = aTalk('little', ['Ann', text], ['Ben', 'Hm.'], ['Ann', 'Well.']);
    const ranked = await rankFor('fixed budget', [little, much]);
    const places = ['much', 'little'].map((session) =>
      ranked.findIndex(({ memory }) => memory.sessionId === session && memory.text === text),
    );
    assert.ok((places[0] ?? 9) < (places[1] ?? 0), JSON.stringify(places));
  });
});

describe('the other fields of a memory', () => {
  const both = (one: Parameters<typeof aMemory>[2], other: Parameters<typeof aMemory>[2]): Passage[] =>
    alone(
      aMemory('fact', 'The port is 80.', { id: '1', ...one }),
      aMemory('fact', 'The port is 80.', { id: '2', ...other }),
    );
  const firstOf = async (passages: Passage[], context?: RankingContext): Promise<string | undefined> =>
    (await rankFor('which port', passages, context))[0]?.memory.id;

  it('put a certain fact before an uncertain one', async () => {
    assert.equal(await firstOf(both({ confidence: 0.3 }, { confidence: 0.9 })), '2');
    assert.equal(await firstOf(both({ confidence: 0.9 }, { confidence: 0.3 })), '1');
  });

  it('put the newer of two equal memories first, even if both are old', async () => {
    assert.equal(
      await firstOf(both({ createdAt: '2026-03-01T00:00:00.000Z' }, { createdAt: '2026-03-29T00:00:00.000Z' })),
      '2',
    );
    assert.equal(
      await firstOf(both({ createdAt: '2001-01-01T10:00:00.000Z' }, { createdAt: '2001-01-01T09:00:00.000Z' })),
      '1',
    );
    assert.equal(await firstOf(both({}, {})), '2', 'the one stored later, when their times are equal');
  });

  it('put the own project first', async () => {
    const facts = both({ projectId: 'mine' }, { projectId: 'yours' });
    assert.equal(await firstOf(facts, { projectId: 'mine' }), '1');
    assert.equal(await firstOf(facts, { projectId: 'yours' }), '2');
  });

  it('put what was deliberately written down before plain messages', async () => {
    const text = 'We deploy on Thursdays.';
    const kinds = (['message', 'chunk', 'session', 'fact'] as const).map((kind) => aMemory(kind, text));
    const ranked = await rankFor('when do we deploy', alone(...kinds));
    assert.deepEqual(
      ranked.map(({ memory }) => memory.kind),
      ['fact', 'session', 'chunk', 'message'],
    );
  });

  it('put the more important memory first', async () => {
    const knowledge = [3, 9].map((importance) =>
      aMemory('knowledge', 'Review all code.', { title: 'Review', importance }),
    );
    assert.equal((await rankFor('review', alone(...knowledge)))[0]?.memory.importance, 9);
  });

  it('never make the strength invalid, whatever they contain', async () => {
    const odd = [
      { createdAt: '' },
      { createdAt: 'long ago' },
      { createdAt: '9999-12-31T23:59:59.999Z' },
      { confidence: null },
      { importance: 10, keywords: 'port port' },
      { sessionId: 'gone', seq: null },
      { speaker: '', role: '' },
      { title: '' },
    ];
    const memories = odd.map((more) => aMemory('fact', 'The port is 80.', more));
    const talk = odd.map((more) => aMemory('message', 'The port is 80.', { sessionId: 's', ...more }));
    for (const question of ['which port', 'port yesterday', 'port in May 2023', 'Port 80?']) {
      const ranked = await rankFor(question, [...alone(...memories), talk]);
      assert.equal(ranked.length, 2 * odd.length);
      for (const { strength } of ranked) assert.ok(strength > 0 && Number.isFinite(strength), question);
    }
  });
});

describe('a time relative to today', () => {
  const talk = (createdAt: string, text: string): Passage => [
    aMemory('message', text, { sessionId: createdAt, createdAt }),
  ];
  const passages = [
    talk('2026-03-29T10:00:00.000Z', 'We painted the fence.'),
    talk('2026-03-20T10:00:00.000Z', 'We cleaned the gutters.'),
    talk('2026-03-30T08:00:00.000Z', 'The fence was painted yesterday, and it was dry.'),
  ];

  it('finds memories from that time, or about it, without a matching word', async () => {
    const found = ['The fence was painted yesterday, and it was dry.', 'We painted the fence.'];
    for (const question of ['what did we do yesterday', 'yesterday'])
      assert.deepEqual((await order(question, passages)).sort(), found, question);
    const [first, second] = await rankFor('what happened last week', [
      talk('2026-03-25T10:00:00.000Z', 'It rained.'),
      talk('2026-02-25T10:00:00.000Z', 'It snowed.'),
    ]);
    assert.equal(first?.memory.text, 'It rained.');
    assert.equal(second, undefined);
  });
});

describe('an explanation', () => {
  const passages = [
    aTalk(
      'a',
      ['user', 'Where do the backups go, Hetzner?'],
      ['assistant', 'They go to Hetzner since May 2023.'],
      ['user', 'Fine.'],
    ),
    aTalk('b', ['Ann', 'I saw the backups yesterday.'], ['Ben', 'Which backup?']),
    [aMemory('fact', 'Backups go to Hetzner.', { confidence: 0.4, projectId: 'mine', keywords: 'infra' })],
  ];

  it('adds up: words and other parts are the evidence, and evidence times factors is the strength', async () => {
    for (const question of ['where do backups go', 'When did Ann see backups yesterday?', 'hetzner backup', 'Fine']) {
      const ranked = await rankFor(question, passages, { projectId: 'mine' });
      assert.ok(ranked.length > 0);
      for (const one of ranked) assertAddsUp(one);
    }
  });

  const answering = { answered: 0.9, best: 100 };

  function assertAddsUp(ranked: Ranked): void {
    const near = (one: number, other: number): void => {
      assert.ok(Math.abs(one - other) < 0.002, `${String(one)} is not ${String(other)}`);
    };
    const { words, document, resemblance, meaning, evidence, factors, strength } = explanationFrom(ranked, answering);
    near(
      words.reduce((sum, { here, nearby }) => sum + here + nearby, document + resemblance + meaning),
      evidence,
    );
    near(evidence * productOf(factors), strength);
    const counting = Object.entries(ranked.factors).filter(([, factor]) => factor !== 1);
    assert.deepEqual(Object.keys(factors), Object.keys(Object.fromEntries(counting)));
    const score = scoreOf(ranked, answering);
    assert.ok(score > 0 && score <= answering.answered);
  }

  it('shows in one line what counted, the strongest word first', async () => {
    const [first] = await rankFor('where do backups go: Hetzner', passages, { projectId: 'mine' });
    assert.ok(first !== undefined);
    const line = explanationText(explanationFrom(first, answering));
    assert.match(line, /^evidence \d\.\d+: "/u);
    assert.match(line, /"Hetzner" \d/u);
    assert.doesNotMatch(line, /NaN|undefined|\n|Infinity/u);
    const shares = explanationFrom(first, answering).words.map(({ here, nearby }) => here + nearby);
    assert.deepEqual(
      shares,
      shares.toSorted((one, other) => other - one),
    );
  });
});
