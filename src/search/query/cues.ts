/**
 * Signals in a text in addition to its words: whether the writer speaks of themselves, names a time or a reason, or
 * asks; and the kind of answer that a question asks for. The patterns are mostly English, with some German and Chinese.
 */

export interface Cues {
  firstPerson: boolean;
  time: boolean;
  number: boolean;
  reason: boolean;
  /** A name, recognized by a capital letter inside a sentence. */
  name: boolean;
  /** The share of its characters in sentences that are questions, 0 to 1. */
  asking: number;
}

const timeWords =
  /\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|since|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|\d{4})\b/iu;
const firstPersonWords = /\b(?:i|i'm|i've|i'll|i'd|my|me|we|our)\b/iu;
const reasonWords =
  /\b(?:because|since|so that|reasons?|why|inspired|decided|helps?|symboli\w+|reminds?|to show|means|wanted)\b/iu;
const nameInside = /[a-z,'"] ["“]?(?!I\b)\p{Lu}[\p{L}\p{N}'-]+/u;
const sentence = /[^.?!\n]+[.?!\n]*/gu;

export function cuesOf(text: string): Cues {
  const plain = text.replaceAll('’', "'");
  return {
    firstPerson: firstPersonWords.test(plain),
    time: timeWords.test(plain),
    number: /\d/u.test(plain),
    reason: reasonWords.test(plain),
    name: nameInside.test(plain),
    asking: askingShare(plain),
  };
}

/** Whether the text ends with a question, so that the next turn may be the answer. */
export function endsAsking(text: string): boolean {
  return /[?？]["'”)\]\s]*$/u.test(text);
}

function askingShare(text: string): number {
  if (!/[?？]/u.test(text)) return 0;
  let all = 0;
  let asking = 0;
  for (const [part] of text.matchAll(sentence)) {
    all += part.length;
    if (endsAsking(part)) asking += part.length;
  }
  return all === 0 ? 0 : asking / all;
}

const wishes = {
  time: /^\s*when\b|\bhow long\b|\b(?:what|which) (?:date|day|month|year)\b|\bsince when\b/iu,
  number: /\bhow (?:many|much|often|long|old)\b/iu,
  reason: /^\s*(?:why|what (?:made|motivat\w+|inspir\w+))\b/iu,
  name: /\b(?:who|whom|whose|which|name)\b/iu,
} as const;

/** A kind of answer that a question asks for, named after the cue that shows it. */
export type Wish = keyof typeof wishes;

export function wishesOf(question: string): Wish[] {
  const known: Wish[] = ['time', 'number', 'reason', 'name'];
  return known.filter((wish) => wishes[wish].test(question));
}

/** Words that refer to the past by themselves, unlike "what is X used to do" and "what comes before a commit". */
const history =
  /\b(?:previous(?:ly)?|(?<!\b(?:is|are|be|gets?)\b.{0,60})used to|originally|initially|earlier|formerly|ago|(?:history|evolution|timeline) of|(?:has|have|had) .{0,60}(?:changed|evolved)|over time|in (?:what|which) (?:order|sequence)|früher\w*|bisher|ursprünglich|zuerst|anfangs|damals|im verlauf|verlauf de[rs]|geändert)\b|\b(?:before|vorher|zuvor)\W*$|以前|(?:^|我们?|你们?|他们?|[，。\s])之前|之前的|原来|最初|曾经|当时|历史|变化|过去|改过/iu;
/** The past tense of a verb. It is not enough: an earlier decision is usually still valid. */
const past = /\b(?:did|was|were|had|war(?:en)?|wurden?|hatten?)\b/iu;
/** Refers to the past only together with the past tense of a verb. */
const historyOfPast = /\b(?:before|change|vorher|zuvor)\b/iu;
const asksNow =
  /^\s*(?:what|which|how|when|do|does|is|are|should|where|who|can|have|has|was|were|did|welche[rsmn]?|wie|wo|wer|wann|wohin|womit|ist|sind|war(?:en)?|soll(?:en)?|muss|müssen|gilt|haben?|nutzen|verwenden|(?:on|at|in|since|an|am|ab|seit|bei|um) (?:what|which|when|welche[rsmn]?|wann))\b|\b(?:currently?|now|today|latest|nowadays|aktuell\w*|derzeit|jetzt|inzwischen)\b|什么|哪|怎么|如何|多少|几|谁|是否|吗|现在|目前|当前|最新/iu;
/** Such a question does not ask for history, whatever else it contains. */
const saysNow = /\b(?:currently|now|nowadays|today|aktuell\w*|derzeit|jetzt|inzwischen)\b|现在|目前|当前/iu;
/** German "was" (what) starts a question, as in "was gilt". */
const germanWhat = /^\s*was (?=gilt|ist|sind|nutzen|verwenden|machen|tun|müssen|sollen|haben|war|waren)\b/iu;

/** Whether a question asks how things are or how they came about; undefined for neither, or if it is not a question. */
export function timeAsked(question: string): 'now' | 'history' | undefined {
  if (!asksNow.test(question)) return undefined;
  const plain = question.replace(germanWhat, '');
  if (saysNow.test(plain)) return 'now';
  if (history.test(plain)) return 'history';
  if (!past.test(plain)) return 'now';
  return historyOfPast.test(plain) ? 'history' : undefined;
}

const sessionAsked =
  /\b(?:which|find|open|show|resume|continue|last|latest|earlier|previous) (?:\w+ ){0,2}(?:sessions?|chats?|conversations?|threads?)\b|\b(?:sessions?|chats?|conversations?) (?:where|in which|about)\b|\b(?:(?:in )?welche[rsmn]?|letzte[rsn]?|finde|öffne|zeige?) (?:\w+ ){0,2}(?:sitzung|unterhaltung|gespräch|chat)(?:en|s|e)?\b|(?:哪个|哪次|哪一次|上次的?|找到?|打开).{0,6}(?:会话|对话|聊天)/iu;
/** Matches `src/search/cues.ts` and `cues.ts:12`, but not `Next.js`, which is a name. */
const fileAsked =
  /(?:^|[\s`"'(/])[a-z_.][\w.-]*\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|cpp|cc|[ch]|hpp|rb|php|swift|scala|sql|mdx?|json|ya?ml|toml|xml|html|s?css|sh|ps1|tf|proto|vue|svelte|txt|lock|gradle|ipynb)(?=$|[\s:`"'),?])/u;
/** Names of libraries that look like files. */
const library = /^\W*(?:node|vue|next|nuxt|express|three|d3|react|ember|backbone)\.js\b/iu;
/** Characters. A longer text mentions sessions and files without asking for them. */
const maxSessionQuestion = 200;

/** Whether a question asks for a session, or for the history of a file. */
export function asksForSessions(question: string): boolean {
  if (question.length > maxSessionQuestion) return false;
  return (
    sessionAsked.test(question) || question.split(/\s+/u).some((word) => fileAsked.test(word) && !library.test(word))
  );
}
