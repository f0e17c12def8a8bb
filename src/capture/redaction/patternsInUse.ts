/**
 * A person's own patterns in the programs that know no settings of VS Code: those of BIGMIND_REDACTION_PATTERNS, else those
 * of `redaction.json` in the home folder, which the extension keeps to its setting. A change reaches a program that runs.
 */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { useCustomRules } from './redaction.ts';
import { customPatternsFrom, patternsIn, refusalText } from './customPatterns.ts';

/** Milliseconds between two looks at the file. */
const pause = 1000;

export const patternsFile = 'redaction.json';

export class PatternsInUse {
  readonly #fixed: string | undefined;
  readonly #file: string;
  readonly #note: (text: string) => void;
  #refused: readonly string[] = [];

  /** `fixed` is the variable's text. */
  constructor({ home, fixed }: { home: string; fixed: string | undefined }, note: (text: string) => void) {
    this.#fixed = fixed;
    this.#file = join(home, patternsFile);
    this.#note = note;
  }

  /** A sentence for each that was refused when they were last read. */
  get refused(): readonly string[] {
    return this.#refused;
  }

  /** Reads and uses them, and looks for changes until closed; the process may end while this watches. */
  start(): this {
    this.read();
    if (this.#fixed === undefined) watchFile(this.#file, { interval: pause, persistent: false }, () => this.read());
    return this;
  }

  /** What cannot be read is said, and changes nothing: the patterns that were read last stay in use. */
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
    unwatchFile(this.#file);
  }

  /** Only where no file is, nobody has patterns of their own. An empty one was cut short: no patterns are written as `[]`. */
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
