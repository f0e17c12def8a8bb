/**
 * Spellings of the files of one project: an absolute path, a path from the root of the repository or from one of its
 * folders, and a bare name are one file if the spelling ends exactly one of the paths that the project is known to have.
 * All paths are keys: lower case, with slashes.
 */
import { wholeFileNames } from './forms/files.ts';
import { isMachineName } from '../summarize/words/machineNames.ts';

export interface ProjectFiles {
  /** What identifies the project: its folder, or the address of its repository. */
  key: string;
  /** Its name, as people say it. */
  name: string;
  /** Paths that sessions wrote, from the root of the repository. */
  written: readonly string[];
  /** Paths that memories mention, in any spelling. */
  mentioned: Iterable<string>;
}

/** Paths near a mention, which decide between several files that it may mean. */
export interface NearFiles {
  /** Spellings in the same memory. */
  memory: readonly string[];
  /** Paths that its session wrote. */
  session: readonly string[];
}

const absolute = /^(?:\/|~\/|[a-z]:\/)/u;
const home = /^(?:[a-z]:)?\/(?:users|home)\/[^/]+|^\/root/u;
/** Folders above `./`, and the sides of a diff. */
const upwards = /^(?:\.{1,2}\/)+/u;
/** Below it are copies of the repository. */
const worktrees = /^\.?(?:git-?)?worktrees?$/u;
/** Most repositories have one at their root, which nobody needs to name by a path. */
const rootFiles =
  /^(?:(?:readme|changelog|contributing|license|agents|claude|gemini)(?:\.\w+)?|package(?:-lock)?\.json|tsconfig\.json|pyproject\.toml|cargo\.toml|(?:docker-)?compose\.ya?ml)$/u;
const rootNames = new Set([...wholeFileNames()].map((name) => name.toLowerCase()));
/** Files by which a folder that nothing else names is recognized as a copy of the repository. */
const minInCopy = 2;

/** Resolves spellings of one project. */
export class FilePaths {
  /** The folder of the project, in full and from the home folder. */
  readonly #roots: readonly string[];
  readonly #name: string;
  readonly #written: ReadonlySet<string>;
  /** Paths from the root, and paths below folders whose place is unknown. */
  #known: ReadonlySet<string>;
  /** By their last part. */
  readonly #byName = new Map<string, string[]>();
  readonly #rooted = new Map<string, string>();
  /** What spellings mean, whatever is near them. */
  readonly #resolved = new Map<string, string>();
  /** Folders that hold a copy of the repository, with the files that say so. */
  readonly #copies = new Map<string, Set<string>>();

