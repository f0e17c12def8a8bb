/** Recognizes secrets by their place: a header, a URL, or a position in a file of a known format. */
import type { Rule } from '../matching/rule.ts';
import { isSecretName } from './secretNames.ts';
import { isPlaceholder, isReference } from './secretValues.ts';

/** What comes before a variable in a shell. */
const inShell = /(?:^|\n|[;&|$] ?|export |env |-e )$/u;

export const headerRules: readonly Rule[] = [
  {
    name: 'bearer token',
    pattern: /(?<keep>\bBearer\s+)(?<value>[A-Za-z0-9._~+/-]{16,}=*)/giu,
    signs: ['earer', 'EARER'],
    accepts: ({ value = '' }) => /\d/u.test(value) && !isReference(value),
  },
  {
    name: 'basic authentication',
    pattern: /(?<keep>\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?basic\s{1,4})(?<value>[A-Za-z0-9+/]{8,}={0,2})/giu,
    signs: ['uthorization', 'UTHORIZATION'],
  },
  {
    // netrc: https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html
    name: 'password',
    pattern:
      /(?<keep>\b(?:machine\s{1,4}[\w.-]{1,200}|default)\s{1,8}login\s{1,4}\S{1,200}\s{1,8}password\s{1,4})(?<value>\S{4,200})/gu,
    signs: ['login'],
    accepts: ({ value = '' }) => !isPlaceholder(value),
  },
  {
    // Maven's settings.xml and similar files
    name: 'password',
    pattern:
      /(?<keep><(?<tag>(?:\w{1,20}[.:-])?(?:password|passphrase|secret|apiKey|privateKeyPassphrase))>\s{0,20})(?<value>[^<>\s]{4,200})(?=\s{0,20}<\/\k<tag>>)/giu,
    signs: ['</'],
    accepts: ({ value = '' }) => !isPlaceholder(value),
  },
  {
    // .npmrc; Docker's config.json
    name: 'registry credentials',
    pattern:
      /(?<keep>(?<![\w-])(?:_auth|_password)\s{0,4}=\s{0,4}["']?|"auth"\s{0,4}:\s{0,4}")(?<value>[A-Za-z0-9+/]{8,2000}={0,2})(?=["'\s]|$)/gu,
    signs: ['_auth', '_password', '"auth"'],
    accepts: ({ value = '' }) => /\d|[a-z][A-Z]|=$/u.test(value) && !isPlaceholder(value),
  },
  {
    name: 'token',
    pattern:
      /(?<keep>\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:token|apikey)\s{1,4})(?<value>[A-Za-z0-9._~+/-]{8,2000}=*)/giu,
    signs: ['uthorization', 'UTHORIZATION'],
    accepts: ({ value = '' }) => /[1-9]/u.test(value.slice(0, 16)) && !isReference(value),
  },
  {
    name: 'cookie',
    pattern: /(?<keep>(?:^|[\n"'])[ \t>]{0,4}(?:set-)?cookie:[ \t]{1,4})(?<value>[\w.-]{1,80}=[^\n"']{8,4000})/giu,
    signs: ['ookie:', 'OOKIE:'],
    accepts: ({ value = '' }) => /=(?=[^;]{0,200}\d)[^\s;<>{}$]{12,}/u.test(value),
  },
  {
    // A quoted value, which a shell reads as one word. Elsewhere, a word of letters may be a label.
    name: 'password',
    pattern:
      /(?<keep>(?<![A-Za-z0-9_])(?<lead>[A-Z0-9_]{0,40}?)(?<name>PASS(?:WORD|WD|PHRASE)?|(?<=_)PWD?)=(?<quote>["']))(?!\[removed:)(?<value>[^"'\n$<>{}]{6,200})(?=\k<quote>)/gu,
    signs: ['PASS', '_PW'],
    accepts: ({ keep = '', lead = '', name = '', value = '' }, text, start) =>
      isSecretName(lead, name, '') &&
      !isPlaceholder(value) &&
      !(lead === '' && isSentence(name, value)) &&
      !(name === 'PWD' && /^(?:~|\.{1,2}|[A-Z]:)?[\\/]/u.test(value)) &&
      (value.includes(' ') || inShell.test(text.slice(Math.max(0, start - keep.length - 10), start - keep.length))),
  },
  {
    name: 'password in a URL',
    pattern: /(?<keep>\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"'`<>]{0,100}:)(?<value>[^\s:/[\]"'`<>]{3,200})(?=@)/giu,
    signs: ['://'],
    accepts: ({ value = '' }) => !isPlaceholder(value),
  },
];

/** `PASS="all tests ok"`, `PASSWORD="is not set"`: words about a result or a password. */
function isSentence(name: string, value: string): boolean {
  if (!/^(?:\p{L}+|\d{1,3}%?)(?:[ ,:;'()/-]{1,3}(?:\p{L}+|\d{1,3}%?))+[.!)]?$/u.test(value) || !value.includes(' '))
    return false;
  return name === 'PASS' || /\b(?:is|are|be|not|the|this|must|should|to|of|or|and|for|in|see)\b/iu.test(value);
}
