/**
 * Turns that a user typed while Claude Code worked. It logs them as `queue-operation`: `enqueue` with the text, then
 * `dequeue` if the text becomes the next prompt, `remove` if it was delivered at once, `popAll` if the user took the
 * queue back. A delivered text is repeated as an attachment, or nowhere at all (2.1.38 to 2.1.49).
 */
import type { TranscriptMessage } from '../../memory/archive/transcript.ts';
import { saidByUser } from '../../memory/summarize/words/saidByUser.ts';
import { textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';

/** Texts that are remembered at a time. */
const maxTexts = 100;

export class QueuedTurns {
  #waiting: TranscriptMessage[] = [];
  /** Delivered, and not seen elsewhere yet. */
  #delivered: TranscriptMessage[] = [];
  /** Texts of attachments that came before the queue said that they were delivered. */
  #attached: string[] = [];
  /** Texts that were returned, because nothing repeated them until then. */
  #returned: string[] = [];

  /** A line of the type `queue-operation`; `start` is its offset. */
  note(line: Fields, start: number): void {
    const written = textFrom(line['content']);
    const content = saidByUser(written ?? '');
    const named = written === undefined ? undefined : content;
    switch (line['operation']) {
      case 'enqueue': {
        const createdAt = timeFrom(line['timestamp']);
        const turn = { key: `queue@${String(start)}`, role: 'user', type: 'text', content } as const;
        this.#waiting = [...this.#waiting, { ...turn, ...(createdAt !== undefined && { createdAt }) }].slice(-maxTexts);
        return;
      }
      case 'dequeue':
        this.#take(named);
        return;
      case 'remove': {
        const turn = this.#take(named);
        if (turn !== undefined && !without(this.#attached, turn.content)) this.#delivered.push(turn);
        return;
      }
      case 'popAll':
        this.#waiting = [];
        return;
    }
  }

  /** Notes a prompt, which may be a queued text. */
  prompted(text: string): void {
    this.#waiting = this.#waiting.filter(({ content }) => content !== text);
    this.#delivered = this.#delivered.filter(({ content }) => content !== text);
    this.#attached = [];
  }

  /** Notes the text of an attachment. Returns false if it was returned already. */
  attached(text: string): boolean {
    if (without(this.#returned, text)) return false;
    const known = this.#delivered.findIndex(({ content }) => content === text);
    if (known === -1) this.#attached = [...this.#attached, text].slice(-maxTexts);
    else this.#delivered.splice(known, 1);
    return true;
  }

  /** The turns that only the queue recorded so far. */
  delivered(): TranscriptMessage[] {
    const turns = this.#delivered.splice(0).filter(({ content }) => content !== '');
    this.#returned = [...this.#returned, ...turns.map(({ content }) => content)].slice(-maxTexts);
    return turns;
  }

  /** The first turn, or the first one with a text. */
  #take(text: string | undefined): TranscriptMessage | undefined {
    const place = text === undefined ? 0 : this.#waiting.findIndex(({ content }) => content === text);
    return this.#waiting.splice(Math.max(0, place), 1)[0];
  }
}

/** Removes a text from a list. Returns whether it was there. */
function without(texts: string[], text: string): boolean {
  const known = texts.indexOf(text);
  if (known !== -1) texts.splice(known, 1);
  return known !== -1;
}
