/** Chooses a session's headline: the name that a colleague would give the chat. */
import { oneLine, shorten } from '../../../util/text.ts';
import { isGeneric, ownWordCount, pointsAtBranch } from '../words/genericLine.ts';
import { withoutMachineNames } from '../words/machineNames.ts';
import type { Request } from '../words/requests.ts';
import { isProgramTitle } from '../words/saidByUser.ts';
import { informativeCount } from '../words/stopWords.ts';
import type { SessionWork } from '../words/work.ts';
import { spokenBranch } from '../words/work.ts';

const maxLength = 120;
const maxBranch = 60;
/** Requests that are searched for a more specific one than the first. */
const requestsRead = 8;
const placeholder =
  /^(?:new (?:chat|session|conversation)|untitled|chat|session|conversation|no title|neuer chat|neue unterhaltung|nouvelle conversation|nuevo chat|新(?:的)?(?:聊天|对话|会话))\b[\s\d#:.()-]*$|^新(?:的)?(?:聊天|对话|会话)/i;
const path = /^(?:[A-Za-z]:)?[\\/~.]?[^\s]*[\\/][^\s]*$/u;
const machineName = /^[\da-f]{8}-?[\da-f-]{4,40}$|^[\d\s.:/TZ+-]+$/i;
/** Subjects written by git, or in a hurry. */
const unnamedCommit = /^(?:merge (?:branch|pull request|remote|tag|commit)|revert\b|fixup!|squash!|wip\b)/iu;

/** Commits that seldom show the purpose of a session. */
const sideChange = /^(?:style|chore|docs?|tests?|ci|build)(?:\([^)]{1,40}\))?!?:|\b(?:gofmt|prettier|eslint|lint)\b/iu;

interface HeadlineParts {
  title: string | null;
  requests: readonly Request[];
  outcome: string | null;
  work: SessionWork;
}

/**
 * A real title; or else the subject of a commit, the title of a pull request or of a plan; or else a request, prefixed
 * with the branch if it is too generic. At most 120 characters, cut at a word; empty if there is nothing to summarize.
 */
export function headlineFrom({ title, requests, outcome, work }: HeadlineParts): string {
  const own = title === null || path.test(title) ? '' : oneLine(withoutMachineNames(title));
  if (isRealTitle(own, requests[0])) return shorten(own, maxLength);
  return shorten(namedByWork(work) ?? asked(requests, outcome, work), maxLength);
}

function namedByWork({ commits, pullRequests, plans }: SessionWork): string | undefined {
  const named = commits.filter((subject) => !unnamedCommit.test(subject));
  const main = named.filter((subject) => !sideChange.test(subject));
  const names = [...main, ...pullRequests, ...plans, ...named];
  return names.map((name) => oneLine(withoutMachineNames(name))).find((name) => ownWordCount(name) >= 1);
}

function asked(requests: readonly Request[], outcome: string | null, { branches }: SessionWork): string {
  const clearRequest = requests.find(({ isVague }) => !isVague);
  if (clearRequest === undefined) {
    const vague = requests.find(({ line }) => informativeCount(line) >= 1);
    const line = outcome ?? vague?.line ?? requests.find((request) => request.line !== '')?.line ?? '';
    return onBranch(line, outcome === null ? branches : []);
  }
  if (ownWordCount(clearRequest.line) === 0 && branches.length === 0) {
    const better = requests.slice(0, requestsRead).find(({ line, isVague }) => !isVague && !isGeneric(line));
    return better?.line ?? outcome ?? clearRequest.line;
  }
  const isPart = isGeneric(clearRequest.line) || clearRequest !== requests[0] || pointsAtBranch(clearRequest.line);
  return onBranch(clearRequest.line, isPart ? branches : []);
}

/** Prefixes the line with the first branch of the session, unless the line names it or it is too long. */
function onBranch(line: string, branches: readonly string[]): string {
  const branch = withoutMachineNames(spokenBranch(branches[0] ?? ''));
  const isNamed = line.toLowerCase().includes(branch.toLowerCase());
  return isNamed || line === '' || branch.length > maxBranch ? line : `${branch}: ${line}`;
}

/**
 * A client without a better title uses the beginning of the first request, from which the rules derive a better line.
 */
function isRealTitle(title: string, first: Request | undefined): boolean {
  if (title === '' || title.length > maxLength || placeholder.test(title) || machineName.test(title)) return false;
  if (informativeCount(title) < 1 || isProgramTitle(title)) return false;
  const start = title.replace(/(?:…|\.{3})$/u, '').toLowerCase();
  return first === undefined || title.length < 40 || !oneLine(first.text).toLowerCase().startsWith(start);
}
