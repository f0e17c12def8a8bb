/** The files that a session wrote, and how they are named where people read them. */
import { isRooted } from '../../../util/paths.ts';
import type { SummaryMessage } from './utterances.ts';

const maxFiles = 40;

/** In the order in which they were first touched; a path with other slashes is the same file. At most 40. */
export function touchedFiles(messages: readonly SummaryMessage[]): string[] {
  const files = new Map<string, string>();
  for (const message of messages) {
    for (const file of message.files) {
      const same = file.replaceAll('\\', '/');
      if (same.trim() !== '' && !files.has(same)) files.set(same, file);
      if (files.size === maxFiles) return [...files.values()];
    }
  }
  return [...files.values()];
}

/**
 * With slashes. Those of a session whose folder nobody knew are shown without the folders that all of them share; a
 * single one keeps its last two folders.
 */
export function shownFiles(files: readonly string[]): string[] {
  if (!files.every(isRooted)) return files.map((file) => file.replaceAll('\\', '/'));
  const parts = files.map((file) => file.replaceAll('\\', '/').split('/'));
  const [first] = parts;
  if (first === undefined) return [];
  if (parts.length === 1) return [first.slice(-3).join('/')];
  const differs = first.findIndex((part, index) =>
    parts.some((other) => other[index] !== part || index >= other.length - 1),
  );
  return parts.map((part) => part.slice(Math.max(0, differs)).join('/'));
}
