/**
 * Parses the front matter of a memory file: `name`, `title`, `description`, `type` and `modified`, at the top level or
 * under `metadata:`. Only plain values are supported; no more YAML is needed here. Text between two rules is no front
 * matter.
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

/** A line of front matter: a key with or without a value, an item, a comment, or what continues the line above it. */
const yamlLine =
  /^(?:[a-z_$][\w.$-]*:(?:\s.*)?|["'][^"']+["']:(?:\s.*)?|[A-Z][\w.-]*:(?:\s.*)?|\s*#.*|\s*-\s.*|\s+.*|[\]}],?|\s*)$/u;
/** Keys begin with a small letter; a label in a text seldom does. */
const key = /^(?:[a-z_$][\w.$-]*|["'][^"']+["']):(?:\s|$)/u;

export function frontMatterOf(text: string): FrontMatter {
  const block = /^---[^\S\n]*\n(?<inside>[\s\S]*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/u.exec(text);
  const inside = (block?.groups?.['inside'] ?? '').split(/\r?\n/u);
  if (block === null || !inside.every((line) => yamlLine.test(line)) || !inside.some((line) => key.test(line)))
    return { lines: 0 };
  const found: FrontMatter = { lines: block[0].split('\n').length - 1 };
  for (const line of inside) {
    const { name, value = '' } = /^\s*(?<name>\w+):\s+(?<value>.+)$/u.exec(line)?.groups ?? {};
    const field = wanted.find((one) => one === name);
    if (field !== undefined) found[field] ??= unquoted(value.trim());
  }
  return found;
}

function unquoted(value: string): string {
  const { inside } = /^(?<quote>["'])(?<inside>.*)\k<quote>$/u.exec(value)?.groups ?? {};
  return inside === undefined ? value : inside.replaceAll('\\"', '"').replaceAll("''", "'");
}
