/**
 * The npm package of the command `bigmind`: the built program without anything for VS Code. Its manifest comes from the
 * root's, so that there is one version number. The same files give the same bytes: npm leaves out times and owners.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { registryName } from '../release/registryFiles.ts';
import { readJson } from '../release/release.ts';
import type { Release } from '../release/release.ts';
import { root } from './places.ts';
import { run, ScriptError } from './programs.ts';

/** Files of the package, by their path in it, with the path in the clone if that differs. */
const files: Readonly<Record<string, string>> = {
  'README.md': 'docs/npm.md',
  LICENSE: 'LICENSE',
  NOTICE: 'NOTICE',
  ...same(
    'dist/cli.js',
    'dist/shared.js',
    'dist/hook.js',
    'dist/toolUse.js',
    'dist/package.json',
    'dist/sql-wasm.wasm',
    'dist/word-vectors.bin',
  ),
  ...same('dist/webview/page.js', 'dist/webview/page.css', 'dist/webview/theme.css'),
  ...same('dist/webview/codicon.css', 'dist/webview/codicon.ttf'),
  ...same('agent/plugin/hooks/hook.sh', 'agent/plugin/hooks/hook.ps1'),
};

const program = 'dist/cli.js';

/** Fields of the root's manifest that hold for the command, too, if they are there. */
const sharedFields = ['name', 'version', 'license', 'keywords'];

/** What only a published package has. */
export interface ReleaseParts {
  release: Release;
  /** The licenses of others. */
  notices: string;
}

/** The paths of all files in the package, sorted; a published one also has THIRD-PARTY-NOTICES.txt. */
export const packagedFiles: readonly string[] = ['package.json', ...Object.keys(files)].toSorted();

/**
 * Puts the files of the package into the folder, which is emptied first. Throws if the program is not built.
 */
export function stageNpmPackage(folder: string, published?: ReleaseParts): void {
  const missing = Object.values(files).filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) throw new ScriptError(`Run "npm run build" first: ${missing.join(', ')} is missing.`);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, source] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, source), target);
    // npm keeps the mode, which depends on how the file was made.
    chmodSync(target, path === program ? 0o755 : 0o644);
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(npmManifest(published?.release), undefined, 2)}\n`, {
    mode: 0o644,
  });
  if (published !== undefined)
    writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), published.notices, { mode: 0o644 });
}

/** Stages the package in the folder `npm` of `out` and packs it beside that. Returns the path of the archive. */
export async function packNpmPackage(out: string, published?: ReleaseParts): Promise<string> {
  const folder = join(out, 'npm');
  stageNpmPackage(folder, published);
  let output = '';
  const args = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', '..'];
  const onOutput = (text: string): void => void (output += text);
  if ((await run('npm', args, { cwd: folder, onOutput })) !== 0) throw new ScriptError(`npm pack failed:\n${output}`);
  const name = /"filename":\s*"([^"]+)"/u.exec(output)?.[1];
  if (name === undefined) throw new ScriptError(`npm pack names no file:\n${output}`);
  return join(out, name);
}

/** Without dependencies and scripts: everything is bundled, and an installation runs nothing. */
function npmManifest(release?: Release): Record<string, unknown> {
  const manifest = readJson('package.json');
  const words = readJson('package.nls.json');
  const description = String(manifest['description']).replace(/^%(.+)%$/u, (_, key: string) => String(words[key]));
  const shared = sharedFields.filter((field) => manifest[field] !== undefined);
  return {
    ...Object.fromEntries(shared.map((field) => [field, manifest[field]])),
    description,
    ...(release !== undefined && addressesOf(release)),
    bin: { bigmind: program },
    engines: { node: '>=20' },
  };
}

function addressesOf(release: Release): Record<string, unknown> {
  const { repository } = release;
  return {
    mcpName: registryName(release),
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git` },
  };
}

function same(...paths: string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, path]));
}