  constructor({ key, name, written, mentioned }: ProjectFiles) {
    const root = key.replaceAll('\\', '/').toLowerCase().replace(/\/+$/u, '');
    this.#roots = absolute.test(root) ? [`${root}/`, `${root.replace(home, '~')}/`] : [];
    this.#name = name.toLowerCase();
    this.#written = new Set(written.map((one) => this.#belowRoot(one)).filter(isRelative));
    const spellings = [...mentioned].map((one) => this.#belowRoot(one));
    const [relative, elsewhere] = [spellings.filter(isRelative), spellings.filter((one) => !isRelative(one))];
    this.#known = this.#written;
    for (const paths of [relative, elsewhere]) {
      if (paths === elsewhere) for (const path of paths) this.#addCopy(path);
      const placed = paths.map((one) => this.#pathFromRoot(one)).filter(isPlaced);
      this.#known = new Set([...this.#known, ...placed]);
    }
    for (const path of this.#known) {
      const last = lastPart(path);
      this.#byName.set(last, [...(this.#byName.get(last) ?? []), path]);
    }
  }

  /** The path of the file that a spelling means; the spelling from the root if it may mean several or none. */
  resolve(spelling: string, near: NearFiles): string {
    const resolved = this.#resolved.get(spelling);
    if (resolved !== undefined) return resolved;
    const path = this.#fromRoot(spelling);
    const found = rootFiles.test(path) || rootNames.has(path) ? path : this.#only(path);
    if (found !== undefined) {
      this.#resolved.set(spelling, found);
      return found;
    }
    for (const spellings of [near.memory, near.session]) {
      const paths = spellings.map((one) => this.#fromRoot(one)).filter(isPlaced);
      const [only, ...others] = whole(paths.filter((one) => one.endsWith(`/${path}`)));
      if (only !== undefined && others.length === 0) return this.#only(only) ?? only;
    }
    return path;
  }

  /** Undefined if several known paths end with it, or none is longer. */
  #only(path: string): string | undefined {
    if (this.#written.has(path)) return path;
    const longer = (this.#byName.get(lastPart(path)) ?? []).filter((known) => known.endsWith(`/${path}`));
    const [only, ...others] = whole(longer, this.#written);
    if (only === undefined && this.#known.has(path)) return path;
    return others.length === 0 ? only : undefined;
  }

  /** Without the folders above the repository, as far as they are known. */
  #fromRoot(spelling: string): string {
    const known = this.#rooted.get(spelling);
    if (known !== undefined) return known;
    const path = this.#pathFromRoot(this.#belowRoot(spelling));
    this.#rooted.set(spelling, path);
    return path;
  }

  #pathFromRoot(path: string): string {
    const parts = path.split('/');
    const copy = parts.findIndex((part) => worktrees.test(part));
    if (copy >= 0) return this.#knownEnd(parts, copy + 2) ?? path;
    if (!isRelative(path)) {
      if (parts.at(-2) === this.#name) return parts.at(-1) ?? path;
      const end = this.#knownEnd(parts, 1);
      return end !== undefined && this.#isCopy(path.slice(0, -end.length), end) ? end : path;
    }
    // A side of a diff, or the folder of the repository.
    const written = parts.length > 1 ? this.#knownEnd(parts, 1, this.#written) : undefined;
    const above = written === undefined ? '' : path.slice(0, -written.length - 1);
    const isAbove = above === 'a' || above === 'b' || lastPart(above) === this.#name;
    return written !== undefined && isAbove && !this.#written.has(path) ? written : path;
  }

  #belowRoot(spelling: string): string {
    const path = spelling.replace(upwards, '');
    const root = this.#roots.find((one) => path.startsWith(one)) ?? '';
    return path.slice(root.length);
  }

  /** The longest known path that a path ends with, from this part on; of an absolute one, not its name alone. */
  #knownEnd(parts: readonly string[], from: number, known: ReadonlySet<string> = this.#known): string | undefined {
    for (let at = from; at < parts.length - 1; at += 1) {
      const end = parts.slice(at).join('/');
      if (known.has(end) && !end.split('/').some((part) => worktrees.test(part))) return end;
    }
    return undefined;
  }

  #addCopy(path: string): void {
    const end = this.#knownEnd(path.split('/'), 1);
    if (end === undefined) return;
    const folder = path.slice(0, -end.length);
    this.#copies.set(folder, (this.#copies.get(folder) ?? new Set()).add(end));
  }

  /** Another place of the repository: another computer, a container, or a path that only looks absolute. */
  #isCopy(folder: string, file: string): boolean {
    if (folder === '/' || folder.split('/').includes(this.#name)) return true;
    return this.#written.has(file) && (this.#copies.get(folder)?.size ?? 0) >= minInCopy;
  }
}

function isRelative(path: string): boolean {
  return !absolute.test(path);
}

/** Known to be a path: below a folder, and not of one run of a program. */
function isPlaced(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.length > 0 && isRelative(path) && !folders.some((part) => worktrees.test(part) || isMachineName(part));
}

/** Without those that another one ends with, unless they are `files` of their own. */
function whole(paths: readonly string[], files?: ReadonlySet<string>): string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => files?.has(path) === true || !unique.some((other) => other.endsWith(`/${path}`)));
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
