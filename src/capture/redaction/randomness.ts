/**
 * Finds secrets that no rule knows: long random runs of characters. Randomness alone does not make a secret: commit
 * and file hashes, ids, images and minified code are random too. So a hexadecimal run is removed only if the words
 * before it announce a secret; a mixed run also without them, if it is as random as keys are.
 */
import type { Span } from './matching/span.ts';
import { longRuns } from './matching/windows.ts';

const minBareLength = 28;
/** Longer runs are images, certificates or programs. */
const maxBareLength = 200;
const maxNamedLength = 2_000;
/** How many characters before a run its name may begin. */
const sight = 64;

/** Words that announce a secret, followed by the characters allowed between such a word and its value. */
const announced =
  /(?:secret|passw(?:or)?d|passphrase|pwd|api[ _-]?key|apikey|access[ _-]?key|account[ _-]?key|auth[ _-]?key|private[ _-]?key|(?:signing|encryption|master|service|deploy|license|session|shared)[ _-]?key|token|credentials?|authorization|x-[a-z-]*key|webhook|hmac|salt|nonce|connection[ _-]?string)s?["'`\\]{0,4}(?:[ \t]*(?:=>|:=|[:=|([]|\bis\b|\bwas\b|\bto\b|\buse\b|\bvalue\b|\bbearer\b|\bbasic\b)[ \t"'`\\([]*|[ \t]+["'`\\]*|[_-][\w-]{0,20}["'`\\]{0,4}[ \t]*[:=|]+[ \t"'`\\]*)$/iu;
/** Words that mark the following value as public. */
const harmless =
  /(?:sha-?(?:1|224|256|384|512)?|md5|blake\w*|crc\d*|integrity|checksum|digest|etag|commit|revision|\brev|fingerprint|hash(?:es)?|public[ _-]?key|cursor|page[ _-]?token|next[ _-]?token|\buu?id|\bcid|ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\w+|base64,?|sourcemappingurl|data:[\w/+.-]*;?|boundary|(?<!\w)(?:old)?pwd)[ \t"'`\\:=|([,#@/-]*$/iu;

export function randomSpans(text: string): Span[] {
  return longRuns(text).flatMap(({ start, end }) => secretIn(text, start, end) ?? []);
}

function secretIn(text: string, start: number, end: number): Span | undefined {
  if (end - start > maxNamedLength) return undefined;
  const run = text.slice(start, end);
  if (!/\d/u.test(run) && !/[a-z][A-Z]/u.test(run)) return undefined;
  const line = text.slice(Math.max(0, start - sight), start).replace(/^[\s\S]*\n/u, '');
  if (harmless.test(line)) return undefined;
  const isNamed = announced.test(line);
  if (!(isNamed ? isRandomEnough(run) : isRandomBare(run, text, start, end))) return undefined;
  let last = end;
  while (text[last] === '=' && last - end < 2) last += 1;
  return { start, end: last, rule: isNamed ? 'secret' : 'random text' };
}

/** For a run that follows a word announcing a secret. */
export function isRandomEnough(run: string): boolean {
  const figures = figuresOf(run);
  const { turns, bits, digits, isHex } = figures;
  if (digits === run.length) return false;
  if (isHex) return run.length >= 24 && bits >= 2.8;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(run)) return true;
  if (looksWritten(run, figures)) return false;
  if (digits === 0) return run.length >= 20 && turns >= 0.4 && bits >= 3.6;
  return turns >= 0.25 && bits >= 3.2;
}

function isRandomBare(run: string, text: string, start: number, end: number): boolean {
  const length = run.length;
  if (length < minBareLength || length > maxBareLength) return false;
  // Part of an address, a path, a file name, or a longer text in another alphabet.
  if (/[\w/.:%@#~\\[-]/u.test(text[start - 1] ?? ' ') || /[\w.:%@#~\\(-]/u.test(text[end] ?? ' ')) return false;
  const figures = figuresOf(run);
  const { turns, bits, digits, upper, lower, isHex } = figures;
  if (isHex || upper < 3 || lower < 3 || digits < 2) return false;
  if (looksWritten(run, figures) || holdsText(run)) return false;
  return turns >= 0.4 && bits >= (length < 32 ? 4 : 4.2);
}

/** Paths, and words joined by dashes or capitals. Written text does not change between letters and digits so often. */
function looksWritten(run: string, { turns, digits }: Figures): boolean {
  if (turns >= 0.25 && digits / run.length >= 0.12) return false;
  const written = run.match(/[A-Z]?[a-z]{4,}|[A-Z]{5,}|(?<=[_/-])[a-z]{3}(?=[_/-])/gu) ?? [];
  const letters = written.filter((word) => /[aeiouy]/iu.test(word)).join('').length;
  return letters / run.length > 0.4 || (/^\/|\/[a-z]+\//u.test(run) && letters / run.length > 0.2);
}

/** Base64 of readable text is not random. */
function holdsText(run: string): boolean {
  try {
    const bytes = atob(
      run
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .slice(0, run.length - (run.length % 4)),
    );
    return /^[\s\x20-\x7e]*$/u.test(bytes);
  } catch {
    // Not base64, so it contains no text.
    return false;
  }
}

interface Figures {
  /** Changes between kinds of characters, divided by the length. */
  turns: number;
  /** Shannon entropy per character. */
  bits: number;
  digits: number;
  upper: number;
  lower: number;
  isHex: boolean;
}

export function figuresOf(run: string): Figures {
  const counts = new Map<number, number>();
  const kinds = [0, 0, 0, 0];
  let turns = 0;
  let before = -1;
  for (let index = 0; index < run.length; index += 1) {
    const code = run.charCodeAt(index);
    counts.set(code, (counts.get(code) ?? 0) + 1);
    const kind = kindOf(code);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    if (before !== -1 && kind !== before) turns += 1;
    before = kind;
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / run.length) * Math.log2(count / run.length);
  const [lower = 0, upper = 0, digits = 0] = kinds;
  return { turns: turns / run.length, bits, digits, upper, lower, isHex: /^(?:[0-9a-f]+|[0-9A-F]+)$/u.test(run) };
}

function kindOf(code: number): 0 | 1 | 2 | 3 {
  if (code >= 97 && code <= 122) return 0;
  if (code >= 65 && code <= 90) return 1;
  return code >= 48 && code <= 57 ? 2 : 3;
}
