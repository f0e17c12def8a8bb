/** The port to the files that memories cite, and how the content of a file becomes text. */

/** In bytes. A larger file is not read. */
export const maxCitedBytes = 2 * 1024 * 1024;

export type CitedFile =
  | {
      kind: 'text';
      /** From the project folder, with forward slashes; the same for every spelling of the path. */
      path: string;
      text: string;
    }
  | { kind: Unreadable };

/**
 * Why there is no text. `missing`: no regular file has this path. `outside`: the path, or a link on the way, leaves the
 * folder. `unreadable`: the file system refuses or does not answer. `no_folder`: the folder itself is missing.
 */
export type Unreadable = 'missing' | 'binary' | 'too_large' | 'outside' | 'unreadable' | 'no_folder';

/** The files of one project folder, as they are now. */
export interface CitedFiles {
  /**
   * `path` is that of a `FileRef`: from the project folder, or absolute. Never rejects, never reads a file of more than
   * `maxCitedBytes`, and follows no link that leaves the folder.
   */
  read(path: string): Promise<CitedFile>;
  /** Starts a time limit, because a read from an unresponsive disk does not end. */
  limitTime(milliseconds: number): TimeLimit;
}

export interface TimeLimit {
  /** Exact, also while the event loop is busy. */
  isOver(): boolean;
  /** Resolves when the time is over, or at `end`. */
  readonly over: Promise<void>;
  /** Releases the timer. */
  end(): void;
}

const decoder = new TextDecoder();
/** In bytes. A file with a zero in this part is binary, as Git decides it. */
const inspectedBytes = 8_000;

/** The text without its byte order mark; undefined for a binary file, such as one in UTF-16. */
export function textFrom(bytes: Uint8Array): string | undefined {
  const isBinary = isUtf16(bytes) || bytes.subarray(0, inspectedBytes).includes(0);
  return isBinary ? undefined : decoder.decode(bytes);
}

function isUtf16([one, two]: Uint8Array): boolean {
  return (one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff);
}
