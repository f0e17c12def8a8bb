/**
 * Finds what a sentence rejects, in English, German and Chinese: `we ruled out A because …`, `I tried A but …`, `we
 * dropped A in favor of B`. `choices.ts` says which objects of these verbs are choices.
 */
import type { Manner } from './choices.ts';
import {
  attemptedChoice,
  chineseChoiceIn,
  choiceIn,
  contrastedChoiceIn,
  germanChoiceIn,
  refusedChoice,
  triedChoice,
} from './choices.ts';

interface Rejected {
  /** Without what was chosen instead. */
  approach: string;
  /** What follows it in the sentence, which may begin with the reason. */
  rest: string;
}

/** Subjects whose decisions count. Not `you`, with which an assistant repeats the user, and not other people. */
export const we =
  "(?:i|we|the team)(?:'ve| have| had|'d)?(?: (?:both|all|just|now|already|also|finally|recently|therefore))?";

// No pattern has unbounded repetition, so no text makes them slow. No `u` flag, as in `choices.ts`.

const verbs: readonly (readonly [manner: Manner, verb: RegExp])[] = [
  ['decided against', new RegExp(`\\b${we} decided against\\s`, 'i')],
  ['rejected', new RegExp(`\\b${we} (?:ruled out|rejected|abandoned|gave up on)\\s`, 'i')],
  ['dropped', new RegExp(`\\b${we} (?:dropped|reverted|discarded|declined|turned down)\\s`, 'i')],
];
const refusal = new RegExp(
  `\\b(?:${we} decided not to|(?:i'm|we're|i am|we are) not going to|(?:we|i) won't|let's not)\\s`,
  'i',
);
/** Put off, not rejected. */
const later =
  /\b(?:until|before|unless|yet|for now|right now|today|in this (?:pr|release|change|commit|session|branch))\b/i;
const trial = new RegExp(
  `\\b${we} tried (?!(?:my|our) best)(?:out )?(?<to>to )?(?<object>[^.!?;]{3,200}?),?\\s+but\\s`,
  'i',
);
const didNot = "(?:didn't|did not|doesn't|does not)(?: \\w{1,15})?";
/** Of an action only that it did not help: one that does not work may be a bug. */
const failures: readonly RegExp[] = [
  new RegExp(
    `^(?<object>the (?:idea|approach|attempt|plan) [^.!?,;:]{3,120}?) ${didNot} (?:work|help|scale|fix)\\b`,
    'i',
  ),
  new RegExp(`^(?<object>[a-z-]{2,20}ing [^.!?,;:]{3,120}?) ${didNot} (?:help|scale)\\b`, 'i'),
];
const pronoun = /\b(?:it|them|this|that|which|but)\b/i;
const german =
  /\b(?:wir (?:haben|hatten)|(?:haben|hatten) wir|ich (?:habe|hatte)|habe ich)\s+(?:(?:(?:uns|mich)\s+gegen\s+(?<against>[^.!?,;]{2,120}?)\sentschieden)|(?<object>[^.!?,;]{2,120}?)\sverworfen)(?=[\s.,;!?]|$)/i;
const germanContrast = /\s(?:zugunsten|und (?:für|stattdessen))\s/i;
const chinese =
  /(?:^|[，。；,;\s]|我们?|咱们|团队)(?:最终|最后|已经|都|还是|就)?(?:放弃|否决)了(?<object>[^，。；,;！？]{2,40})/;

const reason = '[,;:]?\\s+(?:because|since|as (?:it|they|we)|due to|so that|given that)\\s';
const contrast =
  ',?\\s+(?:in favou?r of|and (?:for|instead|(?:(?:we|i) )?(?:went|chose|picked|opted|settled|switched|moved|migrated|used?|took|kept|stayed)|go(?:ing)? with)|for (?:\\S{1,30} ){1,4}instead)\\b';
