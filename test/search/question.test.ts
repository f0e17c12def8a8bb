import assert from 'node:assert/strict';
import type { Term } from '../../src/search/query/question.ts';
import { selectInformative, questionFrom } from '../../src/search/query/question.ts';

const terms = (text: string): Term[] => questionFrom(text).terms;
const contentOf = (text: string): string[] =>
  terms(text)
    .filter(({ role }) => role === 'content')
    .map(({ word }) => word);
const capitalsOf = (text: string): string[] =>
  terms(text)
    .filter(({ capital }) => capital)
    .map(({ shown }) => shown);

/** Distinct words of consonants, which stemming does not change. */
const manyWords = (count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    String(1000 + n).replaceAll(/\d/gu, (digit) => 'bcdfghkmpt'.charAt(Number(digit))),
  );

describe('a query', () => {
  it('puts content words before stop words', () => {
    assert.deepEqual(contentOf('What did we decide about the database?'), ['decid', 'databas']);
    assert.deepEqual(
      terms('What did we decide about the database?').map(({ role }) => role),
      ['content', 'content', ...Array<string>(5).fill('stop word')],
    );
  });

  it('treats all words as content if there is nothing else', () => {
    assert.deepEqual(contentOf('what is this'), ['what', 'is', 'thi']);
    assert.deepEqual(contentOf('who'), ['who']);
  });

  it('contains each word once, in order, as it was written', () => {
    assert.deepEqual(
      terms('Deploying, deploys; deployed Postgres').map(({ word, shown }) => [word, shown]),
      [
        ['deploy', 'Deploying'],
        ['postgr', 'Postgres'],
      ],
    );
  });

  it('reads the first and last 256 of too many words, content words before stop words', () => {
    const many = manyWords(700);
    assert.deepEqual(
      terms(`what is the ${many.join(' ')}`).map(({ shown }) => shown),
      [...many.slice(0, 256), ...many.slice(-256)],
    );
    assert.equal(terms(many.slice(0, 62).join(' ') + ' what is the where who').length, 64);
  });

  it('searches a long prompt by its first, last and rarest words', () => {
    const question = questionFrom(manyWords(100).join(' '));
    const content = question.terms.filter(({ role }) => role === 'content');
    const places = content.map((_, place) => place);
    const holding = places.map((place) => (place < 30 ? 0 : content.length - place));
    const reduced = selectInformative(question, { documents: 1000, holding });
    const kept = places.filter((place) => place < 16 || place >= content.length - 48);
    assert.deepEqual(
      reduced.question.terms.map(({ word }) => word),
      kept.map((place) => content[place]?.word),
    );
    assert.deepEqual(reduced.statistics, { documents: 1000, holding: kept.map((place) => holding[place]) });
    const short = questionFrom('where is the gate');
    assert.equal(selectInformative(short, { documents: 9, holding: [1] }).question, short);
  });

  it('prefers words to the numbers of a pasted log', () => {
    const log = Array.from({ length: 90 }, (_, n) => `${String(7_000 + n)} ${manyWords(90)[n] ?? ''}`).join('\n');
    const question = questionFrom(`why does the lantern hang?\n${log}\nplease mend the lantern soon`);
    const content = question.terms.filter(({ role }) => role === 'content');
    const kept = selectInformative(question, { documents: 1000, holding: content.map(() => 1) }).question.terms;
    assert.ok(kept.some(({ word }) => word === 'lantern'));
    assert.ok(kept.filter(({ word }) => /^\d+$/u.test(word)).length <= 16);
  });

  it('omits Chinese words that only phrase a question', () => {
    assert.ok(!contentOf('我们用什么数据库').includes('什么'));
    assert.ok(contentOf('我们用什么数据库').includes('数据'));
    assert.ok(contentOf('什么').length > 0, 'kept if nothing else is left');
  });

  it('reads the beginning and the end of a long prompt without splitting words', () => {
    const words = contentOf(`lantern ${'gravel '.repeat(3_000)}harbour ${'pebbles '.repeat(3_000)}beacon`);
    assert.deepEqual(words, ['lantern', 'gravel', 'pebbl', 'beacon']);
  });

  it('recognizes names by capital letters inside a sentence, but not at its beginning', () => {
    assert.deepEqual(capitalsOf('Where does Caroline live?'), ['Caroline']);
    assert.deepEqual(capitalsOf('Where is "Acme" or (Initech) or “Umbrella”?'), ['Acme', 'Initech', 'Umbrella']);
    assert.deepEqual(capitalsOf('Remember it. Where was that? Maybe here! Yes'), []);
    assert.deepEqual(capitalsOf('what did anna tell Anna'), ['anna'], 'known by any place where it has one');
    assert.deepEqual(capitalsOf('wo liegt Österreich'), ['Österreich']);
  });

  it('splits identifiers and also keeps them whole', () => {
    assert.deepEqual(contentOf('getUserById'), ['getuserbyid', 'get', 'user', 'id']);
    assert.deepEqual(contentOf('BIGMIND_DB_URL'), ['bigminddburl', 'bigmind', 'db', 'url']);
    assert.deepEqual(contentOf('TS2345'), ['ts2345', 'ts', '2345']);
  });

  it('uses pairs of characters for scripts without spaces, and single ones if there is nothing else', () => {
    assert.deepEqual(contentOf('数据库'), ['数据', '据库']);
    assert.deepEqual(contentOf('テスト'), ['テス', 'スト']);
    assert.deepEqual(contentOf('数'), ['数']);
    assert.deepEqual(contentOf('数 据'), ['数', '据']);
  });

  it('treats emoji as words', () => {
    assert.deepEqual(contentOf('🧠 🐛'), ['emoji1f9e0', 'emoji1f41b']);
    assert.deepEqual(contentOf('❤️'), ['emoji2764']);
  });

  for (const empty of ['', ' \n', '?!* ()"', '…—–', '\u0000', '\ud800', '＊＊']) {
    it(`has no words in ${JSON.stringify(empty)}`, () => {
      assert.deepEqual(terms(empty), []);
    });
  }

  it('knows the kind of answer that it asks for', () => {
    assert.deepEqual(questionFrom('When did Caroline move?').wishes, ['time']);
    assert.deepEqual(questionFrom('How many dogs has she?').wishes, ['number']);
    assert.deepEqual(questionFrom('Why WAL?').wishes, ['reason']);
    assert.deepEqual(questionFrom('Who deploys, and which branch?').wishes, ['name']);
    assert.deepEqual(questionFrom('How long did it take?').wishes, ['time', 'number']);
    assert.deepEqual(questionFrom('Tell me about deploys').wishes, []);
  });
});
