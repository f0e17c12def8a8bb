/**
 * `npm run release -- --repository OWNER/NAME`: builds everything that is published, into `out/release`. It publishes
 * nothing; docs/releasing.md says how. The same commit gives the same bytes: no file contains the time of the build or a
 * path of the machine.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packNpmPackage, stageNpmPackage } from './lib/npmPackage.ts';
import { root } from './lib/places.ts';
import { run, runMain, ScriptError } from './lib/programs.ts';
import { zipped } from './release/archive.ts';
import { stageExtension } from './release/extensionFiles.ts';
import { thirdPartyNotices, withoutShims, withSerialNumber } from './release/notices.ts';
import { stageGeminiExtension } from './release/pluginFiles.ts';
import { bundleManifest, bundleName, serverJson } from './release/registryFiles.ts';
import { jsonText, releaseOf } from './release/release.ts';
import type { Release } from './release/release.ts';

const out = join(root, 'out', 'release');
const stages = join(root, 'out', 'stages');

await runMain(async () => {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { repository: { type: 'string', default: process.env['GITHUB_REPOSITORY'] ?? '' } },
  });
  const release = releaseOf(values.repository);
  const time = timeOfCommit();
  for (const folder of [out, stages]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  await must('npm', ['run', '--silent', 'build', '--', '--production']);
  const built = withoutShims(readFileSync(join(root, 'out', 'meta.json'), 'utf8'));
  const metafile = join(stages, 'meta.json');
  writeFileSync(metafile, built);
  const notices = thirdPartyNotices(built);
  const bom = join(out, `bigmind-${release.version}.cdx.json`);
  await must(bin('cyclonedx-esbuild'), ['--output-reproducible', '--output-file', bom, metafile]);
  writeFileSync(bom, withSerialNumber(readFileSync(bom, 'utf8')));
  await packExtension(release, notices, time);
  renameSync(await packNpmPackage(stages, { release, notices }), join(out, `bigmind-${release.version}.tgz`));
  packBundle(release, notices, time);
  packGemini(release, time);
  writeSums();
  console.log(readFileSync(join(out, 'SHA256SUMS'), 'utf8'));
});

async function packExtension(release: Release, notices: string, time: Date): Promise<void> {
  const folder = join(stages, 'vsix');
  stageExtension(folder, release, notices);
  const file = join(out, `bigmind-${release.version}.vsix`);
  // vsce takes the time of the archive's files from the first variable, and writes it as a local time.
  const env = { SOURCE_DATE_EPOCH: String(time.getTime() / 1_000), TZ: 'UTC' };
  await must(bin('vsce'), ['package', '--no-dependencies', '--out', file], { cwd: folder, env });
}

/** The bundle for Claude Desktop contains the same files as the npm package. */
function packBundle(release: Release, notices: string, time: Date): void {
  const folder = join(stages, 'mcpb');
  stageNpmPackage(folder, { release, notices });
  cpSync(join(root, 'media', 'icon.png'), join(folder, 'icon.png'));
  writeFileSync(join(folder, 'manifest.json'), jsonText(bundleManifest(release)));
  const bundle = zipped(folder, time);
  writeFileSync(join(out, bundleName(release)), bundle);
  writeFileSync(join(out, 'server.json'), jsonText(serverJson(release, sha256(bundle))));
}

/** Gemini CLI looks for an archive that names its platform; all three are the same. */
function packGemini(release: Release, time: Date): void {
  const folder = join(stages, 'gemini');
  stageGeminiExtension(folder, release);
  const archive = zipped(folder, time);
  for (const platform of ['darwin', 'linux', 'win32']) writeFileSync(join(out, `${platform}.bigmind.zip`), archive);
}

function writeSums(): void {
  const lines = readdirSync(out)
    .toSorted()
    .map((name) => `${sha256(readFileSync(join(out, name)))}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** ZIP has steps of two seconds. */
function timeOfCommit(): Date {
  const seconds = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
  return new Date((seconds - (seconds % 2)) * 1_000);
}

function bin(name: string): string {
  return join(root, 'node_modules', '.bin', name);
}

async function must(command: string, args: readonly string[], options: Parameters<typeof run>[2] = {}): Promise<void> {
  const exitCode = await run(command, args, { cwd: root, ...options });
  if (exitCode !== 0) throw new ScriptError(`${command} failed: see above.`);
}
