/**
 * Recognizes passwords in sentences of many languages: `密码是…`, `contraseña: …`, `пароль — …`. Between the word and a
 * colon or a word for `is` there may be a few others: `Passwort für den Server ist …`.
 */
import type { Rule } from '../matching/rule.ts';
import { named } from './assignmentRules.ts';
import { foreignWords } from './secretNames.ts';
import { isSaidSecret, isStrong } from './secretValues.ts';

/** Words for `is` and `to` that stand between spaces. */
const spacedCopulas =
  'is|to|es|será|sera|era|est|é|eh|è|ist|lautet|war|jest|to|este|adalah|ialah|yaitu|là|is|är|er|on|je|είναι|это|є|такой|है|هي|هو|است|היא|הוא|olarak';
/** Words of languages that do not separate words, or that join them to the word before. */
const joinedCopulas = '是|为|為|叫|即|成|は|が|を|는|은|가|이|คือ';

/** A character of a value, and what follows it: punctuation is no part of it. */
const letter = '[\\x21-\\x7e\\u00c0-\\u024f\\u0400-\\u04ff]';
const end = `(?=[.,;:?)\\]}>"'\`]*(?:(?!${letter})|["'\`,;]))`;

/** What a value after such words describes instead: a mistake, a rule or an example. */
const otherMatter =
  /错|錯|誤|エラー|error|erreur|fehl|falsch|inv[aá]lid|incorre|неверн|ошибк|必|长度|長|规则|規則|至少|最少|重置|リセット|忘|例|ejemplo|exemple|beispiel|пример|esempio|예시|chiave|primari[ao]|for[aá]ne[ao]|estrangeir|única|hash|encrypt|verschl[uü]ssel/iu;

export const languageRules: readonly Rule[] = [
  {
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>${foreignWords})(?<between>[^\\n:：=＝|.。!?？]{0,40}?)(?<sign>\\s{0,2}(?:[:：=＝|—–→]|[-=]>)|\\s-(?=\\s)|\\s(?:${spacedCopulas})(?=[\\s:"'\`„“«])|(?:${joinedCopulas})|(?=[「『“‘«„]))[\\s*:："'\`「『“‘«„（(]{0,4})(?!\\[removed:)(?<value>${letter}{6,200}?)${end}`,
      'giu',
    ),
    accepts: named(
      ({ between = '', value = '' }) => !otherMatter.test(between) && isSaidSecret(value.replace(/!+$/u, '')),
    ),
  },
  {
    // Nothing but a space: `пароль Abc12345`, `पासवर्ड Abc12345 है`
    name: 'password',
    pattern: new RegExp(
      `(?<keep>(?<name>${foreignWords})\\p{L}{0,3}\\s{1,3}["'\`「“«„]?)(?!\\[removed:)(?<value>${letter}{8,200}?)${end}`,
      'giu',
    ),
    accepts: named(({ value = '' }) => isStrong(value)),
  },
];
