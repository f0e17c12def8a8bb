import assert from 'node:assert/strict';
import { questionFrom } from '../../src/search/query/question.ts';
import { indexText, wordsOf } from '../../src/search/query/words.ts';

/** Whether a query matches a text by at least one of its terms. */
function finds(query: string, text: string): boolean {
  const held = new Set(wordsOf(text));
  return questionFrom(query).terms.some(({ word }) => held.has(word));
}

describe('words', () => {
  const found: [string, string][] = [
    ['deciding', 'We decided it in May'],
    ['deployments', 'We deploy on Thursdays'],
    ['employ', 'the days of her employment'],
    ['cafe', 'Meet me at the Café'],
    ['getUserById', 'call getUserById first'],
    ['user', 'call getUserById first'],
    ['BIGMIND_DB_URL', 'set bigmind_db_url'],
    ['url', 'set BIGMIND_DB_URL'],
    ['ECONNREFUSED', 'failed with ECONNREFUSED 127.0.0.1'],
    ['Caroline', "Caroline's painting"],
    ["don't", 'they dont know'],
    ['数据库', '我们把数据库放在本地'],
    ['本地', '我们把数据库放在本地'],
    ['テスト', '本物のエディタでテストする'],
    ['ข้อมูล', 'เราเก็บข้อมูลไว้ในเครื่อง'],
    ['데이터베이스', '로컬 데이터베이스에 저장'],
    ['решение', 'это решение'],
    ['🧠', 'the 🧠 of it'],
    ['src/memory/facts.ts', 'see src/memory/facts.ts#L10'],
    ['ＦＵＬＬ', 'full width'],
  ];
  for (const [query, text] of found) {
    it(`find "${text}" for "${query}"`, () => {
      assert.ok(finds(query, text));
    });
  }

  it('do not find an unrelated text', () => {
    assert.ok(!finds('数据', '我们决定'));
    assert.ok(!finds('postgres', 'We keep SQLite'));
  });

  it('consist of letters and digits only, so that every engine splits them alike', () => {
    const text = indexText(`"quoted" AND (NEAR/2) col:val* ^a-b + 'x' {y} ; DROP TABLE \u0000 💥 über_größe 数据库`);
    assert.match(text, /^[\p{L}\p{N}\p{M} ]+$/u);
  });

  it('are the same with typographic marks as with plain ones', () => {
    const plain = `"Don't" - she said - it's Caroline's ... 'quoted', cafe-bar`;
    const marked = '“Don’t” — she said – it’s Caroline’s … ‘quoted’, café–bar';
    assert.deepEqual(wordsOf(marked), wordsOf(plain));
    assert.deepEqual(wordsOf(`${marked} 数据`), [...wordsOf(plain), ...wordsOf('数据')]);
  });

  it('stay the same, however often and among how many others they are requested', () => {
    const text = `getUserById HTTPServer isn't ${'x'.repeat(100)} deciding 2026 数据库 🧠`;
    const before = wordsOf(text);
    for (let i = 0; i < 70_000; i += 1) wordsOf(`other${String(i)}`);
    assert.deepEqual(wordsOf(text), before);
    assert.deepEqual(wordsOf(text), before);
  });

  it('are empty for punctuation', () => {
    assert.deepEqual(wordsOf('?!… — ()[]'), []);
  });
});
