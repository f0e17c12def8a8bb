/**
 * Names of the files of a Markdown archive. They are valid on Windows, macOS and Linux: lower case, without separators
 * and reserved signs, and short enough for a path of 260 characters. A name never is one of a device, because it begins
 * with a date or ends with a hash.
 */
import { fingerprint } from '../../util/fingerprint.ts';
import { localDay } from '../../util/time.ts';
import type { Session } from '../sessions/sessions.ts';

/** In code points, and in bytes, because a character can take four of the 255 that a file system allows. */
const maxSlug = 48;
const maxSlugBytes = 120;

/**
 * `2026/2026-11-26-headline-ab12cd34.md`, in the given time zone. The part after the headline comes from the id alone;
 * `taken` are names of other sessions, from which it differs also where case is ignored.
 */
export function sessionPath(session: Session, timeZone: string, taken: ReadonlySet<string>): string {
  const day = dayOf(session.startedAt, timeZone);
  const slug = slugOf(session.oneLiner);
  const [short, long] = idParts(session.id);
  const path = (id: string): string =>
    `${day.slice(0, 4)}/${[day, slug, id].filter((part) => part !== '').join('-')}.md`;
  return taken.has(path(short)) ? path(long) : path(short);
}

/** `projects/name-ab12cd34.md`; without a project, `projects/none.md`. */
export function projectPath(project: { id: string; name: string } | null): string {
  if (project === null) return 'projects/none.md';
  const slug = slugOf(project.name);
  return `projects/${slug === '' ? 'project' : slug}-${idParts(project.id)[0]}.md`;
}

/** Words of the text in lower case with hyphens between them; empty for a text without letters and digits. */
export function slugOf(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  let bytes = 0;
  let count = 0;
  for (const sign of words.join('-')) {
    bytes += bytesOf(sign);
    count += 1;
    if (count > maxSlug || bytes > maxSlugBytes) break;
    slug += sign;
  }
  return slug.replace(/-+$/u, '');
}

/** In UTF-8. */
function bytesOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Imported ids can be any text, so the long part of one that is no UUID is a hash. */
function idParts(id: string): [short: string, long: string] {
  const plain = id.toLowerCase().replaceAll('-', '');
  if (/^[0-9a-f]{32}$/u.test(plain)) return [plain.slice(0, 8), plain];
  const hash = fingerprint(id).replace(/[^0-9a-z]/gu, '');
  return [hash.slice(0, 8), hash];
}

/** A time of another form counts as the first day of the calendar. */
function dayOf(time: string, timeZone: string): string {
  const day = localDay(time, timeZone);
  return /^\d{4}-\d{2}-\d{2}$/u.test(day) ? day : '0000-01-01';
}
