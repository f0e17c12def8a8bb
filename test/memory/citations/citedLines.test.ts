/** Cited lines are found again in the file of today, from their fingerprint alone. */
import assert from 'node:assert/strict';
import { textFrom } from '../../../src/memory/shared/citations/citedFiles.ts';
import type { LinesToday } from '../../../src/memory/shared/citations/citedLines.ts';
import { FileLines, isFingerprint } from '../../../src/memory/shared/citations/citedLines.ts';

const source = [
  'export function login(user: User): Session {',
  '  const token = sign(user, secret);',
  '',
  '  return openSession(user, token);',
  '}',
  '',
  'export function logout(session: Session): void {',
  '  closeSession(session);',
  '}',
];

function fingerprint(lines: readonly string[], first: number, last = first): string {
  return new FileLines(lines.join('\n')).fingerprint({ first, last }) ?? assert.fail('no fingerprint');
}

/** Records lines of `source` and looks for them in another text. */
function located(first: number, last: number, today: readonly string[] | string): LinesToday {
  const text = typeof today === 'string' ? today : today.join('\n');
  return new FileLines(text).locate({ fingerprint: fingerprint(source, first, last), first });
}

function moved(first: number, last = first): LinesToday {
  return { state: 'moved', lines: { first, last } };
}

const lines = (count: number, text = 'other line'): string[] =>
  Array.from({ length: count }, (_, at) => `${text} ${String(at)}`);

describe('cited lines', () => {
  it('are there if the file did not change', () => {
    assert.deepEqual(located(1, 5, source), { state: 'there' });
    assert.deepEqual(located(8, 9, source), { state: 'there' });
  });

  it('are there although other lines changed', () => {
    assert.deepEqual(located(1, 2, [...source.slice(0, 3), 'changed', ...lines(40)]), { state: 'there' });
  });

  it('are there with other line ends, indentation and white space', () => {
    assert.deepEqual(located(1, 5, source.join('\r\n')), { state: 'there' });
    assert.deepEqual(
      located(
        1,
        5,
        source.map((line) => `\t${line.replaceAll(' ', '   ')}  `),
      ),
      { state: 'there' },
    );
  });

  it('are there in a file with a byte order mark', () => {
    const text = textFrom(Buffer.from(`\ufeff${source.join('\n')}`)) ?? '';
    assert.deepEqual(located(1, 2, text), { state: 'there' });
  });

  it('are not there if words were joined or the case changed', () => {
    assert.deepEqual(located(2, 2, source.with(1, 'const token=sign(user,secret);')), { state: 'gone' });
    assert.deepEqual(located(2, 2, source.with(1, 'const TOKEN = sign(user, secret);')), { state: 'gone' });
  });

  it('moved down and up', () => {
    assert.deepEqual(located(1, 5, [...lines(30), ...source]), moved(31, 35));
    assert.deepEqual(located(7, 8, source.slice(5)), moved(2, 3));
  });

  it('moved far', () => {
    assert.deepEqual(located(1, 5, [...lines(5_000), ...source]), moved(5_001, 5_005));
    const wanted = { fingerprint: fingerprint(source, 1, 5), first: 9_000 };
    assert.deepEqual(new FileLines([...source, ...lines(5_000)].join('\n')).locate(wanted), moved(1, 5));
  });

  it('moved to the last lines of a file, with or without a line break at its end', () => {
    const today = [...lines(3), ...source.slice(6, 8)];
    assert.deepEqual(located(7, 8, today), moved(4, 5));
    assert.deepEqual(located(7, 8, [...today, '']), moved(4, 5));
  });

  it('moved to the nearest of several places', () => {
    const two = [...source, ...lines(100), ...source, ...lines(5), ...source];
    assert.deepEqual(
      new FileLines(two.join('\n')).locate({ fingerprint: fingerprint(source, 2), first: 117 }),
      moved(111),
    );
    assert.deepEqual(
      new FileLines(two.join('\n')).locate({ fingerprint: fingerprint(source, 2), first: 120 }),
      moved(125),
    );
    assert.deepEqual(new FileLines(two.join('\n')).locate({ fingerprint: fingerprint(source, 2), first: 9 }), moved(2));
  });

  it('moved although they overlap with themselves', () => {
    const wanted = fingerprint(['row one', 'row one', 'row two'], 1, 3);
    const today = ['row one', 'row one', 'row one', 'row two'].join('\n');
    assert.deepEqual(new FileLines(today).locate({ fingerprint: wanted, first: 1 }), moved(2, 4));
  });

  it('are gone if one of them changed, is missing, or has another one in between', () => {
    assert.deepEqual(located(1, 5, source.with(3, '  return reopenSession(user, token);')), { state: 'gone' });
    assert.deepEqual(located(1, 5, source.toSpliced(2, 1)), { state: 'gone' });
    assert.deepEqual(located(1, 5, source.toSpliced(2, 0, 'audit(user);')), { state: 'gone' });
  });

  it('are gone in an empty file', () => {
    assert.deepEqual(located(1, 2, ''), { state: 'gone' });
  });

  it('did not move to a line without a word', () => {
    const brace = { fingerprint: fingerprint(['first', '}'], 1, 2).split(' ')[1] ?? '', first: 2 };
    const blank = { fingerprint: '0', first: 2 };
    assert.deepEqual(new FileLines('first\n}').locate(brace), { state: 'there' });
    assert.deepEqual(new FileLines('first\nsecond\n}').locate(brace), { state: 'gone' });
    assert.deepEqual(new FileLines('first\nsecond\n\nthird').locate(blank), { state: 'gone' });
  });

  it('with few letters moved only if there is one such place', () => {
    const short = { fingerprint: fingerprint(['first', '  return x;'], 2), first: 2 };
    assert.deepEqual(new FileLines('first\nsecond\nreturn x;').locate(short), moved(3));
    assert.deepEqual(new FileLines('first\nsecond\nreturn x;\nreturn x;').locate(short), { state: 'gone' });
  });

  it('may be very long', () => {
    const long = { fingerprint: fingerprint(['x = 1;'.repeat(200_000)], 1), first: 1 };
    assert.deepEqual(new FileLines(`// minified\n${'x = 1;'.repeat(200_000)}`).locate(long), moved(2));
  });

  it('are found in linear time among lines that are almost the same', () => {
    const text = 'again and again\n'.repeat(120_000);
    const wanted = `${fingerprint(['again and again'], 1)} `.repeat(199) + fingerprint(['the last one'], 1);
    const begun = performance.now();
    assert.deepEqual(new FileLines(text).locate({ fingerprint: wanted, first: 7 }), { state: 'gone' });
    assert.ok(performance.now() - begun < 1_000);
  });
});

