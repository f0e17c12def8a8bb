import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { standardScores, WordVectors, wordVectorsFrom } from '../../src/search/embedding/wordVectors.ts';
import { packedFrom, unpacked, vectorAt } from '../../src/search/embedding/wordVectorsFile.ts';
import { wordsOf } from '../../src/search/query/words.ts';
import { cpuMs } from '../support/cpuTime.ts';

const file = readFileSync(join(import.meta.dirname, '../../data/word-vectors.bin'));
const vectors = WordVectors.from(file);

function cosine(question: string, text: string): number | undefined {
  return vectors.cosines(question, [text])[0];
}

describe('word vectors', () => {
  const nearer: [question: string, near: string, far: string][] = [
    ['Which pet does she have?', 'We brought a kitten home on Sunday', 'We brought a cabinet home on Sunday'],
    ['Where did they go on holiday?', 'A week at the beach, swimming every day', 'The invoice was paid every week'],
    ['How is the data stored?', 'Rows are kept in a sqlite file', 'The meeting was moved to Friday'],
    [
      'fix the login failure',
      'users with an expired password could not authenticate',
      'the painting hangs above the sofa',
    ],
    ['What does he play?', 'practising the violin before the concert', 'repainting the kitchen before the winter'],
  ];
  for (const [question, near, far] of nearer) {
    it(`place "${near}" closer to "${question}" than "${far}"`, () => {
      const [one = -1, other = 1] = vectors.cosines(question, [near, far]);
      assert.ok(one > other + 0.05, `${String(one)} and ${String(other)}`);
    });
  }

  it('treat the forms of a word as one', () => {
    assert.ok((cosine('migrating databases', 'the database migration was migrated') ?? 0) > 0.95);
  });

  const withoutValue = [
    ['German', 'Wir haben gestern entschieden, dass die Datenbank auf dem eigenen Rechner bleibt'],
    ['Chinese', '我们昨天决定把数据库放在本地'],
    ['Russian', 'вчера мы решили хранить базу данных локально'],
    ['hexadecimal', '9f86d081884c7d65 9a2feaa0c55ad015 a3bf4f1b2b0b822c'],
    ['numbers', '12 2026 404'],
    ['empty', ''],
    ['only stop words', 'What is it that you were to do with them?'],
  ] as const;
  for (const [what, text] of withoutValue) {
    it(`give no value for a text or a query that is ${what}`, () => {
      assert.equal(cosine('Which database did we choose?', text), undefined);
      assert.deepEqual(vectors.cosines(text, ['Which database did we choose?', '']), [undefined, undefined]);
      assert.equal(vectors.vectorOf(wordsOf(text)), undefined);
    });
  }

  it('give a value for English with names and a few foreign words', () => {
    const text = 'Sabine Müller from Zürich said that the garden needs water';
    assert.ok(cosine('who waters the plants?', text) !== undefined);
  });

  it('return the same vector of length 1 for the same words', () => {
    const vector = vectors.vectorOf(wordsOf('The garden needs water'));
    assert.ok(Math.abs(Math.hypot(...(vector ?? [])) - 1) < 1e-5);
    vectors.cosines('plants', ['water water water', 'garden']);
    assert.deepEqual(vectors.vectorOf(wordsOf('The garden needs water')), vector);
  });

  it('give a rare word more weight than a frequent one', () => {
    const text = 'the people of the cathedral';
    const [rare = 0, frequent = 1] = [cosine('cathedral', text), cosine('people', text)];
    assert.ok(rare > frequent + 0.1, `${String(rare)} and ${String(frequent)}`);
  });

  it('read only as much of a long text as they need', () => {
    const head = 'Tomatoes and beans grow in the garden. '.repeat(60);
    assert.equal(cosine('vegetables', head), cosine('vegetables', `${head}${'Guitars and drums. '.repeat(500)}`));
  });

  it('read 400 long texts within 200 ms', () => {
    const texts = Array.from({ length: 400 }, (_, i) =>
      `Note ${String(i)}: the server keeps its tokens in memory. `.repeat(40),
    );
    vectors.cosines('where are tokens kept', texts.slice(0, 20));
    const start = cpuMs();
    vectors.cosines('where are tokens kept', texts);
    const took = cpuMs() - start;
    assert.ok(took < 200, `${String(took)} ms`);
  });
});

describe('the table of word vectors', () => {
  it('has at most 480 KB, and contains words of programming too', () => {
    assert.ok(file.length <= 480 * 1024);
    const words = new Set(unpacked(file).words);
    for (const word of wordsOf('typescript sqlite github middleware refactoring')) assert.ok(words.has(word), word);
  });

  it('returns what was packed, with the precision of half a byte', () => {
    const packed = packedFrom(['one', 'two'], [Float64Array.of(1, -1, 0.2, 0), Float64Array.of(-1, 1, -0.2, 0.5)]);
    const table = unpacked(packed);
    assert.deepEqual(table.words, ['one', 'two']);
    const [first, second] = [vectorAt(table, 0), vectorAt(table, 1)];
    for (const [i, value] of [1, -1, 0.2].entries()) assert.ok(Math.abs((first[i] ?? 0) - value) < 0.2, String(first));
    assert.ok((second[3] ?? 0) > 0.4);
  });

  for (const [what, bytes] of [
    ['empty', new Uint8Array()],
    ['truncated', file.subarray(0, 5000)],
    ['not a file of word vectors', new TextEncoder().encode('<!DOCTYPE html><title>Sign in</title>')],
  ] as const) {
    it(`is rejected if it is ${what}`, () => {
      assert.throws(() => WordVectors.from(bytes), /word vectors is damaged: install BigMind again/u);
    });
  }
});

describe('word vectors that are loaded on demand', () => {
  it('are read once, on the first call', async () => {
    let read = 0;
    const get = wordVectorsFrom(() => Promise.resolve(((read += 1), file)));
    assert.equal(read, 0);
    assert.ok((await get()) instanceof WordVectors);
    assert.equal(await get(), await get());
    assert.equal(read, 1);
  });

  it('are absent if the file is missing or damaged', async () => {
    assert.equal(await wordVectorsFrom(() => Promise.reject(new Error('ENOENT')))(), undefined);
    assert.equal(await wordVectorsFrom(() => Promise.resolve(file.subarray(0, 99)))(), undefined);
  });
});

describe('standard scores', () => {
  it('are centered on 0 in steps of the deviation, and skip missing values', () => {
    assert.deepEqual(standardScores([1, undefined, 3]), [-1, undefined, 1]);
  });

  it('are 0 if all values are equal, and undefined without values', () => {
    assert.deepEqual(standardScores([0.3, 0.3, undefined]), [0, 0, undefined]);
    assert.deepEqual(standardScores([undefined]), [undefined]);
    assert.deepEqual(standardScores([]), []);
  });
});
