/** Which files a commit is about: its message says why they are as they are. */
import { withFilesLine } from '../../memory/entries/commitFiles.ts';
import type { CommitEntry } from './commits.ts';
import type { GitObjects } from '../../capture/git/gitObjects.ts';

/** A commit with more files is about none of them. */
const maxFiles = 8;
/** They follow from others. */
const besideSource =
  /(?:^|\/)(?:tests?|__tests__|specs?|docs?|node_modules|vendor|dist)\/|[._-](?:test|spec)s?\.|(?:^|\/)(?:test_[^/]*|conftest\.py|__init__\.py|CHANGELOG[^/]*|HISTORY[^/]*|[^/]*lock[^/]*)$|\.(?:md|rst|lock|snap)$/iu;

/** Adds a last line with the files to each whole message, unless there are many. */
export async function withFiles(git: GitObjects, entries: readonly CommitEntry[]): Promise<CommitEntry[]> {
  const wanted = [...new Set(entries.flatMap(({ kind, commit }) => (kind === 'commit' ? commit : [])))];
  const filesOf = new Map<string, string[]>();
  try {
    for await (const { commit, paths } of git.changedBy(wanted))
      filesOf.set(
        commit,
        paths.filter((path) => !besideSource.test(path) && !/\p{Cc}/u.test(path)),
      );
  } catch {
    // A partial clone lacks trees. The messages are worth as much without the names.
  }
  return entries.map((entry) => {
    const files = filesOf.get(entry.commit) ?? [];
    if (entry.kind !== 'commit' || files.length === 0 || files.length > maxFiles) return entry;
    return { ...entry, reason: withFilesLine(entry.reason ?? '', files) };
  });
}
