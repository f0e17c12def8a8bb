/** Stores over database images: one in memory that the test controls, and one in a file with a lock. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { openImageStore } from '../../src/store/sqlite/openImageStore.ts';
import type { DatabaseImage } from '../../src/store/sqlite/engine/wasm/databaseImage.ts';
import { fileGuard } from '../../src/store/sqlite/backups/files/damageReport.ts';
import { openFileImage } from '../../src/store/sqlite/engine/wasm/fileImage.ts';
import {
  aFact,
  aFile,
  codeOf,
  hash,
  indexText,
  loadWasm,
  moment,
  removeFolders,
  visit,
  noJudgement,
} from './support.ts';

after(removeFolders);

const ports = { hash, indexText, loadWasm, newId: randomUUID, now: () => new Date(moment) };

class MemoryImage implements DatabaseImage {
  readonly location = 'memory';
  bytes: Uint8Array | undefined;
  replacements = 0;
  failing = false;

  read(): ReturnType<DatabaseImage['read']> {
    return Promise.resolve(this.bytes && { bytes: this.bytes, token: String(this.replacements) });
  }
  replace(bytes: Uint8Array): Promise<string> {
    if (this.failing) return Promise.reject(new Error('the disk is on fire'));
    this.bytes = bytes.slice();
    this.replacements += 1;
    return Promise.resolve(String(this.replacements));
  }
  token(): Promise<string | undefined> {
    return Promise.resolve(this.bytes && String(this.replacements));
  }
  lock<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}

describe('a store over an image', () => {
  it('never returns data that could not be stored', async () => {
    const image = new MemoryImage();
    const store = openImageStore({ image, ...ports });
    const caller = await visit(store);
    image.failing = true;
    await assert.rejects(store.facts.add(aFact(caller, 'unacknowledged'), noJudgement), /on fire/u);
    assert.equal(await store.facts.get(1), undefined);
    image.failing = false;
    assert.equal((await store.facts.add(aFact(caller, 'unacknowledged'), noJudgement)).status, 'stored');
    await store.close();
  });

  it('does not replace the image if a write changes nothing', async () => {
    const image = new MemoryImage();
    const store = openImageStore({ image, ...ports });
    const caller = await visit(store);
    await store.facts.add(aFact(caller, 'once'), noJudgement);
    const before = image.replacements;
    assert.equal(
      await store.facts.deprecate(1, 99, 'of a version that never was', ports.now().toISOString()),
      'conflict',
    );
    await store.facts.list({ userId: caller.user.id, scope: 'all', limit: 5 });
    assert.equal(image.replacements, before);
    await store.close();
  });

  it('still enforces foreign keys after a replacement', async () => {
    const store = openImageStore({ image: new MemoryImage(), ...ports });
    const caller = await visit(store);
    await store.facts.add(aFact(caller, 'first'), noJudgement);
    assert.equal(
      await codeOf(store.facts.add(aFact(caller, 'second', { sourceSession: 'nowhere' }), noJudgement)),
      'store_replaced',
    );
    await store.close();
  });
});

describe('an image in a file', () => {
  const open = (file: string): Promise<DatabaseImage> =>
    openFileImage({
      file,
      newId: randomUUID,
      guard: fileGuard({ newId: randomUUID, now: () => new Date(moment) }),
      timeoutMs: 300,
      staleMs: 2000,
      jitter: () => 0.5,
    });
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('refuses to replace the file if another process took the lock meanwhile', async () => {
    const file = aFile();
    const image = await open(file);
    const token = await image.lock(() => image.replace(bytes('first'), undefined));
    const replacing = image.lock(async () => {
      rmdirSync(`${file}.lock`);
      mkdirSync(`${file}.lock`);
      return image.replace(bytes('second'), token);
    });
    assert.equal(await codeOf(replacing), 'store_locked');
    assert.equal(readFileSync(file, 'utf8'), 'first');
  });

  it('refuses to replace a file that changed since it was read, or without the lock', async () => {
    const file = aFile();
    const image = await open(file);
    const token = await image.lock(() => image.replace(bytes('first'), undefined));
    writeFileSync(file, 'changed by others');
    assert.equal(await codeOf(image.lock(() => image.replace(bytes('second'), token))), 'store_locked');
    assert.equal(await codeOf(image.replace(bytes('third'), await image.token())), 'store_locked');
    assert.equal(readFileSync(file, 'utf8'), 'changed by others');
  });

  it('takes over the lock of a dead process', async () => {
    const file = aFile();
    mkdirSync(`${file}.lock`);
    const image = await openFileImage({
      file,
      newId: randomUUID,
      guard: fileGuard({ newId: randomUUID, now: () => new Date(moment) }),
      timeoutMs: 8000,
      staleMs: 2000,
      jitter: () => 0.5,
    });
    await image.lock(() => image.replace(bytes('mine'), undefined));
    assert.equal(readFileSync(file, 'utf8'), 'mine');
  });

  it('deletes the unfinished file of a killed writer', async () => {
    const file = aFile();
    writeFileSync(`${file}.left.tmp`, 'half');
    const image = await open(file);
    await image.lock(() => Promise.resolve());
    assert.equal(existsSync(`${file}.left.tmp`), false);
  });
});
