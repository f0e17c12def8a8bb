/** Finds the request in a message that first describes a situation. */

import { isCommonplace, isStopWord, unspaced, writtenWords } from './stopWords.ts';

/** Beginnings that describe a situation; the request comes later, if at all. */
const story =
  /^(?:(?:hi|hello|hey|hallo|bonjour|hola|so|ok|okay|well|yeah|yes)[\s,!.]{1,4}){0,3}(?:i|we|my|our|last|yesterday|today|recently|currently|as an?|after|since|when|while|given|ich|wir|mein|meine|gestern|je|j'ai|nous|mon|ma|hier|he|hemos|mi|ayer)\b|^我/i;
/** Beginnings that state a situation together with the request. */
const aim =
  /^(?:(?:hi|hello|hey|so|ok|okay|well|yeah|yes)[\s,!.]{1,4}){0,3}(?:i|we)(?:'m| am|'re| are|'ve been)(?: [a-z]+ly| just| still| now| kinda| kind of| a bit)* (?:trying|looking|hoping|planning|going to|having|stuck|struggling|considering|thinking|wondering|unsure|not sure|confused|curious|worried|stressed|interested)\b|^(?:i|we)(?:'d like| would like|'d love| want| need| wanna| prefer)\b|^ich (?:möchte|will|brauche)|^je (?:voudrais|veux)|^(?:quiero|necesito)/i;
const asking = [
  "(?:can|could|would|will) (?:you|we|i)|how (?:can|could|do|should|would|to)|what(?:'s)?|which|why|where|when should|who (?:can|should)|should (?:i|we)|is (?:it|there)|are there|do you|i(?:'m| am| was) wondering|please|help me|i(?:'d| would) like you to|i (?:want|need) you to",
  'kannst du|könntest du|wie|warum|bitte|peux-tu|pourrais-tu|pouvez-vous|comment|pourquoi|puedes|podrías|cómo|por qué',
].join('|');
const beginning = new RegExp(
  `(?:^|[,;:]\\s{1,3}|\\s[-–—]\\s)(?:(?:so|but|and|then|also|now|aber|und|mais|et|pero|y)[, ]{1,2}){0,2}(?=(?:${asking})\\s)|(?:^|[，；])(?=请|帮|怎么|如何|能不能|为什么)`,
  'i',
);
const wondering =
  /^i(?:'m| am| was) wondering (?:if |whether )?(?:you (?:could|can) (?:please )?(?:help me )?(?:with )?)?/i;
/** A line with such a pronoun depends on the text before it. */
const leansBack =
  /\b(?:this|these|those)\b|^(?:\S{1,30} ){0,3}(?:it|that|them)(?:$|\s(?:all|and|as|at|better|by|correctly|for|from|in|on|or|out|properly|to|up|with|without)\b)/i;

export function isNarrative(sentence: string): boolean {
  return story.test(sentence) && !aim.test(sentence);
}

/** From the start of the request to the end of the sentence; undefined if it contains none. */
export function askedIn(sentence: string): string | undefined {
  const found = beginning.exec(sentence);
  return found === null ? undefined : sentence.slice(found.index + found[0].length).replace(wondering, '');
}

/** Whether a line is informative without the text before it. */
export function standsAlone(line: string): boolean {
  const named = writtenWords(line).filter((word) => !isStopWord(word) && !isCommonplace(word.toLowerCase()));
  return !leansBack.test(line) && (named.length >= 2 || unspaced.test(line));
}
