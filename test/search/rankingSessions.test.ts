/** How the ranking treats lengths and sessions, as properties instead of figures. */
import assert from 'node:assert/strict';
import type { Passage } from '../../src/memory/recall/recall.ts';
import { explanationFrom, explanationText, factorMeaning } from '../../src/search/explanation/explanation.ts';
import { questionFrom } from '../../src/search/query/question.ts';
import { factorNames } from '../../src/search/ranking/factors.ts';
import type { Ranked, RankingInput } from '../../src/search/ranking/ranking.ts';
import { rank, spreadOverSessions } from '../../src/search/ranking/ranking.ts';
import type { Turn } from './rankedMemories.ts';
import { aMemory, aTalk, rankFor, textsOf, weighed } from './rankedMemories.ts';

const answering = { answered: 0.9, best: 100 };
const statement = 'The backups go to Hetzner.';
const long = 'It is raining and the sun is nowhere to be seen, which is a pity for all of us. '.repeat(20);

function findRanked(ranked: readonly Ranked[], text: string, session: string): Ranked {
  const one = ranked.find(({ memory }) => memory.text === text && memory.sessionId === session);
  assert.ok(one !== undefined, `${text} of ${session}`);
  return one;
}

function hereOf({ words }: Ranked): number {
  return words.reduce((sum, { here }) => sum + here, 0);
}

describe('the length of a memory', () => {
  it('is compared with everything that was read, not with its own conversation', async () => {
    const passages = [
      aTalk('long', ['Ann', statement], ['Ben', long]),
      aTalk('short', ['Ann', statement], ['Ben', 'Hm.']),
    ];
    const ranked = await rankFor('backups Hetzner', passages);
    assert.equal(hereOf(findRanked(ranked, statement, 'long')), hereOf(findRanked(ranked, statement, 'short')));
  });

  it('lowers the evidence of a long memory, more if the others are short', async () => {
    const text = `${statement} ${long}`;
    const among = async (other: string): Promise<number> =>
      hereOf(
        findRanked(
          await rankFor('backups Hetzner', [aTalk('a', ['Ann', text]), aTalk('b', ['Ann', other])]),
          text,
          'a',
        ),
      );
    assert.ok((await among('Hm.')) < (await among(long)));
  });
});

describe('a message of the user', () => {
  const factor = async (...turns: Turn[]): Promise<number> =>
    findRanked(await rankFor('backups Hetzner', [aTalk('s', ['user', statement], ...turns)]), statement, 's').factors
      .user ?? 0;

  it('counts more the longer the assistant writes, up to a limit', async () => {
    const [report, answer, lecture] = [
      await factor(['assistant', 'Done.']),
      await factor(['assistant', long.slice(0, 400)]),
      await factor(['assistant', long]),
    ];
    assert.equal(report, 1);
    assert.ok(answer > report && lecture > answer, [report, answer, lecture].join(' '));
    assert.ok((await factor(['assistant', long.repeat(12)])) <= 4, 'not without bounds');
  });

  it('has no extra weight if no assistant takes part', async () => {
    assert.equal(await factor(), 1);
    assert.equal(await factor(['Ben', long]), 1);
    const people = await rankFor('backups Hetzner', [aTalk('s', ['Ann', statement], ['Ben', long])]);
    assert.equal(findRanked(people, statement, 's').factors.user, 1);
  });
});

