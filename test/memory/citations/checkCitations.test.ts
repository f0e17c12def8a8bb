/** A check of citations answers for each of them, in bounded time, and never fails. */
import assert from 'node:assert/strict';
import type { Citation } from '../../../src/memory/shared/citations/checkCitations.ts';
import { checkCitations } from '../../../src/memory/shared/citations/checkCitations.ts';
import { FileLines } from '../../../src/memory/shared/citations/citedLines.ts';
import { fakeFiles } from './fakeFiles.ts';

const text = [
  'import { sign } from "./sign";',
  '',
  'export const login = (user) => sign(user);',
  'export const age = 7;',
].join('\n');

function cite(sourceRef: string, first: number, last = first): Citation {
  return { sourceRef, fingerprint: new FileLines(text).fingerprint({ first, last }) };
}

const unchecked = (reason: string): object => ({ state: 'unchecked', reason });

describe('a check of citations', () => {
  it('answers for each citation in its order', async () => {
    const files = fakeFiles({
      'src/auth.ts': text,
      'src/moved.ts': `// new\n// lines\n${text}`,
      'src/other.ts': 'nothing',
    });
    const checks = await checkCitations(files, [
      cite('src/other.ts#L3', 3),
      cite('src/auth.ts#L3', 3),
      cite('src/moved.ts#L3-L4', 3, 4),
      cite('src/deleted.ts#L3', 3),
    ]);
    assert.deepEqual(checks, [
      { state: 'gone' },
      { state: 'there' },
      { state: 'moved', lines: { first: 5, last: 6 }, sourceRef: 'src/moved.ts#L5-L6' },
      { state: 'gone' },
    ]);
  });

  it('reads each file once, for every spelling of its path', async () => {
    const files = fakeFiles({ 'src/auth.ts': text });
    const refs = ['src/auth.ts#L3', './src/auth.ts#L3', 'src\\auth.ts:3', 'src/auth.ts#L3@3f2a1b9'];
    const checks = await checkCitations(
      files,
      refs.map((ref) => cite(ref, 3)),
    );
    assert.deepEqual(
      checks,
      refs.map(() => ({ state: 'there' })),
    );
    assert.deepEqual(files.reads, ['src/auth.ts']);
  });

  it('names the new place without the commit of the old one', async () => {
    const files = fakeFiles({ 'src/auth.ts': `\n${text}` });
    const [check] = await checkCitations(files, [cite('src/auth.ts#L3@3f2a1b9', 3)]);
    assert.deepEqual(check, { state: 'moved', lines: { first: 4, last: 4 }, sourceRef: 'src/auth.ts#L4' });
  });

  it('does not read for what has nothing to compare', async () => {
    const files = fakeFiles({ 'src/auth.ts': text });
    const { fingerprint } = cite('src/auth.ts#L3', 3);
    const refs = [null, '', 'https://example.com/a#L3', 'ABC-123', 'a.pdf#p12', 'src/auth.ts', 'said on Friday'];
    const checks = await checkCitations(files, [
      ...refs.map((sourceRef) => ({ sourceRef, fingerprint })),
      { sourceRef: 'src/auth.ts#L3', fingerprint: null },
      { sourceRef: 'src/auth.ts#L3', fingerprint: 'Not A Fingerprint' },
      { sourceRef: '../secret.ts#L3', fingerprint },
    ]);
    assert.deepEqual(checks, [
      ...refs.map(() => unchecked('no_lines')),
      unchecked('no_fingerprint'),
      unchecked('no_fingerprint'),
      unchecked('outside'),
    ]);
    assert.deepEqual(files.reads, []);
    assert.deepEqual(files.limits, []);
  });

  for (const kind of ['binary', 'too_large', 'outside', 'unreadable', 'no_folder'] as const) {
    it(`cannot check a file that is ${kind}`, async () => {
      const files = fakeFiles({ 'src/auth.ts': kind });
      assert.deepEqual(await checkCitations(files, [cite('src/auth.ts#L3', 3)]), [unchecked(kind)]);
    });
  }

  it('cannot check anything without a folder', async () => {
    const checks = await checkCitations(undefined, [cite('src/auth.ts#L3', 3), cite('#123', 3)]);
    assert.deepEqual(checks, [unchecked('no_folder'), unchecked('no_lines')]);
  });

  it('answers in time although a file does not', async () => {
    const files = fakeFiles({ 'src/auth.ts': text, 'src/silent.ts': 'silent' });
    const checking = checkCitations(files, [cite('src/silent.ts#L3', 3), cite('src/auth.ts#L3', 3)], {
      deadlineMs: 20,
    });
    await new Promise(setImmediate);
    files.endTime();
    assert.deepEqual(await checking, [unchecked('no_time'), { state: 'there' }]);
    assert.deepEqual(files.limits, [20]);
  });

  it('reads nothing after its time is over', async () => {
    const files = fakeFiles({ 'src/auth.ts': text });
    files.endTime();
    assert.deepEqual(await checkCitations(files, [cite('src/auth.ts#L3', 3)]), [unchecked('no_time')]);
    assert.deepEqual(files.reads, []);
  });

  it('has 50 ms by default', async () => {
    const files = fakeFiles({});
    await checkCitations(files, [cite('src/auth.ts#L3', 3)]);
    assert.deepEqual(files.limits, [50]);
  });

  it('does not fail with the file system', async () => {
    const files = fakeFiles({ 'src/auth.ts': text, 'src/bug.ts': 'throws' });
    const checks = await checkCitations(files, [cite('src/bug.ts#L3', 3), cite('src/auth.ts#L3', 3)]);
    assert.deepEqual(checks, [unchecked('unreadable'), { state: 'there' }]);
  });

  it('has no citation to check in an empty list', async () => {
    assert.deepEqual(await checkCitations(fakeFiles({}), []), []);
  });
});
