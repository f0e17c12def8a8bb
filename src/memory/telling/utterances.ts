/** What people and assistants said in a session: tools, thoughts and systems say nothing here. */
import { ownParagraphs } from './ownWords.ts';
import type { ToldMessage } from './telling.ts';

export interface Utterance {
  message: ToldMessage;
  role: 'user' | 'assistant';
  /** Its writer's own words, see `ownWords.ts`; read when they are first asked for, and once. */
  paragraphs: () => readonly string[];
}

/** In their order; those without any words of their own are there, too, because they took a turn. */
export function utterancesFrom(messages: readonly ToldMessage[]): Utterance[] {
  return messages.flatMap((message): Utterance[] => {
    const { role, type, content } = message;
    if (type !== 'text' || (role !== 'user' && role !== 'assistant')) return [];
    let read: readonly string[] | undefined;
    return [{ message, role, paragraphs: () => (read ??= ownParagraphs(content, role)) }];
  });
}
