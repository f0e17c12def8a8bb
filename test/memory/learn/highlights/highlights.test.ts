/** Which passages of a chat are highlights, in the words of invented chats. */
import assert from 'node:assert/strict';
import { highlightsFrom } from '../../../../src/memory/learn/highlights/highlights.ts';
import type { Highlight } from '../../../../src/memory/learn/highlights/highlights.ts';
import { utterancesFrom } from '../../../../src/memory/summarize/words/utterances.ts';
import type { SummaryMessage } from '../../../../src/memory/summarize/words/utterances.ts';
import { aChat, aMessage } from '../../summarize/chatBuilders.ts';

function highlightsOf(messages: readonly SummaryMessage[]): Highlight[] {
  return highlightsFrom(utterancesFrom(messages));
}

function sentencesOf(...turns: string[]): string[] {
  return highlightsOf(aChat(...turns)).map(({ sentence }) => sentence);
}

function assertIncludes(sentences: readonly string[], part: string): void {
  assert.ok(
    sentences.some((sentence) => sentence.includes(part)),
    `${part} is not in:\n${sentences.join('\n')}`,
  );
}

describe('highlights include', () => {
  const corrections: readonly [language: string, turns: string[], part: string][] = [
    [
      'English',
      [
        'The uploader gives up too early. Can you add retries?',
        "I'll retry up to 10 times.",
        'no, cap it at 4',
        'Done.',
      ],
      'no, cap it at 4',
    ],
    [
      'German',
      ['Der Upload gibt zu früh auf.', 'Ich wiederhole bis zu 10 Mal.', 'nein, höchstens 4 Versuche', 'Erledigt.'],
      'höchstens 4 Versuche',
    ],
    [
      'Chinese',
      ['上传太早放弃了，请加上重试。', '我会最多重试十次。', '不对，最多重试四次，不要超过。', '完成。'],
      '最多重试四次',
    ],
  ];
  for (const [language, turns, part] of corrections) {
    it(`a correction in ${language}`, () => assertIncludes(sentencesOf(...turns), part));
  }

  it('the proposal that a user accepts with one word', () => {
    const sentences = sentencesOf(
      'The nightly export of the invoices takes two hours.',
      'I suggest we stream the invoices in batches of 500 instead of loading the whole year into memory. Shall I do that?',
      'yes',
      'Done. All tests pass.',
    );
    assertIncludes(sentences, 'batches of 500');
  });

  const choices: readonly [language: string, turns: string[], chosen: string, other: string][] = [
    [
      'English',
      [
        'How should the importer store the duplicate rows?',
        'There are two ways:\n\n1. Drop the duplicate rows of the importer while it reads the file.\n2. Keep the duplicate rows and mark them, so that the report can count them.\n\nWhich one?',
        'option 2',
        'Let me implement that.',
      ],
      'mark them',
      'Drop the duplicate rows',
    ],
    [
      'German',
      [
        'Wie soll der Import doppelte Zeilen speichern?',
        'Es gibt zwei Wege:\n\n1. Doppelte Zeilen beim Lesen der Datei verwerfen.\n2. Doppelte Zeilen behalten und markieren, damit der Bericht sie zählen kann.\n\nWelcher?',
        'Variante 2',
        'Ich setze das um.',
      ],
      'markieren',
      'verwerfen',
    ],
    [
      'Chinese',
      [
        '导入时重复的行应该怎么处理？',
        '有两个方案：\n\n1. 读取文件时直接丢弃重复的行。\n2. 保留重复的行并打上标记，这样报表可以统计数量。\n\n你选哪个？',
        '方案二',
        '让我来实现。',
      ],
      '打上标记',
      '丢弃',
    ],
  ];
  for (const [language, turns, chosen, other] of choices) {
    it(`the chosen option in ${language}, and not the other one`, () => {
      const sentences = sentencesOf(...turns);
      assertIncludes(sentences, chosen);
      assert.ok(!sentences.some((sentence) => sentence.includes(other)), sentences.join('\n'));
    });
  }

  const recaps: readonly [language: string, turns: string[], part: string][] = [
    [
      'English',
      [
        'Discounts come out wrong when two coupons are used.',
        'I will apply them in the order of entry.',
        'No, percent coupons first, always.',
        'Got it.\n\nFinal policy: percent coupons are applied first, then fixed amounts, and the total never drops below zero.',
      ],
      'Final policy: percent coupons',
    ],
    [
      'German',
      [
        'Die Rabatte stimmen nicht, wenn zwei Gutscheine gelten.',
        'Ich wende sie in der Reihenfolge der Eingabe an.',
        'Nein, immer zuerst die prozentualen.',
        'Zusammenfassung: Prozentuale Gutscheine gelten zuerst, danach feste Beträge, und die Summe sinkt nie unter null.',
      ],
      'Prozentuale Gutscheine gelten zuerst',
    ],
    [
      'Chinese',
      [
        '同时使用两张优惠券时折扣不对。',
        '我会按输入顺序计算。',
        '不对，百分比优惠券必须先算。',
        '最终规则：先计算百分比优惠券，再减固定金额，总价绝不低于零。',
      ],
      '最终规则',
    ],
  ];
  for (const [language, turns, part] of recaps) {
    it(`a recap in ${language}`, () => assertIncludes(sentencesOf(...turns), part));
  }

  it('the cause of a fault, and not the narration around it', () => {
    const search = 'the search of the catalogue';
    const sentences = highlightsOf([
      aMessage('user', `Make ${search} faster.`, { id: 1 }),
      aMessage('assistant', `Let me look at ${search}.`, { id: 2 }),
      aMessage('assistant', `Now let me check the index of ${search}.`, { id: 3 }),
      aMessage('assistant', `I'll run the tests of ${search} to verify that everything compiles and works.`, { id: 4 }),
      aMessage('assistant', `All tests of ${search} pass and lint is clean.`, { id: 5 }),
      aMessage(
        'assistant',
        'The search was slow because the catalogue index is rebuilt on every query instead of once at startup.',
        { id: 6 },
      ),
    ]).map(({ sentence }) => sentence);
    assertIncludes(sentences, 'because the catalogue index is rebuilt');
    assert.ok(!sentences.some((sentence) => /let me|i'll|all tests/iu.test(sentence)), sentences.join('\n'));
  });

  it('a rule that a user states', () => {
    const sentences = sentencesOf(
      'Store the prices of the invoices.',
      'I will store them as floating-point numbers.',
      'Prices must always be stored in cents, never as floating-point numbers. Also rename the column.',
      'Done.',
    );
    assertIncludes(sentences, 'Prices must always be stored in cents');
  });
});

describe('a highlight', () => {
  const turns = [
    'Mask the keys in the log.',
    'I will mask every key with a fixed text.',
    "No, **card numbers** keep their last four digits, as in '***1234', and the limit is 2**10 bytes.",
    'Done.',
  ];

  it('is verbatim', () => assert.deepEqual(sentencesOf(...turns).slice(0, 1), turns.slice(2, 3)));

  it('names its message, its writer, and the request that it belongs to', () => {
    const [{ messageId, role, subject } = {}] = highlightsOf(aChat(...turns));
    assert.deepEqual({ messageId, role, subject }, { messageId: 3, role: 'user', subject: 'Mask the keys in the log' });
  });

  it('has no subject if it is the first request itself', () => {
    const [{ subject } = {}] = highlightsOf(
      aChat('We must never write card numbers to the log, only the last four digits instead.', 'Done.'),
    );
    assert.equal(subject, null);
  });

  it('has a score between 0 and 1, and the best one comes first', () => {
    const scores = highlightsOf(aChat(...turns)).map(({ score }) => score);
    assert.ok(scores.length > 0 && scores.every((score) => score > 0 && score < 1));
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
  });

  it('is not repeated in other words', () => {
    const rule = 'Invoices must always be numbered by the database, never by the client';
    const sentences = sentencesOf(`${rule}.`, 'Understood.', `${rule}, please.`, 'Yes.');
    assert.equal(sentences.length, 1);
  });
});

describe('there are no highlights', () => {
  it('in a trivial session', () => {
    assert.deepEqual(sentencesOf('run the tests', 'Let me run the tests.\n\nAll tests pass.', 'thanks'), []);
    assert.deepEqual(sentencesOf('commit this', 'Committed.', 'push', 'Pushed to origin.'), []);
    assert.deepEqual(sentencesOf('提交', '已提交。', '推送', '已推送。'), []);
  });

  it('in a session without messages', () => assert.deepEqual(highlightsOf([]), []));

  it('in code, output and quotations', () => {
    const rule = 'we must never change this limit because it is by design';
    assert.deepEqual(sentencesOf(`\`\`\`ts\n// ${rule}\nconst limit = 1;\n\`\`\``, `> ${rule}`), []);
  });

  it('in tool results', () => {
    const result = aMessage('tool', 'The limit must never change because it is by design.', { type: 'tool_result' });
    assert.deepEqual(highlightsOf([result]), []);
  });
});

describe('a long session', () => {
  const turns = 3_000;

  it('has at most three highlights, and each message is read once', () => {
    let reads = 0;
    const utterances = utterancesFrom(
      Array.from({ length: turns }, (_, id) =>
        aMessage(
          id % 2 === 0 ? 'user' : 'assistant',
          `Alpha${id} must never touch beta${id}, gamma${id} and delta${id}.`,
          {
            id,
          },
        ),
      ),
    ).map((utterance) => ({
      ...utterance,
      paragraphs: () => {
        reads += 1;
        return utterance.paragraphs();
      },
    }));
    assert.equal(highlightsFrom(utterances, undefined, []).length, 3);
    assert.equal(reads, turns);
  });
});
