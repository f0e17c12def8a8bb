/** The texts of users and assistants in a session, without tools, thoughts and system messages. */
import { ownParagraphs } from './ownWords.ts';

/** Of a longer answer only the beginning and the end are read, because they state the results. */
const maxAnswerLength = 4_500;
const beginning = 3_000;
const end = 1_500;
const fence = /^[ \t]{0,12}`{3,}/gm;

/** A message as the rules read it. */
export interface SummaryMessage {
  id: number;
  role: string;
  type: string;
  content: string;
  createdAt: string;
  /** Files that a tool wrote. */
  files: readonly string[];
}

export interface Utterance {
  message: SummaryMessage;
  /** The part of the content that is read. */
  said: string;
  role: 'user' | 'assistant';
  /** The writer's own words, see `ownWords.ts`; computed once, on first use. */
  paragraphs: () => readonly string[];
}

/** In order. Texts without own words are included, because they took a turn. */
export function utterancesFrom(messages: readonly SummaryMessage[]): Utterance[] {
  return messages.flatMap((message): Utterance[] => {
    const { role, type, content } = message;
    if (type !== 'text' || (role !== 'user' && role !== 'assistant')) return [];
    const said = role === 'assistant' ? shortened(content) : content;
    let read: readonly string[] | undefined;
    return [{ message, said, role, paragraphs: () => (read ??= ownParagraphs(said, role)) }];
  });
}

/** Cuts at line ends; a code block that is cut in two is closed and reopened. */
function shortened(answer: string): string {
  if (answer.length <= maxAnswerLength || answer.includes('<')) return answer;
  const first = answer.slice(0, answer.lastIndexOf('\n', beginning) + 1);
  const last = answer.slice(answer.indexOf('\n', answer.length - end) + 1);
  if (first === '' || last === answer) return answer;
  const closing = isInCode(first) ? '```\n' : '';
  const opening = isInCode(last) ? '```\n' : '';
  return `${first}${closing}\n${opening}${last}`;
}

/** Whether a text ends within a code block, or, if it is the second half, begins within one. */
function isInCode(text: string): boolean {
  return (text.match(fence)?.length ?? 0) % 2 === 1;
}
