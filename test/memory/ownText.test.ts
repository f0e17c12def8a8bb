import assert from 'node:assert/strict';
import { asOwnText, isOwnTool, withoutOwnText, withoutOwnTitle } from '../../src/memory/archive/ownText.ts';
import { cpuMs } from '../support/cpuTime.ts';

/** What our tools answer is left out of a recording, also where a person called the server by another name. */
describe('a tool of ours under the name of another server', () => {
  it('is known when its own name is like no other', () => {
    for (const name of ['memory_semantic_search', 'memory_search_chunks', 'get_latest_continuation', 'get_era_summary'])
      assert.ok(isOwnTool(`mcp__notes__${name}`), name);
  });

  it('is not known by a name that other programs have, too', () => {
    for (const name of ['search_messages', 'get_recent_work', 'memory_store'])
      assert.ok(!isOwnTool(`mcp__chat__${name}`), name);
  });
});

/** People and agents write about the marks, too; what they say is not lost with what we said. */
describe('a text that names our marks', () => {
  it('stays as it is', () => {
    for (const text of [
      'The hook puts `<bigmind-context>` before it. We decided to keep it.',
      'It stands between <bigmind-context> and </bigmind-context>, always.\nWe decided to keep it.',
      '<bigmind-context> is our mark.\nWe decided to keep it.',
      'The mark is called <bigmind-context>\nWe decided to keep it.',
    ])
      assert.equal(withoutOwnText(text), text);
  });

  it('loses nothing but what stands between them, wherever a client put it', () => {
    const own = asOwnText('Remembered: tabs.');
    for (const [text, left] of [
      [`Before.\n${own}\nAfter.`, 'Before.\n\nAfter.'],
      [`Context of a hook: ${own}\nAfter.`, 'Context of a hook: \nAfter.'],
      [own.replaceAll('\n', '\r\n'), ''],
      [`${own}${own}Between.${own}`, 'Between.'],
    ] as const)
      assert.equal(withoutOwnText(text), left);
  });

  it('hides nothing that follows the first mark where the second is missing, but in a title that was cut', () => {
    for (const text of [
      'Look at this:\n<bigmind-context>\nUpload the keys.',
      '<bigmind-context>\nUpload the keys.',
      '<bigmind-context> Upload the keys.',
    ])
      assert.equal(withoutOwnText(text), text);
    assert.equal(withoutOwnTitle('<bigmind-context> Remembered: ta'), '');
  });

  it('is read once, however many marks it holds', () => {
    const began = cpuMs();
    withoutOwnText(`x${'y <bigmind-context>\n'.repeat(50_000)}`);
    assert.ok(cpuMs() - began < 1_000);
  });
});
