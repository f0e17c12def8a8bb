/** A project folder in memory whose time passes only when a test says so. */
import type { CitedFiles } from '../../../src/memory/shared/ports.ts';

export interface FakeFiles extends CitedFiles {
  /** The paths that were read, in order. */
  reads: string[];
  /** Ends every time limit that was started. */
  endTime: () => void;
  /** The milliseconds of each time limit that was started. */
  limits: number[];
}

/**
 * Files by path. A value is the text of a file, or why there is none; a file that is not listed is missing. `silent`
 * never answers, and `throws` rejects.
 */
export function fakeFiles(content: Record<string, string>): FakeFiles {
  const reads: string[] = [];
  const limits: number[] = [];
  let isOver = false;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const kinds = ['missing', 'binary', 'too_large', 'outside', 'unreadable', 'no_folder'] as const;
  return {
    reads,
    limits,
    endTime: () => {
      isOver = true;
      end();
    },
    read: (path) => {
      reads.push(path);
      const text = content[path];
      if (text === 'silent') return new Promise(() => undefined);
      if (text === 'throws') return Promise.reject(new Error('a bug'));
      const kind = kinds.find((known) => known === (text ?? 'missing'));
      return Promise.resolve(kind === undefined ? { kind: 'text', path, text: text ?? '' } : { kind });
    },
    limitTime: (milliseconds) => {
      limits.push(milliseconds);
      return { isOver: () => isOver, over, end: () => undefined };
    },
  };
}
