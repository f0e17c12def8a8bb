/** The form of package names and handles, and the commands and imports that name packages. */

const scoped = /^@[a-z\d][\w.-]{0,60}\/[a-z\d][\w.-]{0,80}$/u;
/** Of a team that reviews, not of a package. */
const team = /-(?:team|maintainers|owners|reviewers|admins|devs|core|codeowners)$/u;
const handle = /^@[A-Za-z][A-Za-z\d-]{1,38}$/u;
/** Module paths that only packages have. */
const modulePath = /^(?:golang\.org\/x|gopkg\.in|google\.golang\.org|go\.uber\.org|k8s\.io|gorm\.io)\/[\w.-]{1,60}/u;

const install =
  /\b(?:(?:npm|pnpm|yarn|bun)\s+(?:install|i|add)|pip3?\s+install|uv\s+(?:pip\s+install|add)|poetry\s+add|cargo\s+(?:add|install)|go\s+get|gem\s+install|dotnet\s+add\s+package|composer\s+require)[ \t]+(?<names>[^\n;&|`'"#()]{1,200})/gu;
/** Some word of the two patterns; most code has none. */
const mayName = /\b(?:install|i|add|get|require|from|import)\b/;
/** A path alias (`@/`, `~/`, `src/`) is no package. */
const imported =
  /(?:\bfrom\s+|\brequire\(|(?<!@)\bimport\s+|\bimport\()(?<quote>['"])(?<name>(?![.~/]|@\/|src\/|node:|https?:)[@\w][\w./-]{0,100})\k<quote>/gu;
const packageName = /^(?:@[a-z\d][\w.-]{0,60}\/)?[A-Za-z\d][\w.-]{0,80}$/u;
const builtIn = new Set(
  'assert buffer child_process cluster console constants crypto dgram dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder timers tls tty url util v8 vm wasi worker_threads zlib'.split(
    ' ',
  ),
);
const maxInstalled = 6;

export function isScopedPackage(text: string): boolean {
  return text.length <= 145 && scoped.test(text) && !team.test(text);
}

/** `@alice`: a person, if the sentence says so. */
export function isHandle(text: string): boolean {
  return text.length <= 40 && handle.test(text);
}

/** A Go module outside of the large Git hosts, without its deeper folders. */
export function modulePathFrom(text: string): string | undefined {
  return text.length > 400 ? undefined : modulePath.exec(text)?.[0];
}

interface NamedPackage {
  name: string;
  index: number;
}

/** The packages that commands install and statements import, in order; `code` is a code block or a command. */
export function packagesIn(code: string): NamedPackage[] {
  const found: NamedPackage[] = [];
  if (!mayName.test(code)) return found;
  for (const { index, groups } of code.matchAll(install)) {
    for (const name of installedBy(groups?.['names'] ?? '')) found.push({ name, index });
  }
  for (const { index, groups } of code.matchAll(imported)) {
    const name = moduleOf(groups?.['name'] ?? '');
    // A host: the path behind it is the name.
    if (!builtIn.has(name) && !(name.includes('.') && name !== groups?.['name'])) found.push({ name, index });
  }
  return found.toSorted((one, other) => one.index - other.index);
}

function installedBy(names: string): string[] {
  const words = names.split(/\s+/u).slice(0, maxInstalled * 2);
  if (words.some((word) => word === '-r' || word === '--requirement')) return [];
  return words
    .filter((word) => !word.startsWith('-'))
    .map((word) => word.replace(/(?<=.)(?:@|==|>=|~=|\[).*$/u, ''))
    .map((word) => /^(?:github\.com)\/[^/]+\/[^/]+/u.exec(word)?.[0] ?? word)
    .filter((word) => packageName.test(word) || modulePath.test(word))
    .slice(0, maxInstalled);
}

/** Without the folder within the package. */
function moduleOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
