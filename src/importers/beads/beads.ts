/**
 * Reads issues of beads from `.beads/issues.jsonl` or another `.beads/*.jsonl`, one JSON object per line. The fields
 * are those of `Issue` in internal/types/types.go of gastownhall/beads (formerly steveyegge/beads), as `bd export`
 * writes them. Open epics and features become plans, issues in progress or blocked become hand-offs, and closed ones
 * become completed work. Memories of `bd remember` (`"_type":"memory"`) are kept word for word. A newer state of an
 * issue replaces the older one. Deleted issues, templates and messages between agents are skipped.
 */
import { stat } from 'node:fs/promises';
import type { Note, ReadNotes } from '../../memory/facts/notes.ts';
import type { FactCategory } from '../../memory/shared/vocabulary.ts';
import { shorten } from '../../util/text.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { fieldsFrom, isFields, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import { jsonLinesOf } from '../../capture/transcripts/jsonLines.ts';
import { boundedStatement, projectCategory } from '../../capture/notes/noteText.ts';

const format = 'beads';
/** Record types that are neither work nor knowledge. */
const leftOutTypes = new Set(['message', 'event', 'gate', 'agent', 'role', 'rig', 'slot', 'wisp']);
const maxDependencies = 10;

type State = 'plan' | 'handoff' | 'open' | 'done';

/** Titles and states of issues that others may wait for, by id. */
type Issues = ReadonlyMap<string, { title: string; isClosed: boolean }>;

export const readBeads: ReadNotes = async function* (file, folder) {
  const { mtime } = await stat(file);
  const issues = await issuesIn(file);
  for await (const line of jsonLinesOf(file)) {
    const sourceRef = `${file}#L${String(line.lineNumber)}`;
    if ('unreadable' in line) yield { sourceRef, unreadable: line.unreadable };
    else if (!isFields(line.value)) yield { sourceRef, unreadable: 'is not a JSON object' };
    else {
      const note = line.value['_type'] === 'memory' ? memoryOf(line.value) : issueOf(line.value, issues);
      if (note === 'no title') yield { sourceRef, unreadable: 'is an issue without an id or a title' };
      else if (note !== undefined) yield { createdAt: mtime.toISOString(), ...note, sourceRef, folder };
    }
  }
};

type Statement = Pick<Note, 'category' | 'fact' | 'tags' | 'createdAt' | 'subject'>;

async function issuesIn(file: string): Promise<Issues> {
  const issues = new Map<string, { title: string; isClosed: boolean }>();
  for await (const line of jsonLinesOf(file)) {
    const { id, title, status } = 'value' in line ? fieldsFrom(line.value) : {};
    const name = textFrom(id);
    if (name === undefined) continue;
    issues.set(name, { title: textFrom(title) ?? '', isClosed: status === 'closed' || status === 'tombstone' });
  }
  return issues;
}

/** `bd remember`: a text with a key. */
function memoryOf({ value, key }: Fields): Statement | undefined {
  const text = textFrom(value)?.trim() ?? '';
  if (text === '') return undefined;
  const name = textFrom(key)?.trim().toLowerCase() ?? '';
  const subject = `memory:${name}`.slice(0, 100);
  return {
    category: projectCategory(text),
    fact: boundedStatement(text),
    ...(name === '' ? { tags: [format] } : { tags: [format, name.slice(0, 100), subject], subject }),
  };
}

function issueOf(issue: Fields, issues: Issues): Statement | 'no title' | undefined {
  const id = textFrom(issue['id'])?.trim();
  const title = textFrom(issue['title'])?.trim();
  const type = textFrom(issue['issue_type'])?.toLowerCase() ?? 'task';
  const status = textFrom(issue['status'])?.toLowerCase() ?? 'open';
  const isLeftOut = issue['is_template'] === true || issue['ephemeral'] === true || leftOutTypes.has(type);
  if (status === 'tombstone' || isLeftOut) return undefined;
  if (id === undefined || title === undefined) return 'no title';
  const state = stateOf(status, type);
  const createdAt = timeFrom(issue['closed_at']) ?? timeFrom(issue['updated_at']) ?? timeFrom(issue['created_at']);
  const fact = boundedStatement(
    [heading(issue, { id, title, type, status, state }), ...details(issue, state, issues)].join('\n'),
  );
  const subject = `issue:${id.toLowerCase()}`.slice(0, 100);
  const tags = [format, state, subject, type, ...labelsOf(issue)].map((tag) => tag.slice(0, 100));
  return {
    category: categoryOf(type, fact),
    fact,
    tags: [...new Set(tags)],
    subject,
    ...(createdAt !== undefined && { createdAt }),
  };
}

function stateOf(status: string, type: string): State {
  if (status === 'closed') return 'done';
  if (status === 'in_progress' || status === 'blocked' || status === 'hooked') return 'handoff';
  return type === 'epic' || type === 'feature' ? 'plan' : 'open';
}

interface Named {
  id: string;
  title: string;
  type: string;
  status: string;
  state: State;
}

/** `Plan (bd-12, feature, P1): Title`. */
function heading(issue: Fields, { id, title, type, status, state }: Named): string {
  const priority = typeof issue['priority'] === 'number' ? `, P${String(issue['priority'])}` : '';
  const words = {
    plan: 'Plan',
    handoff: status === 'blocked' ? 'Blocked' : 'In progress',
    open: status === 'deferred' ? 'Deferred' : 'Open',
    done: 'Done',
  } as const satisfies Record<State, string>;
  return `${words[state]} (${id}, ${type}${priority}): ${title}`;
}

function details(issue: Fields, state: State, issues: Issues): string[] {
  const named = (label: string, field: string): string[] => {
    const text = textFrom(issue[field])?.trim() ?? '';
    return text === '' ? [] : [label === '' ? text : `${label}: ${text}`];
  };
  const reason = named('Closed because', 'close_reason');
  if (state === 'done') return [...reason, ...named('', 'description'), ...named('Design', 'design')];
  return [
    ...waitsFor(issue, issues),
    ...named('', 'description'),
    ...named('Design', 'design'),
    ...named('Notes', 'notes'),
    ...named('Accepted when', 'acceptance_criteria'),
  ];
}

/** The open issues that block this one. */
function waitsFor(issue: Fields, issues: Issues): string[] {
  const blockers = listFrom(issue['dependencies']).flatMap((dependency) => {
    const { type, depends_on_id: on } = fieldsFrom(dependency);
    const name = textFrom(on);
    const other = name === undefined ? undefined : issues.get(name);
    if (type !== 'blocks' || name === undefined || other === undefined || other.isClosed) return [];
    return [`${name} (${shorten(other.title, 100)})`];
  });
  return blockers.length === 0 ? [] : [`Waits for ${blockers.slice(0, maxDependencies).join(', ')}`];
}

function labelsOf(issue: Fields): string[] {
  return listFrom(issue['labels']).flatMap((label) => textFrom(label)?.toLowerCase() ?? []);
}

function categoryOf(type: string, fact: string): FactCategory {
  return type === 'decision' ? 'decision' : projectCategory(fact);
}
