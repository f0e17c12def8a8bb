import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { jsonLinesOf } from '../../../src/capture/transcripts/jsonLines.ts';
import { conversationNameOf, openFile, textAtStart } from '../../../src/capture/transcripts/openedFile.ts';
import { TranscriptFolder } from './support.ts';

describe('a compressed file', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const lines = Array.from({ length: 20_000 }, (_, a) => `{"a":${String(a)}}\n`).join('');
  const written = (name: string, bytes: Uint8Array): string => {
    writeFileSync(folder.path(name), bytes);
    return folder.path(name);
  };
  const valuesOf = async (file: string, from?: number): Promise<unknown[]> => {
    const values: unknown[] = [];
    for await (const line of jsonLinesOf(file, from)) values.push('value' in line ? line.value : line.unreadable);
    return values;
  };

  for (const [extension, compress] of [
    ['zst', zstdCompressSync],
    ['gz', gzipSync],
  ] as const) {
    it(`is read like its text, from any line on (${extension})`, async () => {
      const file = written(`a.jsonl.${extension}`, compress(lines));
      assert.equal((await valuesOf(file)).length, 20_000);
      assert.deepEqual((await valuesOf(file, lines.length - 10)).slice(-1), [{ a: 19_999 }]);
      assert.equal((await valuesOf(file, lines.length)).length, 0);
      assert.equal(await textAtStart(file, 16), lines.slice(0, 16));
      const opened = await openFile(file);
      assert.equal(await opened.size(), lines.length);
      await opened.close();
    });

    it(`yields what precedes damage, and names the damage (${extension})`, async () => {
      const whole = compress(lines);
      const values = await valuesOf(written(`a.jsonl.${extension}`, whole.subarray(0, whole.length - 200)));
      assert.deepEqual(values[0], { a: 0 });
      assert.equal(values.at(-1), 'is followed by damaged compressed data; what precedes that was read');
    });
  }

  it('is an error if it does not exist', async () => {
    await assert.rejects(valuesOf(folder.path('none.jsonl.zst')), { code: 'ENOENT' });
  });

  it('names its conversation like its text', () => {
    assert.equal(conversationNameOf('/a/chat.jsonl.zst'), 'chat');
    assert.equal(conversationNameOf('/a/chat.JSONL.GZ'), 'chat');
    assert.equal(conversationNameOf('/a/chat.json'), 'chat');
    assert.equal(conversationNameOf('/a/v1.2.jsonl'), 'v1.2');
  });
});
