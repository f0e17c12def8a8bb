/** Recognizes secrets in calls: `setPassword("…")`, `put("password", "…")`, `new NetworkCredential("user", "…")`. */
import type { Rule } from '../matching/rule.ts';
import { named, quotedValue } from './assignmentRules.ts';
import { secretNames } from './secretNames.ts';
import { isPlaceholder, isQuotedSecret } from './secretValues.ts';

/** Calls whose second text is a password, after a user. */
const logins =
  'network_?credentials?|user_?name_?password_?\\w{0,20}|password_?(?:authentication|credentials?)|ps_?credential|(?:http_?|set_?|with_?|use_?|add_?){0,2}(?:basic|digest)_?(?:auth|authentication|credentials?)?|user_?info|auth|authenticate|log_?in|sign_?in|sign_?up';
/** Calls that take other texts, too, such as a role and a path; and logins at a named service. */
const mixedCall =
  /^(?:auth\s?[([]|sign_?(?:in|up)|user_?info|(?:authenticate|log_?in)\s?[([]\s{0,8}["'](?:git(?:hub|lab|ea)|bitbucket|google|facebook|twitter|apple|microsoft|azure|okta|auth0|slack|discord|linkedin|keycloak|oidc|saml|sso|o?auth2?|credentials)["'])/iu;
/** Calls whose third text is one, after a server and a user. */
const connections =
  'plain_?auth|connect|get_?connection|create_?connection|mysqli?(?:_connect)?|pdo|ftp_login|imap_open|ldap_bind|ssh2_auth_password';
const argument = '(?:[^"\'()\\n]{1,60},\\s{0,8}|"[^"\\n]{0,100}",\\s{0,8}|\'[^\'\\n]{0,100}\',\\s{0,8})';

/** Calls that take a password and a salt or a hash. */
const derivation = /(?:argon2\w*|scrypt\w*|pbkdf\w*|hkdf\w*|hash\w*|derive\w*|verify\w*|compare\w*)\s?\(\s?["'`]$/iu;

export const callRules: readonly Rule[] = [
  {
    // An argument may come before: `setPassword(user, "…")`.
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>${secretNames})(?<more>\\w{0,20})\\(\\s{0,4}(?:[^()"'\\n]{1,40},\\s{0,4}|"[^"\\n]{0,60}",\\s{0,4}|'[^'\\n]{0,60}',\\s{0,4})?[brf@$]?${quotedValue}`,
      'giu',
    ),
    accepts: named(
      ({ value = '' }, before) =>
        !/(?:get|find|read|load|fetch|lookup|resolve|has|is|by|text|translate|hash\w*)_?$/iu.test(before) &&
        isQuotedSecret(value),
    ),
  },
  {
    // The name is an argument, a key of a list of pairs, or a default follows it: `getenv("DB_PASS", "…")`.
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>${secretNames})(?<more>[\\w-]{0,20})\\\\{0,3}["'\`]\\s{0,4},\\s{0,20}[brf@$]?${quotedValue}`,
      'giu',
    ),
    accepts: named(({ value = '' }, before) => !derivation.test(before) && isQuotedSecret(value)),
  },
  {
    // Tests that fill in a form: `fill("#password", "…")` is above, `getByLabel("Password").fill("…")` is here.
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>${secretNames})(?<more>[\\w-]{0,20})\\\\{0,3}["'\`][^\\n"'\`(]{0,20}\\)\\.(?:first\\(\\)\\.)?(?:fill|type|send_?keys|set_?value|set|press_?sequentially|clear_and_type)\\(\\s{0,4}${quotedValue}`,
      'giu',
    ),
    accepts: named(({ value = '' }) => isQuotedSecret(value)),
  },
];

export const loginRules: readonly Rule[] = [
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<![a-z])(?:(?:${logins})\\s?[=:]?\\s?[([]\\s{0,8}|(?:${connections})\\(\\s{0,8}${argument})${argument}[brf@$]?${quotedValue}`,
      'giu',
    ),
    signs: ['redential', 'uth', 'ogin', 'assword', 'ign', 'onnect', 'PDO', 'mysqli', 'imap_open', 'ldap_bind', 'nfo'],
    accepts: ({ keep = '', value = '' }) =>
      !isPlaceholder(value) &&
      isQuotedSecret(value) &&
      (value.length >= 8 || /\W/u.test(value)) &&
      (!mixedCall.test(keep) || isNoName(value)),
  },
  {
    // PowerShell
    name: 'password',
    pattern:
      /(?<keep>\bConvertTo-SecureString\s{1,4}(?:-\w{1,20}\s{1,4}){0,4}(?<quote>["']))(?<value>[^"'\n]{4,200})(?=\k<quote>)/giu,
    signs: ['-'],
    accepts: ({ value = '' }) => !isPlaceholder(value),
  },
];

/** With a sign that no path or name contains, or with a capital and a digit inside, unlike `reports/v2` or `step2`. */
function isNoName(value: string): boolean {
  return !value.includes('/') && (/[^\w\s.:-]/u.test(value) || (/[A-Z]/u.test(value) && /\d[a-z]/u.test(value)));
}
