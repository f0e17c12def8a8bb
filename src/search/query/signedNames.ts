/**
 * Names whose signs are part of them: `C`, `C++` and `C#`, `.NET`, `A*`, `g++`. The index has only their letters, so the
 * texts that it finds are searched for the name itself.
 */

const signed =
  /(?<![\p{L}\p{N}])(?:\.\p{L}[\p{L}\p{N}]*(?!\.?[\p{L}\p{N}])|\p{L}[\p{L}\p{N}]*(?:\+\+(?!\p{L})|[+#](?![\p{L}\p{N}+#]))|\p{L}\*(?!\*))/gu;
const quotes = /^['"`“‘(*]+|['"`”’)*.]+$/gu;

/**
 * The name that a word of a query means, in lower case: one with signs, or a single letter. Undefined for other words, and
 * for several names, as in "C/C++".
 */
export function exactNameIn(written: string): string | undefined {
  const names = new Set(written.split('/').flatMap(namesIn));
  return names.size === 1 ? [...names][0] : undefined;
}

function namesIn(written: string): string[] {
  const plain = written.replace(quotes, '');
  const names = /^[A-Za-z]$/u.test(plain) && !/\p{L}\*(?!\*)/u.test(written) ? [plain] : (written.match(signed) ?? []);
  return names.map((name) => name.toLowerCase());
}

/** Matches the name, and no longer one. */
export function patternOfName(name: string): RegExp {
  const escaped = name.replace(/[.+*]/gu, '\\$&');
  if (name.startsWith('.')) return new RegExp(`${escaped}(?![\\p{L}\\p{N}_])`, 'giu');
  const before = '(?<![\\p{L}\\p{N}_])';
  if (!/^\p{L}$/u.test(name)) return new RegExp(`${before}${escaped}(?![+#*])`, 'giu');
  return new RegExp(`(?<![\\p{L}\\p{N}_.'’-])${escaped}(?![\\p{L}\\p{N}_+#'’-]|\\*(?!\\*)|\\.\\p{L})`, 'giu');
}
