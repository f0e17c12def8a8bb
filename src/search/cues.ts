/**
 * What a text shows besides its words: whether somebody tells of themselves, names a time or a reason, or asks. And what
 * kind of answer a question wants. Patterns for English; other languages simply show no cue.
 */

export interface Cues {
  firstPerson: boolean;
  time: boolean;
  number: boolean;
  reason: boolean;
  /** A name, going by a capital letter inside a sentence. */
  name: boolean;
  /** Which part of its characters stands in sentences that ask, 0 to 1. */
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

/** Whether the last thing said is a question, to which the next turn may be the answer. */
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

/** A kind of answer that a question asks for, named as the cue that shows it. */
export type Wish = keyof typeof wishes;

export function wishesOf(question: string): Wish[] {
  const known: Wish[] = ['time', 'number', 'reason', 'name'];
  return known.filter((wish) => wishes[wish].test(question));
}
