/**
 * Turns a Markdown file of an assistant's notes into statements. A memory file of Claude names its subject in its
 * front matter, and its type decides the category. Index lines that only link to another memory file are not
 * statements.
 */
import type { Note } from '../../memory/facts/notes.ts';
import type { FactCategory } from '../../memory/shared/vocabulary.ts';
import { oneLine } from '../../util/text.ts';
import { isoTimeFrom } from '../../util/time.ts';
import type { FrontMatter } from './frontMatter.ts';
import { frontMatterOf } from './frontMatter.ts';
import type { MarkdownBlock } from './markdownBlocks.ts';
import { blocksOf } from './markdownBlocks.ts';
import { boundedStatement, projectCategory } from './noteText.ts';

export interface MarkdownNoteOptions {
  file: string;
  format: string;
  /** For a file that does not state its category; if absent, derived from the words of each statement. */
  category?: FactCategory | undefined;
  /** The file's modification time; ISO 8601. */
  modifiedAt: string;
  folder?: string | undefined;
  /** The names of other memory files that are imported too. */
  siblings?: ReadonlySet<string>;
}

/** `[Title](file.md) – what it is about`. */
const indexLine = /^\[[^\]]*\]\((?:\.\/)?(?<file>[^):]+\.md)(?:#[^)]*)?\)(?:\s*[—–:-].*)?$/iu;

export function notesFromMarkdown(text: string, options: MarkdownNoteOptions): Note[] {
  const lines = text.replaceAll('\r\n', '\n');
  const matter = frontMatterOf(lines);
  const body = lines.split('\n').slice(matter.lines).join('\n');
  const about = (matter.name ?? '').replaceAll(/[-_]+/gu, ' ').trim();
  const blocks = blocksOf(body);
  const statements = blocks
    .filter(({ text: said }) => /[\p{L}\p{N}]/u.test(said) && !isIndexLine(said, options.siblings))
    .map((block) => ({
      ...withHeadings(block, about),
      line: block.line + matter.lines,
      isOfPerson: [about, ...block.headings].some((heading) => namesThePerson.test(oneLine(heading))),
    }));
  if (statements.length === 0 && blocks.length === 0 && matter.description !== undefined) {
    statements.push({
      statement: about === '' ? matter.description : `${about}: ${matter.description}`,
      section: about,
      line: 1,
      isOfPerson: namesThePerson.test(about),
    });
  }
  return statements.map((statement) => noteOf(statement, matter, options));
}

interface Statement {
  statement: string;
  section: string;
  line: number;
  /** Whether a heading above it says that it is about the person, so it belongs to no project. */
  isOfPerson: boolean;
}

function noteOf(
  { statement, section, line, isOfPerson }: Statement,
  matter: FrontMatter,
  options: MarkdownNoteOptions,
): Note {
  const { file, format, category, modifiedAt, folder } = options;
  const type = matter.type?.toLowerCase() ?? '';
  return {
    category: isOfPerson ? 'preference' : (categoryOfType(type, statement) ?? category ?? projectCategory(statement)),
    fact: boundedStatement(statement),
    section,
    tags: /^[\w-]{1,30}$/u.test(type) ? [format, type] : [format],
    sourceRef: `${file}#L${String(line)}`,
    createdAt: isoTimeFrom(matter.modified ?? '') ?? modifiedAt,
    folder,
  };
}

function categoryOfType(type: string, statement: string): FactCategory | undefined {
  switch (type) {
    case 'user':
    case 'feedback':
      return 'preference';
    case 'project':
      return projectCategory(statement);
    case 'reference':
      return 'codebase';
    default:
      return undefined;
  }
}

/** Only personal styles count: a code style belongs to the project. */
const namesThePerson =
  /^(?:(?:my|your|the|user|user['’]s|personal|general|communication|answer|response|writing|working)\s+)*(?:preferences?|style|user|about (?:me|the user|you))$/iu;

/** A heading that only names the kind of file adds nothing to the statements below it. */
const namesTheFile =
  /^(?:(?:auto|project|user|claude|code|copilot|repo|repository)[\s-]+)*(?:memory|memories|notes)(?:\s+index|\.md)?$/iu;

function withHeadings({ text, headings }: MarkdownBlock, about: string): Pick<Statement, 'statement' | 'section'> {
  const above = headings.map(oneLine).filter((heading) => heading !== '' && !namesTheFile.test(heading));
  const isSaid = above.some((heading) => sameWords(heading, about)) || sameWords(text, about);
  const context = about === '' || isSaid ? above : [about, ...above];
  const section = context.join(' – ');
  return { section, statement: section === '' ? text : `${section}: ${text}` };
}

function sameWords(one: string, other: string): boolean {
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return bare(one) === bare(other);
}

function isIndexLine(text: string, siblings: ReadonlySet<string> | undefined): boolean {
  const file = indexLine.exec(text)?.groups?.['file'];
  return file !== undefined && siblings?.has(file) === true;
}
