/**
 * Secrets never reach the disk: every text passes here before it is stored. The rules know the fixed shapes of common
 * credentials; what they cut is counted, never kept. A passage between `<private>` marks is left out altogether.
 */
import type { Redaction } from '../memory/ports.ts';

interface Rule {
  name: string;
  pattern: RegExp;
  /**
   * Every match of the pattern holds one of these, so that a text without them is not searched, which would cost several
   * times as much; a single character is found fastest. No letters where the pattern takes any case: `iu` knows more of
   * them than A to Z.
   */
  signs?: readonly string[];
}

/** Shapes as their issuers document them. A rule with a group `keep` leaves that group standing. */
const rules: readonly Rule[] = [
  { name: 'private passage', pattern: /<private>[\s\S]*?(?:<\/private>|$)/giu, signs: ['<'] },
  {
    name: 'private key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gu,
    signs: ['-----BEGIN '],
  },
  {
    name: 'GitHub token',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})\b/gu,
    signs: ['_'],
  },
  { name: 'GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/gu, signs: ['-'] },
  { name: 'AWS key id', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/gu, signs: ['AKIA', 'ASIA'] },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/gu, signs: ['-'] },
  { name: 'API key', pattern: /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}/gu, signs: ['-'] },
  { name: 'Google key', pattern: /\bAIza[A-Za-z0-9_-]{35}/gu, signs: ['AIza'] },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/gu, signs: ['_'] },
  { name: 'Stripe key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/gu, signs: ['_'] },
  {
    name: 'JSON web token',
    pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/gu,
    signs: ['eyJ'],
  },
  { name: 'bearer token', pattern: /(?<keep>\bBearer\s+)[A-Za-z0-9._~+/-]{16,}=*/giu },
  {
    name: 'password in a URL',
    pattern: /(?<keep>\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{1,100}:)[^\s:/@[]{3,}(?=@)/giu,
    signs: ['://'],
  },
  {
    name: 'password',
    pattern:
      /(?<keep>(?:password|passwd|secret|private[_-]?key|api[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token)["']?\s{0,4}[:=]\s{0,4}["']?)(?!\[removed:|Bearer\b)[^\s"',;]{8,}/giu,
    signs: [':', '='],
  },
];

/** No rule matches less than this many characters; roles, names and labels need no look. */
const shortestMatch = 9;

export function redact(text: string): Redaction {
  if (text.length < shortestMatch) return { text, removed: 0 };
  let removed = 0;
  let left = text;
  for (const { name, pattern, signs } of rules) {
    if (signs !== undefined && !holdsOneOf(left, signs)) continue;
    left = left.replace(pattern, (...args: unknown[]) => {
      removed += 1;
      const groups = args.at(-1);
      const keep = typeof groups === 'object' && groups !== null && 'keep' in groups ? String(groups.keep) : '';
      return `${keep}[removed: ${name}]`;
    });
  }
  return { text: left, removed };
}

function holdsOneOf(text: string, signs: readonly string[]): boolean {
  for (const sign of signs) if (text.includes(sign)) return true;
  return false;
}
