/**
 * Decides whether the value of a secret name is a secret. Much text contains `password = …` without one: a call, a
 * property, a type, a placeholder or a label.
 */

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

/** Keys and tokens are longer than the shortest passwords. */
export function isKeyName(name: string): boolean {
  return /secret|key|token/iu.test(name);
}

/** A value that code reads from elsewhere, or a type with a number in its name. */
export function isReference(value: string): boolean {
  return (
    /^(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array\b|^Float\d+Array\b/u.test(value) ||
    /^(?:process|os|env|secrets|vars|config|settings|self|this|props|options|ctx|req|request|import|crypto|require|await|new)\b[.[(?]/u.test(
      value,
    ) ||
    /^[\w$]+(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+[;,)\]]*$/u.test(value)
  );
}

export function isQuotedSecret(value: string): boolean {
  if (isPlaceholder(value) || isReference(value) || isMeasure(value)) return false;
  if (/^(?:https?:\/)?\.{0,2}\//u.test(value) || /^[#.]|[<>{}()]|^[\w-]+\[/u.test(value)) return false;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value)) return false; // A variable name.
  if (/^[~^<>=v]*\d+(?:\.\d+)+|^\d{4}-\d\d-\d\d/u.test(value)) return false; // A version, an address or a date.
  if (/\d/u.test(value)) return !isNumbered(value) || /^\d+$/u.test(value);
  // Only letters: one long lower-case word is a typical careless password; other words are names and labels.
  if (/^[a-z]+$/u.test(value)) return value.length >= 12;
  return (
    /[^\w\s./:@-]/u.test(value) && /[a-z]/iu.test(value) && !/[:?!…]$/u.test(value) && !/[\u0080-\uffff]/u.test(value)
  );
}

/** Environments and shells read `NAME=value` without spaces; there, any value is literal. */
export function isBareSecret(name: string, sign: string, value: string): boolean {
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value)) return false; // A constant name.
  if (value.length < 6 || isPlaceholder(value)) return false;
  const isEnvironment = sign === '=' && /^[A-Z0-9_]+$/u.test(name);
  if (isEnvironment) {
    return !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(/u.test(value) && !(name.endsWith('PWD') && isPath(value));
  }
  // Only a password may be this short.
  if (value.length < 8 && isKeyName(name)) return false;
  if (isReference(value) || /[(){}<>[\]]|^[/.!]|\?\.|=>|&&|\|\|/u.test(value)) return false;
  return (
    isChosen(value) ||
    (value.length >= 8 && !isAlgorithm(value) && /\d/u.test(value) && !isNumbered(value) && !isDigits(value))
  );
}

export function isSaidSecret(value: string): boolean {
  return isChosen(value) && !isReference(value) && !/[(){}<>[\]/]|^[.#]/u.test(value);
}

/** A value of one word that no sentence, option or cell says by chance: a password that a person chose. */
export function isChosen(value: string): boolean {
  if (value.length < 6 || isPlaceholder(value) || isMeasure(value) || isNumbered(value) || isDigits(value))
    return false;
  if (
    /^(?:sha|md5|bcrypt|s?crypt|argon|aes|rsa|base\d|utf|u?int\d|float\d|varchar|oauth|http|v\d|rfc|pbkdf)/iu.test(
      value,
    )
  ) {
    return false;
  }
  if (/^[^\s@]+@[\w-]+(?:\.[\w-]+)+$/u.test(value)) return false; // An address.
  if (/\d/u.test(value)) return /\p{L}/u.test(value);
  return value.length >= 8 && /^[\w-]+[!#$%^*+~][\w!#$%^*+~-]*\w[!#$%^*+~]*$/u.test(value) && /[A-Z]/u.test(value);
}

/** Even without a sign before it, no word, name or version. */
export function isStrong(value: string): boolean {
  return isSaidSecret(value) && /\d/u.test(value) && /[!@#$%^&*+?~]/u.test(value);
}

/** After an option, any word but a placeholder, another option and words of a sentence about it. */
export function isOptionValue(value: string): boolean {
  return (
    !isPlaceholder(value) &&
    !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value) &&
    !/^(?:options?|flags?|arguments?|args?|parameters?|switch|values?|and|or|with|without|prompts?|asks?|instead|which|when|where|that|then|from|into|for|are|was|has|does|must|should|can|will|works|fails|via|stdin|auto)[.,:;]?$/u.test(
      value,
    )
  );
}

/** `argon2id`, `sha256` */
function isAlgorithm(value: string): boolean {
  return /^(?:sha|md|aes|rsa|argon|bcrypt|scrypt|pbkdf|utf|base|oauth)[_-]?\d[\w-]{0,12}$/iu.test(value);
}

/** Digits with the signs of dates, versions and addresses. */
function isDigits(value: string): boolean {
  return /^[\d.:/+-]+$/u.test(value) || /^\d{4}-\d\d-\d\d/u.test(value);
}

/** Length, age or strength: `8-character`, `90days`, `12-stellig`. */
function isMeasure(value: string): boolean {
  return (
    /^\d{1,3}[-–+]\p{Ll}+$/u.test(value) ||
    /^\d{1,4}[-–]?(?:chars?|characters?|bits?|bytes?|days?|digits?|min|minutes|hours?|months?|years?|seconds?|zeichen)$/iu.test(
      value,
    )
  );
}

function isPath(value: string): boolean {
  return /^(?:~|\.{1,2})?\/[\w.-]+(?:\/[\w.-]*)+$|^[A-Z]:[\\/]/u.test(value);
}

/** Words of a name, or a name that ends in a number: `key-1`, `apiKey2`, `step_3`. */
function isNumbered(value: string): boolean {
  return (
    /^[A-Za-z]+(?:[_.:-][A-Za-z]+)*[_.:-]?\d{1,2}$/u.test(value) && /[_.:-]|[a-z][A-Z]|key|token|secret/u.test(value)
  );
}

export function trimmed(value: string): string {
  return value.replace(/[.,;:!?)\]}>]+$/u, '');
}
