/**
 * Whether a text asks instead of proposing. "Why did we reject Redis?" is about the same as "use Redis", and yet a reader
 * would not say that it repeats it. "Why not use Redis?" proposes it. English, German and Chinese.
 */

/** Words before the question itself. */
const opening =
  "(?:(?:and|but|so|ok|okay|hm+|hey|wait|please|sorry|just|also|now|then|und|aber|also|bitte)[,:]? +|(?:can|could|would) you +|(?:tell|remind|show|ask) (?:me|us)[,:]? +|(?:i|we) (?:wonder|forgot|(?:do not|don'?t) (?:know|remember|understand))[,:]? +)*";
const question =
  '(?:why|when (?:did|do|does|was|were|is|are|have|has|had|will)|who|whose|where|which|how (?:does|is|are|did|was|were|come|long|many|much|often)|what (?:is|are|was|were|does|did|do|happen\\w*|went|problems?|exactly|kind|if anything)|' +
  'did|does|has|had|have (?:we|i|you|they)|was|were|is (?:there|this|that|it true)|are there|do (?:we|you|they|i) (?:have|know|remember|still|already|ever)|explain|remind|' +
  'warum|wieso|weshalb|wann|wer|wo|welche\\w*|hatten? (?:wir|du)|haben wir|gibt es|was (?:ist|war|sind|waren)|wie (?:ist|war|kam|lange|viele|funktioniert)|erkl[aä]re?)';
const asksAtStart = new RegExp(`^\\W*${opening}${question}\\b`, 'i');
const asksAnywhere =
  /\b(?:the reasons? (?:why|that|for|behind)|what (?:happened|went wrong)|remind (?:me|us)|(?:explain|summarize|describe|document) (?:why|how|what|when)|about (?:why|how|when))\b|为什么|为何|当时|什么时候|谁|解释/i;
const sentenceEnd = /(?<=[.!?;])\s+|(?<=[。！？；])|\n+/;
const proposesByAsking =
  /\b(?:why (?:not|don'?t (?:we|you|i))|does it make sense|is it (?:possible|worth)|warum (?:nicht|nehmen wir nicht|nutzen wir nicht))\b|为什么不/i;

/** For texts with several sentences: whether one of them asks for information or about the past. */
export function isAsking(text: string): boolean {
  return text.split(sentenceEnd).some((sentence) => asks(sentence));
}

function asks(sentence: string): boolean {
  const isQuestion = asksAtStart.test(sentence) || asksAnywhere.test(sentence);
  return isQuestion && !proposesByAsking.test(sentence);
}
