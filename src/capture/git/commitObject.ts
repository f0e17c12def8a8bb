/** What a commit object of Git says: when it was made, and its message. */
export interface Commit {
  id: string;
  /** The day of the commit where it was made, `2026-11-24`. */
  date: string;
  /** ISO 8601 in UTC. */
  committedAt: string;
  message: string;
}

/** In bytes; what is behind is a paste. */
const maxMessage = 20_000;

/** Undefined for what is no commit, and for a commit of a program, whose message quotes others. */
export function commitFrom(id: string, content: Buffer): Commit | undefined {
  const text = content.subarray(0, maxMessage).toString('utf8');
  const end = text.indexOf('\n\n');
  const header = end < 0 ? text : text.slice(0, end);
  const { seconds, zone = '' } = /^committer .*> (?<seconds>\d{1,12}) (?<zone>[+-]\d{4})$/mu.exec(header)?.groups ?? {};
  if (seconds === undefined || end < 0 || /^author [^<]*\[bot\]/mu.test(header)) return undefined;
  const committed = new Date(Number(seconds) * 1_000);
  const local = new Date(committed.getTime() + minutesOf(zone) * 60_000);
  if (Number.isNaN(local.getTime())) return undefined;
  return {
    id,
    date: local.toISOString().slice(0, 10),
    committedAt: committed.toISOString(),
    message: encodingOf(header) === undefined ? text.slice(end + 2) : decoded(content, encodingOf(header) ?? ''),
  };
}

function minutesOf(zone: string): number {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3));
  return zone.startsWith('-') ? -minutes : minutes;
}

function encodingOf(header: string): string | undefined {
  return /^encoding (?<name>[\w.-]+)$/mu.exec(header)?.groups?.['name'];
}

function decoded(content: Buffer, encoding: string): string {
  const start = content.indexOf('\n\n') + 2;
  const bytes = content.subarray(start, start + maxMessage);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // An unknown encoding is read like most messages.
    return bytes.toString('utf8');
  }
}
