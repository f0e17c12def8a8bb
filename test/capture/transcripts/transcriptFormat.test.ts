/** A file of one client is never mistaken for that of another. */
import assert from 'node:assert/strict';
import { contentOf } from '../../../src/capture/kinds/fileContent.ts';
import { sourcesAt } from '../../../src/capture/kinds/sourcesAt.ts';
import { formatOf } from '../../../src/capture/transcripts/transcriptFormat.ts';
import { aPrompt, aSessionMeta, codexFile } from './codexLines.ts';
import { aChatStart, aTypedMessage, geminiFile } from './geminiLines.ts';
import { aClaudeLine, aCopilotStart, anEvent, TranscriptFolder } from './support.ts';

describe('the format of a transcript', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const seen = async (name: string, ...lines: (Record<string, unknown> | string | Buffer)[]) => {
    const file = folder.write(name, ...lines);
    const kinds = (await sourcesAt(file)).map(({ kind }) => kind);
    return [await formatOf(file), await contentOf(file), ...kinds];
  };

  it('is recognized by the first line, consistently in all places', async () => {
    const quoted = JSON.stringify({ sessionId: 'x', parentUuid: null });
    assert.deepEqual(await seen('a.jsonl', aClaudeLine('user', 0, 'Hi')), [
      'claude-code',
      'claude-code',
      'claude-code',
    ]);
    assert.deepEqual(await seen(codexFile, aSessionMeta(), aPrompt(1, quoted)), ['codex', 'codex', 'codex']);
    const gemini = ['gemini-cli', 'gemini-cli', 'gemini-cli'];
    assert.deepEqual(await seen(geminiFile, aChatStart(), aTypedMessage(1, quoted)), gemini);
    assert.deepEqual(await seen('old.json', JSON.stringify(aChatStart({ messages: [] }), null, 2)), gemini);
    const event = anEvent('user.message', 1, { content: quoted });
    assert.deepEqual(await seen('c1.jsonl', aCopilotStart(), event), ['copilot-transcript', 'copilot', 'copilot']);
  });

  it('is recognized by a later line if the first one is damaged', async () => {
    const line = JSON.stringify(aClaudeLine('user', 0, 'Hi'));
    assert.equal((await seen('a.jsonl', `\0\0${line}\n`))[0], 'claude-code');
    assert.equal((await seen('b.jsonl', 'e","cut"}\n', aClaudeLine('user', 0, 'Hi')))[0], 'claude-code');
    assert.equal((await seen(codexFile, '{"timestamp":"cut\n', aPrompt(1, 'Hi')))[0], 'codex');
    assert.equal(
      (await seen('c1.jsonl', '\0\0\n', anEvent('user.message', 1, { content: 'Hi' })))[0],
      'copilot-transcript',
    );
  });

  it('is unknown for a file of another program, an empty one and one that is not text', async () => {
    const likeClaude = { uuid: 'u', parentUuid: null, sessionId: 's', type: 'user', cwd: '/' };
    const parts = { ...likeClaude, message: { role: 'user', parts: [{ text: 'Hi' }] } };
    assert.deepEqual(await seen('other.jsonl', parts), [undefined, undefined]);
    assert.deepEqual(await seen('rows.jsonl', { a: 1 }), [undefined, undefined]);
    assert.deepEqual(await seen('empty.jsonl', ''), [undefined, undefined]);
    assert.deepEqual(await seen('bytes.jsonl', Buffer.from([0, 1, 2, 255, 254, 0])), [undefined, undefined]);
    assert.deepEqual(await seen('cut.jsonl', '{"type":"user","mess'), [undefined, undefined]);
  });
});
