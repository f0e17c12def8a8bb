/** Words next to a name that say what it is. Each cue is looked for in a few characters before or after the name. */

const reach = 28;
const member =
  'functions?|methods?|class|struct|interface|type|enum|trait|field|property|props?|variable|constant|const|param|parameter|argument|column|component|hook|helper|macro|decorator';
const memberAfter = new RegExp(String.raw`^\x60?\s(?:${member})\b`, 'iu');
const memberBefore = new RegExp(String.raw`\b(?:${member})\s\x60$`, 'iu');
const packageAfter = /^`?\s(?:npm\s|Go\s|Python\s|Rust\s)?(?:packages?|librar(?:y|ies)|crates?|gem|dependency|SDK)\b/iu;
const packageBefore = /\b(?:package|library|crate|gem|dependency|SDK)\s`$/iu;
const projectAfter = /^`?\s(?:repo|repository|fork|action)\b/iu;
const projectBefore = /\b(?:repo|repository|fork(?:\sof)?|action)\s`?$/iu;

/** Words before `#12` that count something else, or make it an issue. */
const counted =
  /\b(?:step|option|task|point|item|number|no|attempt|test|case|phase|question|line|day|part|figure|rule|comment|row|iteration|finding|section|note|chapter|slide|layer|player|level|room|version|run|build|job|reason|priority|principle|requirement|tip|message|checkpoint|prompt|turn|session|scenario|bug|problem|suggestion|the)\s$/iu;
const issue =
  /\b(?:PR|MR|GH|issue|ticket|pull request|merge request|fix(?:e[sd])?|close[sd]?|resolve[sd]?|see|refs?|from|in|via|merged|reverts?|reverted)[\s:]\(?$/iu;
const pullRequest = /\b(?:PR|MR|pull request|merge request)\s$/iu;
const prefixed = /\b(?:PR|MR|pull request|merge request|issue)\s$/iu;

const speaker =
  /(?:^|[\s(])(?:by|cc|ask|asked|ping|pinged|thanks|hi|hey|assigned to|reviewers?|authors?|owners?|assignees?)[:,]?\s$/iu;
const speaks =
  /^(?:'s\s|\s(?:said|says|asked|asks|wants|wanted|suggested|suggests|reported|reports|decided|decides|approved|approves|reviewed|reviews|mentioned|proposed|proposes|agreed|agrees|owns|maintains)\b)/iu;
const decidedBy =
  /(?:\b(?:decided|approved|requested|proposed|reported|authored)|\b(?:co-authored|signed-off|reviewed|reported|acked|tested)-)\s?$/iu;
const fullName =
  /^:?\s(?<name>\p{Lu}[\p{Ll}\p{M}'’-]{1,20}\p{Ll}(?:\s(?:\p{Lu}\.\s)?\p{Lu}[\p{Ll}\p{M}'’-]{1,20}\p{Ll}){0,2})(?![\p{L}\p{N}_/-])/u;
/** They decide, too, but are no persons. */
const notPeople =
  /^(?:The|A|An|Our|Your|My|This|That|Design|Default|Legal|Security|Product|Engineering|Management|Marketing|Finance|Support|Claude|Copilot|Codex|Gemini|Cursor|Git\w*|Dependabot|Renovate|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Everyone|Someone|Nobody|Anyone|Users?|Agents?|Team|Committee|Board|Option|Both|All|Each|End|Then|Next|Using|Running|Adding)\b/u;

type Cue = 'symbol' | 'package' | 'project' | undefined;

/** What the sentence says about a name in a code span, from `start` to `end` without its backticks. */
export function cueOf(text: string, start: number, end: number): Cue {
  const [before, after] = [text.slice(Math.max(0, start - reach), start), text.slice(end, end + reach)];
  if (packageAfter.test(after) || packageBefore.test(before)) return 'package';
  if (memberAfter.test(after) || memberBefore.test(before)) return 'symbol';
  return projectAfter.test(after) || projectBefore.test(before) ? 'project' : undefined;
}

/** Whether `#12` at a position is an issue, and not a count or a color. */
export function isIssue(text: string, start: number, number: string): boolean {
  const before = text.slice(Math.max(0, start - reach), start);
  // Reviews number what they find: "issue #1".
  if (issue.test(before)) return number.length > 1 || !/\bissue\s$/iu.test(before);
  if (counted.test(before) || /[\w&/]$/u.test(before)) return false;
  return number.length >= 2 && !/^(?:(.)\1+|\d{6})$/u.test(number);
}

/** The length of `PR ` or `issue ` before a position; 0 if there is no such word. */
export function issuePrefix(text: string, start: number): number {
  return prefixed.exec(text.slice(Math.max(0, start - reach), start))?.[0].length ?? 0;
}

/** The same, only for the words that need no `#` before the number. */
export function pullRequestPrefix(text: string, start: number): number {
  return pullRequest.exec(text.slice(Math.max(0, start - reach), start))?.[0].length ?? 0;
}

/** Whether the sentence treats `@handle` as a person. */
export function isSpeaker(text: string, start: number, end: number): boolean {
  return speaker.test(text.slice(Math.max(0, start - reach), start)) || speaks.test(text.slice(end, end + reach));
}

/** The full name after the `by` that ends at `end`, as in `decided by Ada Lovelace`. */
export function personAfter(text: string, start: number, end: number): { name: string; start: number } | undefined {
  if (!decidedBy.test(text.slice(Math.max(0, start - reach), start))) return undefined;
  const found = fullName.exec(text.slice(end, end + 80));
  const name = found?.groups?.['name'];
  if (found === null || name === undefined || notPeople.test(name)) return undefined;
  return { name, start: end + found[0].length - name.length };
}
