/** Codes of system errors, and file system errors in words that can follow a colon. */

const known: Readonly<Record<string, string>> = {
  EEXIST: 'a file with this name already exists',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ELOOP: 'its links form a circle',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};

/** Whether a thrown value is a file system error, which the user can resolve. */
export function isFileTrouble(thrown: unknown): boolean {
  return thrown instanceof Error && 'syscall' in thrown && 'code' in thrown;
}

/** The system's error code, such as `ENOENT` or `EADDRINUSE`. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

export function fileTrouble(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (codeOf(thrown) === 'ENOENT' && 'syscall' in thrown && thrown.syscall === 'mkdir')
    return 'no folder can be made there';
  return ('code' in thrown ? known[String(thrown.code)] : undefined) ?? thrown.message;
}
