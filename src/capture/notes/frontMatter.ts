/**
 * Parses the front matter of a memory file: `name`, `title`, `description`, `type` and `modified`, at the top level or
 * under `metadata:`. Only plain values are supported; no more YAML is needed here.
 */
export interface FrontMatter {
  name?: string;
  title?: string;
  description?: string;
  type?: string;
  modified?: string;
  /** Number of lines of the file that the front matter takes. */
  lines: number;
}

const wanted = ['name', 'title', 'description', 'type', 'modified'] as const;

export function frontMatterOf(text: string): FrontMatter {
  const block = /^---[^\S\n]*\n(?<inside>[\s\S]*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/u.exec(text);
  if (block === null) return { lines: 0 };
  const found: FrontMatter = { lines: block[0].split('\n').length - 1 };
  for (const line of (block.groups?.['inside'] ?? '').split('\n')) {
    const { key, value = '' } = /^\s*(?<key>\w+):\s+(?<value>.+)$/u.exec(line)?.groups ?? {};
    const field = wanted.find((name) => name === key);
    if (field !== undefined) found[field] ??= unquoted(value.trim());
  }
  return found;
}

function unquoted(value: string): string {
  const { inside } = /^(?<quote>["'])(?<inside>.*)\k<quote>$/u.exec(value)?.groups ?? {};
  return inside === undefined ? value : inside.replaceAll('\\"', '"').replaceAll("''", "'");
}
