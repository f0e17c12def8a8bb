import assert from 'node:assert/strict';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { encode as encodeOlder } from 'gpt-tokenizer/encoding/cl100k_base';
import { clipToTokens, estimateTokens, minTokens } from '../../src/util/tokens.ts';
import { cpuMs } from '../support/cpuTime.ts';

const samples: Record<string, string> = {
  prose:
    'We decided to keep SQLite for personal use, because a server is one more thing that can break at three in the morning.',
  code: 'const byId = new Map(rows.map((row) => [row.id, row])); if (!byId.has(userId)) throw new Error(`no ${userId}`);',
  identifiers: 'getUserById BIGMIND_DB_URL XMLHttpRequest snake_case_name kebab-case-name $scope.__private',
  hexadecimal: '1e9e32c7-5b1a-4f0e-9c77-0f6a2d8b4e91 9b74c9897bac770ffc029102a200c5de d41d8cd98f00b204e9800998ecf8427e',
  paths: 'C:\\Users\\Zoë Müller\\App Data\\Local\\bigmind\\memory.db /home/zoë/.mcp/bigmind/memory.db',
  german:
    'Donaudampfschifffahrtsgesellschaftskapitän, Rechtsschutzversicherungsgesellschaften, Überraschungsmöglichkeit',
  russian: 'Мы решили хранить все данные локально и никогда не отправлять их на сервер без согласия пользователя.',
  chinese: '我们决定把数据库保存在用户自己的机器上，默认情况下不上传任何内容。',
  japanese: 'テストは本物のエディタの中で実行されなければならない。スクリーンショットを必ず確認する。',
  korean: '우리는 모든 결정을 로컬 데이터베이스에 저장하기로 했습니다.',
  thai: 'เราตัดสินใจเก็บข้อมูลทั้งหมดไว้ในเครื่องของผู้ใช้',
  arabic: 'قررنا الاحتفاظ بجميع البيانات على جهاز المستخدم نفسه',
  hindi: 'हमने सभी डेटा को उपयोगकर्ता की मशीन पर रखने का निर्णय लिया',
  emoji: '🧠🟡📌🗂️👩‍👩‍👧‍👦🏳️‍🌈 done ✅',
  markdown: '| Date | Headline |\n|---|---|\n| 2026-03-30 | **bold** `code` |\n\n### Heading\n- one\n- two\n',
  noise: 'xqzjkv wvbnmq ZZKQJX qpwoeiruty zmxncbv QWRTPSDF',
};

describe('estimateTokens', () => {
  for (const [name, text] of Object.entries(samples)) {
    it(`never counts ${name} lower than a real tokenizer does`, () => {
      const real = Math.max(encode(text).length, encodeOlder(text).length);
      assert.ok(estimateTokens(text) >= real, `estimated ${String(estimateTokens(text))}, really ${String(real)}`);
    });
  }

  it('estimates at most twice the real count for English prose', () => {
    const text = samples['prose'] ?? '';
    assert.ok(estimateTokens(text) <= 2 * encode(text).length);
  });
});

describe('minTokens', () => {
  for (const [name, text] of Object.entries(samples)) {
    it(`never counts ${name} higher than a real tokenizer does`, () => {
      const real = Math.min(encode(text).length, encodeOlder(text).length);
      assert.ok(minTokens(text) <= real, `at least ${String(minTokens(text))}, really ${String(real)}`);
    });
  }

  for (const name of ['prose', 'code', 'chinese'] as const) {
    it(`is close to the real count for ${name}`, () => {
      const text = samples[name] ?? '';
      assert.ok(minTokens(text) >= 0.75 * encode(text).length, String(minTokens(text)));
    });
  }

  it('is fast for a long text of any kind', () => {
    const start = cpuMs();
    for (const text of ['x', ' ', '\n', '语', '!', '9', 'ж']) minTokens(text.repeat(200_000));
    assert.ok(cpuMs() - start < 1_000);
  });
});

describe('clipToTokens', () => {
  it('returns a text that fits unchanged', () => {
    assert.equal(clipToTokens('short', 10), 'short');
  });

  for (const [name, text] of Object.entries(samples)) {
    it(`respects the budget for ${name}`, () => {
      const clipped = clipToTokens(text.repeat(20), 40);
      assert.ok(clipped.endsWith('…'));
      assert.ok(encode(clipped).length <= 40);
      assert.ok(clipped.isWellFormed());
    });
  }

  it('returns an empty string for a budget of zero', () => {
    assert.equal(clipToTokens('some words', 0), '');
  });
});
