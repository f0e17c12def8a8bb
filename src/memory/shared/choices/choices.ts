/**
 * Whether the object of a verb is a choice: an approach that somebody weighs, tries and may reject. The same verbs have
 * other objects. Who drops a table, reverts a commit or rejects an upload rejects no approach, who tried to fix
 * something names a goal, and who ruled out a leak found something out. In doubt it is none.
 */

// No `u` flag beside `i`: Unicode case folding takes many times as long to set up, and a hook is a new process.

/** What somebody decided against was a choice, what they rejected may be one, and what they dropped seldom is. */
export type Manner = 'decided against' | 'rejected' | 'dropped';

const article = "(?:(?:the|this|that|an?|our|my|your|his|her|their|its|\\w{1,20}'s) )?";
const adjectives = '(?:[\\w-]{1,20} ){0,2}?';
/** `the old plan to …`, of which the content is the choice. */
const proposal = new RegExp(
  `^${article}${adjectives}(?:(?:idea|plan|proposal|option|suggestion|thought|notion) (?:of|to)|(?:use|usage) of) (?<content>\\S.*)$`,
  'i',
);
/** `the switch to …`, `support for …`, `the approach with …`, `the plugin approach`. */
const namedChoice = new RegExp(
  `^${article}(?:${adjectives}(?:(?:switch|move|migration|upgrade|transition|rewrite|port|split) (?:to|from|into|in|away)|support (?:for|of)|(?:approach|design|strategy|concept|architecture|pattern|workaround) (?:with|of|that|where|using|based|for|in)) \\S.*|(?!(?:whole|first|second|last|other|old|new|same|current|previous|original) )(?:[\\w-]{1,20} ){1,3}(?:approach|design|strategy|architecture|pattern|workaround))$`,
  'i',
);

/** Verbs by which one design differs from another, as stems. Other verbs name goals: `fix`, `find`, `install`. */
const designs =
  'us|cach|stor|mov|replac|migrat|batch|stream|poll|precomput|compress|encrypt|paralleli[sz]|inlin|mock|shar|lazy-load|preload|prefetch|seriali[sz]|encod|model|hash|partition|shard|replicat|pool|reus|denormali[sz]|normali[sz]|debounc|throttl|memoi[sz]|embedd?|host|queu|duplicat|switch|rely|keep|putt?|splitt?|wrapp?|rewrit';
const additions = 'add|adopt|introduc|sett|support';
const particles = '(?: (?:to|on|up|in|into))?';
const designAction = new RegExp(`^(?:${designs})(?:e|ing)?${particles} (?<object>\\S.*)$`, 'i');
const trialAction = new RegExp(`^(?:${designs}|${additions})ing${particles} (?<object>\\S.*)$`, 'i');
const refusedAction = new RegExp(
  `^(?:(?:${designs}|${additions})e?${particles}|go (?:with|for|down)|do|build|buy|pursue|implement|bother with|invest in) (?<object>\\S.*)$`,
  'i',
);
const gerund = /^(?!string\b)[a-z-]{2,20}ing /i;
const tooMuch = /^(?:it|that|this|they) (?:was|were|is|are) (?:\w{2,10} )?too\s/i;
const plainUse = /^use (?!.* (?:for|as|to|instead) )/i;

/** Nothing that can be named. */
const unnamed =
  /^(?:(?:it|its|this|that|these|those|them|they|which|both|all|each|any\w*|some\w*|no|nothing|several|many|more|various|different|one of|again|hard|twice|so|what\w*|(?:a|the) (?:few|lot|couple|bunch|rest)|das|es|dies\w*|alles?|beides?|einige\w*|mehrere|viele)\b|everything$|(?:the|this|that|an?|die|der|den|das) (?:\w{1,12} )?(?:approach|attempt|idea|changes?|workaround|plan|option|proposal|solution|suggestion|one|first|second|last|other|same|idee|änderung|lösung|ansatz)$)/i;
