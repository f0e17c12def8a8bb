/**
 * `npm run site`: writes the documents as a static site to `out/site`. With `--repository OWNER/NAME`, links to sources
 * lead to GitHub.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../lib/places.ts';
import { buildSite } from './buildSite.ts';
import { writeSite } from './writeSite.ts';

const out = join(root, 'out', 'site');
const { values } = parseArgs({
  options: { repository: { type: 'string', default: process.env['GITHUB_REPOSITORY'] ?? '' } },
});
const files = buildSite({ root, repository: values.repository === '' ? undefined : values.repository });
writeSite(files, out);
console.log(`${String(files.size)} files in ${out}`);
