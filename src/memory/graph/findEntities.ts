/** Finds the entities of a text by rules, without a model. */
import type { FoundEntity } from './entities.ts';
import { mentionsIn } from './mentions.ts';

/** Of one text; the first ones are kept. */
export const maxEntities = 24;

/** Each entity of a text once, in order of first mention, with the name and kind of that mention; at most 24. */
export function findEntities(text: string): FoundEntity[] {
  const found = new Map<string, FoundEntity>();
  for (const { key, name, kind } of mentionsIn(text)) {
    if (!found.has(key)) found.set(key, { key, name, kind });
    if (found.size === maxEntities) break;
  }
  return [...found.values()];
}
