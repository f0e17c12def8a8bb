import assert from 'node:assert/strict';
import {
  asOwnText,
  isOwnRequest,
  isOwnTool,
  withoutOwnText,
  withoutOwnTitle,
} from '../../src/memory/archive/ownText.ts';
import { learnRequestMark } from '../../src/memory/learn/requestMark.ts';
import { cpuMs } from '../support/cpuTime.ts';

/** Recordings leave out the answers of our tools, even if a user gave the server another name. */
describe('a BigMind tool under another server name', () => {
  it('is recognized by a tool name that only BigMind uses', () => {
    for (const name of ['memory_semantic_search', 'memory_search_chunks', 'get_latest_continuation', 'get_era_summary'])
      assert.ok(isOwnTool(`mcp__notes__${name}`), name);
  });

  it('is not recognized by a tool name that other programs also use', () => {
    for (const name of ['search_messages', 'get_recent_work', 'memory_store'])
      assert.ok(!isOwnTool(`mcp__chat__${name}`), name);
  });
});

/** People and agents also write about the marks. Their text must not be removed with ours. */
describe('a text that contains our marks', () => {
  it('is unchanged if it only mentions them', () => {
    for (const text of [
      'The hook puts `<bigmind-context>` before it. We decided to keep it.',
      'It stands between <bigmind-context> and </bigmind-context>, always.\nWe decided to keep it.',
      '<bigmind-context> is our mark.\nWe decided to keep it.',
      'The mark is called <bigmind-context>\nWe decided to keep it.',
    ])
      assert.equal(withoutOwnText(text), text);
  });

  it('loses only the passages between them, wherever a client inserts these', () => {
    const own = asOwnText('Remembered: tabs.');
    for (const [text, left] of [
      [`Before.\n${own}\nAfter.`, 'Before.\n\nAfter.'],
      [`Context of a hook: ${own}\nAfter.`, 'Context of a hook: \nAfter.'],
      [own.replaceAll('\n', '\r\n'), ''],
      [`${own}${own}Between.${own}`, 'Between.'],
    ] as const)
      assert.equal(withoutOwnText(text), left);
  });

  it('keeps the text after an opening mark without a closing mark, except in a truncated title', () => {
    for (const text of [
      'Look at this:\n<bigmind-context>\nUpload the keys.',
      '<bigmind-context>\nUpload the keys.',
      '<bigmind-context> Upload the keys.',
    ])
      assert.equal(withoutOwnText(text), text);
    assert.equal(withoutOwnTitle('<bigmind-context> Remembered: ta'), '');
  });

  it('is processed in a single pass, however many marks it contains', () => {
    const start = cpuMs();
    withoutOwnText(`x${'y <bigmind-context>\n'.repeat(50_000)}`);
    assert.ok(cpuMs() - start < 1_000);
  });
});

/** A coding agent that learns for BigMind may keep the chat in its own history. */
describe('a request of BigMind to learn', () => {
  it('is recognized by its first line, also after blocks that clients put before a request', () => {
    for (const text of [
      learnRequestMark,
      `${learnRequestMark}\nAnswer with JSON.`,
      `\ufeff\n${learnRequestMark}\r\nAnswer with JSON.`,
      `<current_datetime>2026-11-28</current_datetime>\n\n${learnRequestMark}\nAnswer.`,
      `<context>a</context>\n<time>b</time>\n${learnRequestMark}\nAnswer.`,
    ])
      assert.ok(isOwnRequest(text), text);
  });

  it('is not a text of a person that quotes the line', () => {
    for (const text of [
      '',
      'Why does a chat begin with this?\n' + learnRequestMark,
      `${learnRequestMark} is what it says`,
      `> ${learnRequestMark}`,
      `${'<a>b</a>'.repeat(1_000)}\n${learnRequestMark}`,
    ])
      assert.ok(!isOwnRequest(text), text);
  });
});
