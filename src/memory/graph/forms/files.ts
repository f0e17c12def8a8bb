/** The form of file names and paths, of any system. */
import { isMachineName } from '../../summarize/words/machineNames.ts';

/** Extensions of files that people name in conversations about code. */
const extensions = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonl json5 jsonc md mdx rst adoc txt py pyi ipynb go rs java kt kts scala groovy gradle rb erb php c h cc cpp hpp ' +
    'cxx cs csproj sln fs swift mm dart lua pl ex exs erl hs clj jl zig nim r sql css scss sass less html htm vue svelte astro yml yaml toml ini cfg conf ' +
    'properties env lock csv tsv xml xsd svg png jpg jpeg gif ico webp pdf docx xlsx pptx sh bash zsh fish ps1 psm1 bat cmd proto graphql gql tf tfvars ' +
    'hcl nix cmake mk log db sqlite sqlite3 wasm snap plist zip tar tgz gz vsix whl jar'
  ).split(' '),
);
/** Files that are known by their whole name. */
const wholeNames = new Set(
  (
    'Makefile Dockerfile Containerfile Jenkinsfile Gemfile Rakefile Procfile Brewfile Justfile Vagrantfile CODEOWNERS go.mod go.sum go.work ' +
    '.gitignore .gitattributes .gitmodules .dockerignore .npmrc .npmignore .nvmrc .editorconfig .prettierrc .prettierignore .eslintrc .eslintignore ' +
    '.babelrc .bashrc .bash_profile .zshrc .profile .vimrc .netrc .env .env.local .env.example .env.test .env.development .env.production .envrc .htaccess .vscodeignore .gitconfig .python-version .tool-versions'
  ).split(' '),
);
/** Objects whose property or method looks like a file: `res.json`, `process.env`. */
const objects = new Set(
  'res req response request resp ctx this self console process window document module exports event path fs os app math logger'.split(
    ' ',
  ),
);
const maxLength = 400;

/** Lines, a column, a heading. */
const place =
  /^(?:#L\d{1,7}(?:C\d{1,5})?(?:-L?\d{1,7}(?:C\d{1,5})?)?|(?::\d{1,7}){1,2}(?:[-–]\d{1,7}(?::\d{1,5})?)?|#[\w-]{1,60})$/u;
const start = /^(?:[A-Za-z]:(?=[\\/])|~(?=[\\/])|\.{1,2}(?=[\\/]))?/u;
const domain =
  /^(?:https?:|www\.|[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.(?:com|org|io|dev|net|app|ai|co|sh|edu|gov|de|cn|eu|me|in)$)/iu;
/** Names that only examples have, and `tar.gz`, which is a format. */
const placeholder =
  /^(?:file|foo|bar|baz|a|b|c|x|example|sample|filename|your[-_]?\w*|some[-_]?file|tar)[-_]?\d{0,3}$/iu;
/** A redaction mark, a placeholder or a pattern is no name. */
const unfit = /[*?<>|"$%{}=,;\0-\x1f]|@(?![\w-]+[\\/])|\s[\s-]|\.{3}/u;

/** The path without its place and `./` if a text is the name of a file; slashes are kept as written. */
export function fileFrom(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const folderEnd = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1;
  const end = placeStart(text, folderEnd);
  const name = text.slice(folderEnd, end);
  if (!isWholeFileName(name) && !isWithExtension(name)) return undefined;
  if (end < text.length && !place.test(text.slice(end))) return undefined;
  if (!isFileName(name, folderEnd > 0)) return undefined;
  const path = text.slice(/^\.[\\/]/u.test(text) ? 2 : 0, end);
  return isPath(path.replace(start, '')) ? path : undefined;
}

/** Where the name of a file ends: at the first colon or number sign. */
function placeStart(text: string, from: number): number {
  const [colon, sign] = [text.indexOf(':', from), text.indexOf('#', from)];
  return Math.min(...[colon, sign].filter((at) => at >= 0), text.length);
}

function isPath(rest: string): boolean {
  if (rest.includes(':') || unfit.test(rest)) return false;
  const folders = rest.split(/[\\/]/u).slice(0, -1);
  // `a.ts/b.ts` are two files.
  return !domain.test(folders[0] ?? '') && !folders.some(isWithExtension);
}

/** Every name that is a file without an extension. */
export function wholeFileNames(): Iterable<string> {
  return wholeNames;
}

/** Such as `Makefile` and `.gitignore`. */
export function isWholeFileName(text: string): boolean {
  return wholeNames.has(text);
}

function isFileName(name: string, hasFolder: boolean): boolean {
  if (isWholeFileName(name)) return true;
  const base = name.slice(0, name.lastIndexOf('.'));
  if (placeholder.test(base) || base.includes('REDACTED') || isMachineName(base)) return false;
  if (hasFolder) return true;
  return /\p{L}/u.test(base) && !objects.has(base.toLowerCase()) && !base.includes(' ');
}

/** Something precedes the extension: `.ts` alone names all files of a kind. */
function isWithExtension(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && !/[.\s]/u.test(name[dot - 1] ?? '') && extensions.has(name.slice(dot + 1));
}
