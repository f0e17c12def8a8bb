/**
 * How a user takes up what the assistant said, by the first words of the next message, in English, German and Chinese.
 */

export type Reply = 'acceptance' | 'correction' | 'question' | 'other';

const acceptance =
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|sure|sounds? good|perfect|great|nice|agreed?|go ahead|do (?:it|that)|let's (?:do|go|try)|makes? sense|good(?: idea| point| catch)?|exactly|correct|right|please do|lgtm|fine|option|i like|i prefer|ja|passt|genau|einverstanden|klingt gut|gerne|mach(?:e|en)? (?:das|es|wir)|stimmt|richtig|variante|[a-d1-9][.)]?(?=[\s,]|$))(?![\w'])|好|可以|行[，,。吧]?|是的|对[，,。的]|同意|没问题|就这样|就按|方案|选项?|嗯)/i;
const correction =
  /^(?:(?:no|nope|not (?:quite|really|exactly)|wrong|wait|actually|but|hmm+|that's (?:not|wrong)|that is (?:not|wrong)|this is (?:not|wrong)|don't|i don't|isn't|nein|falsch|doch|moment|stopp|eigentlich|aber|nicht|das (?:ist|stimmt) (?:nicht|falsch)|besser)(?![\w'])|不|错|别|等等|等一下|其实|但)/i;
/** Contradicts for certain, unlike `but` and `hmm`. */
const contradiction =
  /^(?:(?:no|nope|not (?:quite|really|exactly)|wrong|actually|that's (?:not|wrong)|that is (?:not|wrong)|don't|nein|falsch|stopp|nicht so|das (?:ist|stimmt) (?:nicht|falsch)|sondern)(?![\w'])|不对|不是|不要|不，|错|别)/i;
const choice =
  /\b(?:option|variante?|approach|lösung)\s?(?<named>[a-e]|\d{1,2})\b|^(?:(?:yes|ok(?:ay)?|let's (?:do|go with|go for)|do|go with|i'd go with|i like|i prefer|ja|nehmen wir|mach)[\s,:]{1,3}){0,2}(?:number |#|nr\. ?)?(?<bare>\d{1,2}(?=[\s,!]|$)|[a-eA-E](?=[.,):!]|$))|(?:方案|选项?|第)\s?(?<han>[一二三四五\dA-Ea-e])/i;
const optionLabel = /(?:^|option |variante? |approach |lösung |方案|选项)(?<mark>[a-e]|\d{1,2}|[一二三四五])[.):：]/iu;
const hanDigits = '一二三四五';
/** Characters that show what a reply does; the rest is about something else. */
const replyWithin = 200;

export function replyFrom(said: string): Reply {
  const start = said.trimStart().slice(0, replyWithin);
  if (acceptance.test(start)) return 'acceptance';
  if (correction.test(start)) return 'correction';
  return /[?？]/.test(start) ? 'question' : 'other';
}

/** Whether a user refuses what the assistant said, as in `No, not 10`. */
export function isRefusal(said: string): boolean {
  return contradiction.test(said.trimStart().slice(0, replyWithin));
}

/** Whether a sentence of a user contradicts, as in `no, cap it at 4`. */
export function isContradiction(sentence: string): boolean {
  return contradiction.test(sentence) && !/[?？]$/.test(sentence);
}

/** The mark of the option that a reply chooses, such as `2` or `b`; undefined if it chooses none. */
export function choiceFrom(said: string): string | undefined {
  const found = choice.exec(said.trimStart().slice(0, replyWithin))?.groups;
  return markFrom(found?.['named'] ?? found?.['bare'] ?? found?.['han']);
}

/** Whether a list item with this number, or a text such as `Option B: …`, is the option with this mark. */
export function isOption(mark: string, number: string | undefined, text: string): boolean {
  return number === mark || markFrom(optionLabel.exec(text.slice(0, 80))?.groups?.['mark']) === mark;
}

function markFrom(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const place = hanDigits.indexOf(written);
  return place >= 0 ? String(place + 1) : written.toLowerCase();
}
