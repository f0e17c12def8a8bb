/**
 * Turns that a user typed while Claude Code worked. It logs them as `queue-operation`: `enqueue` with the text, then
 * `dequeue` if the text becomes the next prompt, `remove` if it was delivered at once, `popAll` if the user took the
 * queue back. A delivered text is repeated as an attachment, or nowhere at all (2.1.38 to 2.1.49).
 */
import type { TranscriptMessage } from '../../../memory/archive/transcript.ts';
import { saidByUser } from '../../../memory/summarize/words/saidByUser.ts';
import { textFrom, timeFrom } from '../../transcripts/fields.ts';
import type { Fields } from '../../transcripts/fields.ts';

/** Texts that are remembered at a time. */
const maxTexts = 100;

export class QueuedTurns {
  #waiting: TranscriptMessage[] = [];
  /** Delivered, and not yet seen elsewhere. */
  #delivered: TranscriptMessage[] = [];
  /** Texts that were seen elsewhere before the queue said that they were delivered. */
  #repeated: string[] = [];

  /** A line of the type `queue-operation`; `start` is its offset. */
  note(line: Fields, start: number): void {
    const content = saidByUser(textFrom(line['content']) ?? '');
    switch (line['operation']) {
      case 'enqueue': {
        const createdAt = timeFrom(line['timestamp']);
        const turn = { key: `queue@${String(start)}`, role: 'user', type: 'text', content } as const;
        this.#waiting.push({ ...turn, ...(createdAt !== undefined && { createdAt }) });
        this.#waiting = this.#waiting.slice(-maxTexts);
        return;
      }
      case 'dequeue':
        this.#take(content);
        return;
      case 'remove': {
        const turn = this.#take(content);
        if (turn !== undefined && !this.#wasRepeated(turn.content)) this.#delivered.push(turn);
        return;
      }
      case 'popAll':
        this.#waiting = [];
        return;
    }
  }

  /** A text that is recorded by another line. */
  repeat(text: string): void {
    const known = this.#delivered.findIndex(({ content }) => content === text);
    if (known !== -1) this.#delivered.splice(known, 1);
    else this.#repeated = [...this.#repeated, text].slice(-maxTexts);
  }

  /** The turns that only the queue recorded; call it before the next line of another turn. */
  delivered(): TranscriptMessage[] {
    return this.#delivered.splice(0).filter(({ content }) => content !== '');
  }

  #take(content: string): TranscriptMessage | undefined {
    const named = this.#waiting.findIndex((turn) => turn.content === content);
    return this.#waiting.splice(Math.max(0, named), 1)[0];
  }

  #wasRepeated(text: string): boolean {
    const known = this.#repeated.indexOf(text);
    if (known !== -1) this.#repeated.splice(known, 1);
    return known !== -1;
  }
}
