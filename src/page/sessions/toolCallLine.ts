/** What a tool call is about, in one line, from its arguments as they are archived. */
import { oneLine, shorten } from '../../util/text.ts';

const maxLine = 160;
/** The arguments that name the matter of a call, the most important first; those of all clients whose chats are recorded. */
const mainArguments = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'notebook_path',
  'path',
  'filename',
  'pattern',
  'query',
  'url',
  'title',
  'description',
  'subject',
  'name',
  'skill',
  'prompt',
  'explanation',
];
const value = String.raw`"\s*:\s*(?:\[\s*)?"(?<value>(?:[^"\\]|\\.)*)`;
const argument = new Map(mainArguments.map((name) => [name, new RegExp(`"${name}${value}`, 'u')]));

/** Empty without such an argument. The text may be cut, so it is not parsed as JSON. */
export function toolCallLine(content: string, files: readonly string[]): string {
  if (files.length > 0) return shorten(files.join(', '), maxLine);
  if (!content.startsWith('{')) return shorten(oneLine(content), maxLine);
  for (const pattern of argument.values()) {
    const found = pattern.exec(content)?.groups?.['value'];
    if (found !== undefined && found !== '') return shorten(oneLine(unescaped(found)), maxLine);
  }
  return '';
}

/** A part of a JSON text, which may end within an escape. */
function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
