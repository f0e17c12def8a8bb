/** What a user sees before a file is changed. */
import assert from 'node:assert/strict';
import type { FilePlan } from '../../src/clients/files/filePlan.ts';
import { previewOf } from '../../src/clients/files/previewOf.ts';

function preview(before: string | undefined, after: string | undefined, change: FilePlan['change']): string {
  const bytes = (text: string | undefined): Buffer | undefined => (text === undefined ? undefined : Buffer.from(text));
  const rest = { client: 'cursor', entry: undefined, backup: 'none', within: undefined } as const;
  return previewOf({ ...rest, file: '/F.md', change, before: bytes(before), after: bytes(after) });
}

describe('a preview', () => {
  it('shows the changed lines with three lines around them', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n';
    const after = before.replace('five', '5').replace('twelve\n', 'twelve\nthirteen\n');
    assert.equal(
      preview(before, after, 'update'),
      '/F.md (changed)\n…\n  two\n  three\n  four\n- five\n+ 5\n  six\n  seven\n  eight\n…\n  ten\n  eleven\n  twelve\n+ thirteen',
    );
  });

  it('shows unchanged lines between two changes', () => {
    assert.equal(preview('a\nb\nc\n', 'x\nb\ny\n', 'update'), '/F.md (changed)\n- a\n+ x\n  b\n- c\n+ y');
  });

  it('shows a new file, a removed one and an unchanged one', () => {
    assert.equal(preview(undefined, 'a\r\n\r\nb', 'create'), '/F.md (new file)\n+ a\n+\n+ b');
    assert.equal(preview('a\n', undefined, 'remove'), '/F.md (removed)\n- a');
    assert.equal(preview('a\nb\n', 'b\n', 'remove'), '/F.md (changed)\n- a\n  b');
    assert.equal(preview('a\n', 'a\n', 'none'), '/F.md: nothing to change');
  });

  it('shortens very long lines, and shows a change in full if it is too large to compare', () => {
    assert.match(preview('', 'x'.repeat(500), 'update'), /^\/F\.md \(changed\)\n\+ x{199}… \(301 more characters\)$/u);
    const many = (word: string): string => Array.from({ length: 2500 }, (_, line) => `${word} ${line}`).join('\n');
    assert.equal(preview(many('a'), many('b'), 'update').split('\n').length, 5001);
  });
});
