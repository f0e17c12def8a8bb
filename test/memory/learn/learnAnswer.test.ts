/** What is read of a model's answer, whatever form it has: what is whole is used, and nothing is invented. */
import assert from 'node:assert/strict';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import type { LearnAnswer } from '../../../src/memory/learn/learnAnswer.ts';
import { learnAnswerFrom } from '../../../src/memory/learn/learnAnswer.ts';
import { estimateTokens } from '../../../src/util/tokens.ts';
import { anAnswer, anItem } from './learnBuilders.ts';

const secret = `ghp_${'c3D4'.repeat(9)}`;
const read = (text: string): LearnAnswer | undefined => learnAnswerFrom(text, redact);
const readFields = (more: Record<string, unknown> = {}): LearnAnswer => {
  const answer = read(JSON.stringify(anAnswer(more)));
  assert.ok(answer);
  return answer;
};
const textsOf = (answer: LearnAnswer | undefined): string[] | undefined => answer?.items.map(({ text }) => text);

describe('The answer of a model that learns', () => {
  const json = JSON.stringify(anAnswer());
  const understood = {
    'without a fence': json,
    'in a fence': `\`\`\`json\n${json}\n\`\`\``,
    'in a fence with text around it': `Sure! Here it is:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`,
    'with text around it': `Sure! Here it is:\n${json}\nAnything else?`,
    'with braces in the text around it': `The form was {"headline": …}. Here {it} is:\n${json}\nI hope {that} helps :-}`,
    'after thoughts about its form': `<think>The items {"type", "text"} go into {"items": []}.</think>\n${json}`,
    'in a list': `[${json}]`,
    'with trailing commas': json.replaceAll('}', ',}').replaceAll(']', ',]').replaceAll('[,]', '[]'),
    'on many lines': JSON.stringify(anAnswer(), null, 2).replaceAll('\n', '\r\n'),
    'with line breaks in its texts': json.replace('cache the search', 'cache\nthe\tsearch'),
    'with a byte order mark': `\ufeff${json}`,
  };
  for (const [how, text] of Object.entries(understood)) {
    it(`is read ${how}`, () => {
      const answer = read(text);
      assert.equal(answer?.summary?.headline, 'Search answers from a cache now');
      assert.deepEqual(textsOf(answer), [anItem()['text']]);
    });
  }

  it('may write backslashes as they are', () => {
    const items = '[{"text": "The path C:\\work\\new is \\u00fc and \\d+ finds it.", "quote": "a \\"b\\" \\\\ c"}]';
    const [item] = read(`{"items": ${items}}`)?.items ?? [];
    assert.deepEqual([item?.text, item?.quote], ['The path C:\\work\new is ü and \\d+ finds it.', 'a "b" \\ c']);
  });

  it('is the last one if the model wrote one before, also if the last one was cut off', () => {
    const draft = JSON.stringify(anAnswer({ headline: 'A draft', items: [] }));
    assert.equal(read(`${draft}\nI forgot the items:\n${json}`)?.items.length, 1);
    assert.equal(read(`${draft}\nI forgot the items:\n${json.slice(0, json.indexOf('"done"'))}`)?.items.length, 1);
  });

  it('may be a list of items alone', () => {
    const list = (...texts: string[]): string => JSON.stringify(texts.map((text) => anItem({ text })));
    for (const texts of [['The first.'], ['The first.', 'The second.']]) {
      const answer = read(list(...texts));
      assert.deepEqual(textsOf(answer), texts);
      assert.equal(answer?.summary, undefined);
    }
    assert.deepEqual(textsOf(read(`\`\`\`json\n${list('The first.')}\n\`\`\``)), ['The first.']);
  });

  it('keeps its whole items if it was cut off in the middle of one', () => {
    const whole = JSON.stringify(anAnswer({ items: ['one', 'two', 'three'].map((text) => anItem({ text })) }));
    const third = whole.indexOf('"three"');
    for (let end = whole.lastIndexOf('{', third) + 1; end < whole.indexOf('}', third); end += 1) {
      const answer = read(whole.slice(0, end));
      assert.deepEqual(textsOf(answer), ['one', 'two'], whole.slice(0, end));
      assert.equal(answer?.summary?.headline, 'Search answers from a cache now');
    }
  });

  it('keeps its summary if it was cut off in the middle of the first item', () => {
    const whole = JSON.stringify(anAnswer());
    for (const end of [whole.indexOf('[', whole.indexOf('"items"')) + 1, whole.indexOf('"quote"'), whole.length - 30]) {
      const answer = read(`\`\`\`json\n${whole.slice(0, end)}`);
      assert.equal(answer?.summary?.headline, 'Search answers from a cache now', whole.slice(0, end));
    }
  });

  it('keeps the items before one that was cut off after braces in its text', () => {
    const items = [anItem({ text: 'one' }), anItem({ text: 'Call f() { g({}); } } } }', quote: 'cut }}' })];
    const whole = JSON.stringify(anAnswer({ items }));
    assert.deepEqual(textsOf(read(whole.slice(0, whole.indexOf('cut }}') + 6))), ['one']);
  });

  it('yields no half item, wherever it was cut off', () => {
    const items = ['one {', 'two }', 'three ["]'].map((text) => anItem({ text, about: ['a', '{'] }));
    const whole = JSON.stringify(anAnswer({ items, done: [7] }));
    for (let end = 0; end <= whole.length; end += 1) {
      for (const item of read(whole.slice(0, end))?.items ?? []) {
        assert.ok(['one {', 'two }', 'three ["]'].includes(item.text), item.text);
        assert.deepEqual([item.quote, item.about], ['keep the answers for an hour', ['a', '{']]);
      }
    }
  });

  const refused = {
    empty: '',
    blank: ' \n\t ',
    'an empty fence': '```',
    'five megabytes long': JSON.stringify(anAnswer({ summary: 'a'.repeat(5_000_000) })),
    'five megabytes of braces': '{'.repeat(5_000_000),
    'unclosed braces': '{'.repeat(59_000),
    'closed braces': '{"items":'.repeat(6_000) + '}'.repeat(5_000),
    'plain text': 'I cannot do that.',
    'a question': 'Which of the two projects do you mean?',
    'a page of HTML': `<html><script>alert({"a": 1})</script><body>429 Too Many Requests</body></html>`,
    'a list of numbers': '[1, 2]',
    'an object with wrong types': '{"headline": {"a": 1}, "summary": 5, "items": "none"}',
    'an object with a headline without words': JSON.stringify(anAnswer({ headline: '```', items: undefined })),
    'an object without a summary and items': JSON.stringify({ headline: 'A chat' }),
    'an object whose headline is only a secret': JSON.stringify(anAnswer({ headline: secret, items: undefined })),
    'an object with two numbers in one place': '{"headline": "A chat", "summary": "Short.", "items": [1 2]}',
    'an error of a server': '{"error": {"type": "overloaded_error", "message": "Overloaded"}}',
    'another format': 'headline: A chat\nsummary: It was short.\nitems: []',
  };
  for (const [what, text] of Object.entries(refused)) {
    it(`is unusable if it is ${what}`, () => assert.equal(read(text), undefined));
  }

  it('may be in another language and script', () => {
    const items = [anItem({ text: '搜索结果缓存一小时，因为搜索很慢。', quote: '缓存一小时', about: ['缓存'] })];
    const answer = readFields({ headline: '搜索现在使用缓存', summary: 'Wir haben überlegt und entschieden.', items });
    assert.deepEqual([answer.summary?.headline, answer.items[0]?.quote], ['搜索现在使用缓存', '缓存一小时']);
  });

  it('may write numbers as texts', () => {
    const items = [anItem({ turn: '12', same_as: '#3', replaces: '[4]', value: '3' })];
    const [item] = readFields({ items }).items;
    assert.deepEqual([item?.turn, item?.sameAs, item?.replaces, item?.value], [12, 3, 4, '3']);
    assert.deepEqual(readFields({ done: ['5', '#6', '[7]', 8] }).done, [5, 6, 7, 8]);
  });

  it('names no turn and no known item by what is no whole number', () => {
    for (const value of [
      1.5,
      NaN,
      null,
      '',
      'twelve',
      '1e3',
      '0x10',
      '12 and 13',
      9e99,
      '9'.repeat(40),
      {},
      [3],
      true,
    ]) {
      const [item] = readFields({ items: [anItem({ turn: value, same_as: value, replaces: value })] }).items;
      assert.deepEqual([item?.turn, item?.sameAs, item?.replaces], [-1, undefined, undefined], JSON.stringify(value));
      assert.deepEqual(readFields({ done: [value] }).done, [], JSON.stringify(value));
    }
  });

  it('has empty fields where they are absent or have another type, and ignores what is no item', () => {
    const answer = readFields({
      items: [null, 'text', 5, [], {}, { text: 5, quote: ['a'], type: null, when: 5, about: [1, 'a'] }],
    });
    assert.deepEqual(
      answer.items.map(({ type, text, quote, when, about }) => [type, text, quote, when, about]),
      [
        ['', '', '', [], []],
        ['', '', '', [], []],
        ['', '', '', [], ['a']],
      ],
    );
  });

  it('may give a single situation or name as text', () => {
    const [item] = readFields({ items: [anItem({ when: 'search is slow', about: 'search.ts' })] }).items;
    assert.deepEqual([item?.when, item?.about], [['search is slow'], ['search.ts']]);
  });

  it('cannot reach the prototype of an object', () => {
    const answer = read('{"__proto__": {"items": []}, "constructor": 1, "items": [{"__proto__": {"text": "x"}}]}');
    assert.deepEqual(textsOf(answer), ['']);
  });

  it('may have items without a summary, and a summary without items', () => {
    assert.equal(readFields({ headline: undefined }).summary, undefined);
    assert.deepEqual(readFields({ headline: undefined }).items.length, 1);
    assert.deepEqual(readFields({ items: undefined }).items, []);
  });

  it('has a summary of one-line headline and limited fields, without secrets', () => {
    const { summary } = readFields({
      headline: `Two\nlines\u202e ${secret} ${'long '.repeat(100)}`,
      topics: Array.from({ length: 40 }, (_, at) => `Topic ${String(at)}`),
      outcome: 'word '.repeat(500),
      summary: `${secret} ${'界'.repeat(9_000)}`,
    });
    assert.ok(summary);
    assert.ok(summary.headline.startsWith('Two lines [removed') && summary.headline.length <= 120);
    assert.deepEqual(summary.topics, ['topic 0', 'topic 1', 'topic 2', 'topic 3', 'topic 4']);
    assert.ok((summary.outcome ?? '').length <= 300 && estimateTokens(summary.summary) <= 600);
    assert.ok(!JSON.stringify(summary).includes(secret));
  });

  it('distinguishes a missing outcome from an explicit absence', () => {
    const outcomeOf = (fields: Record<string, unknown>): unknown => readFields(fields).summary?.outcome;
    assert.equal(outcomeOf({ outcome: undefined }), undefined);
    for (const outcome of [null, 'None', 'n/a']) assert.equal(outcomeOf({ outcome }), null);
    for (const outcome of [5, '', [], secret]) assert.equal(outcomeOf({ outcome }), undefined);
  });
});
