/**
 * Applies a user's own patterns in programs that cannot read VS Code's settings. They are those of
 * BIGMIND_REDACTION_PATTERNS, else those of `redaction.json` in the home folder, which the extension keeps in sync
 * with its setting. A running program picks up changes.
 */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { useCustomRules } from './redaction.ts';
import { customPatternsFrom, patternsIn, refusalText } from './customPatterns.ts';

/** Polling interval in milliseconds. */
const pollMs = 1000;

const patternsFile = 'redaction.json';

export class PatternsInUse {
  readonly #fixed: string | undefined;
  readonly #file: string;
  readonly #note: (text: string) => void;
  readonly #changed = (): void => this.read();
  #refused: readonly string[] = [];

  /** `fixed` is the value of the variable. */
  constructor({ home, fixed }: { home: string; fixed: string | undefined }, note: (text: string) => void) {
    this.#fixed = fixed;
    this.#file = join(home, patternsFile);
    this.#note = note;
  }

  /** A sentence for each pattern that was refused at the last read. */
  get refused(): readonly string[] {
    return this.#refused;
  }

  /**
   * Reads and applies the patterns, and watches for changes until closed. The watcher does not keep the process
   * alive.
   */
  start(): this {
    this.read();
    if (this.#fixed === undefined) watchFile(this.#file, { interval: pollMs, persistent: false }, this.#changed);
    return this;
  }

  /** If the patterns cannot be read, notes why and keeps the previous patterns in use. */
  read(): void {
    const text = this.#text();
    const patterns = 'unreadable' in text ? text.unreadable : patternsIn(text.text);
    if (typeof patterns === 'string') {
      const name = this.#fixed === undefined ? this.#file : 'The text of BIGMIND_REDACTION_PATTERNS';
      this.#refused = [
        `${name} ${patterns}, so none of its patterns is read. Those that were read before stay in use.`,
      ];
    } else {
      const { rules, refused } = customPatternsFrom(patterns);
      useCustomRules(rules);
      this.#refused = refused.map(refusalText);
    }
    for (const sentence of this.#refused) this.#note(sentence);
  }

  close(): void {
    // Only its own watcher: a process may have several of the same file.
    unwatchFile(this.#file, this.#changed);
  }

  /**
   * Only a missing file means that there are no patterns. An empty file was truncated: an empty list is written as
   * `[]`.
   */
  #text(): { text: string } | { unreadable: string } {
    if (this.#fixed !== undefined) return { text: this.#fixed };
    try {
      const text = readFileSync(this.#file, 'utf8');
      return text.trim() === '' ? { unreadable: 'is empty' } : { text };
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
      return code === 'ENOENT' ? { text: '' } : { unreadable: `cannot be read (${code})` };
    }
  }
}