const definite = /^(?:the|this|that|these|those|my|your|our|his|her|their|its|\w{1,20}'s)\s/i;
const fault =
  /\b(?:bugs?|issues?|problems?|causes?|leaks?|races?|race conditions?|errors?|failures?|regressions?|crash\w*|deadlocks?|typos?|mistakes?|conflicts?)$|\bas (?:(?:the|a|an) )?(?:\w{1,15} )?(?:cause|culprit|source|reason)\b/i;
/** Things of the work on a project, and what a running program handles. */
const work =
  /(?:^|[\s-])(?:prs?|requests?|commits?|branch(?:es)?|stash(?:es)?|patch(?:es)?|edits?|changes?|files?|drafts?|comments?|reviews?|invit\w+|meetings?|calls?|offers?|orders?|tokens?|connections?|messages?|events?|records?|rows?|inputs?|tests?|tickets?|tasks?|uploads?|results?|suggestions?)$/i;
const germanWork =
  /(?:^|[\s-])(?:[a-zäöüß]{0,30}änderung(?:en)?|commits?|branch(?:es)?|requests?|entwurf|entwürfe|dateien?|kommentare?|anfragen?|termine?|nachrichten?|tests?|aufgaben?|tickets?)$/i;
const chineseWork = /修改|改动|更改|分支|提交|请求|文件|评论|会议|邀请|任务|草稿|PR|MR/i;
const preposition = /\s(?:of|for|with|in|on|to|from|by|between|at|that|which|using|without|as|into|over|per)\s/i;
const germanPreposition = /\s(?:mit|für|von|in|aus|zu|zum|zur|auf|der|des)\s/i;
/** `Redis`, `React 19`, `Internet Explorer`. */
const name = /^\p{Lu}[\p{L}\d.+#-]*(?: (?:\p{Lu}[\p{L}\d.+#-]*|[\d.]+)){0,2}$/u;

/** The choice in the object of a verb, without `the idea of`; undefined if it is none. */
export function choiceIn(object: string, manner: Manner): string | undefined {
  const content = proposal.exec(object)?.groups?.['content'];
  if (content !== undefined) return isNameable(content) ? content : undefined;
  if (!isNameable(object)) return undefined;
  return manner === 'decided against' || namedChoice.test(object) || isLikelyChoice(object, manner)
    ? object
    : undefined;
}

/** The same if the sentence also says what was chosen instead, so that even `the old router` is a choice. */
export function contrastedChoiceIn(object: string): string | undefined {
  return isNameable(object) && !isWork(object) && !isGoal(object) ? object : undefined;
}

/** The choice in what somebody will not do or decided not to do: `use an ORM`, but not `wait for it`. */
export function refusedChoice(action: string): string | undefined {
  const object = refusedAction.exec(action)?.groups?.['object'];
  if (object === undefined || !isNameable(object)) return undefined;
  return isWork(object) && !designAction.test(action) ? undefined : action;
}

/**
 * The choice in a thing or an action that was tried. A thing is one if the sentence says what for, or judges it in the
 * result, which follows `but`; else it may be `another port`.
 */
export function triedChoice(object: string, result: string): string | undefined {
  const isWeighed = gerund.test(object) || /\sfor\s/i.test(object) || tooMuch.test(result);
  return isWeighed ? choiceIn(object, 'rejected') : undefined;
}

/** The choice in what somebody tried to do. One tries to reach a goal, and seldom a design: `store them in a table`. */
export function attemptedChoice(action: string): string | undefined {
  const object = designAction.exec(action)?.groups?.['object'];
  if (object === undefined || !isNameable(object)) return undefined;
  // Who tried to use the API had a goal; who tried to use it for something had a design.
  return plainUse.test(action) && definite.test(object) ? undefined : action;
}

/** As `choiceIn`, for `entschieden gegen` and `verworfen`. */
export function germanChoiceIn(object: string, manner: Exclude<Manner, 'dropped'>): string | undefined {
  if (!isNameable(object) || /\sentschieden\b/i.test(object)) return undefined;
  const [head = ''] = object.split(germanPreposition);
  return manner === 'rejected' && germanWork.test(head) ? undefined : object;
}

/** As `choiceIn`, for `放弃了` and `否决了`. */
export function chineseChoiceIn(object: string): string | undefined {
  return object.length < 2 || chineseWork.test(object) || /^[这那它该]/u.test(object) ? undefined : object;
}

function isLikelyChoice(object: string, manner: 'rejected' | 'dropped'): boolean {
  if (gerund.test(object)) return !isGoal(object);
  if (manner === 'dropped') return name.test(object);
  return !definite.test(object) && !isWork(object) && !fault.test(headOf(object)) && !fault.test(object);
}

function isGoal(object: string): boolean {
  return gerund.test(object) && !trialAction.test(object);
}

function isWork(object: string): boolean {
  return work.test(headOf(object));
}

function isNameable(object: string): boolean {
  return object.length > 1 && !unnamed.test(object);
}

function headOf(object: string): string {
  return object.split(preposition)[0] ?? '';
}
