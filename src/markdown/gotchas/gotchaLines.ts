/** The gotchas of a project as lines of `MEMORY.md`: named for a later edit, and edits that leave every other byte. */
import type { GotchaText, ListedGotcha, ListedItem } from '../../memory/entries/editableFiles.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { fingerprint } from '../../util/fingerprint.ts';
import { refuseConflict } from '../files/editText.ts';
import { listedAmong, refuseEdit } from '../files/listedItem.ts';
import { memoryFileName, mindFolderName } from '../files/mindFiles.ts';
import { newMindFiles } from '../files/templates.ts';
import { maxRead } from '../parsing/cleanReader.ts';
import type { ReadMemory } from '../parsing/cleanReader.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import type { EntryWithLines } from '../parsing/entry.ts';
import { sectionKind } from '../parsing/labels.ts';
import { insertRows, listEnd, removeRows, rowsOf, sectionsOf, textOf } from '../reminders/fileRows.ts';
import { statementText } from '../writing/statementText.ts';
import { gotchasOfEntries, noDetection } from './gotcha.ts';
import { writtenPart } from './writtenPart.ts';
import type { ReplaceText } from './writtenPart.ts';

const file = `${mindFolderName}/${memoryFileName}`;

const byteOrderMark = '\ufeff';
/** Code between the lines of a statement is not shown with it. */
const fence = /^\s*(?:`{3}|~{3})/u;

type NamedLine = ListedItem & {
  entry: EntryWithLines;
  /** Its rows with another text; undefined if a part of them is not shown. */
  replaced: ReplaceText | undefined;
};

export function listedGotchas(markdown: string, read: ReadMemory): ListedGotcha[] {
  return namedLines(markdown, read).flatMap(({ line, key, entry, replaced }): ListedGotcha[] => {
    const [gotcha] = gotchasOfEntries([{ ...entry, place: '' }]);
    if (gotcha === undefined) return [];
    const { title, workaround } = gotcha;
    const { confidence, isFromWeb } = entry;
    const text = { title, description: '', workaround, detection: noDetection };
    return [{ line, key, ...text, severity: null, confidence, isFromWeb, mayEdit: replaced !== undefined }];
  });
}

/** The file with one more gotcha, below the heading for them. Rejects as `editGotchaLine`. */
export function addGotchaLine(markdown: string, read: ReadMemory, { text, project }: NewLine): string {
  const before =
    markdown.replace(/^\ufeff/u, '') === '' ? (newMindFiles(project, 0).get(memoryFileName) ?? '') : markdown;
  refuseConflict(file, conflictLines(before));
  const rows = rowsOf(before);
  const sections = sectionsOf(rows);
  const own = sections.find(({ title }) => sectionKind(title) === 'gotcha');
  if (own !== undefined) {
    const place = listEnd(rows, own.start + 1, own.end);
    const lines = place > own.start + 1 ? [`- ${text}`] : ['', `- ${text}`];
    return withOneMore(before, textOf(insertRows(rows, place, lines)), read);
  }
  const end = listEnd(rows, 0, rows.length);
  return withOneMore(before, textOf(insertRows(rows, end, ['', '## Gotchas', '', `- ${text}`])), read);
}

interface NewLine {
  /** As `gotchaLine` makes it. */
  text: string;
  /** The name of the project, for a new file. */
  project: string;
}

/**
 * The file with another text of a gotcha. Rejects with `conflict` if it changed since it was listed or a merge is
 * unresolved, with `invalid_input` a text that is not read as a gotcha, and with `not_allowed` if other lines would
 * change.
 */
export function editGotchaLine(markdown: string, read: ReadMemory, item: ListedItem, gotcha: GotchaText): string {
  const { line, entry, replaced } = namedLine(markdown, read, item);
  if (replaced === undefined) throw refuseEdit(file, line);
  const text = replaced(gotchaLine(gotcha, entry.text), titleOf(entry));
  const rows = rowsOf(markdown);
  const end = rows[line - 2 + entry.lines]?.end ?? '';
  const edited = textOf([...rows.slice(0, line - 1), { text, end }, ...rows.slice(line - 1 + entry.lines)]);
  const others = othersOf(markdown, read, line);
  if (!isSame(others, othersOf(edited, read, line))) throw refuseEdit(file, line);
  const now = read(edited).entries.find((one) => one.line === line);
  if (now?.kind !== 'gotcha') throw notRead();
  // A long line without a full stop would take in the one below it.
  if (now.lines > 1) throw refuseEdit(file, line);
  return edited;
}

/** The file without a gotcha. Rejects as `editGotchaLine`. */
export function removeGotchaLine(markdown: string, read: ReadMemory, item: ListedItem): string {
  const { line, entry } = namedLine(markdown, read, item);
  const rows = rowsOf(markdown);
  if (rows.slice(line - 1, line - 1 + entry.lines).some(({ text }) => fence.test(text))) throw refuseEdit(file, line);
  const left = textOf(removeRows(rows, line - 1, entry.lines));
  const edited = markdown.startsWith(byteOrderMark) && line === 1 ? byteOrderMark + left : left;
  const others = othersOf(markdown, read, line);
  if (!isSame(others, textsOf(read(edited).entries))) throw refuseEdit(file, line);
  return edited;
}

/** One line. `before` is the text that it replaces, whose arrow or label before the workaround stays. */
export function gotchaLine({ title, workaround }: GotchaText, before = ''): string {
  if (workaround === '') return statementText(title);
  const [old] = gotchasOfEntries([{ kind: 'gotcha', text: before, place: '' }]);
  const mark = old === undefined ? '' : before.slice(old.title.length, before.length - old.workaround.length);
  return statementText(`${title}${/→|->|=>|[:：]\s*$/u.test(mark) ? mark : ' → '}${workaround}`);
}

function namedLine(markdown: string, read: ReadMemory, item: ListedItem): NamedLine {
  refuseConflict(file, conflictLines(markdown));
  return listedAmong(namedLines(markdown, read), item);
}

function namedLines(markdown: string, read: ReadMemory): NamedLine[] {
  const rows = rowsOf(markdown);
  const { entries } = read(markdown);
  return entries.flatMap((entry): NamedLine[] => {
    if (entry.kind !== 'gotcha') return [];
    const { line, lines, text } = entry;
    const own = rows.slice(line - 1, line - 1 + lines).map((row) => row.text);
    const whole = own.map((one, place) => (place === 0 ? one.trimEnd() : one.trim())).join(' ');
    return [{ line, key: fingerprint(own.join('\n')), entry, replaced: writtenPart(whole, text) }];
  });
}

function titleOf(entry: EntryWithLines): string {
  return gotchasOfEntries([{ ...entry, place: '' }])[0]?.title ?? '';
}

/** A line that is only a mark must not become one of another statement. */
function textsOf(entries: readonly EntryWithLines[]): string[] {
  return entries.map(({ kind, text, isFromWeb }) => `${kind} ${isFromWeb ? 'from the web ' : ''}${text}`);
}

function othersOf(markdown: string, read: ReadMemory, line: number): string[] {
  return textsOf(read(markdown).entries.filter((entry) => entry.line !== line));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}

function withOneMore(before: string, after: string, read: ReadMemory): string {
  const added = textsOf(read(after).entries);
  for (const text of textsOf(read(before).entries)) {
    const place = added.indexOf(text);
    if (place === -1) throw after.length > maxRead ? tooLong() : refuseEdit(file, 1);
    added.splice(place, 1);
  }
  if (added.length === 1 && added[0]?.startsWith('gotcha ') === true) return after;
  throw added.length === 0 && after.length > maxRead ? tooLong() : notRead();
}

function tooLong(): BigMindError {
  return new BigMindError(
    'invalid_input',
    `${file} is so long that only its end is read, and this line is not in it.`,
    {
      remedy: 'Nothing was written. Move old parts of the file to another one, or write the line near its end.',
      details: { file },
    },
  );
}

function notRead(): BigMindError {
  return new BigMindError('invalid_input', 'This text is not read as a gotcha.', {
    remedy: 'Nothing was written. Write it as a statement, not as a question or a condition.',
  });
}
