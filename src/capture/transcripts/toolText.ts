/**
 * Reduces a tool call to the stored parts: its arguments and its result as bounded text, and the files that it wrote.
 * Tools return whole files; their beginnings and ends are enough to find the place again.
 */
import { redact } from '../redaction/redaction.ts';
import { fieldsFrom, isFields, listFrom, textFrom } from './fields.ts';

const maxLength = 4_000;
/** The beginning gets the larger share, because it explains the rest. */
const beginningShare = 0.6;

/**
 * At most about 4,000 characters; the middle of a longer text is replaced by a note with its length. Secrets are
 * removed first, because no rule recognizes half of one.
 */
export function boundedText(text: string): string {
  if (text.length <= maxLength) return text;
  const clean = redact(text).text;
  if (clean.length <= maxLength) return clean;
  const kept = maxLength * beginningShare;
  const beginning = clean.slice(0, kept).replace(/[\ud800-\udbff]$/u, '');
  const end = clean.slice(clean.length - (maxLength - kept)).replace(/^[\udc00-\udfff]/u, '');
  const left = clean.length - beginning.length - end.length;
  return freed(`${beginning} … [${left.toLocaleString('en')} characters left out] … ${end}`);
}

/** Copies the text, because a substring keeps the whole original, maybe megabytes, in memory. */
function freed(text: string): string {
  return Buffer.from(text).toString();
}

/** A tool's arguments as the program stored them: an object, its JSON as a string, or a plain string. */
export function argumentsFrom(value: unknown): unknown {
  const text = textFrom(value);
  if (text === undefined || !/^\s*\{/u.test(text)) return value;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A model may write invalid JSON; then the text itself is kept.
    return value;
  }
}

/** One line of JSON, or the text itself; empty for a tool without arguments. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return boundedText(value);
  const fields = fieldsFrom(value);
  return Object.keys(fields).length === 0 ? '' : boundedText(JSON.stringify(fields));
}

/** A result as text, not bounded yet: a string, or blocks, of which non-text ones become their type in brackets. */
export function resultText(value: unknown): string {
  return typeof value === 'string' ? value : listFrom(value).map(blockText).join('\n');
}

function blockText(block: unknown): string {
  const { text, type } = fieldsFrom(block);
  return textFrom(block) ?? textFrom(text) ?? `[${textFrom(type) ?? 'something other than text'}]`;
}

/** Tools that write files, of all clients whose conversations are read. */
const writers = new Set([
  'apply_diff',
  'apply_patch',
  'create',
  'create_file',
  'create_new_jupyter_notebook',
  'edit',
  'edit_file',
  'edit_notebook_file',
  'insert_content',
  'insert_edit_into_file',
  'multi_replace_string_in_file',
  'multiedit',
  'notebookedit',
  'replace',
  'replace_in_file',
  'replace_string_in_file',
  'search_and_replace',
  'search_replace',
  'str_replace',
  'str_replace_based_edit_tool',
  'str_replace_editor',
  'write',
  'write_file',
  'write_to_file',
]);
/** Shells of Codex, in which its models run `apply_patch` as a command. */
const shells = new Set(['container.exec', 'exec_command', 'local_shell', 'shell', 'shell_command']);
/** Commands of a multi-purpose editor tool that do not write. */
const readingCommands = new Set<unknown>(['view', 'undo_edit']);
const pathFields = ['filePath', 'file_path', 'path', 'notebook_path', 'notebookPath', 'filename'];
const listFields = ['replacements', 'edits'];
const patchFields = ['input', 'patch', 'patchText'];
const patchedFile = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (?<path>.+)$/gmu;

/** The files that a tool call writes, by the paths in its arguments; empty for a tool that does not write. */
export function writtenFiles(tool: string, given: unknown): string[] {
  const fields = fieldsFrom(given);
  if (shells.has(tool.toLowerCase())) return [...new Set(filesOfPatch(patchIn(fields['cmd'] ?? fields['command'])))];
  if (!writers.has(tool.toLowerCase())) return [];
  if (readingCommands.has(fields['command'])) return [];
  const patches = [given, ...patchFields.map((name) => fields[name])].filter((patch) => typeof patch === 'string');
  const parts = [fields, ...listFields.flatMap((name) => listFrom(fields[name])).filter(isFields)];
  const paths = parts.flatMap((part) => pathFields.map((name) => textFrom(part[name])));
  return [...new Set([...paths.filter((path) => path !== undefined), ...patches.flatMap(filesOfPatch)])];
}

/** The patch that a command applies; empty for any other command. */
function patchIn(command: unknown): string {
  const text = typeof command === 'string' ? command : listFrom(command).map(String).join('\n');
  return /\bapply_?patch\b/u.test(text) ? text.slice(Math.max(0, text.indexOf('*** Begin Patch'))) : '';
}

function filesOfPatch(patch: string): string[] {
  return [...patch.matchAll(patchedFile)].map(({ groups }) => (groups?.['path'] ?? '').trim());
}
