/**
 * The work of a coding session, in the words of its commits, pull requests, plans and to-do lists, and the git branches
 * that it was on. Transcript readers extract it from tool calls.
 */
import { isMachineName } from './machineNames.ts';

/** `commits` contains subjects of commits, `pullRequests` and `plans` titles, `todos` the items of to-do lists. */
export const workKinds = ['commits', 'pullRequests', 'plans', 'todos'] as const;
export type WorkKind = (typeof workKinds)[number];

/** `openTodos` contains the items of the to-do list that are not done; absent if the list does not say so. */
export const messageWorkKinds = [...workKinds, 'openTodos'] as const;
type MessageWorkKind = (typeof messageWorkKinds)[number];

/** The work that one message shows; absent kinds are empty. */
export type Work = Partial<Record<MessageWorkKind, readonly string[]>>;

/** The work in all messages of a session, without repeats, in order of occurrence. */
export interface SessionWork extends Record<WorkKind, readonly string[]> {
  /** The names in git, without uninformative ones. */
  branches: readonly string[];
}

export const noWork: SessionWork = { commits: [], pullRequests: [], plans: [], todos: [], branches: [] };

/** Maximum characters of an item. */
export const maxWorkItem = 200;
/** Maximum items of one kind in one message. */
const maxInMessage = 20;
/** Maximum items of a kind in a session. */
const maxInSession: Readonly<Record<WorkKind, number>> = { commits: 20, pullRequests: 5, plans: 5, todos: 40 };

/** Each item as returned by `clean`, without repeats and empty texts; null if none is left. */
export function boundedWork(work: Work | undefined, clean: (item: string) => string): Work | null {
  if (work === undefined) return null;
  const kept: Work = {};
  for (const kind of messageWorkKinds) {
    const items = (work[kind] ?? []).slice(0, maxInMessage).map(clean);
    const filled = [...new Set(items)].filter((item) => item !== '');
    if (filled.length > 0) kept[kind] = filled;
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** The work of a session: at most 20 commits, 5 pull requests, 5 plans and 40 to-do items, the first of each. */
export function sessionWorkFrom(works: Iterable<Work>, branches: readonly string[]): SessionWork {
  const found = {
    commits: new Set<string>(),
    pullRequests: new Set<string>(),
    plans: new Set<string>(),
    todos: new Set<string>(),
  };
  for (const work of works) {
    for (const kind of workKinds) {
      for (const item of work[kind] ?? []) if (found[kind].size < maxInSession[kind]) found[kind].add(item);
    }
  }
  const { commits, pullRequests, plans, todos } = found;
  return { commits: [...commits], pullRequests: [...pullRequests], plans: [...plans], todos: [...todos], branches };
}

/** Branches that every repository has, and those that a program named for itself. */
const plainBranch =
  /^(?:head|main|master|trunk|develop|development|dev|default|staging|stage|prod|production|release|gh-pages|\(.*\)|worktree-.*)$/iu;

/** Whether the name of a branch describes the work on it. */
export function isInformativeBranch(branch: string): boolean {
  const name = branch.trim();
  return name !== '' && !plainBranch.test(name) && !isMachineName(name) && /\p{L}{2}/u.test(name);
}

/** Kinds of change that prefix the name of a branch; any other prefix is its owner. */
const kindOfChange =
  /^(?:feat(?:ure)?s?|(?:bug|hot)?fix(?:es)?|chore|docs?|tests?|refactor(?:ing)?|perf|ci|build|release|style|spike|experiment|epic|task|story|issue|support|revert)$/iu;

/** The branch name without its owner, such as `alice/`. */
export function spokenBranch(branch: string): string {
  const [owner = '', ...rest] = branch.split('/');
  return rest.length === 0 || kindOfChange.test(owner) ? branch : rest.join('/');
}
