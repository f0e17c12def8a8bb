/**
 * Names whose value is a secret: `password` in many spellings and languages, and names of keys and tokens. Short names
 * such as `pass` are also parts of other words, so `isSecretName` checks what is around them.
 */
import { placesOf } from '../matching/windows.ts';

/** Words of the languages of most developers. In Latin letters, they are no part of a longer word. */
const latinWords =
  'contrase(?:ñ|n)y?a|contrasenya|senha|palavra[ _-]?passe|mot[ _-]?de[ _-]?passe|mdp(?!\\p{L})|kennwort|wachtwoord|has[łl]o|hesl[oa]|[şs]ifre|parol[aă]|l[öo]senord|passord|adgangskode|kodeord|salasana|jelsz[oó]|lozinka|m[ậa]t kh[ẩa]u|kata[ _-]?sandi|kata laluan';
const otherWords =
  '密码|密碼|口令|密钥|密鑰|通行码|通行碼|パスワード|パスコード|パスフレーズ|暗証番号|비밀번호|패스워드|비번|암호|парол|лозинк|पासवर्ड|कूटशब्द|كلمة المرور|كلمة السر|رمز عبور|گذرواژه|סיסמה|סיסמא|รหัสผ่าน|κωδικός πρόσβασης|পাসওয়ার্ড|پاس ورڈ';
export const foreignWords = `${otherWords}|${latinWords}|clave`;

const passwordWords = `pass(?:word|wort|wd|phrase|code)|pwd|pswd|${otherWords}|${latinWords}`;
const keyNames =
  'secret|(?:private|api|access|encryption|signing)[ _-]?key|(?:access|auth|api|refresh|session|client|bearer|bot|deploy)[ _-]?token';

/** Names that a value may follow with `is`, and those that need a sign such as a colon, and `isSecretName`. */
export const spokenNames = `${passwordWords}|${keyNames}`;
export const passwordNames = `${passwordWords}|pass|pw(?![a-z])|(?<![a-z])psk(?![a-z])|pre-?shared[ _-]?key`;
export const secretNames = `${passwordNames}|${keyNames}`;

/**
 * Where a name may be, in much less time than searching for all of them takes: for `pass`, a sign, a bracket, a quotation
 * mark or the end of a line follows, or it is a part of a name. Ignoring case, k and s also match U+212A and U+017F.
 */
const commonStart =
  /(?:pa[s\u017f]{2}(?=[wpc]|[\w-]{0,20}[\\"'`\])}*]{0,6}\s{0,4}[:=：＝|([,?"'\t\r\n]|\sis\s)|(?<=[\w$.-]pa[s\u017f])[s\u017f](?!e[dnrs]|i|age|t|ab)|p[s\u017f]?w|(?<![a-z])p[s\u017f][k\u212a]|[s\u017f]ecret|e-?[s\u017f]hared|(?:ate|pi|[s\u017f]{2}|ion|ing)[ _-]?[k\u212a]ey|(?:pi|th|[s\u017f]{1,2}h?|ion|ent|rer|bot|oy)[ _-]?to[k\u212a]en|to[k\u212a]en[=＝：])/giu;
const latinStart = new RegExp(`${latinWords}|clave`, 'giu');
const otherStart = new RegExp(otherWords, 'giu');

export function commonPlaces(text: string): number[] {
  return placesOf(text, commonStart);
}

/** Of the words of other languages, in order of their position. */
export function foreignPlaces(text: string): number[] {
  const latin = placesOf(text, latinStart);
  return /[\u0250-\uffff]/u.test(text) ? inOrder([...latin, ...placesOf(text, otherStart)]) : latin;
}

export function inOrder(places: readonly number[]): number[] {
  return [...places].sort((a, b) => a - b);
}

const latinWord = new RegExp(`^(?:${latinWords}|clave)$`, 'iu');
/** Words before `pass` that give it another meaning: `bypass`, `render_pass`, `tests pass`. */
const otherPass =
  /(?:by|com|encom|tres|sur|under|over|out|low|high|band|all|multi|hall|ask|im|first|second|third|last|final|next|single|two|one|per|pre|post|shadow|depth|compute|build|lint|render|forward|backward|tests?|checks?|season|boarding|will|can|should|must|not|did|to)$/iu;
/** Short prefixes that are written together with `pw`. */
const beforePw =
  /(?:^|[^a-z])(?:root|olcroot|bind|user|admin|db|my|ldap|http|ftp|ssh|login|app|api|svc|sql|mail|smtp|key|store|sys|guest|host|old|new)$/iu;
/** Suffixes that name something about a secret. */
const aboutSecret =
  /^[_-]?(?:files?|path|dir|folder|ur[il]|endpoint|polic(?:y|ies)|hasher|algorithm|rules?|min|max|length|timeout|ttl|expir\w*|reset|enabled?|required|manager|store|stdin|fd|prompt|field|input|column|label|hint|lifetime|age|days|rounds|iterations|rotation|env|command|cmd|version|count|encoder|strength|regex|pattern|placeholder|through|rate|fail\w*|by|filter|time|num|index|threshold|percent|ratio|status|results?|grade|mark|score|list)(?![a-z])/iu;

/** `before` is the text before the name, `more` the letters, digits, dashes and underscores after it. */
export function isSecretName(before: string, name: string, more: string): boolean {
  const isAbout = aboutSecret.test(more) && (/^[_-]/u.test(more) || isNewWord(name, more));
  if (isAbout) return false;
  if (/^pass$/iu.test(name)) {
    if (/^\p{L}/u.test(more) && !isNewWord(name, more)) return false;
    return !otherPass.test(lastWordOf(before));
  }
  if (latinWord.test(name)) return !/\p{L}$/u.test(before) || isNewWord(before, name);
  if (/^pw$/iu.test(name)) return !/\p{L}$/u.test(before) || isNewWord(before, name) || beforePw.test(before);
  return true;
}

/** Whether a capital begins a word, as in `dbPass`. */
function isNewWord(before: string, after: string): boolean {
  return /[a-z\d]$/u.test(before) && /^[A-Z]/u.test(after);
}

function lastWordOf(before: string): string {
  const spaced = before.replace(/(?<=[a-z\d])(?=[A-Z])/gu, ' ').replace(/[ _-]$/u, '');
  return /[a-z]+$/iu.exec(spaced)?.[0] ?? '';
}
