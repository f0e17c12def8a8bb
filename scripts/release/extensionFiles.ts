/**
 * The extension as the galleries get it: the files of the VSIX, with the addresses of the repository, the page for the
 * gallery as its README, and the licenses of others. vsce makes the relative links of that page absolute. Without a
 * repository, they become plain text.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/places.ts';
import { jsonText, readJson } from './release.ts';
import type { Release } from './release.ts';

/** The folders and files of `.vscodeignore`, which vsce applies to the copy again. */
const copied = ['.vscodeignore', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'l10n', 'dist', 'media', 'agent'];
const words = ['package.nls.json', 'package.nls.de.json', 'package.nls.zh-cn.json'];

/** `release` is undefined for a build that nobody publishes. */
export function stageExtension(folder: string, release: Release | undefined, notices: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of [...copied, ...words]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'package.json'), jsonText(galleryManifest(release?.repository)));
  const page = readFileSync(join(root, 'docs/marketplace.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), release === undefined ? withoutLinks(page) : linkedFromRoot(page));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices);
}

/** Without what only the clone needs. */
function galleryManifest(repository: string | undefined): unknown {
  const { devDependencies: _, private: _private, scripts, ...manifest } = readJson('package.json');
  return {
    ...manifest,
    scripts: { 'vscode:uninstall': (scripts as Record<string, string>)['vscode:uninstall'] },
    ...(repository !== undefined && {
      repository: { type: 'git', url: `${repository}.git` },
      bugs: { url: `${repository}/issues` },
      homepage: `${repository}#readme`,
    }),
  };
}

const relativeLink = /(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)/gu;

/** The page lies in `docs`, and its links start there. */
function linkedFromRoot(page: string): string {
  return page.replace(relativeLink, (_, mark: string, text: string, path: string) => {
    return `${mark}[${text}](${path.startsWith('../') ? path.slice(3) : `docs/${path}`})`;
  });
}

/** Also without pictures, which would be most of the VSIX. */
function withoutLinks(page: string): string {
  return page
    .replace(relativeLink, (_, mark: string, text: string) => (mark === '' ? text : ''))
    .replaceAll(/\n{3,}/gu, '\n\n');
}
