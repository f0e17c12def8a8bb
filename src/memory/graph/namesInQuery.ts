/** Which names a question may contain: every run of up to four words, because people write names with spaces. */
import { entityKey } from './entities.ts';

const maxWords = 4;
/** Words of a question that are read. */
const maxRead = 60;
/** A shorter name would match too many words. */
const minLength = 3;

/** Keys, each once; longer names first. At most about 240. */
export function keysInQuery(query: string): string[] {
  const words = query
    .split(/[\s,;!?"'()[\]{}]+/u)
    .filter((word) => word !== '')
    .slice(0, maxRead);
  const keys = new Set<string>();
  for (let length = maxWords; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const key = entityKey(trimmed(words.slice(start, start + length).join(' ')));
      if (key.length >= minLength) keys.add(key);
    }
  }
  return [...keys];
}

/** Without the full stop or colon that ends a sentence, and without backticks. */
function trimmed(name: string): string {
  return name.replaceAll('`', '').replace(/[.:]+$/u, '');
}
