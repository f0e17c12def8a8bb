/** Adds a line to a section of `SESSION.md`, or takes all of them out. Headings, comments and other bytes stay. */
import { webMark } from '../parsing/entry.ts';
import { sectionKind } from '../parsing/labels.ts';
import type { Added } from './addToMemory.ts';
import { endOfContent, endOfSection, headingsOf, insertLines, lineEndOf, linesOf, proseOf } from './markdownLines.ts';

export const sessionKinds = ['experience', 'blocker', 'rejected', 'assumption'] as const;
type SessionKind = (typeof sessionKinds)[number];

const titles: Readonly<Record<SessionKind, string>> = {
  experience: 'Experience',
  blocker: 'Blockers',
  rejected: 'Rejected',
  assumption: 'Assumptions',
};

/** At the end of the section; a missing one is added to the end of the file. `text` is from `statementText`. */
export function addToSession(markdown: string, kind: SessionKind, text: string): Added {
  const lines = linesOf(markdown);
  const prose = proseOf(lines);
  const headings = headingsOf(prose);
  const wanted = kind === 'blocker' ? 'problem' : kind;
  const section = headings.find(({ title }) => sectionKind(title) === wanted);
  if (section === undefined) {
    const place = endOfContent(lines, 0, lines.length);
    return insertLines(lines, place, [...(place === 0 ? [] : ['']), `## ${titles[kind]}`, `- ${text}`]);
  }
  const place = endOfContent(lines, section.place + 1, endOfSection(headings, section, lines.length));
  const written = [...prose].flatMap(([at, line]) => (at > section.place && at < place ? [line] : []));
  const bullet = written.findLast((line) => /^[-*+•]\s/u.test(line))?.charAt(0) ?? '-';
  const isAfterText = written.at(-1) !== undefined && !/^\s*(?:[-*+•]\s|$)/u.test(written.at(-1) ?? '');
  return insertLines(lines, place, [...(isAfterText ? [''] : []), `${bullet} ${text}`]);
}

/** What a person or an assistant wrote, with headings and without comments; empty if there is nothing. */
export function notesIn(markdown: string): string {
  const lines = linesOf(markdown);
  const prose = proseOf(lines);
  const titles = new Set(headingsOf(prose).map(({ place }) => place));
  const written = lines.filter((_, place) => !titles.has(place) && prose.get(place)?.trim() !== '');
  if (written.join('').trim() === '') return '';
  const isMarked = (line: string): boolean => line.includes(webMark);
  // A mark is a comment that is kept.
  const kept = lines.filter((line, place) => !prose.has(place) || prose.get(place)?.trim() !== '' || isMarked(line));
  return kept.join('').trim();
}

/** The file without its notes: its headings and comments. */
export function withoutNotes(markdown: string): string {
  const mark = markdown.startsWith('\ufeff') ? '\ufeff' : '';
  const lines = linesOf(markdown.slice(mark.length));
  const prose = proseOf(lines);
  const titles = new Set(headingsOf(prose).map(({ place }) => place));
  // A line of a comment is empty in the prose, and not in the file.
  const kept = lines.filter((_, place) => titles.has(place) || prose.get(place)?.trim() === '');
  const end = lineEndOf(markdown);
  const single = kept.filter((line, place) => line.trim() !== '' || (kept[place - 1] ?? '').trim() !== '');
  return single.length === 0 ? mark : `${mark}${single.join('').trimEnd()}${end}`;
}