describe('a fingerprint', () => {
  it('has one short hash for each line, and 0 for a blank one', () => {
    assert.match(fingerprint(source, 1, 4), /^[0-9a-z]{5,7} [0-9a-z]{5,7} 0 [0-9a-z]{5,7}$/u);
    assert.ok(isFingerprint(fingerprint(source, 1, 9)));
  });

  it('differs for each of many similar lines', () => {
    const hashes = fingerprint(lines(200, 'const value ='), 1, 200).split(' ');
    assert.equal(new Set(hashes).size, 200);
  });

  it('does not contain the line', () => {
    assert.ok(!fingerprint(source, 2).includes('token'));
  });

  it('does not exist for lines that nothing could find', () => {
    const file = new FileLines(['}', '', '  });', ...lines(300)].join('\n'));
    assert.equal(file.fingerprint({ first: 1, last: 3 }), null);
    assert.equal(file.fingerprint({ first: 4, last: 204 }), null);
    assert.equal(file.fingerprint({ first: 303, last: 304 }), null);
    assert.notEqual(file.fingerprint({ first: 1, last: 4 }), null);
    assert.notEqual(file.fingerprint({ first: 4, last: 203 }), null);
  });

  it('is not any other text', () => {
    for (const text of ['', ' ', 'A', 'abc  def', 'abcdefgh', 'a\nb', 'é', `${'0 '.repeat(5_000)}0`]) {
      assert.ok(!isFingerprint(text), text);
    }
  });
});

describe('the number of lines', () => {
  for (const [text, count] of [
    ['', 0],
    ['\n', 1],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['a\r\nb\r\n', 2],
    ['a\n\n', 2],
  ] as const) {
    it(`is ${String(count)} in ${JSON.stringify(text)}`, () => assert.equal(new FileLines(text).count, count));
  }
});

describe('the text of a file', () => {
  it('is its UTF-8, also if some bytes are not valid', () => {
    assert.equal(textFrom(Buffer.from('größe 你')), 'größe 你');
    assert.equal(textFrom(Buffer.from('\ufeffsize')), 'size');
    assert.equal(textFrom(Buffer.from('größe', 'latin1')), 'gr\ufffd\ufffde');
    assert.equal(textFrom(Buffer.from('')), '');
  });

  it('does not exist for UTF-16 and other binary files', () => {
    assert.equal(textFrom(Buffer.from('\ufeffsize', 'utf16le')), undefined);
    assert.equal(textFrom(Buffer.from('\ufeff你好', 'utf16le')), undefined);
    assert.equal(textFrom(Buffer.from('size', 'utf16le')), undefined);
    assert.equal(textFrom(Buffer.from([0xfe, 0xff, 0x4f, 0x60])), undefined);
    assert.equal(textFrom(Buffer.from('\x7fELF\0\x01')), undefined);
  });
});
