/** A new memory stores its source with a fingerprint of the cited lines, and a wrong source is refused with a remedy. */
import assert from 'node:assert/strict';
import type { CitedFiles } from '../../../src/memory/shared/ports.ts';
import { checkCitations } from '../../../src/memory/shared/citations/checkCitations.ts';
import { citeSource } from '../../../src/memory/shared/citations/citeSource.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { fakeFiles } from './fakeFiles.ts';

const text = 'import { sign } from "./sign";\n\nexport const login = (user) => sign(user);\n}\n';
const files = fakeFiles({
  'src/auth.ts': text,
  'src/one.ts': 'the only line',
  'src/empty.ts': '',
  'guide.pdf': 'binary',
  'big.log': 'too_large',
  'locked.ts': 'unreadable',
  'link.ts': 'outside',
  '/etc/hosts': 'outside',
});

async function refusal(sourceRef: string): Promise<BigMindError> {
  try {
    await citeSource(files, sourceRef);
  } catch (thrown) {
    if (thrown instanceof BigMindError) return thrown;
    throw thrown;
  }
  return assert.fail(`${sourceRef} is accepted`);
}

describe('the source of a new memory', () => {
  it('is stored with a fingerprint that finds its lines again', async () => {
    const cited = await citeSource(files, 'src/auth.ts#L1-3');
    assert.equal(cited.sourceRef, 'src/auth.ts#L1-L3');
    assert.deepEqual(await checkCitations(files, [cited]), [{ state: 'there' }]);
    const today = fakeFiles({ 'src/auth.ts': `// license\n${text}` });
    assert.deepEqual(await checkCitations(today, [cited]), [
      { state: 'moved', lines: { first: 2, last: 4 }, sourceRef: 'src/auth.ts#L2-L4' },
    ]);
  });

  it('is stored as seen from the project folder, with its commit', async () => {
    const elsewhere: CitedFiles = { ...files, read: () => files.read('src/auth.ts') };
    for (const ref of [
      'C:\\work\\app\\src\\auth.ts#L3@3f2a1b9',
      '/work/app/src/auth.ts:3@3f2a1b9',
      'auth.ts#L3@3f2a1b9',
    ]) {
      assert.equal((await citeSource(elsewhere, ref)).sourceRef, 'src/auth.ts#L3@3f2a1b9');
    }
  });

  const unchanged = [
    'https://example.com/a#L3',
    'ABC-123',
    '#123',
    '3f2a1b9',
    'said on Friday',
    'claude-code:0f6a2d81#7d1e',
    'src/auth.ts',
    'src\\auth.ts',
    'src/new.ts',
    'src/new.ts#L3',
    'guide.pdf#p12',
    'meeting.mp4@00:04:32',
    'big.log#L7',
    'locked.ts#L7',
  ];
  for (const ref of unchanged) {
    it(`passes unchanged and without a fingerprint if it is ${ref}`, async () => {
      assert.deepEqual(await citeSource(files, ` ${ref} `), { sourceRef: ref, fingerprint: null });
    });
  }

  it('has no fingerprint if its lines have no word', async () => {
    assert.deepEqual(await citeSource(files, 'src/auth.ts#L4'), { sourceRef: 'src/auth.ts#L4', fingerprint: null });
  });

  it('passes without a folder to look into, but not with a wrong form', async () => {
    const ref = '/work/app/src/auth.ts#L3';
    assert.deepEqual(await citeSource(undefined, ref), { sourceRef: ref, fingerprint: null });
    await assert.rejects(citeSource(undefined, '../auth.ts#L3'), { code: 'invalid_input' });
    await assert.rejects(citeSource(undefined, 'src/auth.ts#L3-L1'), { code: 'invalid_input' });
  });

  it('passes without a fingerprint if the disk does not answer', async () => {
    const slow = fakeFiles({ 'src/auth.ts': 'silent' });
    const citing = citeSource(slow, 'src/auth.ts#L3');
    slow.endTime();
    assert.deepEqual(await citing, { sourceRef: 'src/auth.ts#L3', fingerprint: null });
  });

  const refused: [ref: string, message: string, remedy: RegExp][] = [
    ['../x.ts#L1', 'source_ref names a file outside the project folder: ../x.ts#L1.', /^ Name the file as seen from/u],
    ['/etc/hosts', 'source_ref names a file outside the project folder: /etc/hosts.', /^ Name the file as seen from/u],
    ['link.ts#L3', 'source_ref names a file outside the project folder: link.ts#L3.', /^ Name the file as seen from/u],
    ['src/auth.ts#L3-L90', 'source_ref cites line 90, but src/auth.ts has 4 lines.', /^ Read the file again/u],
    ['src/one.ts#L2', 'source_ref cites line 2, but src/one.ts has 1 line.', /^ Read the file again/u],
    ['src/empty.ts#L1', 'source_ref cites line 1, but src/empty.ts has 0 lines.', /^ Read the file again/u],
    ['src/auth.ts#L3-L1', 'source_ref ends at line 1, before it starts at line 3.', /^ Give the first line before/u],
    [
      'guide.pdf#L3',
      'source_ref cites lines of guide.pdf, which is not a text file in UTF-8.',
      /^ Cite the whole file/u,
    ],
  ];
  for (const [ref, message, remedy] of refused) {
    it(`is refused if it is ${ref}`, async () => {
      const error = await refusal(ref);
      assert.equal(error.code, 'invalid_input');
      assert.equal(error.message, message);
      assert.match(error.sentence.slice(message.length), remedy);
    });
  }
});
