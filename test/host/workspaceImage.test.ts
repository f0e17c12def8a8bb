/** The database in the extension's own storage is replaced as a whole, by whoever saw what is there, or not at all. */
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

  /** Another one over the same folder is another window. */
  function anImage(): WorkspaceImage {
    return new WorkspaceImage(vscode.Uri.file(folder), () => `version-${String((names += 1))}`);
  }

  /** Puts files there as a replacement leaves them that was broken off. */
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

  it('is nothing before the first replacement', async () => {
    assert.equal(await stored(), undefined);
    assert.equal(await image.token(), undefined);
  });

  it('is read as it was stored last, under a token that is another each time', async () => {
    const first = await image.replace(bytesOf('one'), undefined);
    assert.deepEqual(await stored(), { text: 'one', token: first });
    const second = await image.replace(bytesOf('two'), first);
    assert.notEqual(second, first);
    assert.deepEqual(await stored(), { text: 'two', token: second });
    assert.deepEqual(readdirSync(folder).sort(), ['memory.db', 'memory.db.version']);
  });

  it('is not replaced by a window that did not see what another one wrote', async () => {
    const seen = await image.replace(bytesOf('one'), undefined);
    const theirs = await anImage().replace(bytesOf('theirs'), seen);
    await assertRefused(seen);
    await assertRefused(undefined);
    assert.deepEqual(await stored(), { text: 'theirs', token: theirs });
    assert.deepEqual(readdirSync(folder).sort(), ['memory.db', 'memory.db.version']);
  });

  it('is what it was when a replacement was broken off before its draft was complete', async () => {
    const token = await image.replace(bytesOf('one'), undefined);
    leave({ '.new': 'tw' });
    assert.deepEqual(await stored(), { text: 'one', token });
    await image.replace(bytesOf('three'), token);
    assert.equal((await stored())?.text, 'three');
  });

  it('is the draft when the replacement was broken off while it took the place of the file', async () => {
    const token = await image.replace(bytesOf('one'), undefined);
    rmSync(join(folder, 'memory.db'));
    leave({ '.new': 'two' });
    assert.deepEqual(await stored(), { text: 'two', token });
    await image.replace(bytesOf('three'), token);
    assert.equal((await stored())?.text, 'three');
  });

  for (const files of [{ '': 'one' }, { '.new': 'one' }]) {
    it(`has a token of its own when the very first replacement left ${JSON.stringify(files)}`, async () => {
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

  it('is kept aside once, whatever comes after', async () => {
    await image.replace(bytesOf('one'), undefined);
    await image.backUp(bytesOf('one'), '.v3');
    await image.backUp(bytesOf('two'), '.v3');
    const copy = await vscode.workspace.fs.readFile(vscode.Uri.file(join(folder, 'memory.db.v3.bak')));
    assert.equal(new TextDecoder().decode(copy), 'one');
  });

  it('lets one piece of work after the other have it, also after one that failed', async () => {
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
