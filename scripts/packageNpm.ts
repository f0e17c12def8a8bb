/** `npm run package:npm`: packs the built command as `out/bigmind-VERSION.tgz`, the archive that npm publishes. */
import { readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packNpmPackage } from './lib/npmPackage.ts';
import { root } from './lib/places.ts';
import { runMain } from './lib/programs.ts';

await runMain(async () => {
  const file = await packNpmPackage(join(root, 'out'));
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  console.log(`${file}: ${(statSync(file).size / 1024 / 1024).toFixed(2)} MB, sha256 ${digest}`);
});
