/**
 * Splits a shell script into commands and words, as far as needed to find commit messages: quotes, escapes,
 * here-documents, `$(cat <<'EOF' … EOF)` and the here-strings of PowerShell. Other substitutions are left out. Never
 * throws.
 */

export interface ShellCommand {
  words: string[];
  /** The here-document that the command reads from standard input. */
  input: string | undefined;
}

/** In characters; the rest of a script is ignored. */
const maxScript = 20_000;

export function shellCommands(script: string): ShellCommand[] {
  return new ShellReader(script.slice(0, maxScript)).commands();
}

const document = /<<-?[ \t]*(?<quote>['"]?)(?<end>[\w-]+)\k<quote>/uy;
const substitutedDocument = /\$\(\s*cat\s+<<-?[ \t]*(?<quote>['"]?)(?<end>[\w-]+)\k<quote>[^\n]*\n/uy;
/** A multi-line string in PowerShell. */
const hereString = /@(?<quote>['"])\r?\n(?<text>[\s\S]*?)\n\k<quote>@/uy;
const escapedInQuotes = '"\\$`\n';

class ShellReader {
  readonly #script: string;
  #at = 0;
  #commands: ShellCommand[] = [];
  #command: ShellCommand = { words: [], input: undefined };
  #word: string | undefined;
  /** Here-documents that begin on the next line. */
  #documents: { of: ShellCommand; end: string }[] = [];

  constructor(script: string) {
    this.#script = script;
  }

  commands(): ShellCommand[] {
    while (this.#at < this.#script.length) this.#read();
    this.#endCommand();
    return this.#commands;
  }

  #read(): void {
    const char = this.#script.charAt(this.#at);
    if (char === "'") this.#add(this.#until("'"));
    else if (char === '"') this.#quoted();
    else if (char === '@') this.#hereString();
    else if (char === '\\') this.#escaped();
    else if (char === '$' && this.#script.charAt(this.#at + 1) === '(') this.#add(this.#substitution());
    else if (char === '<') this.#redirection();
    else if (char === '#' && this.#word === undefined) this.#skipLine();
    else if (char === '\n') this.#endLine();
    else if (char === ' ' || char === '\t' || char === '\r') this.#endWord(1);
    else if (isSeparator(this.#script, this.#at)) this.#endCommand(1);
    else this.#add(char, 1);
  }

  #add(text: string, length = 0): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #endWord(length = 0): void {
    if (this.#word !== undefined) this.#command.words.push(this.#word);
    this.#word = undefined;
    this.#at += length;
  }

  #endCommand(length = 0): void {
    this.#endWord(length);
    if (this.#command.words.length === 0) return;
    this.#commands.push(this.#command);
    this.#command = { words: [], input: undefined };
  }

  #endLine(): void {
    this.#endCommand(1);
    for (const { of, end } of this.#documents) of.input = this.#document(end);
    this.#documents = [];
  }

  #skipLine(): void {
    const end = this.#script.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#script.length : end;
  }

  /** The text up to a closing mark, or to the end of the script if there is none. */
  #until(mark: string): string {
    const end = this.#script.indexOf(mark, this.#at + 1);
    const text = this.#script.slice(this.#at + 1, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#script.length : end + 1;
    return text;
  }

  #hereString(): void {
    hereString.lastIndex = this.#at;
    const found = hereString.exec(this.#script);
    this.#add(found?.groups?.['text'] ?? '@', found?.[0].length ?? 1);
  }

  #escaped(): void {
    const next = this.#script.charAt(this.#at + 1);
    if (next === '\n') this.#at += 2;
    else this.#add(next, 2);
  }

  #quoted(): void {
    this.#add('', 1);
    while (this.#at < this.#script.length) {
      const char = this.#script.charAt(this.#at);
      const next = this.#script.charAt(this.#at + 1);
      if (char === '"') {
        this.#at += 1;
        return;
      }
      if (char === '\\' && escapedInQuotes.includes(next)) this.#add(next === '\n' ? '' : next, 2);
      else if (char === '$' && next === '(') this.#add(this.#substitution());
      else this.#add(char, 1);
    }
  }

  /** The text of `$(cat <<'EOF' … EOF)`; empty for any other substitution, because its result is unknown. */
  #substitution(): string {
    substitutedDocument.lastIndex = this.#at;
    const found = substitutedDocument.exec(this.#script);
    if (found === null) {
      this.#skipSubstitution();
      return '';
    }
    this.#at += found[0].length;
    const text = this.#document(found.groups?.['end'] ?? '');
    const close = this.#script.indexOf(')', this.#at);
    this.#at = close === -1 ? this.#script.length : close + 1;
    return text;
  }

  #skipSubstitution(): void {
    let depth = 0;
    for (; this.#at < this.#script.length; this.#at += 1) {
      const char = this.#script.charAt(this.#at);
      if (char === '(') depth += 1;
      else if (char === ')') depth -= 1;
      if (char === ')' && depth === 0) {
        this.#at += 1;
        return;
      }
    }
  }

  #redirection(): void {
    document.lastIndex = this.#at;
    const found = document.exec(this.#script);
    const isText = this.#script.startsWith('<<<', this.#at);
    if (found === null || isText) {
      this.#add('<', isText ? 3 : 1);
      return;
    }
    this.#documents.push({ of: this.#command, end: found.groups?.['end'] ?? '' });
    this.#endWord(found[0].length);
  }

  /** The lines up to the one that ends the here-document. */
  #document(end: string): string {
    const lines: string[] = [];
    while (this.#at < this.#script.length) {
      const lineEnd = this.#script.indexOf('\n', this.#at);
      const line = this.#script.slice(this.#at, lineEnd === -1 ? undefined : lineEnd);
      const isEnd = line.trim() === end || line.trim() === `${end})` || line.trim() === `${end})"`;
      if (isEnd) {
        this.#at += line.indexOf(end) + end.length;
        return lines.join('\n');
      }
      this.#at = lineEnd === -1 ? this.#script.length : lineEnd + 1;
      lines.push(line);
    }
    return lines.join('\n');
  }
}

/** `;`, `|`, `&` and parentheses; the `&` of a redirection does not count. */
function isSeparator(script: string, at: number): boolean {
  const char = script.charAt(at);
  if (char === '&') return script.charAt(at - 1) !== '>' && script.charAt(at + 1) !== '>';
  return ';|()'.includes(char);
}
