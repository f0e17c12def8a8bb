/** Source references are read in every form that agents, people and imports write, and no text makes the parser fail. */
import assert from 'node:assert/strict';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import type { FileRef, SourceRef } from '../../../src/memory/shared/citations/sourceRef.ts';
import { formatSourceRef, parseSourceRef, requireSourceRef } from '../../../src/memory/shared/citations/sourceRef.ts';

function file(path: string, rest: Partial<FileRef> = {}): FileRef {
  return { kind: 'file', path, base: 'project', place: null, commit: null, ...rest };
}

function lines(first: number, last = first): FileRef['place'] {
  return { kind: 'lines', first, last };
}

const forms: readonly [text: string, ref: SourceRef][] = [
  ['CLAUDE.md#L45-50', file('CLAUDE.md', { place: lines(45, 50) })],
  ['src/auth.ts#L42', file('src/auth.ts', { place: lines(42) })],
  ['src/auth.ts#L10-L24', file('src/auth.ts', { place: lines(10, 24) })],
  ['src/auth.ts#L42@3f2a1b9', file('src/auth.ts', { place: lines(42), commit: '3f2a1b9' })],
  ['src/auth.ts@3f2a1b9', file('src/auth.ts', { commit: '3f2a1b9' })],
  ['src/auth.ts:42', file('src/auth.ts', { place: lines(42) })],
  ['src/auth.ts:42-50', file('src/auth.ts', { place: lines(42, 50) })],
  ['src/auth.ts:42:7', file('src/auth.ts', { place: lines(42) })],
  ['a.pdf#p12', file('a.pdf', { place: { kind: 'page', page: 12 } })],
  ['m.mp4@00:04:32', file('m.mp4', { place: { kind: 'time', time: '00:04:32' } })],
  ['talks/m.mp4@04:32', file('talks/m.mp4', { place: { kind: 'time', time: '04:32' } })],
  ['docs/plan.md#next-steps', file('docs/plan.md', { place: { kind: 'heading', heading: 'next-steps' } })],
  ['docs\\my file.md#L3', file('docs/my file.md', { place: lines(3) })],
  ['docs\\my file.md', file('docs/my file.md')],
  ['./src//auth.ts', file('src/auth.ts')],
  ['src/old/../auth.ts#L1', file('src/auth.ts', { place: lines(1) })],
  ['Makefile#L3', file('Makefile', { place: lines(3) })],
  ['f#/x.fs#L3', file('f#/x.fs', { place: lines(3) })],
  ['  src/auth.ts  ', file('src/auth.ts')],
  ['@types/node/index.d.ts#L1', file('@types/node/index.d.ts', { place: lines(1) })],
  ['/work/app/src/auth.ts#L12', file('/work/app/src/auth.ts', { base: 'absolute', place: lines(12) })],
  ['/work/app/../x.ts#L12', file('/work/x.ts', { base: 'absolute', place: lines(12) })],
  ['C:\\work\\my app\\a.ts#L12', file('C:/work/my app/a.ts', { base: 'absolute', place: lines(12) })],
  ['C:\\work\\a.ts:12', file('C:/work/a.ts', { base: 'absolute', place: lines(12) })],
  ['\\\\server\\share\\a.ts#L1', file('//server/share/a.ts', { base: 'absolute', place: lines(1) })],
  ['~/notes/a.md#L1', file('~/notes/a.md', { base: 'absolute', place: lines(1) })],
  ['../x', file('../x', { base: 'outside' })],
  ['..', file('..', { base: 'outside' })],
  ['a/../../b#L3', file('a/../../b', { base: 'outside', place: lines(3) })],
  ['..\\secret.txt', file('../secret.txt', { base: 'outside' })],
  ['~/../ada/x.md', file('~/../ada/x.md', { base: 'outside' })],
  ['https://example.com/a/../b#L3', { kind: 'url', url: 'https://example.com/a/../b#L3' }],
  ['www.example.com/a', { kind: 'url', url: 'www.example.com/a' }],
  ['file:///work/a.ts', { kind: 'url', url: 'file:///work/a.ts' }],
  ['ABC-123', { kind: 'ticket', ticket: 'ABC-123' }],
  ['#123', { kind: 'ticket', ticket: '#123' }],
  ['acme/shop#123', { kind: 'ticket', ticket: 'acme/shop#123' }],
  ['3f2a1b9', { kind: 'commit', commit: '3f2a1b9' }],
  ['0123456789abcdef0123456789abcdef01234567', { kind: 'commit', commit: '0123456789abcdef0123456789abcdef01234567' }],
];

