/**
 * Recognizes secrets by the text before them: a name such as `password`, a header, a position in a URL. Much source
 * code contains `password = …` without a secret, so the value is checked too: a call, a property, a type, a
 * placeholder or a label is kept.
 */
import type { Rule } from './rule.ts';

/** Names whose value is a secret even if it is an ordinary word. */
const names =
  'pass(?:word|wort|wd|phrase|code)|(?<![a-z])pwd|secret|(?:private|api|access|encryption|signing)[ _-]?key|(?:access|auth|api|refresh|session|client|bearer|bot|deploy)[ _-]?token';

/** Punctuation after a value in a sentence or a log. No exclamation mark: a password may well end in one. */
const closing = '[.,;:?)\\]}>"\'`]*';

/** Names in other languages; a colon, an equals sign or a word for `is` must follow. */
const foreignNames = '密码|密碼|密钥|密鑰|口令|パスワード|contraseña|clave secreta|mot de passe';

export const foreignRules: readonly Rule[] = [
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?:${foreignNames})[\\s*"'\`]{0,4}(?:[:：=＝|]|是|为|為|は|es|est)[\\s*"'\`「“«]{0,4})(?!\\[removed:)(?<value>[\\x21-\\x7e]{6,200})`,
      'giu',
    ),
    accepts: ({ value = '' }) => isSaidSecret(trimmed(value).replace(/["'`]+$/u, '')),
  },
];

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
    name: 'password',
    pattern: /(?<keep>\s(?:-u|--user)[ =]["']?[\w.@+-]{1,64}:)(?<value>[^\s"'@/]{4,})/gu,
    signs: ['-u ', '--user'],
    accepts: ({ value = '' }) => !isPlaceholder(value) && !/^\d+$/u.test(value),
  },
  {
    name: 'password',
    pattern:
      /(?<keep>\b(?:mysql(?:dump|admin)?|mariadb(?:-dump)?)\s[^\n|;&]{0,200}?(?<=\s)-p)(?<value>[^\s"'`|;&-][^\s"'`|;&]{3,100})/gu,
    signs: ['mysql', 'mariadb'],
    accepts: ({ value = '' }) => !isPlaceholder(value) && !/^(?:ort|rotocol|ipe)(?:=|$)/u.test(value),
  },
  {
    name: 'password',
    pattern: /(?<keep>\bsshpass\s{1,4}-p\s{0,4}["']?)(?<value>[^\s"']{4,200})/gu,
    signs: ['sshpass'],
    accepts: ({ value = '' }) => !isPlaceholder(value),
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
    // A quoted value, which a shell reads as one word.
    name: 'password',
    pattern:
      /(?<keep>(?<![A-Za-z0-9_])[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|_PWD)=(?<quote>["']))(?!\[removed:)(?<value>[^"'\n$<>{}]{6,200})(?=\k<quote>)/gu,
    signs: ['PASS', '_PWD'],
    accepts: ({ value = '' }) => value.includes(' ') && !isPlaceholder(value),
  },
  {
    name: 'password in a URL',
    pattern: /(?<keep>\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"'`<>]{0,100}:)(?<value>[^\s:/[\]"'`<>]{3,200})(?=@)/giu,
    signs: ['://'],
    accepts: ({ value = '' }) => !isPlaceholder(value),
  },
];

export const assignmentRules: readonly Rule[] = [
  {
    name: 'password',
    // In quotation marks, which are escaped where JSON is nested in JSON.
    pattern: new RegExp(
      `(?<keep>(?<name>${names})[\\w-]{0,20}\\\\{0,3}["'\`]?\\]?\\*{0,2}\\s{0,4}(?:=>|:=|==?=?|:|\\|)\\*{0,2}\\s{0,4}[brf]?\\\\{0,3}(?<quote>["'\`]))(?!\\[removed:)(?<value>[^\\s"'\`\\\\]{6,200})(?=\\\\{0,3}\\k<quote>)`,
      'giu',
    ),
    signs: [':', '=', '|'],
    accepts: ({ value = '' }) => isQuotedSecret(value),
  },
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<before>^|[^a-z]|[a-z_-])(?<name>${names}|token(?==))(?<more>[\\w-]{0,20})["'\`]?\\*{0,2}(?<sign>\\s{0,4}(?:=>|:=|[:=|])\\*{0,2}\\s{0,4}))(?!\\[removed:|bearer\\b|basic\\b)(?<value>[^\\s"'\`,;]{6,200})`,
      'giu',
    ),
    signs: [':', '=', '|'],
    accepts: ({ name = '', more = '', sign = '', value = '' }) => isBareSecret(`${name}${more}`, sign, trimmed(value)),
  },
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?:\\b(?:${names})\\b[^\\n.:=|]{0,30}?\\s(?:is|was|to|ist|lautet)\\s{1,4}["'\`“«]?|--(?:${names})[ =]["']?))(?!\\[removed:)(?<value>[^\\s"'\`,;”»|]{6,200}?)(?=${closing}(?:\\s|$|[,;”»|]))`,
      'giu',
    ),
    accepts: ({ value = '' }) => isSaidSecret(value.replace(/!+$/u, '')),
  },
];

/** A word that stands in for a secret, to show users what to enter. */
export function isPlaceholder(value: string): boolean {
  return (
    /^[$%<{[(&*.…#@]|\$\{|\{\{|^\(|^x{3,}|^\*+$|^[*•.x_-]+$/iu.test(value) ||
    /^(?:your|my|the|some|an?|test|fake|dummy|mock|sample|insert|enter|add|put|replace|change|todo|new|old|current|confirm|show|hide|forgot|reset|update|missing|invalid|wrong|incorrect)(?:[_ -]|$)/iu.test(
      value,
    ) ||
    /^your[A-Z]|placeholder|redacted|removed|changeme|change[_-]me|goes[_-]?here|[_-]here$|example|xxxx|\.\.\.|…|\*\*\*/u.test(
      value,
    ) ||
    /^(?:undefined|null|none|nil|true|false|string|number|boolean|optional|required|pass|pwd|pw|mypass|user|password|passwd|passphrase|passcode|secrets?|api[_-]?keys?|token|username|default|unset|unknown|empty|hidden|masked|plaintext|optional\[str\])$/iu.test(
      value,
    )
  );
}

/** A value that code reads from elsewhere, or a type with a number in its name. */
function isReference(value: string): boolean {
  return (
    /^(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array\b|^Float\d+Array\b/u.test(value) ||
    /^(?:process|os|env|secrets|vars|config|settings|self|this|props|options|ctx|req|request|import|crypto|require|await|new)\b[.[(?]/u.test(
      value,
    ) ||
    /^[\w$]+(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+[;,)\]]*$/u.test(value)
  );
}

function isQuotedSecret(value: string): boolean {
  if (isPlaceholder(value) || isReference(value)) return false;
  if (/^(?:https?:\/)?\.{0,2}\//u.test(value) || /^[#.]|[<>{}()]|^[\w-]+\[/u.test(value)) return false;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value)) return false; // A variable name.
  if (/^[~^<>=v]*\d+(?:\.\d+)+/u.test(value)) return false; // A version or an address.
  if (/\d/u.test(value)) return !isNumbered(value) || /^\d+$/u.test(value);
  // Only letters: one long lower-case word is a typical careless password; other words are names and labels.
  if (/^[a-z]+$/u.test(value)) return value.length >= 12;
  return (
    /[^\w\s./:@-]/u.test(value) && /[a-z]/iu.test(value) && !/[:?!…]$/u.test(value) && !/[\u0080-\uffff]/u.test(value)
  );
}

/** Environments and shells read `NAME=value` without spaces; there, any value is literal. */
function isBareSecret(name: string, sign: string, value: string): boolean {
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value)) return false; // A constant name.
  if (value.length < 6 || isPlaceholder(value)) return false;
  const isEnvironment = sign === '=' && /^[A-Z0-9_]+$/u.test(name);
  if (isEnvironment) return !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(/u.test(value);
  if (value.length < 8 || isReference(value) || /[(){}<>[\]]|^[/.]|\?\.|=>|&&|\|\|/u.test(value)) return false;
  return /\d/u.test(value) && !isNumbered(value) && !/^[\d.:/-]+$/u.test(value);
}

function isSaidSecret(value: string): boolean {
  if (value.length < 8 || isPlaceholder(value) || isReference(value) || /[(){}<>[\]/]|^[.#]/u.test(value)) return false;
  if (/^(?:sha|md5|bcrypt|argon|aes|rsa|base|utf|oauth|http|v\d|rfc|pbkdf)/iu.test(value)) return false;
  return /\d/u.test(value) && /[a-z]/iu.test(value) && !isNumbered(value);
}

/** Words of a name, or a name that ends in a number: `key-1`, `apiKey2`, `step_3`. */
function isNumbered(value: string): boolean {
  return (
    /^[A-Za-z]+(?:[_.:-][A-Za-z]+)*[_.:-]?\d{1,2}$/u.test(value) && /[_.:-]|[a-z][A-Z]|key|token|secret/u.test(value)
  );
}

function trimmed(value: string): string {
  return value.replace(/[.,;:!?)\]}>]+$/u, '');
}
