/**
 * The extension as the galleries get it: the files of the VSIX, with the addresses of the repository, the page for the
 * gallery as its README, and the licenses of others. vsce makes its relative links absolute.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/places.ts';
import { jsonText, readJson } from './release.ts';
import type { Release } from './release.ts';

/** The folders and files of `.vscodeignore`, which vsce applies to the copy again. */
const copied = ['.vscodeignore', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'l10n', 'dist', 'media', 'agent', 'docs/images'];
const words = ['package.nls.json', 'package.nls.de.json', 'package.nls.zh-cn.json'];

export function stageExtension(folder: string, release: Release, notices: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of [...copied, ...words]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'package.json'), jsonText(galleryManifest(release)));
  writeFileSync(join(folder, 'README.md'), galleryPage(readFileSync(join(root, 'docs/marketplace.md'), 'utf8')));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices);
}

/** Without what only the clone needs. */
function galleryManifest({ repository }: Release): unknown {
  const { devDependencies: _, private: _private, scripts, ...manifest } = readJson('package.json');
  return {
    ...manifest,
    scripts: { 'vscode:uninstall': (scripts as Record<string, string>)['vscode:uninstall'] },
    repository: { type: 'git', url: `${repository}.git` },
    bugs: { url: `${repository}/issues` },
    homepage: `${repository}#readme`,
  };
}

/** The page lies in `docs`, and its links start there. */
function galleryPage(text: string): string {
  return text.replace(
    /\]\((?!https?:|#|vscode:|cursor:)(\.\.\/)?([^)]+)\)/gu,
    (_, up: string | undefined, path: string) => (up === undefined ? `](docs/${path})` : `](${path})`),
  );
}