describe('the document of a session', () => {
  const passages = [
    aTalk('a', ['user', statement], ['assistant', 'Fine.']),
    aTalk('b', ['user', statement], ['assistant', 'Fine.']),
  ];

  it('raises the messages of its session, more for a better match', async () => {
    const lifted = async (bm25: number): Promise<number> =>
      findRanked(await rankFor('backups Hetzner', passages, { sessions: { a: bm25 } }), statement, 'a').strength;
    const plain = await rankFor('backups Hetzner', passages);
    assert.equal(await lifted(0), findRanked(plain, statement, 'a').strength);
    assert.ok((await lifted(4)) > (await lifted(0)) && (await lifted(9)) > (await lifted(4)));
    for (const [session, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const ranked = await rankFor('backups Hetzner', passages, { sessions: { [session]: 9, [other]: 1 } });
      const [first] = ranked;
      assert.ok(first !== undefined);
      assert.equal(first.memory.sessionId, session);
      assert.match(explanationText(explanationFrom(first, answering)), /the topic of its session matches/u);
    }
  });

  it('raises nothing outside of a session', async () => {
    const facts = [[aMemory('fact', statement)]];
    const [with_, without] = [await rankFor('backups', facts, { sessions: { a: 9 } }), await rankFor('backups', facts)];
    assert.equal(with_[0]?.strength, without[0]?.strength);
  });

  it('determines the order of sessions, whatever their displayed lines contain', async () => {
    const sessions = ['one', 'two', 'three'].map((id) =>
      aMemory('session', id === 'one' ? 'Backups to Hetzner, backups!' : 'Something else', { id, sessionId: id }),
    );
    const alone: Passage[] = sessions.map((memory) => [memory]);
    const ranked = await rankFor('backups Hetzner', alone, { sessions: { one: 2, two: 9, three: 5 } });
    assert.deepEqual(
      ranked.map(({ memory }) => memory.id),
      ['two', 'three', 'one'],
    );
    const [first] = ranked;
    assert.ok(first !== undefined);
    const why = explanationFrom(first, answering);
    assert.ok(why.document > 0 && why.words.length === 0);
    assert.match(explanationText(why), /^evidence [\d.]+: [\d.]+ for the questions and answers in it/u);
  });
});

describe('results of one session', () => {
  const statements = ['Backups go to Hetzner.', 'Hetzner has backups.', 'Backups: Hetzner.'];
  const other = 'Somebody speaks of backups at length, in a hall full of people who listen, and of Hetzner too.';
  const talk = (by: string): Passage[] => [
    aTalk(
      's',
      ...statements.flatMap((text): Turn[] => [
        ['user', text],
        [by, `${text} Indeed.`],
      ]),
    ),
    aTalk('t', [by, other]),
  ];
  const places = async (by: string): Promise<[before: number, after: number, ranked: Ranked[]]> => {
    const ranked = await rankFor('backups Hetzner', talk(by));
    const spread = spreadOverSessions(ranked);
    return [textsOf(ranked).indexOf(other), textsOf(spread).indexOf(other), spread];
  };

  it('make room for other sessions if an assistant takes part', async () => {
    const [before, after, spread] = await places('assistant');
    assert.ok(before > after, `${String(before)} ${String(after)}`);
    const strengths = spread.map(({ strength }) => strength);
    assert.deepEqual(
      strengths,
      strengths.toSorted((one, two) => two - one),
    );
    const ofOne = spread.filter(({ memory }) => memory.sessionId === 's');
    assert.equal(ofOne[0]?.factors.spread, 1);
    assert.ok(ofOne.slice(1).every(({ factors }) => (factors.spread ?? 1) < 1));
  });

  it('keep their places between people', async () => {
    const [before, after, spread] = await places('Ben');
    assert.equal(before, after);
    assert.ok(spread.every(({ factors }) => (factors.spread ?? 1) === 1));
  });

  it('count less next to a better one than further away', () => {
    const memory = (seq: number): Ranked['memory'] =>
      aMemory('message', statement, { sessionId: 's', seq, role: 'assistant' });
    const one = (seq: number, strength: number): Ranked => ({
      ...{ memory: memory(seq), strength, evidence: strength, words: [], factors: {} },
      ...{ document: 0, meaning: 0, resemblance: 0 },
    });
    const factors = new Map(
      spreadOverSessions([one(10, 3), one(11, 1), one(90, 2)]).map((each) => [
        each.memory.seq,
        each.factors.spread ?? 1,
      ]),
    );
    assert.equal(factors.get(10), 1);
    assert.ok((factors.get(11) ?? 1) < (factors.get(90) ?? 0) && (factors.get(90) ?? 1) < 1);
  });
});

describe('the word vectors', () => {
  it('put the closer meaning first among equals', () => {
    const texts = ['The port is 80 here.', 'The port is 81 here.', 'The port is 82 here.'];
    const input: RankingInput = {
      ...{ question: weighed(questionFrom('which port')), periods: [], found: new Set(), sessions: new Map() },
      ...{ passages: texts.map((text) => [aMemory('fact', text)]), similarities: new Map(), projectId: null },
      ...{ today: 0, dayOfMemory: () => 0 },
      wordVectors: { cosines: (_, all) => all.map((text) => (text.includes('81') ? 0.9 : 0.1)) },
    };
    const ranked = rank(input);
    assert.equal(ranked[0]?.memory.text, texts[1]);
    assert.ok((ranked[0]?.factors.meaning ?? 0) > 1 && (ranked[2]?.factors.meaning ?? 2) < 1);
    assert.equal(rank({ ...input, wordVectors: undefined })[0]?.factors.meaning, 1);
  });
});

describe('each factor', () => {
  for (const name of factorNames)
    it(`has a short explanation: ${name}`, async () => {
      const [one] = await rankFor('backups', [[aMemory('fact', statement)]]);
      assert.ok(one !== undefined);
      for (const times of [1.5, 0.5]) {
        const line = explanationText(explanationFrom({ ...one, factors: { [name]: times } }, answering));
        const meaning = factorMeaning(name, times);
        assert.ok(line.endsWith(`; × ${String(times)} ${meaning}`), line);
        assert.match(meaning, /^[a-z][^.;]{4,90}$/u);
      }
    });

  it('says whether a meaning is closer or less close than others', () => {
    assert.equal(factorMeaning('meaning', 1.2), 'closer in meaning than other results');
    assert.equal(factorMeaning('meaning', 0.8), 'less close in meaning than other results');
  });
});
