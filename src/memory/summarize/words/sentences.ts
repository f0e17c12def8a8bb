/** Splits a paragraph into sentences, and detects questions and suppositions without a grammar. */

const emphasis = /\*\*|__|~~/gu;
/** Without anything that `withoutMarks` changes, as most paragraphs are. */
const isPlain = /^[^’*_~\n]*$/;
const continuedLine = /\n[ \t]*(?=[a-zß-öø-ÿœα-ωа-я])/g;
const bullet = /^\s{0,20}(?:[-*+•]|\d{1,3}[.)]|[A-Za-z]\))\s{1,4}/u;
const latinEnd = new RegExp(endAfter('["\')\\]]?'));
const boundary = new RegExp(`${latinEnd.source}|(?<=[。！？])(?=\\S)`);
/** The same where emphasis may follow the end of a sentence. */
const verbatimBoundary = new RegExp(`${endAfter('["\')\\]*_]{0,3}')}|(?<=[。！？])(?=\\S)`);
/** Texts without these are split by the shorter pattern, which is twice as fast. */
const wideEnd = /[。！？]/;
/** A clause with this beginning is independent of a question next to it. */
const turn =
  /(?:,\s+|\s+[-–—]\s+|;\s+)(?=(?:but|so|can|could|will|how|what|is|was|are|do|does|would|should|where|who|why|which|any|and (?:i|we|now|can|how|what|is)|aber|mais|pero|et|y|kannst|peux|puedes)\b)|[，；](?=但|那么|所以|请)/i;
const asks =
  /^(?:(?:and|but|so|or|then|also|ok(?:ay)?|hmm+|well)[, ]+)?(?:who|what|which|when|where|why|how|is|are|was|were|do|does|did|have we|has|can|could|will|would|should|shall|may|any|warum|wie|was|sollen|sollten|kann|können|pourquoi|comment|est-ce|quel|qué|cómo|por qué|deberíamos)\b(?!'t)/i;
const supposes =
  /\b(?:if|whether|unless|as soon as|sobald|could|might|suppose|supposing|imagine|consider(?:ing)?|in case|what if|(?:when|once|after|until|before|wherever|whenever) you|should (?:we|i|you)|would (?:have|we|you|be)|thinking (?:of|about)|thought about|wonder(?:ing)?|falls|wenn|ob|könnten?|sollten|würden?|peut-être|devrait|podríamos|deberíamos|quizás)\b|\bsi\s|如果|要是|假如|是否|要不要|可以考虑|もし/i;

const asksAtEnd = /[?？]["')\]]?$|[吗呢]$/;

/** The end of a sentence, which `closing` may follow, unless it only ends an abbreviation. */
function endAfter(closing: string): string {
  return `\\s(?<=[.!?…]${closing}\\s)(?<!\\b(?:e\\.g|i\\.e|vs|etc|approx|z\\.B|bzw|Dr|Mr|Ms)\\.\\s)\\s*(?=\\S)|\\n+`;
}

export interface Clause {
  text: string;
  asks: boolean;
}

/** One line each, without emphasis and bullets. A line that starts in lower case continues a sentence. */
export function sentencesOf(paragraph: string): string[] {
  const plain = isPlain.test(paragraph) ? paragraph : withoutMarks(paragraph);
  const sentences: string[] = [];
  for (const part of plain.split(wideEnd.test(plain) ? boundary : latinEnd)) {
    const sentence = part.replace(bullet, '').trim();
    if (sentence !== '') sentences.push(sentence);
  }
  return sentences;
}

/** One line each, verbatim except for line breaks and a bullet at the beginning. */
export function verbatimSentencesOf(paragraph: string): string[] {
  return paragraph
    .replace(continuedLine, ' ')
    .split(verbatimBoundary)
    .map((part) => part.replace(bullet, '').trim())
    .filter((sentence) => sentence !== '');
}

const bold = /(?<![\w*'"])\*\*(?=[^\s*])([^*\n]{1,400}?)\*\*(?![\w*])/g;

/** Without bold, for display. Other asterisks, as in `2**10` and `'***'`, stay. */
export function withoutBold(sentence: string): string {
  return sentence.includes('**') ? sentence.replace(bold, '$1') : sentence;
}

function withoutMarks(paragraph: string): string {
  return paragraph.replaceAll('’', "'").replace(emphasis, '').replace(continuedLine, ' ');
}

/** The parts of a sentence that can be true independently: `I chose A`, `is that good?` */
export function clausesOf(sentence: string): Clause[] {
  const parts = sentence.split(turn);
  const isQuestion = asksAtEnd.test(sentence.slice(-2));
  return parts.map((text, index) => ({ text, asks: asks.test(text) || (isQuestion && index === parts.length - 1) }));
}

/** Whether the text before a cue makes it hypothetical. */
export function isSupposed(before: string): boolean {
  return supposes.test(before);
}

/** Whether a position in a text is within quotation marks or inline code. */
export function isQuoted(text: string, place: number): boolean {
  let straight = 0;
  let code = 0;
  let curly = 0;
  for (let at = 0; at < place; at += 1) {
    const mark = text[at] ?? '';
    if (mark === '"') straight += 1;
    else if (mark === '`') code += 1;
    else if ('“„«「『'.includes(mark)) curly += 1;
    else if ('”»」』'.includes(mark)) curly -= 1;
  }
  return straight % 2 === 1 || code % 2 === 1 || curly > 0;
}
