/** A source reference resolves in a workspace of one or several folders, and never outside of them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { findSource, openSource } from '../../src/vscode/services/sourceRef.ts';

describe('a source reference', () => {
  const place = mkdtempSync(join(tmpdir(), 'bigmind-sources-'));
  after(() => rmSync(place, { recursive: true, force: true }));

  const folder = (name: string): { uri: vscode.Uri; name: string } => ({
    uri: vscode.Uri.file(join(place, name)),
    name,
  });
  const api = folder('api');
  const web = folder('web');

  before(() => {
    for (const path of ['api/main.ts', 'api/web/main.ts', 'api/web/only.ts', 'web/main.ts', 'web/src/page.ts']) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), 'first\nsecond\nthird\n');
    }
    writeFileSync(join(place, 'outside.ts'), 'nobody opened this');
    for (const name of ['Makefile', 'guide.pdf', 'talk.mp4', 'my notes.md'])
      writeFileSync(join(place, 'web', name), 'x');
  });

  async function found(sourceRef: string, folders: (typeof api)[]): Promise<string | undefined> {
    const path = (await findSource(sourceRef, folders))?.uri.path;
    return path?.slice(vscode.Uri.file(place).path.length + 1);
  }

  it('resolves in the folder that it names if there are several', async () => {
    assert.equal(await found('web/src/page.ts', [api, web]), 'web/src/page.ts');
    assert.equal(await found('web/main.ts', [api, web]), 'web/main.ts');
    assert.equal(await found('web/main.ts', [web, api]), 'web/main.ts');
    assert.equal(await found('api/web/main.ts', [api, web]), 'api/web/main.ts');
  });

  it('resolves relative to the folder if there is only one', async () => {
    assert.equal(await found('web/main.ts', [api]), 'api/web/main.ts');
    assert.equal(await found('src/page.ts', [web]), 'web/src/page.ts');
  });

  it('still resolves after folders were added or removed', async () => {
    assert.equal(await found('src/page.ts', [api, web]), 'web/src/page.ts');
    assert.equal(await found('web/only.ts', [api, web]), 'api/web/only.ts');
    assert.equal(await found('web/src/page.ts', [web]), 'web/src/page.ts');
  });

  it('selects the lines that it names', async () => {
    const lines = async (sourceRef: string): Promise<number[] | undefined> => {
      const selection = (await findSource(sourceRef, [web]))?.selection;
      return selection && [selection.start.line, selection.end.line];
    };
    assert.deepEqual(await lines('main.ts#L2'), [1, 1]);
    assert.deepEqual(await lines('main.ts#L2-L3'), [1, 2]);
    assert.deepEqual(await lines('main.ts#L2-3'), [1, 2]);
    assert.deepEqual(await lines('main.ts#L2@3f2a1b9'), [1, 1]);
    assert.deepEqual(await lines('src/page.ts:3'), [2, 2]);
    assert.deepEqual(await lines('main.ts#L3-L2'), [2, 2]);
    assert.equal(await lines('main.ts'), undefined);
  });

  it('names a file by a page, a time, a name without an extension, or a path with spaces and backslashes', async () => {
    assert.equal(await found('guide.pdf#p12', [web]), 'web/guide.pdf');
    assert.equal(await found('talk.mp4@00:04:32', [web]), 'web/talk.mp4');
    assert.equal(await found('Makefile', [web]), 'web/Makefile');
    assert.equal(await found('my notes.md', [web]), 'web/my notes.md');
    assert.equal(await found('web\\my notes.md#L1', [api, web]), 'web/my notes.md');
  });

  it('resolves an absolute path within a folder', async () => {
    assert.equal(await found(`${join(place, 'web', 'src', 'page.ts')}#L2`, [api, web]), 'web/src/page.ts');
    assert.equal(await found(join(place, 'outside.ts'), [api, web]), undefined);
  });

  it('resolves from above the folder if that is a part of the project', async () => {
    assert.equal(await found('api/web/only.ts', [{ uri: folder('api/web').uri, name: 'site' }]), 'api/web/only.ts');
  });

  it('opens at its lines', async () => {
    const source = await findSource('main.ts#L2-L3', [web]);
    assert.ok(source);
    await openSource(source);
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('no editor is open');
    assert.equal(document.uri.path, source.uri.path);
    assert.deepEqual([selection.start.line, selection.end.line], [1, 2]);
  });

  const nowhere = ['', 'gone.ts', 'src', '../outside.ts', 'web/../../outside.ts', '..\\outside.ts', '#L3'];
  for (const sourceRef of nowhere) {
    it(`resolves to nothing for "${sourceRef}"`, async () => {
      assert.equal(await found(sourceRef, [api, web]), undefined);
    });
  }

  it('resolves to nothing without a workspace', async () => {
    assert.equal(await found('main.ts', []), undefined);
  });
});
