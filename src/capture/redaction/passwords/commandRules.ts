/**
 * Recognizes passwords on command lines. Options with a descriptive name are known in every command; a letter such as `-p`
 * means a password in some programs only. Options that read it from elsewhere, such as `env:NAME`, are kept.
 */
import type { Rule } from '../matching/rule.ts';
import { around, placesOf } from '../matching/windows.ts';
import type { Stretch } from '../matching/windows.ts';
import { named } from './assignmentRules.ts';
import type { ProgramOption } from './programOptions.ts';
import { programOptions, windowsOptions, windowsWordOptions, wordOptions } from './programOptions.ts';
import { passwordNames, secretNames } from './secretNames.ts';
import { isChosen, isOptionValue, isPlaceholder, isSaidSecret } from './secretValues.ts';

/** Ends `keep` and matches a word of a command, or a text in quotation marks, which JSON may escape. */
const word =
  '\\\\{0,3}["\']?)(?!\\[removed:)(?<value>(?<=["\'])[^"\'\\\\\\n]{3,200}(?=\\\\{0,3}["\'])|[^\\s"\'`|;&<>\\\\-][^\\s"\'`|;&<>]{2,200})';

/** The rest of a command before an option, also over lines that a backslash, a backtick or a caret continues. */
const earlier = '(?:\\s(?:[^\\n|;&]|(?<=[\\\\`^]\\r?)\\n){0,300})?';

/** An option is found first, and then, looking back, its program; so every option of a program is found. */
const ofProgram =
  (flags: string) =>
  ([programs, option]: ProgramOption): Rule => ({
    name: 'password',
    pattern: new RegExp(
      `(?<=\\s)(?=${option})(?<=(?<![\\w-])(?:${programs})(?:\\.exe)?${earlier}\\s)(?<keep>(?:${option})${word}`,
      flags,
    ),
    accepts: ({ value = '' }, text, start) =>
      isOptionValue(value) &&
      !/^\d{1,3}$/u.test(value) &&
      !(/^[a-z]+$/u.test(value) && inSentence.test(text.slice(start + value.length, start + value.length + 12))),
  });

/** What follows a word of a sentence about an option, such as "`-p` leaks the password". */
const inSentence = /^ (?:(?:the|an|your|its?|to|in|on|of|for|as|by|with|from|this|that|and|or|when|if) [a-z]|a pass)/u;

/** Where a command begins: in a line, a prompt, a text or a chain of commands, also in another program or host. */
const commandStart =
  '(?:(?:^|[\\n`"\'|;&({]|\\\\n|[$#>❯»:@!]|(?<!\\d)%|(?:^|[\\n\\s])(?:[-*+•]|\\d{1,3}[.)]|[Rr]un|RUN|CMD|exec|execute|try|use|if|then|do|else|--|/[ck]))\\s{0,8}' +
  '(?:\\w{1,40}=\\S{0,80}\\s{1,4}){0,3}' +
  '(?:(?:sudo|doas|env|time|nohup|ssh|wsl|docker|docker-compose|podman|nerdctl|kubectl|oc|cmd(?:\\.exe)?)\\s(?:[^\\n|;&]{0,120}\\s)?)?' +
  '(?:[^\\s"\'`|;&]{0,80}[\\\\/])?)';

