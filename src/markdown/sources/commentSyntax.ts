/**
 * Finds comments in source text, by the language that the name of the file tells. Strings are skipped, so that a text
 * about comments is none. A language is a pattern of what hides comments and of the comments themselves; the first
 * alternative that matches wins, and a string without an end is one line only, so that a misread one costs no more than that.
 */
interface CommentLine {
  /** From 1. */
  line: number;
  /** Without the marks of the comment. */
  text: string;
  /** Whether it continues the comment of the line above. */
  continues: boolean;
}

const double = '"[^"\\\\\\n]*(?:\\\\[^][^"\\\\\\n]*)*"?';
const single = "'[^'\\\\\\n]*(?:\\\\[^][^'\\\\\\n]*)*'?";
const triple = '"""[^]*?(?:"""|$(?![^]))|\'\'\'[^]*?(?:\'\'\'|$(?![^]))';
/** Of one character, because `'` also begins lifetimes and labels. */
const character = "'(?:\\\\.|[^'\\\\\\n])'";
const template = '`[^`\\\\]*(?:\\\\[^][^`\\\\]*)*`?';
/** A slash behind an operator begins a pattern, which may contain quotation marks. */
const pattern =
  '(?<=(?:^|[(,=:[!&|?{};+>~^%*-]|\\breturn)[ \\t]*)\\/(?![/*])(?:[^/\\\\\\n[]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*\\])+\\/';
const slashes = '(?<!:)\\/\\/[^\\n]*';
const block = '\\/\\*[^]*?(?:\\*\\/|$(?![^]))';
const hash = '(?<=^|\\s)#(?![!{[])[^\\n]*';
const dashes = '(?<=^|[\\s;)])--[^\\n]*';
const longDashes = '--\\[\\[[^]*?(?:\\]\\]|$(?![^]))';
const markup = '<!--[^]*?(?:-->|$(?![^]))';
/** Code in Markdown is an example. */
const fence = '^ {0,3}(?<fence>`{3,}|~{3,})[^]*?(?:^ {0,3}\\k<fence>[^\\n]*$|$(?![^]))|`[^`\\n]*`';

const languages: readonly (readonly [extensions: string, parts: readonly string[]])[] = [
  ['ts tsx mts cts js jsx mjs cjs', [template, pattern, double, single, block, slashes]],
  ['go', [template, double, character, block, slashes]],
  [
    'c h cc cpp cxx hpp hh m mm cs java kt kts rs swift scala zig proto fs sol v d json5 jsonc glsl wgsl',
    [triple, double, character, block, slashes],
  ],
  ['dart groovy gradle scss less', [triple, double, single, block, slashes]],
  ['css', [double, single, block]],
  ['php', [double, single, block, slashes, hash]],
  [
    'py pyi rb sh bash zsh fish yml yaml toml pl pm r ex exs nix tf ps1 psm1 cmake conf jl nim coffee graphql gql dockerfile makefile mk rakefile gemfile justfile',
    [triple, double, single, hash],
  ],
  ['sql', [double, single, block, dashes]],
  ['lua', [double, single, longDashes, dashes]],
  ['hs elm adb ads vhd vhdl', [double, dashes]],
  ['html htm xml xhtml vue svelte astro', [double, block, markup, '(?<=^[ \\t]*)\\/\\/[^\\n]*']],
  ['md markdown mdx', [fence, markup]],
];

const patternOf = new Map(
  languages.flatMap(([extensions, parts]) => {
    const compiled = new RegExp(parts.join('|'), 'gmu');
    return extensions.split(' ').map((extension) => [extension, compiled] as const);
  }),
);

/** Whether comments of the file can be found. `path` has forward slashes. */
export function hasKnownComments(path: string): boolean {
  return patternOf.has(languageOf(path));
}

/** The comments in the order of the text. Empty for a file of an unknown language. */
export function commentLinesOf(path: string, text: string): CommentLine[] {
  const compiled = patternOf.get(languageOf(path));
  if (compiled === undefined) return [];
  const lines: CommentLine[] = [];
  let [line, counted] = [1, 0];
  /** The line of the last comment that has its line to itself. */
  let last = -1;
  for (const { 0: found, index } of text.matchAll(compiled)) {
    line += lineFeeds(text.slice(counted, index));
    counted = index;
    if (isLineComment(found)) {
      const isAlone = text.slice(text.lastIndexOf('\n', index - 1) + 1, index).trim() === '';
      lines.push({
        line,
        text: found.replace(/^(?:\/{2,}!?|#+|-{2,})/u, '').trim(),
        continues: isAlone && last === line - 1,
      });
      last = isAlone ? line : -1;
    } else if (isBlockComment(found)) {
      const inside = found.replace(/^(?:\/\*+!?|<!--|--\[\[)|(?:\*+\/|-->|\]\])$/gu, '').split('\n');
      const first = line;
      lines.push(
        ...inside.map((one, place) => ({
          line: first + place,
          text: one.replace(/^\s*\*(?=\s|$)/u, '').trim(),
          continues: place > 0,
        })),
      );
    }
  }
  return lines;
}

function isLineComment(found: string): boolean {
  return /^(?:\/\/|#|--(?!\[\[))/u.test(found);
}

function isBlockComment(found: string): boolean {
  return /^(?:\/\*|<!--|--\[\[)/u.test(found);
}

/** `ts` for `src/a.test.ts`, `dockerfile` for `Dockerfile` and `Dockerfile.dev`. */
function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const whole = /^(?:dockerfile|makefile|rakefile|gemfile|justfile)(?=\.|$)/u.exec(name)?.[0];
  return whole ?? name.slice(name.lastIndexOf('.') + 1);
}

function lineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
