import assert from 'node:assert/strict';
import { conversationLineFrom, conversationLinesFrom } from '../../src/capture/conversationLine.ts';
import type { ArchiveLine, UnreadableLine } from '../../src/memory/archive/archive.ts';

const linesIn = async (pieces: readonly string[]): Promise<(ArchiveLine | UnreadableLine)[]> => {
  const lines: (ArchiveLine | UnreadableLine)[] = [];
  for await (const line of conversationLinesFrom(pieces)) lines.push(line);
  return lines;
};

describe('conversationLineFrom', () => {
  it('uses the conversation as the session if sessions have no number', () => {
    const line = conversationLineFrom('{"conversation":"c1","text":"Hello"}', 1);
    assert.equal('session' in line ? line.session : undefined, 'c1');
  });

  it('reports one JSON document over several lines once', async () => {
    for (const text of ['\n{\n  "session": "a"\n}\n', '\ufeff[\r\n  {"session": "a"}\r\n]', '[{\n"content": 1\n}]']) {
      const found = await linesIn([text]);
      assert.equal(found.length, 1, text);
      assert.match('unreadable' in (found[0] ?? {}) ? JSON.stringify(found[0]) : '', /one JSON document/u);
    }
    const lines = await linesIn(['{"session":"a","content":"b"}\n', '{\n{"cut']);
    assert.deepEqual(
      lines.map((line) => 'unreadable' in line),
      [false, true, true],
    );
  });

  it('reads every documented field', () => {
    const line = JSON.stringify({
      session: 's1',
      session_started_at: '2026-01-01',
      seq: 3,
      role: 'user',
      speaker: 'Ada',
      content: 'Hello',
      created_at: 1_774_861_200,
      source_ref: 'D1:3',
    });
    assert.deepEqual(conversationLineFrom(line, 7), {
      lineNumber: 7,
      session: 's1',
      content: 'Hello',
      sessionStartedAt: '2026-01-01',
      seq: 3,
      role: 'user',
      speaker: 'Ada',
      createdAt: 1_774_861_200,
      sourceRef: 'D1:3',
    });
  });

  it('reads the field names of published conversations', () => {
    const line = {
      id: 'c1/D1:3',
      conversation: 'c1',
      session: 2,
      session_date: '8 May, 2023',
      speaker: 'Ada',
      text: 'Hi',
    };
    const read = conversationLineFrom(JSON.stringify(line), 1);
    assert.ok(!('unreadable' in read));
    assert.deepEqual(
      [read.session, read.content, read.sourceRef, read.sessionStartedAt],
      ['c1/2', 'Hi', 'c1/D1:3', '8 May, 2023'],
    );
  });

  const published = (fields: Record<string, string>): Record<string, unknown> => ({
    ...conversationLineFrom(JSON.stringify({ conversation: 'c1', session: 1, ...fields }), 1),
  });

  it('appends the caption of a shared photo as a line after the text', () => {
    const caption = 'a dog\nbeside a painted wall';
    const shown = '[image: a dog beside a painted wall]';
    assert.equal(published({ text: 'Look at this!', caption })['content'], `Look at this!\n${shown}`);
    assert.equal(published({ text: '', caption })['content'], shown);
    assert.equal(published({ text: 'Look!', caption: ' ' })['content'], 'Look!');
  });

  it('takes the role from a speaker with the name of a role', () => {
    assert.equal(published({ text: 'Hi', speaker: 'assistant' })['role'], 'assistant');
    assert.equal(published({ text: 'Hi', speaker: 'user' })['role'], 'user');
    assert.equal(published({ text: 'Hi', speaker: 'user', role: 'tool' })['role'], 'tool');
    assert.equal(published({ text: 'Hi', speaker: 'Ada' })['role'], undefined);
  });

  const unreadable: [string, RegExp][] = [
    ['{"session":"s1","content":"cut o', /not a JSON object/u],
    ['[1,2]', /not a JSON object/u],
    ['{"session":"s1"}', /"content"/u],
    ['{"content":"x"}', /"session"/u],
  ];
  for (const [line, reason] of unreadable) {
    it(`reports ${line} with the reason`, () => {
      const read = conversationLineFrom(line, 2);
      assert.ok('unreadable' in read);
      assert.match(read.unreadable, reason);
    });
  }

  it('reads a first line with a byte order mark', () => {
    assert.ok(!('unreadable' in conversationLineFrom('\ufeff{"session":1,"content":"x"}', 1)));
  });
});
