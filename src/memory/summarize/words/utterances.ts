/** What people and assistants said in a session: tools, thoughts and systems say nothing here. */
import { ownParagraphs } from './ownWords.ts';

/** Of a longer answer the beginning and the end are read: what was found and done stands there. */
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
  /** What is read of it. */
  said: string;
  role: 'user' | 'assistant';
  /** Its writer's own words, see `ownWords.ts`; read when they are first asked for, and once. */
  paragraphs: () => readonly string[];
}

/** In their order; those without any words of their own are there, too, because they took a turn. */
export function utterancesFrom(messages: readonly SummaryMessage[]): Utterance[] {
  return messages.flatMap((message): Utterance[] => {
    const { role, type, content } = message;
    if (type !== 'text' || (role !== 'user' && role !== 'assistant')) return [];
    const said = role === 'assistant' ? shortened(content) : content;
    let read: readonly string[] | undefined;
    return [{ message, said, role, paragraphs: () => (read ??= ownParagraphs(said, role)) }];
  });
}

/** Cut at ends of lines; code that is cut in two stays code. */
function shortened(answer: string): string {
  if (answer.length <= maxAnswerLength || answer.includes('<')) return answer;
  const first = answer.slice(0, answer.lastIndexOf('\n', beginning) + 1);
  const last = answer.slice(answer.indexOf('\n', answer.length - end) + 1);
  if (first === '' || last === answer) return answer;
  const closing = isInCode(first) ? '```\n' : '';
  const opening = isInCode(last) ? '```\n' : '';
  return `${first}${closing}\n${opening}${last}`;
}

/** Whether a text ends in code that it begins, or, what is the same for its other half, begins in code that it ends. */
function isInCode(text: string): boolean {
  return (text.match(fence)?.length ?? 0) % 2 === 1;
}
