/**
 * The simple commands in a line for a shell, each as its words: without quotes, redirections, here-documents, variables
 * that are set for it, and programs that only run another one. Not a shell: what it cannot know, such as the value of a
 * variable, stays as written. A hook before every tool call loads this file, so it imports nothing.
 */

const maxLength = 10_000;
const maxCommands = 20;
const hereDocument = /<<-?[ \t]*(["']?)(\w+)\b\1([^\n]*)\n(?:[^\n]*\n)*?[ \t]*\2(?=\n|$)/gu;
const keyword = /^(?:then|else|elif|do|if|while|until|!|\{|time|sudo|env|nohup|npx|command|exec)$/u;
const shell = /^(?:ba|z|da)?sh$/u;

/** A command with its words, without redirections, and what joins the next one to it; `;` also for the last one. */
interface JoinedCommand {
  words: string[];
  joint: '&&' | '||' | '|' | ';';
}

/** At most twenty commands, from at most 10,000 characters. */
export function commandsIn(line: string): string[][] {
  return joinedCommands(line)
    .flatMap(({ words }) => withoutRunners(words))
    .slice(0, maxCommands);
}

/** As written, with the programs that only run others; from at most 10,000 characters. */
export function joinedCommands(line: string): JoinedCommand[] {
  return splitCommands(line.slice(0, maxLength).replaceAll(hereDocument, '$3\n'));
}

/** Without `make`, `go` and others that are words of a sentence. */
const programs =
  'git|gh|npm|pnpm|yarn|npx|docker|podman|kubectl|helm|terraform|cargo|pip|uv|poetry|dotnet|systemctl|aws|gcloud|mise';
/** A program with its command and its options; of some programs, the command has two words. */
const inProse = new RegExp(
  `(?<![\\w./\`-])(?:(?:npm|pnpm|yarn|bun) run|docker compose|gh (?:pr|issue|release)|(?:${programs})) [\\w:.-]+(?: --?[\\w][\\w-]*)*`,
  'gu',
);

/** Commands that a sentence names without marks, such as `docker compose down -v` or `git push --force`. */
export function commandsInProse(text: string): string[] {
  return [...text.matchAll(inProse)].map(([command]) => command.replace(/[.:-]+$/u, ''));
}

/** Separators count outside of quotes only. */
function splitCommands(text: string): JoinedCommand[] {
  const commands: JoinedCommand[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let quote = '';
  let isRedirected = false;
  const endWord = (): void => {
    if (word !== undefined && !isRedirected) words.push(word);
    if (word !== undefined) isRedirected = false;
    word = undefined;
  };
  const endCommand = (joint: JoinedCommand['joint']): void => {
    endWord();
    isRedirected = false;
    if (words.length > 0) commands.push({ words, joint });
    words = [];
  };
  for (let place = 0; place < text.length; place += 1) {
    const char = text.charAt(place);
    if (char === '\\' && quote !== "'") {
      place += 1;
      if (text.charAt(place) !== '\n') word = (word ?? '') + text.charAt(place);
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (char === '>' || char === '<') {
      if (word !== undefined && /^\d$/u.test(word)) word = undefined;
      endWord();
      isRedirected = true;
      if (/[>&]/u.test(text.charAt(place + 1))) place += 1;
    } else if (/[;|&\n()]/u.test(char)) {
      if (char === '&' && text.charAt(place + 1) === '>') continue;
      const isDouble = text.charAt(place + 1) === char;
      endCommand(char === '|' ? (isDouble ? '||' : '|') : char === '&' && isDouble ? '&&' : ';');
    } else if (/\s/u.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endCommand(';');
  return commands;
}

/** `sudo env CI=1 npm test` is `npm test`, and `bash -lc 'npm test'`, too. */
function withoutRunners(given: readonly string[], isOuter = true): string[][] {
  let words = [...given];
  for (;;) {
    const [first = '', second = ''] = words;
    if (keyword.test(first) || /^\w+=/u.test(first)) words = words.slice(1);
    else if (first === 'timeout' && /^\d/u.test(second)) words = words.slice(2);
    else break;
  }
  const [first, ...others] = words;
  if (first === undefined) return [];
  const program = (first.split(/[\\/]/u).at(-1) ?? first).replace(/\.(?:exe|cmd)$/iu, '');
  const option = others.findIndex((word) => /^-\w*c$/u.test(word));
  const script = option < 0 || !shell.test(program) ? undefined : others[option + 1];
  // A script in a script stays as it is.
  if (script !== undefined && isOuter)
    return splitCommands(script).flatMap((inner) => withoutRunners(inner.words, false));
  // The folder in which Git works says nothing about what it does.
  return [[program, ...(program === 'git' && others[0] === '-C' ? others.slice(2) : others)]];
}