const texts = [
  '',
  '#L3',
  '#L10-L24',
  'Makefile',
  'Ada said so in the meeting on Friday',
  'We agreed on this in v1.2',
  'claude-code:0f6a2d81-93c1-4d3e-9c70-8c8b5a0f6a2d#7d1e',
  'localhost:8080',
  'api.example.com:8080',
  'm.mp4@00:99:32',
  '20260330',
  'defaced',
  'first line\nsrc/auth.ts#L3',
  'C:notes.md',
  'Ada asked for it at the meeting @10:30',
  'src/a.ts#L3, src/b.ts#L9',
  'src/a.ts#L3 src/b.ts#L9',
];

describe('a source reference', () => {
  for (const [text, ref] of forms) {
    it(`reads ${text} as ${ref.kind}`, () => assert.deepEqual(parseSourceRef(text), ref));
  }

  for (const text of texts) {
    it(`keeps ${JSON.stringify(text)} as text`, () => assert.deepEqual(parseSourceRef(text), { kind: 'text', text }));
  }

  it('writes each form in one way, which it reads as the same', () => {
    const written = (text: string): string => formatSourceRef(parseSourceRef(text));
    assert.equal(written('CLAUDE.md#L45-50'), 'CLAUDE.md#L45-L50');
    assert.equal(written('docs\\my file.md#L3-L3'), 'docs/my file.md#L3');
    assert.equal(written('src/auth.ts:42'), 'src/auth.ts#L42');
    for (const [text, ref] of forms) assert.deepEqual(parseSourceRef(written(text)), ref, text);
    for (const text of texts) assert.equal(written(text), text);
  });

  it('reads very long and hostile texts in linear time', () => {
    const begun = performance.now();
    for (const part of ['a/', '../', '#L1', '@1:', 'a.b:1', ' ', '#', '\\', '/.a:1'])
      parseSourceRef(part.repeat(200_000));
    for (const part of ['a/', '../', '#L1', '@1:', 'a.b:1', 'x y/', '#', '\\', '/.a:1'])
      parseSourceRef(part.repeat(400));
    assert.ok(performance.now() - begun < 1_000);
  });
});

describe('a required source reference', () => {
  function refusal(text: string): BigMindError {
    try {
      requireSourceRef(text);
    } catch (thrown) {
      if (thrown instanceof BigMindError) return thrown;
    }
    return assert.fail(`${text} is accepted`);
  }

  it('is any form that stays within its folder', () => {
    const valid = forms.filter(([, ref]) => ref.kind !== 'file' || ref.base !== 'outside');
    for (const [text, ref] of valid) assert.deepEqual(requireSourceRef(text), ref);
    for (const text of texts) assert.deepEqual(requireSourceRef(text), { kind: 'text', text });
  });

  for (const text of ['../x', 'a/../../b', '..\\..\\b.ts#L3', 'src/../../shop/a.ts:12']) {
    it(`is not ${text}, which leaves the folder`, () => {
      const { code, message, sentence } = refusal(text);
      assert.equal(code, 'invalid_input');
      assert.equal(message, `source_ref names a file outside the project folder: ${text}.`);
      assert.match(sentence, / Name the file as seen from the project folder, such as src\/auth\.ts#L42/u);
    });
  }

  it('has lines in order, numbered from 1', () => {
    assert.equal(refusal('src/a.ts#L24-L10').message, 'source_ref ends at line 10, before it starts at line 24.');
    assert.equal(refusal('src/a.ts#L0').message, 'source_ref starts at line 0.');
    assert.equal(refusal('src/a.ts#L0').remedy, 'Lines are numbered from 1.');
  });
});
