/**
 * What commits and decision records of the project say about the matter of a prompt. They give the reasons in their own
 * words, so they are quoted; nothing comes if none is clearly about the matter. Matches by words and writes nothing.
 */
import { isDecisionRecordPath } from '../../memory/entries/decisionRecordPath.ts';
import type { Candidate } from '../../memory/recall/recall.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { localDay } from '../../util/time.ts';
import { estimateTokens } from '../../util/tokens.ts';
import { ownWordsOf } from '../query/promptText.ts';
import { PromptWords } from '../ranking/clearMatch.ts';
import { Relatedness } from '../ranking/relatedness.ts';
import type { Search } from '../search.ts';
import { commitLine, mayQuoteCommit } from './commitText.ts';

export interface CommitHint {
  ref: MemoryRef;
  /** The short id of the commit or the path of the record, under which it is recorded as sent. */
  source: string;
  /** One line of Markdown. */
  line: string;
  /** The words that it shares with the prompt, the rarest first. */
  matched: readonly string[];
}

const limits = { maxHolding: 1_000, maxWords: 40, limit: 60 } as const;
const maxCommits = 2;
/** Another commit comes, too, if it matches about as well as the best. */
const shareOfBest = 0.6;
/** A later prompt of a chat needs this much more, in nats. */
const extraLater = 3;
/** Tokens of a line with less have no room for a reason. */
const minLine = 60;

export class CommitHints {
  readonly #search: Search;
  readonly #clock: Clock;

  constructor(search: Search, { clock }: { clock: Clock }) {
    this.#search = search;
    this.#clock = clock;
  }

  /** At most two lines with at most `budget` tokens together, the best match first. */
  async for(
    caller: Caller,
    prompt: string,
    { isLater, budget }: { isLater: boolean; budget: number },
  ): Promise<CommitHint[]> {
    const words = new PromptWords(ownWordsOf(prompt));
    if (!words.canMatch || budget < minLine) return [];
    const { memories, statistics, among } = await this.#search.holding(caller, words.all, {
      ...limits,
      kinds: ['entry'],
    });
    words.learn(statistics);
    const relatedness = new Relatedness(words, among);
    const needed = relatedness.neededOfDocument + (isLater ? extraLater : 0);
    const found = memories
      .flatMap((memory) => {
        const source = memory.ownerId === caller.user.id ? sourceOf(memory) : undefined;
        return source === undefined ? [] : [{ memory, source, score: relatedness.ofDocument(memory.text) }];
      })
      .filter(({ memory, score }) => score >= needed && mayQuoteCommit(memory.text))
      .sort((one, other) => other.score - one.score);
    const best = found.slice(0, maxCommits).filter(({ score }) => score >= shareOfBest * (found[0]?.score ?? 0));
    const hints: CommitHint[] = [];
    let left = budget;
    for (const { memory, source } of best) {
      if (left < minLine) break;
      // A record is read as it is now.
      const day = isDecisionRecordPath(source) ? null : localDay(memory.createdAt, this.#clock.timeZone);
      const line = commitLine({ source, text: memory.text, day }, words, left);
      left -= estimateTokens(line);
      const matched = relatedness.wordsOf({ text: memory.text, began: '' });
      hints.push({ ref: { kind: memory.kind, id: memory.id }, source, line, matched });
    }
    return hints;
  }
}

/** The commit of a whole message or of a labelled line of one, or the path of a record; undefined for others. */
function sourceOf({ kind, origin, sourceRef }: Candidate): string | undefined {
  if (kind !== 'entry' || origin !== 'repository' || sourceRef === null) return undefined;
  const path = sourceRef.replace(/#L\d+$/u, '');
  return /^[0-9a-f]{10,64}$/u.test(path) || isDecisionRecordPath(path) ? path : undefined;
}
