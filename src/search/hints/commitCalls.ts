/**
 * The last decision about a file that an assistant is about to change, from the commits of its repository. Nothing unless
 * the message states a rule, and shares words with the changed code. Writes nothing.
 */
import { splitFilesLine } from '../../memory/entries/commitFiles.ts';
import type { FileEntry } from '../../memory/entries/entryStore.ts';
import type { ReadCommits } from '../../memory/entries/fileStatements.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { localDay } from '../../util/time.ts';
import { PromptWords } from '../ranking/clearMatch.ts';
import { sharedEvidence } from '../ranking/relatedness.ts';
import { commitLine, mayQuoteCommit, statesRule } from './commitText.ts';
import { nameOfFile } from './touchedNames.ts';

interface CommitCall {
  /** Its short id. */
  commit: string;
  /** One line of Markdown. */
  line: string;
}

/** A commit that changed more files is about none of them. */
const maxFiles = 3;
/** Tokens of a line. */
const lineTokens = 90;
/** The evidence in nats that a message shares with the changed code. */
const minShared = 6;
/** Characters of the changed code that are compared. */
const maxCode = 20_000;

export class CommitCalls {
  readonly #parts: { commits?: ReadCommits; clock: Clock };

  constructor(parts: { commits?: ReadCommits; clock: Clock }) {
    this.#parts = parts;
  }

  /** The names of the files about which a commit decided something. */
  async names(caller: Caller): Promise<ReadonlySet<string>> {
    return new Set((await this.#deciding(caller)).keys());
  }

  /** Undefined if no commit decided something about these names that concerns the code. */
  async for(caller: Caller, touched: ReadonlySet<string>, code: string): Promise<CommitCall | undefined> {
    if (code === '') return undefined;
    const deciding = await this.#deciding(caller);
    const words = new PromptWords(code.slice(0, maxCode));
    for (const name of touched) {
      const entry = deciding.get(name);
      const text = entry === undefined ? '' : textOf(entry);
      if (entry === undefined || sharedEvidence(new PromptWords(text), code.slice(0, maxCode)) < minShared) continue;
      if (!mayQuoteCommit(text)) continue;
      const commit = entry.commit ?? '';
      const day = localDay(entry.createdAt, this.#parts.clock.timeZone);
      return { commit, line: commitLine({ source: commit, text, day }, words, lineTokens) };
    }
    return undefined;
  }

  /** The newest commit that states a rule about each file. */
  async #deciding(caller: Caller): Promise<Map<string, FileEntry>> {
    const found = new Map<string, FileEntry>();
    for (const entry of (await this.#parts.commits?.(caller)) ?? []) {
      const { message, files } = splitFilesLine(textOf(entry));
      if (files.length > maxFiles || !statesRule(message)) continue;
      for (const file of files) {
        const name = nameOfFile(file);
        if (name !== undefined && !found.has(name)) found.set(name, entry);
      }
    }
    return found;
  }
}

function textOf({ text, reason }: FileEntry): string {
  return `${text}\n${reason ?? ''}`;
}
