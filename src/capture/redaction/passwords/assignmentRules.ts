/** Recognizes secrets by a name before them: `password = …` in code and files, and `the password is …` in sentences. */
import type { Rule } from '../matching/rule.ts';
import { isSecretName, passwordNames, secretNames, spokenNames } from './secretNames.ts';
import { isBareSecret, isKeyName, isQuotedSecret, isSaidSecret, isStrong, trimmed } from './secretValues.ts';

/** Between a name and its value, also in full width and after a type: `password: string = "…"`. */
const assignment =
  '(?:=>|:=|!?==?=?|\\?\\?=?|(?<![\\n\\r]\\s{0,4})\\|(?:\\|=?)?|[:：＝]|:\\s?&?[\\w.<>[\\]?]{1,20}\\s?=)';

/** Punctuation after a value in a sentence or a log. No exclamation mark: a password may well end in one. */
const closing = '[.,;:?)\\]}>"\'`]*';

type Accepts = NonNullable<Rule['accepts']>;

/** Characters before a name that can change its meaning. */
const sight = 30;

/** Also asks whether the name in the match, after `lead`, names a secret. */
export function named(accepts: (groups: Parameters<Accepts>[0], before: string) => boolean): Accepts {
  return (groups, text, start) => {
    const { keep = '', lead = '', name = '', more = '' } = groups;
    const at = start - keep.length + lead.length;
    const before = text.slice(Math.max(0, at - sight), at);
    return accepts(groups, before) && isSecretName(before, name, more);
  };
}

/** In quotation marks, which are escaped where JSON is nested in JSON. */
export const quotedValue = `\\\\{0,3}(?<quote>["'\`]))(?!\\[removed:)(?<value>[^\\s"'\`\\\\]{6,200})(?=\\\\{0,3}\\k<quote>)`;

const signs = [':', '=', '|', '：', '＝', '??'];

export const assignmentRules: readonly Rule[] = [
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>${secretNames})(?<more>[\\w-]{0,20})\\\\{0,3}["'\`]?[\\])}]?(?:\\[\\w{0,20}\\])?\\*{0,2}\\s{0,4}${assignment}\\*{0,2}\\s{0,4}[brf@$]?${quotedValue}`,
      'giu',
    ),
    signs,
    // Two texts with a bar between them are a type.
    accepts: named(({ keep = '', value = '' }) => !/["']\s*\|/u.test(keep) && isQuotedSecret(value)),
  },
  {
    // A name and its value as two values: `{"name": "DB_PASS", "value": "…"}`, `key="password" value="…"`.
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>${secretNames})(?<more>[\\w-]{0,20})\\\\{0,3}["']?[,{\\s]{1,24}\\\\{0,3}["']?(?:value|default)\\\\{0,3}["']?\\s{0,4}[:=]\\s{0,4}\\\\{0,3}["']?)(?!\\[removed:)(?<value>[^\\s"'\`\\\\<>]{6,200})`,
      'giu',
    ),
    signs: [':', '='],
    accepts: named(({ value = '' }) => isQuotedSecret(value)),
  },
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>${secretNames}|token(?=[=＝：]))(?<more>[\\w-]{0,20})["'\`]?[\\])}]?\\*{0,2}(?<note>\\s?[(（][^()（）\\n]{1,40}[)）]|\\s(?:for|of|für|von|de|du|da|do|del|di)\\s[^\\n:：=＝|.]{1,30})?(?<sign>\\s{0,4}(?:=>|:=|:-|\\?=|[:：=＝]|\\|(?!\\|)|\\t)\\*{0,2}\\s{0,4}))(?!\\[removed:|bearer\\b|basic\\b)(?<value>[^\\s"'\`,;，；。、」』]{6,200})`,
      'giu',
    ),
    signs: [...signs, '\t'],
    accepts: named(({ name = '', more = '', sign = '', value = '' }, before) => {
      const isLone = more === '' && !/[\w-]$/u.test(before);
      const isOther =
        isLone &&
        (/^pw$/iu.test(name) ? isToolVersion(value) : /^pass$/iu.test(name) && isTestResult(name, sign, value));
      return isBareSecret(`${name}${more}`, sign, trimmed(value)) && !isOther;
    }),
  },
  {
    // Gradle, Ruby, C and SQL: `storePassword "…"`, `#define WIFI_PASS "…"`, `PASSWORD '…'`.
    name: 'password',
    pattern: new RegExp(`(?<keep>(?<name>${passwordNames})(?<more>[\\w-]{0,20})[ \\t]{1,8}${quotedValue}`, 'giu'),
    accepts: named(({ value = '' }) => isQuotedSecret(value)),
  },
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?:(?<name>${spokenNames})|(?:db|root|admin|user|login|ssh|ftp|smtp|mail|sudo|vpn|wifi)[ _-]?pass(?=\\s)|\\bpw(?=\\s))(?![a-z])[^\\n.:=|]{0,50}?\\s(?:is|was|to|ist|lautet|es|est|è|é|jest|este|adalah)(?:\\s{0,2}:)?\\s{1,4}["'\`“„«]?)(?!\\[removed:)(?<value>[^\\s"'\`,;”“»|]{6,200}?)(?=${closing}(?:\\s|$|[,;”“»|]))`,
      'giu',
    ),
    accepts: named(
      ({ name = '', value = '' }, before) =>
        !/[\p{L}\d]$/u.test(before) &&
        isSaidSecret(value.replace(/!+$/u, '')) &&
        (value.length >= 8 || !isKeyName(name)),
    ),
  },
  {
    // Nothing but a space, as in `password Abc123!`
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>pass(?:word|wort|phrase|code))\\s{1,3})(?!\\[removed:)(?<value>[^\\s"'\`,;”“»|]{8,200}?)(?=${closing}(?:\\s|$|[,;”“»|]))`,
      'giu',
    ),
    accepts: ({ value = '' }) => isStrong(value),
  },
];

/** `pw: playwright1.45` */
function isToolVersion(value: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*[@-]?v?\d+(?:\.\d+)+$/u.test(trimmed(value));
}

/** `PASS: test_login_2`, `| pass | OAuth2Flow |`: a value of `pass` alone that names a test, not a password. */
function isTestResult(name: string, sign: string, value: string): boolean {
  if (sign === '=' || /[!@#$%^&*+?~]/u.test(value)) return false;
  return (
    name === 'PASS' || sign.includes('|') || /^test|[_./:-]/iu.test(value) || /^(?:[A-Z][a-z]*\d*){2,}$/u.test(value)
  );
}
