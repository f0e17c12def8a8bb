/** The last line of the message of a commit as it is kept: the files that the commit is about. */
const label = '\nFiles: ';

/** Adds the line to a message; `files` are paths without line breaks. */
export function withFilesLine(message: string, files: readonly string[]): string {
  return `${message}${label}${files.join(', ')}`;
}

/** A kept message, split into what its author wrote and the files; none without the line. */
export function splitFilesLine(text: string): { message: string; files: string[] } {
  const at = text.lastIndexOf('\n');
  if (!text.startsWith(label, at)) return { message: text, files: [] };
  return { message: text.slice(0, at), files: text.slice(at + label.length).split(', ') };
}