const clause =
  "[,;:]\\s+(?=(?:we|i|it|they|that|this|which|who|so|but|not|nor|there|the|as|and (?:we|i|then))(?:'\\w{1,3})?\\s|\\w{3,20}ing\\s)|\\s(?:but|which|who|when|while|after|once|if|although|though|until|before|unless)\\s";
const time = '\\s(?:for now|for the moment|at the moment|right now|any ?more)\\b';
const punctuation = '[.!?](?:["\')\\]]{0,3}\\s|["\')\\]]{0,3}$)|[;:](?:\\s|$)|\\s[-–—]\\s|\\s\\(|[。！？；]';
const objectEnd = new RegExp(`${reason}|(?<contrast>${contrast})|${clause}|${time}|${punctuation}`, 'i');
const maxObject = 200;

/** Undefined if the sentence rejects nothing, or does not say what. */
export function rejectedIn(sentence: string): Rejected | undefined {
  return (
    rejectedByVerb(sentence) ??
    refusedIn(sentence) ??
    triedIn(sentence) ??
    failedIn(sentence) ??
    rejectedInGerman(sentence) ??
    rejectedInChinese(sentence)
  );
}

function rejectedByVerb(sentence: string): Rejected | undefined {
  for (const [manner, verb] of verbs) {
    const found = objectBehind(verb, sentence);
    if (found === undefined) continue;
    const { object, isContrasted, rest } = found;
    const approach = choiceIn(object, manner) ?? (isContrasted ? contrastedChoiceIn(object) : undefined);
    if (approach !== undefined) return { approach, rest };
  }
  return undefined;
}

function refusedIn(sentence: string): Rejected | undefined {
  const found = objectBehind(refusal, sentence);
  if (found === undefined || later.test(`${found.object} ${found.rest}`)) return undefined;
  return rejected(refusedChoice(found.object), found.rest);
}

function triedIn(sentence: string): Rejected | undefined {
  const found = trial.exec(sentence);
  if (found === null) return undefined;
  const { to, object = '' } = found.groups ?? {};
  const tried = objectAtStart(object).object;
  const after = behind(found, sentence);
  const approach = to === undefined ? triedChoice(tried, after) : attemptedChoice(tried);
  return rejected(approach, `but ${after}`);
}

function failedIn(sentence: string): Rejected | undefined {
  for (const failure of failures) {
    const found = failure.exec(sentence);
    const object = found?.groups?.['object'] ?? '';
    if (found !== null && !pronoun.test(object)) return rejected(choiceIn(object, 'rejected'), behind(found, sentence));
  }
  return undefined;
}

function rejectedInGerman(sentence: string): Rejected | undefined {
  const found = german.exec(sentence);
  if (found === null) return undefined;
  const { against, object = '' } = found.groups ?? {};
  const [named = ''] = (against ?? object).split(germanContrast);
  const approach = germanChoiceIn(named, against === undefined ? 'rejected' : 'decided against');
  return rejected(approach, behind(found, sentence));
}

function rejectedInChinese(sentence: string): Rejected | undefined {
  const found = chinese.exec(sentence);
  if (found === null) return undefined;
  return rejected(chineseChoiceIn((found.groups?.['object'] ?? '').trim()), behind(found, sentence));
}

function rejected(approach: string | undefined, rest: string): Rejected | undefined {
  return approach === undefined ? undefined : { approach, rest };
}

interface FoundObject {
  object: string;
  /** Whether what was chosen follows it. */
  isContrasted: boolean;
  rest: string;
}

function objectBehind(verb: RegExp, sentence: string): FoundObject | undefined {
  const found = verb.exec(sentence);
  return found === null ? undefined : objectAtStart(behind(found, sentence));
}

function objectAtStart(text: string): FoundObject {
  const end = objectEnd.exec(text.slice(0, maxObject));
  const length = end?.index ?? Math.min(text.length, maxObject);
  return {
    object: text.slice(0, length).trim(),
    isContrasted: end?.groups?.['contrast'] !== undefined,
    rest: text.slice(length),
  };
}

function behind(found: RegExpExecArray, sentence: string): string {
  return sentence.slice(found.index + found[0].length);
}
