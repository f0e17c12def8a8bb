/** The optional models as search uses them: called while they are healthy, and skipped for a while after a failure. */
import assert from 'node:assert/strict';
import type { EmbeddingProgress } from '../../src/memory/recall/embeddings.ts';
import type { RerankProvider } from '../../src/search/embedding/servers/provider.ts';
import { createOllama } from '../../src/search/embedding/servers/ollama.ts';
import { Meaning } from '../../src/search/ranking/meaning.ts';
import type { Models } from '../../src/search/ranking/meaning.ts';
import { direction, EmbeddedStore, model } from '../store/embedded.ts';
import { TestModelServer } from '../support/modelServer.ts';
import { down, FakeModel, refusal } from './fakeModel.ts';

const seconds = 1_000;

/** Scores by length, or as a test sets it. */
class FakeJudge implements RerankProvider {
  readonly label = 'A fake judge';
  readonly requests: { query: string; documents: string[] }[] = [];
  scoreOf: (document: string, place: number) => number = (document) => document.length;

  score(query: string, documents: readonly string[]): Promise<number[]> {
    this.requests.push({ query, documents: [...documents] });
    return new Promise((done) => done(documents.map((document, place) => this.scoreOf(document, place))));
  }
}

describe('Meaning', () => {
  let opened: EmbeddedStore;
  let fake: FakeModel;
  let judge: FakeJudge;
  let now: number;
  beforeEach(async () => {
    opened = await EmbeddedStore.open('native');
    fake = new FakeModel();
    judge = new FakeJudge();
    now = Date.parse('2026-03-30T09:15:00.000Z');
  });
  afterEach(() => opened.close());

  const meaningWith = (models: Models): Meaning =>
    new Meaning(opened.store.embeddings, models, { now: () => new Date(now), timeZone: 'UTC' });
  const meaning = (): Meaning => meaningWith({ embedding: fake, rerank: judge });
  const filter = (): { userId: string; scope: 'all' } => ({ userId: opened.ada.user.id, scope: 'all' });

  it('returns nothing without a model', async () => {
    const none = meaningWith({});
    assert.equal(none.label, undefined);
    assert.deepEqual(await none.embed('question'), {});
    assert.deepEqual(await none.judge('question', ['one', 'two']), {});
    assert.deepEqual(await none.nearest(direction('question'), filter(), 10), []);
    assert.equal(await none.coverage(), undefined);
  });

  it('compares a query with short texts, and embeds each text once', async () => {
    const one = meaning();
    const { answer = [] } = await one.similarTexts('bread', ['bread', 'steel']);
    assert.ok((answer[0] ?? 0) > 0.99 && (answer[1] ?? 1) < 0.99, String(answer));
    await one.similarTexts('bread', ['bread', 'steel']);
    assert.deepEqual(fake.requests, [['bread'], ['bread', 'steel'], ['bread']]);
    assert.deepEqual(await meaningWith({}).similarTexts('bread', ['bread']), {});
    assert.deepEqual(await one.similarTexts('bread', []), {});
  });

  it('returns the vector of a query, and cuts a query that is longer than models read', async () => {
    assert.deepEqual(await meaning().embed('bread'), { answer: direction('bread') });
    await meaning().embed('b'.repeat(9_000));
    assert.deepEqual(
      fake.requests.map(([text]) => text?.length),
      [5, 2_000],
    );
  });

  describe('when a model fails', () => {
    it('says why, and does not call it again for 30 seconds', async () => {
      const models = meaning();
      fake.respond = () => Promise.reject(down());
      const failure = { notice: 'Keyword search only: Nobody answers.' };
      assert.deepEqual(await models.embed('bread'), failure);
      fake.respond = () => undefined;
      for (const pause of [0, 29.999 * seconds]) {
        now = Date.parse('2026-03-30T09:15:00.000Z') + pause;
        assert.deepEqual(await models.embed('bread'), failure);
      }
      assert.equal(fake.requests.length, 1);
      now += 1;
      assert.deepEqual(await models.embed('bread'), { answer: direction('bread') });
      assert.deepEqual(await models.embed('dough'), { answer: direction('dough') }, 'it works again');
    });

    it('pauses again after another failure, and reports the latest reason', async () => {
      const models = meaning();
      fake.respond = () => Promise.reject(down());
      await models.embed('bread');
      now += 30 * seconds;
      fake.respond = () => Promise.reject(refusal('key'));
      const failure = { notice: 'Keyword search only: Refused because of the key.' };
      assert.deepEqual(await models.embed('bread'), failure);
      now += 29 * seconds;
      assert.deepEqual(await models.embed('bread'), failure);
      assert.equal(fake.requests.length, 2);
    });

    it('keeps using the other model', async () => {
      const models = meaning();
      fake.respond = () => Promise.reject(down());
      await models.embed('bread');
      assert.deepEqual((await models.judge('bread', ['a', 'bbb'])).answer, [0, 1]);
      judge.scoreOf = () => {
        throw down();
      };
      assert.deepEqual(await models.judge('bread', ['a', 'bbb']), { notice: 'Not reranked: Nobody answers.' });
      fake.respond = () => undefined;
      now += 30 * seconds;
      assert.deepEqual(await models.embed('bread'), { answer: direction('bread') });
    });

    it('does not hide a defect of ours, and keeps calling the model', async () => {
      const models = meaning();
      fake.respond = () => Promise.reject(new TypeError('a defect'));
      await assert.rejects(models.embed('bread'), TypeError);
      fake.respond = () => undefined;
      assert.deepEqual(await models.embed('bread'), { answer: direction('bread') });
    });
  });

  it('uses a real server again once it is back and the pause is over', async () => {
    const server = new TestModelServer();
    await server.start();
    const settings = { url: server.url, model: 'bge-m3', key: undefined };
    const models = meaningWith({ embedding: createOllama(settings) });
    assert.equal((await models.embed('bread')).notice, undefined);
    await server.stop();
    assert.match((await models.embed('bread')).notice ?? '', /cannot be reached \(ECONN/u);
    await server.start();
    try {
      assert.match((await models.embed('bread')).notice ?? '', /cannot be reached/u);
      now += 30 * seconds;
      assert.equal((await models.embed('bread')).answer?.length, 64);
      assert.equal(server.asked.length, 2);
    } finally {
      await server.stop();
    }
  });

  it('scores from 0 for the worst to 1 for the best, whatever range the model has', async () => {
    judge.scoreOf = (_, place) => [-8, 2, -3][place] ?? 0;
    assert.deepEqual((await meaning().judge('question', ['a', 'b', 'c'])).answer, [0, 1, 0.5]);
    judge.scoreOf = () => 7;
    assert.deepEqual((await meaning().judge('question', ['a', 'b'])).answer, [0.5, 0.5], 'equal scores');
  });

  it('does not rerank fewer than two texts, and cuts long ones', async () => {
    assert.deepEqual(await meaning().judge('question', []), {});
    assert.deepEqual(await meaning().judge('question', ['a']), {});
    assert.equal(judge.requests.length, 0);
    await meaning().judge('q'.repeat(9_000), ['a'.repeat(9_000), 'b']);
    assert.deepEqual(
      [judge.requests[0]?.query.length, judge.requests[0]?.documents.map(({ length }) => length)],
      [2_000, [4_000, 1]],
    );
  });

  it('returns only vectors of this model with a positive cosine, and counts them', async () => {
    await opened.store.embeddings.useModel(model);
    for (const text of ['abab', 'aaaa', 'zzzz']) await opened.say(text);
    await opened.workOff();
    const near = await meaning().nearest(direction('aab'), filter(), 10);
    assert.deepEqual(
      near.map(({ id }) => id),
      ['1', '2'],
    );
    assert.ok(near.every(({ similarity }) => similarity > 0 && similarity <= 1));
    assert.deepEqual(await meaning().coverage().then(shown), [3, 3]);
    const other = meaningWith({ embedding: new FakeModel('tests:another') });
    assert.deepEqual(await other.nearest(direction('aab'), filter(), 10), []);
    assert.deepEqual(await other.coverage().then(shown), [0, 3]);
  });
});

function shown(progress: Pick<EmbeddingProgress, 'embedded' | 'total'> | undefined): (number | undefined)[] {
  return [progress?.embedded, progress?.total];
}
