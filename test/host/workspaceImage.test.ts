/** The database in the extension's storage is replaced as a whole, and only by a window that has seen its version. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { WorkspaceImage } from '../../src/vscode/platform/workspaceImage.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the database in the storage of the extension', () => {
  let folder: string;
  let image: WorkspaceImage;
  let names: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bigmind-image-'));
    names = 0;
    image = anImage();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A second image of the same folder acts like another window. */
  function anImage(): WorkspaceImage {
    return new WorkspaceImage(vscode.Uri.file(folder), () => `version-${String((names += 1))}`);
  }

  /** Writes the files that an interrupted replacement leaves. */
  function leave(files: Record<string, string>): void {
    for (const [suffix, text] of Object.entries(files)) writeFileSync(join(folder, `memory.db${suffix}`), text);
  }

  async function stored(): Promise<{ text: string; token: string } | undefined> {
    const found = await image.read();
    return found && { text: new TextDecoder().decode(found.bytes), token: found.token };
  }

  async function assertRefused(expected: string | undefined): Promise<void> {
    await assert.rejects(image.replace(bytesOf('too late'), expected), (thrown) => {
      return thrown instanceof BigMindError && thrown.code === 'store_locked' && thrown.remedy !== undefined;
    });
  }

  it('does not exist before the first replacement', async () => {
    assert.equal(await stored(), undefined);
    assert.equal(await image.token(), undefined);
  });

  it('is read as last stored, with a new token each time', async () => {
    const first = await image.replace(bytesOf('one'), undefined);
    assert.deepEqual(await stored(), { text: 'one', token: first });
    const second = await image.replace(bytesOf('two'), first);
    assert.notEqual(second, first);
    assert.deepEqual(await stored(), { text: 'two', token: second });
    assert.deepEqual(readdirSync(folder).sort(), ['memory.db', 'memory.db.version']);
  });

  it('is not replaced by a window that has not seen the write of another one', async () => {
    const seen = await image.replace(bytesOf('one'), undefined);
    const theirs = await anImage().replace(bytesOf('theirs'), seen);
    await assertRefused(seen);
    await assertRefused(undefined);
    assert.deepEqual(await stored(), { text: 'theirs', token: theirs });
    assert.deepEqual(readdirSync(folder).sort(), ['memory.db', 'memory.db.version']);
  });

  it('stays unchanged if a replacement stopped before its draft was complete', async () => {
    const token = await image.replace(bytesOf('one'), undefined);
    leave({ '.new': 'tw' });
    assert.deepEqual(await stored(), { text: 'one', token });
    await image.replace(bytesOf('three'), token);
    assert.equal((await stored())?.text, 'three');
  });

  it('is the draft if a replacement stopped while the draft replaced the file', async () => {
    const token = await image.replace(bytesOf('one'), undefined);
    rmSync(join(folder, 'memory.db'));
    leave({ '.new': 'two' });
    assert.deepEqual(await stored(), { text: 'two', token });
    await image.replace(bytesOf('three'), token);
    assert.equal((await stored())?.text, 'three');
  });

  for (const files of [{ '': 'one' }, { '.new': 'one' }]) {
    it(`has its own token if the very first replacement left ${JSON.stringify(files)}`, async () => {
      leave(files);
      const token = await image.token();
      assert.ok(token);
      assert.deepEqual(await stored(), { text: 'one', token });
      await assertRefused(undefined);
      const next = await image.replace(bytesOf('two'), token);
      assert.notEqual(next, token);
      assert.deepEqual(await stored(), { text: 'two', token: next });
    });
  }

  it('is backed up once, and a later backup does not overwrite the copy', async () => {
    await image.replace(bytesOf('one'), undefined);
    await image.backUp(bytesOf('one'), '.v3');
    await image.backUp(bytesOf('two'), '.v3');
    const copy = await vscode.workspace.fs.readFile(vscode.Uri.file(join(folder, 'memory.db.v3.bak')));
    assert.equal(new TextDecoder().decode(copy), 'one');
  });

  it('runs locked work one at a time, also after a failure', async () => {
    const order: string[] = [];
    const slow = image.lock(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('slow');
      throw new Error('broken');
    });
    const quick = image.lock(() => Promise.resolve(order.push('quick')));
    await assert.rejects(slow, /broken/u);
    await quick;
    assert.deepEqual(order, ['slow', 'quick']);
  });
});
