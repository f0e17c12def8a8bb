/** The files that a session wrote, and their names for display. */
import { isRooted } from '../../../util/paths.ts';
import type { SummaryMessage } from './utterances.ts';

const maxFiles = 40;

/**
 * In the order in which they were first touched, at most 40; paths that differ only in their slashes are the same file.
 */
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
 * Normalizes slashes. If all paths are absolute, because the session's folder was unknown, the folders that they share
 * are removed; a single file keeps its last two folders.
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
