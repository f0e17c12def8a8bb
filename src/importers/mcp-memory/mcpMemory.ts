/**
 * Reads the file of the official memory server: JSON lines, one entity or relation each. Each observation of an
 * entity becomes a statement, and so does each relation. Other kinds of lines are skipped, as that server does.
 */
import { stat } from 'node:fs/promises';
import type { Note, ReadNotes } from '../../memory/facts/notes.ts';
import type { FactCategory } from '../../memory/shared/vocabulary.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { fieldsFrom, isFields, listFrom, textFrom } from '../../capture/transcripts/fields.ts';
import { jsonLinesOf } from '../../capture/transcripts/jsonLines.ts';
import { boundedStatement, projectCategory } from '../../capture/notes/noteText.ts';

export const format = 'mcp-memory';

export const readMcpMemory: ReadNotes = async function* (file, folder) {
  const { mtime } = await stat(file);
  const common = { createdAt: mtime.toISOString(), ...(folder !== undefined && { folder }) };
  for await (const line of jsonLinesOf(file)) {
    const sourceRef = `${file}#L${String(line.lineNumber)}`;
    if ('unreadable' in line) yield { sourceRef, unreadable: line.unreadable };
    else if (!isFields(line.value)) yield { sourceRef, unreadable: 'is not a JSON object' };
    else for (const statement of statementsOf(line.value)) yield { ...statement, sourceRef, ...common };
  }
};

type Statement = Pick<Note, 'category' | 'fact' | 'section' | 'tags'>;

function statementsOf(line: Fields): Statement[] {
  const { type, name, entityType, observations, from, to, relationType } = line;
  if (type === 'entity') {
    const entity = textFrom(name)?.trim() ?? '';
    const kind = textFrom(entityType)?.trim().toLowerCase() ?? '';
    return listFrom(observations).flatMap((observation) => observationOf(entity, kind, observation));
  }
  const parts = [from, relationType, to].map((part) => textFrom(part)?.trim() ?? '');
  if (type !== 'relation' || parts.includes('')) return [];
  const fact = boundedStatement(parts.map((part, place) => (place === 1 ? part.replaceAll('_', ' ') : part)).join(' '));
  return [{ category: categoryOf('', fact), fact, tags: [format, 'relation'] }];
}

/** An observation is a string; some similar servers wrap it in an object. */
function observationOf(entity: string, kind: string, value: unknown): Statement[] {
  const text = (textFrom(value) ?? textFrom(fieldsFrom(value)['content']) ?? '').trim();
  if (text === '' || entity === '') return [];
  const fact = boundedStatement(`${entity}: ${text}`);
  return [
    {
      category: categoryOf(`${entity} ${kind}`, text),
      fact,
      section: entity,
      tags: kind === '' ? [format] : [format, kind.slice(0, 100)],
    },
  ];
}

/** That server stores knowledge of the user under `default_user`, and all other entities without fixed names. */
function categoryOf(entity: string, text: string): FactCategory {
  if (/\bpreferences?\b|\bdefault_user\b|(?:^|\s)user$/iu.test(entity) || /\bprefers?\b/iu.test(text))
    return 'preference';
  return projectCategory(text);
}