/** A sentence may contain these, so they count at the start of a command only, with a value that looks chosen. */
const ofProgramWord =
  (flags: string) =>
  ([programs, option]: ProgramOption): Rule => ({
    name: 'password',
    pattern: new RegExp(
      `(?<=\\s)(?=${option})(?<=${commandStart}(?:${programs})(?:\\.exe)?${earlier}\\s)(?<keep>(?:${option})${word}`,
      flags,
    ),
    accepts: ({ keep = '', value = '' }) => isChosen(value) || (/["']$/u.test(keep) && isOptionValue(value)),
  });

export const programRules: readonly Rule[] = [
  ...programOptions.map(ofProgram('gu')),
  ...wordOptions.map(ofProgramWord('gu')),
  ...windowsOptions.map(ofProgram('giu')),
  ...windowsWordOptions.map(ofProgramWord('giu')),
];

/** How far an option may be from its program, and how long its value may be. */
const reach = 400;

/** Where an option of these programs, or one of those that take a password without an option, may be. */
const optionStart =
  /\s(?:-(?:h?p|P|a|w|s|N|k|A|X|U|p?w|ap|xp|new|[a-zA-Z]{0,8}[uU])(?![a-z]{2})|\/(?:u(?:ser)?|r?p|pass\w{0,6}|pwd)[:\s])|\b(?:rabbitmqctl|cf auth|(?:poetry|composer) config|mc (?:alias|config)|wpa_passphrase|nmcli|pdftk|sqlplus|expdp?|impdp?|sqlldr|rman|mysql\w{0,10}|mariadb(?:-\w{1,10})?|7z[azr]?|(?:un|win)?rar|(?:redis|valkey)-cli|[Nn][Ee][Tt]1?\s{1,4}[Uu][Ss][Ee][Rr]?|mongo\w{0,10}|ssh-keygen|sshpass|ldap[a-z]{3,8}|(?:un)?zip|curl|smbclient)\s/gu;

export function nearOptions(text: string): Stretch[] {
  return around(placesOf(text, optionStart), reach, reach);
}

/** A part of one command, also over lines that a backslash continues. */
const inCommand = '(?:[^\\n|;&<]|(?<=\\\\\\r?)\\n|(?<=>)&)';

/** Options by which a program reads a password from its input. */
const inputOptions =
  '(?<!\\S)(?:--[\\w-]{0,20}(?:pass\\w{0,6}|pwd?|token|secret|key)-stdin|--pass(?:word|phrase)?-fd[ =]0|--?[\\w-]{0,20}pass(?:word|phrase)?-file[ =](?:-|/dev/stdin)|-pass(?:in|out)?\\s(?:stdin|fd:0|file:/dev/stdin)|-kfile\\s/dev/stdin|--stdin-name)(?![\\w./:-])';

/** Programs that read nothing else from their input. */
const passwordReaders =
  '(?:passwd\\s|chpasswd|cryptsetup\\s|smbpasswd\\s|kinit\\s|vncpasswd|openssl\\spasswd\\s(?=[^\\n|;&]{0,80}-stdin)|ansible-vault\\sencrypt_string\\s)';

/** Programs that read a password first, or only if it is not given otherwise; other input is data. */
const mixedReaders =
  '(?:sudo\\s(?:-\\w{1,10}\\s(?:[a-z_][\\w-]{0,30}\\s(?=-))?){0,4}-\\w{0,6}S|(?:ansible-vault|borg|restic)\\s(?![^\\n|;&]{0,200}\\s(?:--stdin|-)(?![\\w-])))';

/** `certain`: the program reads only a password. Otherwise, the input must be a word that looks like one. */
function isInputSecret(certain: string | undefined, value: string): boolean {
  if (isPlaceholder(value) || /^(?:yes|no)$/iu.test(value)) return false;
  return certain !== undefined || (isSaidSecret(value) && !/\s|^[\w.-]+=/u.test(value));
}

/** They have a descriptive name, so they apply near such names. */
export const optionRules: readonly Rule[] = [
  {
    // `--db-password=…`, `-storepass …`, `-Password "…"`
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<lead>(?<![\\w-])--?[\\w.-]{0,30}?)(?<name>${secretNames})(?<more>[\\w-]{0,20})(?<sign> ?= ?|[ \\t]{1,4}|:(?=["']))(?:pass(?:word)?:)?${word}`,
      'giu',
    ),
    signs: ['-'],
    accepts: named(({ keep = '', lead = '', name = '', sign = '', value = '' }) =>
      isOptionSecret(lead + name, /["']$/u.test(keep) ? '=' : sign, value),
    ),
  },
  {
    // OpenSSL, apksigner
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<=\\s)--?[\\w-]{0,12}pass(?:in|out|word|wd)?[ =]\\s{0,3}["']?pass(?:word)?:${word}`,
      'gu',
    ),
    signs: ['pass:', 'password:'],
    accepts: ({ value = '' }) => !isPlaceholder(value),
  },
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>\\bhtpasswd (?:[^\\n|;&]{1,80}? )?-[A-Za-z]{0,6}b[A-Za-z]{0,6} [^\\n|;&]{1,200}? ${word}(?=\\\\{0,3}["']?\\s{0,4}(?:$|[\\n|;&>)\`"'\\\\]))`,
      'gu',
    ),
    signs: ['htpasswd'],
    accepts: ({ value = '' }) => isOptionValue(value),
  },
  {
    // Variables that a file or a shell sets with a space
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<=^|[\\n"'\`]\\s{0,8}|\\\\n\\s{0,8})(?<lead>(?:ENV|ARG|setenv|SetEnv|setx|set\\s-\\w{1,4}|set|env\\[?)\\s{1,8}[\\w.]{0,30})(?<name>${passwordNames})(?<more>[\\w-]{0,20})\\]?[ \\t]{1,8}${word}`,
      'giu',
    ),
    accepts: named(({ value = '' }) => isChosen(value)),
  },
];

/** They have neither, so they apply to every text with their signs. */
export const inputRules: readonly Rule[] = [
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>\\b(?:echo|printf|print|Write-Output)\\s{1,4}(?:-\\w{1,3}\\s{1,4}|['"]?%s(?:\\\\{1,2}n)?['"]?\\s{1,4}){0,2}(?:["']?[\\w.-]{1,40}:(?=[^\\n|]{1,80}\\|\\s{0,4}(?:sudo\\s)?chpasswd))?${word}(?=(?:\\\\{1,2}n)?\\\\{0,3}["']?\\s{0,4}\\|\\s{0,4}(?:(?<certain>${inCommand}{0,200}${inputOptions}|(?:sudo\\s)?${passwordReaders})|${mixedReaders}))`,
      'gu',
    ),
    signs: ['|'],
    accepts: ({ certain, value = '' }) => isInputSecret(certain, value),
  },
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?:(?<certain>${inputOptions}|(?<![\\w-])${passwordReaders})|(?<![\\w-])${mixedReaders})${inCommand}{0,120}<<<\\s{0,4}(?:["']?[\\w.-]{1,40}:)?${word}`,
      'gu',
    ),
    signs: ['<<<'],
    accepts: ({ certain, value = '' }) => isInputSecret(certain, value),
  },
  {
    // User and password of any command; an image or a group may have the same form.
    name: 'password',
    pattern:
      /(?<keep>\s(?:-u|--user|--(?:src-|dest-)?creds|--proxy-user|--auth)[ =]["']?(?<user>[\w.@%+\\-]{1,64}):)(?<value>[^\s"'@/]{4,200})/gu,
    signs: ['-u ', '--user', 'creds', '--proxy-user', '--auth'],
    accepts: ({ user = '', value = '' }) => !isPlaceholder(value) && !/^\d+$/u.test(value) && user !== value,
  },
  {
    // SQL
    name: 'password',
    pattern:
      /(?<keep>\b(?:identified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}\\{0,3}["']|user\s{1,4}[\w.$"'@%`-]{1,80}\s{1,4}identified\s{1,4}by\s{1,4}))(?<value>[^\s"'\\;]{4,200})/giu,
    signs: ['dentified', 'DENTIFIED'],
    accepts: ({ value = '' }) => isOptionValue(value) && !/^(?:password|random|values?)$/iu.test(value),
  },
  {
    // FTP and POP3
    name: 'password',
    pattern: /(?<keep>\bUSER\s\S{1,80}\s{1,8}PASS\s{1,4})(?<value>\S{4,200})/gu,
    signs: ['PASS '],
    accepts: ({ value = '' }) => !isPlaceholder(value),
  },
  {
    // Directives of configuration files
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?:^|\\n|\\\\n)[ \\t]{0,8}(?:requirepass|masterauth|bindpw|rootpw|rootbindpw|bindcredentials|wpa-psk)[ \\t]{1,8}${word}`,
      'gu',
    ),
    signs: ['requirepass', 'masterauth', 'pw', 'bindcredentials', 'wpa-psk'],
    accepts: ({ value = '' }) => isOptionValue(value) && !/:\/\/|^\//u.test(value),
  },
];

/** After a space, a word may belong to a sentence about the option. */
function isOptionSecret(option: string, sign: string, value: string): boolean {
  if (!isOptionValue(value) || /^(?:~|\.{0,2})\/|^(?:env|file|fd|stdin|cmd|prompt|ask)(?::|$)/u.test(value))
    return false;
  if (/(?:^|-)(?:ask|no|prompt|skip|show|print)-/iu.test(option)) return false;
  const isPassword = /pass|pw|psk/iu.test(option);
  if (isPassword && (sign.trim() === '=' || /(?:store|key|ks|src|dest|old|new)-?pass$/u.test(option)))
    return value.length >= 4;
  return (
    isChosen(value) &&
    (isPassword || value.length >= 8) &&
    !/\.(?:ya?ml|json|txt|ini|cfg|env|ts|js|py|sh)$/u.test(value)
  );
}
