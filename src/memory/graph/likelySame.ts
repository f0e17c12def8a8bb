/**
 * Which entities probably mean the same as another one. Likeness is only proposed: a person decides, because two files
 * can share a name, and a plural can be another thing.
 */
import type { EntityName } from './graphStore.ts';

const maxProposed = 5;
const minLetters = 3;

/**
 * Entities among `others` that are spelled like `entity`, in their order, at most five: a path that ends with the other
 * one, the plural of a word, or the same letters with other dots. A short path that fits several longer ones means none
 * of them.
 */
export function likelySame<Other extends EntityName>(entity: EntityName, others: readonly Other[]): Other[] {
  const rest = others.filter(({ key }) => key !== entity.key);
  const longer = rest.filter((other) => endsWithPath(other.name, entity.name));
  const isAmbiguous = longer.some((one) => longer.some((other) => !isSamePath(one.name, other.name)));
  const fits = (other: Other): boolean =>
    longer.includes(other) ? !isAmbiguous : endsWithPath(entity.name, other.name) || isSpelledLike(entity, other);
  return rest.filter(fits).slice(0, maxProposed);
}

/** A part of the key that names like this one contain, too; undefined if the name is too short to compare. */
export function searchPartOf({ name }: Pick<EntityName, 'name'>): string | undefined {
  const last = pathOf(name).at(-1) ?? '';
  const [letters = ''] = /^[\p{L}\p{N}]+/u.exec(last.replaceAll(/[\s_-]+/gu, '')) ?? [];
  const stem = letters.length > minLetters + 1 ? letters.replace(/(?:ies|y|es|s)$/u, '') : letters;
  return stem.length < minLetters ? undefined : stem;
}

/** Files only: the last part has an extension. */
function endsWithPath(long: string, short: string): boolean {
  const [parts, ending] = [pathOf(long), pathOf(short)];
  if (parts.length <= ending.length || !/\.\w{1,8}$/u.test(ending.at(-1) ?? '')) return false;
  return ending.every((part, place) => part === parts[parts.length - ending.length + place]);
}

function isSamePath(one: string, other: string): boolean {
  return one === other || endsWithPath(one, other) || endsWithPath(other, one);
}

function pathOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[/\\]/u)
    .filter((part) => part !== '' && part !== '.');
}

function isSpelledLike(one: EntityName, other: EntityName): boolean {
  if (isPath(one.name) || isPath(other.name)) return false;
  const [letters, otherLetters] = [lettersOf(one.name), lettersOf(other.name)];
  if (letters.length < minLetters || otherLetters.length < minLetters) return false;
  if (letters === otherLetters) return true;
  return one.kind !== 'person' && (isPluralOf(letters, otherLetters) || isPluralOf(otherLetters, letters));
}

function isPath(name: string): boolean {
  return /[/\\]/u.test(name);
}

/** Without dots, quotes, spaces and hyphens. Other signs tell names apart, as in C and C++. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[.'’`\s_-]+/gu, '');
}

function isPluralOf(many: string, one: string): boolean {
  if (many === `${one}s`) return !one.endsWith('s');
  if (many === `${one}es`) return /(?:s|x|z|ch|sh|o)$/u.test(one);
  return one.endsWith('y') && many === `${one.slice(0, -1)}ies`;
}
