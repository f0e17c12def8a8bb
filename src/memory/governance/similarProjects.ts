/** Finds projects with a name similar to an unknown one, so that an answer can suggest what was meant. */
import type { ProjectRef } from '../shared/identity.ts';

/** Characters that are compared; a name can be a whole path. */
const maxCompared = 60;

/** The projects similar to `wanted` by name or key, most similar first. */
export function similarProjects<Known extends ProjectRef>(wanted: string, known: readonly Known[]): Known[] {
  return known
    .map((project) => ({
      project,
      likeness: Math.max(likeness(wanted, project.name), likeness(wanted, pathOf(project))),
    }))
    .filter((one) => one.likeness >= minLikeness)
    .sort((one, other) => other.likeness - one.likeness)
    .map(({ project }) => project);
}

/** About one character in three may differ. */
const minLikeness = 0.6;

/** The key without its host: owner and name, or the last two folders. */
function pathOf({ key }: ProjectRef): string {
  return key.split(/[\\/]/u).slice(-2).join('/');
}

/** 0 to 1: 1 for the same words; lower if one name contains the other or they share a word; else by edit distance. */
function likeness(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const [leftName, rightName] = [left.join(''), right.join('')];
  if (leftName === '' || rightName === '') return 0;
  if (leftName === rightName) return 1;
  const shorter = leftName.length < rightName.length ? leftName : rightName;
  const longer = shorter === leftName ? rightName : leftName;
  const isPart = shorter.length >= minPart && longer.includes(shorter);
  if (isPart) return 0.7 + (0.2 * shorter.length) / longer.length;
  if (left.some((word) => word.length >= minWord && right.includes(word))) return 0.7;
  return 1 - editsBetween(leftName, rightName) / longer.length;
}

/** Minimum length of a name contained in another one, and of a shared word. */
const minPart = 3;
const minWord = 4;

function wordsOf(name: string): string[] {
  return (
    name
      .normalize('NFKC')
      .toLowerCase()
      .slice(-maxCompared)
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Levenshtein distance; swapped neighboring characters count as one edit. */
export function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const changed = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
