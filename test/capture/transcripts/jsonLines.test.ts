import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { jsonLinesOf } from '../../../src/capture/transcripts/jsonLines.ts';
import type { JsonLine } from '../../../src/capture/transcripts/jsonLines.ts';
import { cpuMs } from '../../support/cpuTime.ts';
import { TranscriptFolder } from './support.ts';

describe('lines of JSON', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  async function linesOf(file: string, from?: number): Promise<JsonLine[]> {
    const lines: JsonLine[] = [];
    for await (const line of jsonLinesOf(file, from)) lines.push(line);
    return lines;
  }
  const outcome = (line: JsonLine): unknown => ('value' in line ? line.value : line.unreadable);

  it('have their numbers and positions, with empty lines counted', async () => {
    const file = folder.write('a.jsonl', '{"a":1}\n\n{"a":2}\n');
    assert.deepEqual(await linesOf(file), [
      { lineNumber: 1, start: 0, offset: 8, value: { a: 1 } },
      { lineNumber: 3, start: 9, offset: 17, value: { a: 2 } },
    ]);
  });

  it('may end in CRLF, begin with a byte order mark and contain Unicode line separators', async () => {
    const file = folder.write('a.jsonl', '\ufeff{"a":1}\r\n{"a":"x\u2028y\u2029z"}\r\n');
    assert.deepEqual((await linesOf(file)).map(outcome), [{ a: 1 }, { a: 'x\u2028y\u2029z' }]);
  });

  it('keep characters that the boundary of a chunk splits', async () => {
    const texts = [261_000, 1_133, 1_134, 1_135].map((length) => '€'.repeat(length));
    const file = folder.write('a.jsonl', ...texts.map((text) => ({ text })));
    assert.deepEqual(
      (await linesOf(file)).map(outcome),
      texts.map((text) => ({ text })),
    );
  });

  it('leave a half-written last line for later', async () => {
    const file = folder.write('a.jsonl', '{"a":1}\n{"a":');
    const first = await linesOf(file);
    assert.deepEqual(first.map(outcome), [{ a: 1 }]);
    folder.append('a.jsonl', '2}\n');
    assert.deepEqual((await linesOf(file, first.at(-1)?.offset)).map(outcome), [{ a: 2 }]);
  });

  it('include a last line that lacks only its line feed, once', async () => {
    const file = folder.write('a.jsonl', '{"a":1}\n{"a":2}');
    const first = await linesOf(file);
    assert.deepEqual(first.map(outcome), [{ a: 1 }, { a: 2 }]);
    const offset = first.at(-1)?.offset;
    assert.equal(offset, statSync(file).size);
    assert.deepEqual(await linesOf(file, offset), []);
    folder.append('a.jsonl', '\r\n{"a":3}\n');
    assert.deepEqual((await linesOf(file, offset)).map(outcome), [{ a: 3 }]);
  });

  it('exclude a last number that may continue', async () => {
    assert.deepEqual(await linesOf(folder.write('a.jsonl', '12')), []);
  });

  it('start again if the file is shorter than the position to continue from, or has no line there', async () => {
    const file = folder.write('a.jsonl', '{"a":1}\n{"b":22}\n');
    assert.deepEqual((await linesOf(file, 900)).map(outcome), [{ a: 1 }, { b: 22 }]);
    assert.deepEqual((await linesOf(file, 10)).map(outcome), [{ a: 1 }, { b: 22 }]);
  });

  it('report a line that is not JSON and continue after it', async () => {
    const file = folder.write('a.jsonl', '{"a":1}\n{"cut\n{"a":2}\n');
    assert.deepEqual((await linesOf(file)).map(outcome), [
      { a: 1 },
      'is not JSON; the line may be truncated',
      { a: 2 },
    ]);
  });

  const damaged = 'is damaged; the whole records in it were kept';
  const torn = 'is not JSON; the line may be truncated';
  for (const [what, text, expected] of [
    [
      'a torn record before a whole one',
      '{"a":1,"b":{"c":"cut{"a":2,"b":{"c":3}}\n{"a":4}\n',
      [{ a: 2, b: { c: 3 } }, damaged, { a: 4 }],
    ],
    ['a record torn in a name', '{"a":1,"b{"a":2}\n', [{ a: 2 }, damaged]],
    ['a whole record before a torn one', '{"a":1}{"a":"cut\n{"a":2}\n', [{ a: 1 }, damaged, { a: 2 }]],
    ['three records on a line', '{"a":1} {"a":"}{"}{"a":3}\n', [{ a: 1 }, { a: '}{' }, { a: 3 }]],
    ['records that carriage returns separate', '{"a":1}\r{"a":2}\r', [{ a: 1 }, { a: 2 }]],
    ['a byte order mark in the middle', '{"a":1}\n\ufeff{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ['a raw line feed in a string', '{"a":"x\ny\n\nz"}\n{"a":2}\n', [{ a: 'x\ny\n\nz' }, { a: 2 }]],
    ['a raw tab in a string', '{"a":"x\ty"}\n', [{ a: 'x\ty' }]],
    ['zeros before a record', '\0\0\0{"a":1}\n', [{ a: 1 }]],
    ['zeros in a record', '{"a":"x\0\0y"}\n', [{ a: 'xy' }]],
    ['zeros instead of the end of a record', '{"a":"x\0\0\0{"a":2}\n', [{ a: 2 }, damaged]],
    ['zeros at the end', '{"a":1}\n\0\0\0\0', [{ a: 1 }]],
    ['only a part of a record', '{"a":{"b":1},"c":"cut\n{"a":2}\n', [torn, { a: 2 }]],
    ['a record torn before a value', '{"a":{"a":1,"b":2}\n', [{ a: 1, b: 2 }, damaged]],
    ['a list that was cut off', '{"a":[{"b":1},{"b":2}\n', [torn]],
    ['text between records', 'Error: disk full\n{"a":1}\n', [torn, { a: 1 }]],
  ] as const) {
    it(`include what is whole beside ${what}`, async () => {
      assert.deepEqual((await linesOf(folder.write('a.jsonl', text))).map(outcome), expected);
    });
  }

  it('name the place of each record on a line, and resume at the line until the last one', async () => {
    const places = (await linesOf(folder.write('a.jsonl', '{"a":1}\n{"a":"€"}{"a":3}\n'))).map(
      ({ lineNumber, start, offset }) => [lineNumber, start, offset],
    );
    assert.deepEqual(places, [
      [1, 0, 8],
      [2, 8, 8],
      [2, 19, 27],
    ]);
  });

  it('leave a record behind a whole one for later while it is written', async () => {
    const file = folder.write('a.jsonl', '{"a":1}\n{"a":2}{"a":');
    const first = await linesOf(file);
    assert.deepEqual(first.map(outcome), [{ a: 1 }]);
    folder.append('a.jsonl', '3}\n');
    assert.deepEqual((await linesOf(file, first.at(-1)?.offset)).map(outcome), [{ a: 2 }, { a: 3 }]);
  });

  it('are found in a torn line without reading it again for each of its parts', async () => {
    const file = folder.write('a.jsonl', `{"a":"cut${'{"b":"'.repeat(100_000)}\n{"a":2}\n`);
    const start = cpuMs();
    assert.deepEqual((await linesOf(file)).map(outcome), [torn, { a: 2 }]);
    assert.ok(cpuMs() - start < 2_000);
  });

  it('are found among many on a line, and in a record with many lines, without reading them again each time', async () => {
    const start = cpuMs();
    const many = folder.write('a.jsonl', `${'{"a":{"b":"x"}}'.repeat(100_000)}\n`);
    assert.equal((await linesOf(many)).length, 100_000);
    const long = folder.write('b.jsonl', `{"a":"${'}\n'.repeat(9_000)}"}\n`);
    assert.equal((await linesOf(long)).length, 1);
    assert.ok(cpuMs() - start < 3_000);
  });

  it('continue after a line that a crash filled with zeros', async () => {
    const file = folder.write('a.jsonl', { a: 'x'.repeat(9_000) }, Buffer.alloc(5_000), '\n', { a: 2 });
    assert.deepEqual((await linesOf(file)).slice(1).map(outcome), ['is not UTF-8 text', { a: 2 }]);
  });

  for (const [kind, bytes] of [
    ['UTF-16 with a byte order mark', Buffer.from('\ufeff{"a":1}\n{"a":2}\n', 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from('{"a":1}\n{"a":2}\n', 'utf16le')],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452000a0a0a0a', 'hex')],
  ] as const) {
    it(`report once that ${kind} is not text`, async () => {
      assert.deepEqual((await linesOf(folder.write('a.jsonl', bytes))).map(outcome), ['is not UTF-8 text']);
    });
  }

  it('have replacement characters for bytes that are not UTF-8', async () => {
    const file = folder.write('a.jsonl', Buffer.from('{"a":"caf\xe9"}\n', 'latin1'));
    assert.deepEqual((await linesOf(file)).map(outcome), [{ a: 'caf\ufffd' }]);
  });

  it('are skipped without being held if they are longer than 32 MB', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const file = folder.write('a.jsonl', '{"a":1}\n{"a":"');
    for (let written = 0; written < 48; written += 1) folder.append('a.jsonl', piece);
    folder.append('a.jsonl', '"}\n', { a: 2 });
    assert.deepEqual((await linesOf(file)).map(outcome), [{ a: 1 }, 'is longer than 32 MB', { a: 2 }]);
  });

  it('are none for an empty file, and an error for a missing one', async () => {
    assert.deepEqual(await linesOf(folder.write('a.jsonl')), []);
    await assert.rejects(linesOf(folder.path('missing.jsonl')), { code: 'ENOENT' });
  });
});
