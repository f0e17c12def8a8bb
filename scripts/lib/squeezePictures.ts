/**
 * Makes the PNG files of a folder as small as possible without changing a pixel, because two of them ship with the
 * VSIX.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import optimise, { init } from '@jsquash/oxipng/optimise.js';

const codec = createRequire(import.meta.url).resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm');

/** Resolves with the number of bytes saved. Keeps a picture that does not get smaller. */
export async function squeezePictures(folder: string): Promise<number> {
  await init(await readFile(codec));
  let saved = 0;
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.png'))) {
    const file = join(folder, name);
    const before = await readFile(file);
    // The optimizer would keep the first picture of an animation only.
    if (before.includes('acTL')) continue;
    const after = await optimise(Uint8Array.from(before).buffer, { level: 6 });
    if (after.byteLength >= before.length) continue;
    await writeFile(file, new Uint8Array(after));
    saved += before.length - after.byteLength;
  }
  return saved;
}
