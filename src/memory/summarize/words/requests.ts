/** The requests of a session, each in one line without courtesies, code and pasted text. */
import { oneLine, shorten } from '../../../util/text.ts';
import { askedIn, standsAlone, isNarrative } from './asking.ts';
import { withoutMachineNames } from './machineNames.ts';
import { sentencesOf } from './sentences.ts';
import { informativeCount, isStopWord } from './stopWords.ts';
import type { Utterance } from './utterances.ts';

export interface Request {
  /** The first informative sentence, or the request after a story; at most 120 characters; empty without own words. */
  readonly line: string;
  /** The user's own words in the message. */
  readonly text: string;
  /** Uninformative alone: a greeting, a yes, `continue`, a word or two. */
  readonly isVague: boolean;
}

const maxLineLength = 120;
/** Words that make a line informative alone. */
const minInformative = 2;
/** Sentences of a request that are read for its line. */
const sentencesRead = 12;

const address =
  /(?:^|\s)(?:@\w{2,30}|#(?:codebase|selection|editor|terminal\w{0,20}|changes|fetch|problems))(?=\s|$)|(?<=^)\/[a-z][\w:-]{1,40}(?=\s)/gu;
const reference = /#(?:file|folder|sym):(?=\S)/gu;
const link = /\bhttps?:\/\/[^\s)>\]]{1,2000}/gu;
const greeting =
  /^(?:hi|hello|hey|ok(?:ay)?|so|well|now|great|perfect|nice|awesome|thanks|thank you(?: so much)?|cool|sure|yes|yep|yeah|hmm+|alright|right|please|pls|kindly|also|then|actually|just|and|but|hallo|danke|bitte|bonjour|salut|merci|s'il (?:te|vous) plaît|hola|gracias|por favor)(?=[\s,!.:])(?: (?:there|all|team|claude|copilot|cool))?[\s,!.:]*/i;
const hanCourtesy = /^(?:你好|您好|请问|请|麻烦你?|能不能|可以|帮我|帮忙|好的|谢谢)[，,！!。\s]*/u;
const wish =
  /^(?:(?:can|could|would|will) (?:you|we)(?: (?:please|kindly|maybe|just|also))*(?: help me| help)?(?: (?:to|with|out with))?|(?:i|we)(?:'d like| would like|'d love| want| need| wanna| have)(?: (?:you|us|help|some help))? (?:to|with)|(?:help me|let's)(?: (?:to|with))?|do you know|how (?:can|do|should|would|could) (?:i|we)|what(?:'s| is) the best way to|kannst du(?: mir| bitte)*|könntest du(?: mir| bitte)*|ich (?:möchte|will|brauche|muss)|(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|je (?:voudrais|veux)|(?:me )?(?:puedes|podrías)|quiero|necesito)\s+/i;
const state =
  /^(?:i'm|i am|we're|we are|i've been)(?: \w+ly| just| still| now| kinda| kind of| a bit| really)*(?: (?:trying|looking|hoping|planning|going|having (?:trouble|issues|some issues|problems)|working|stuck|worried|stressed|curious|nervous|concerned|excited|confused|unsure|not sure|wondering|struggling|interested|considering|ready|thinking)(?: (?:to|for|with|on|about|of|in|over|when|if|that))?(?: how to)?,?|(?= \w+ing\b))\s+/i;
const article = /^(?:a|an|the)\s+/i;
const aside =
  /[,;]\s+(?=(?:and (?:i|we|now|can)|but|so|can|could|would|what|how|is|do|should|because|since|especially|considering|given|like|you know|maybe|here's|i'm|i am|i've|i want|i need|i was|it)\b)|\s+(?=and (?:i|we)(?:'m|'ve| want| need| was| am| have)\b)|\s+[-–—]\s+|[，；]/i;
const filler = /^(?:you know|kinda|like|i mean|well|so|and|but)$/i;
/** Who the user is does not show what they ask. */
const introduction = /^(?:(?:hi|hello)[, ]+)?(?:i'm|I'm|I am|my name is|My name is) (?:\d|[A-ZÀ-ÖØ-Þ]|an? )/;

/** One for each message of a user, in order. */
export function requestsFrom(utterances: readonly Utterance[]): Request[] {
  return utterances
    .filter(({ role }) => role === 'user')
    .map(({ paragraphs }) => new SaidRequest(paragraphs().join('\n')));
}

/** Only the text of most requests in a long session is used, so the line is computed on first access. */
class SaidRequest implements Request {
  readonly text: string;
  #lastLine: { line: string; isVague: boolean } | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get line(): string {
    return (this.#lastLine ??= requestFrom(this.text)).line;
  }

  get isVague(): boolean {
    return (this.#lastLine ??= requestFrom(this.text)).isVague;
  }
}

/** A client command alone, a question about the assistant's access, the label of a finding. */
const vagueSentence =
  /^\/[\w:.-]{1,60}$|^(?:(?:do|did) you (?:already |now )?have|have you (?:got )?) ?(?:any )?(?:access|permissions?|rights)\b|^(?:can you|are you able to) (?:access|reach)\b.{0,60}[?？]$|^hast du (?:\S{1,20} )?(?:zugriff|zugang)\b|^你(?:能|可以)访问|^你有.{0,12}(?:权限|访问)|^(?:low|medium|high|critical|minor|major)(?: (?:severity|priority|issues?))?$/iu;

function requestFrom(text: string): { line: string; isVague: boolean } {
  const sentences = sentencesOf(text.slice(0, 4000)).slice(0, sentencesRead);
  let line = '';
  for (const [at, sentence] of sentences.entries()) {
    const requestLine = lineFrom(sentence);
    if (informativeCount(requestLine) >= minInformative && !vagueSentence.test(sentence))
      return { line: askedBehind(sentences.slice(at)) ?? requestLine, isVague: false };
    if (line === '') line = requestLine;
  }
  return { line, isVague: true };
}

/** The request after a story that the first sentence begins; undefined if it begins none, or no request follows. */
function askedBehind(sentences: readonly string[]): string | undefined {
  if (!isNarrative(sentences[0] ?? '')) return undefined;
  for (const sentence of sentences) {
    const asked = askedIn(sentence);
    const line = asked === undefined ? '' : lineFrom(asked);
    if (informativeCount(line) > minInformative && standsAlone(line))
      return line.charAt(0).toUpperCase() + line.slice(1);
  }
  return undefined;
}

/** A sentence without courtesies and asides: its request or its subject. */
function lineFrom(sentence: string): string {
  const own = sentence.replace(address, ' ').replace(reference, '').replace(link, ' ').replaceAll('`', '');
  const said = oneLine(withoutMachineNames(own));
  let line = '';
  for (const segment of said.split(aside)) {
    if (filler.test(segment) || (line === '' && introduction.test(segment))) continue;
    line = line === '' ? withoutCourtesies(segment) : `${line}, ${segment}`;
    const informative = informativeCount(line);
    if (informative < minInformative) line = '';
    else if (informative > minInformative) break;
  }
  return shorten((line || withoutCourtesies(said)).replace(/[\s.,;:!，。：！-]{1,20}$/u, ''), maxLineLength);
}

function withoutCourtesies(said: string): string {
  let line = said;
  for (let round = 0; round < 6; round += 1) {
    const shorter = [greeting, hanCourtesy, wish, state].reduce((rest, courtesy) => rest.replace(courtesy, ''), line);
    if (shorter === line) break;
    line = shorter;
  }
  if (line === said && !isStopWord(/^\S*/u.exec(said)?.[0] ?? '')) return said;
  const bare = line === said ? line : line.replace(article, '').replace(/[?？]$/u, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
