/**
 * Finds private keys in base64, as in a kubeconfig, a Kubernetes secret or a variable of a pipeline: PEM, OpenSSH and
 * PuTTY files, and DER without a PEM around it. Certificates and public keys are kept.
 */
import type { Span } from './matching/span.ts';
import { longRuns } from './matching/windows.ts';

const minLength = 40;
/** Enough to tell what a run contains. */
const headLength = 64;
/** A text in base64 may contain a key in base64, as an encoded kubeconfig does. */
const maxDepth = 2;

/** The next line of wrapped base64, or the rest after a slash that JSON escapes. */
const nextLine =
  /(?:\\{1,3}\/|(?:(?:\\{1,2}r)?\\{1,2}n|\r?\n)[ \t>|"'+]{0,40})(?:[A-Za-z0-9+/_-]{4,}(?=={0,2}[ \t]{0,40}(?:[\r\n"'\\]|$))|[A-Za-z0-9+/_-]{2,3}(?==))/uy;

export function encodedKeySpans(text: string, depth = 1): Span[] {
  const spans: Span[] = [];
  let next = 0;
  for (const run of longRuns(text)) {
    if (run.start < next || run.end - run.start < minLength) continue;
    // In JSON, an escaped line break or tab may come before it.
    const start = text[run.start - 1] === '\\' && /[nrt]/u.test(text[run.start] ?? '') ? run.start + 1 : run.start;
    const head = decoded(text.slice(start, Math.min(run.end, start + headLength)));
    const isKey = isKeyHead(head);
    if (!isKey && !isText(head)) continue;
    next = endOf(text, run.end);
    if (isKey || holdsKey(decoded(text.slice(start, next)), depth)) {
      while (text[next] === '=') next += 1;
      spans.push({ start, end: next, rule: 'private key' });
    }
  }
  return spans;
}

function endOf(text: string, end: number): number {
  let last = end;
  for (nextLine.lastIndex = last; nextLine.test(text); nextLine.lastIndex = last) last = nextLine.lastIndex;
  return last;
}

function holdsKey(text: string, depth: number): boolean {
  return /PRIVATE KEY(?: BLOCK)?-----/u.test(text) || (depth < maxDepth && encodedKeySpans(text, depth + 1).length > 0);
}

function isText(head: string): boolean {
  return head !== '' && /^[\s\x20-\x7e]*$/u.test(head);
}

function isKeyHead(head: string): boolean {
  return (
    /^(?:openssh-key-v1\0|PuTTY-User-Key-File-|AGE-SECRET-KEY-1|\xfe\xed\xfe\xed|-----BEGIN [A-Z ]{0,30}PRIVATE KEY)/u.test(
      head,
    ) || isKeyInDer(head)
  );
}

/**
 * A sequence that begins with a version, as PKCS #1, #8, #12 and SEC 1 do, or with a cipher for passwords. RFC 8017,
 * 5958, 7292, 5915
 */
function isKeyInDer(head: string): boolean {
  return /^0(?:[\x20-\x7f]|\x80|\x81.|\x82..|\x83...)(?:\x02\x01(?:[\0\x01][\x02\x04\x30]|\x03\x30)|0(?:[\x20-\x7f]|\x81.|\x82..)\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x05)/su.test(
    head,
  );
}

/** As Latin-1; empty if it is no base64. */
function decoded(base64: string): string {
  const plain = base64
    .replaceAll(/\\{1,3}(?=\/)|(?:\\{1,2}[rn])+|[\s>|"'\\]+/gu, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  try {
    return atob(plain.slice(0, plain.length - (plain.length % 4)));
  } catch {
    return '';
  }
}
