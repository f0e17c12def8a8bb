/** The strings of the manifest that a person reads, by the names of the fields that VS Code shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sentences.ts';

export interface Contributed {
  /** Where it stands, as `contributes.commands.0.title`. */
  readonly path: string;
  readonly text: string;
}

const shown =
  /^(?:displayName|title|shortTitle|name|label|category|description|markdownDescription|enumDescriptions|markdownEnumDescriptions|enumItemLabels|deprecationMessage|contextualTitle|altText|contents)$/u;
/** The names of npm and of the program, which nobody is shown. */
const hidden = ['name'];

/** Those that people read; or those of another field, when one is named. */
export function contributedStrings(field?: string): Contributed[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return stringsIn(manifest, [], (name) => (field === undefined ? shown.test(name) : name === field)).filter(
    ({ path }) => !hidden.includes(path),
  );
}

export function isKey(text: string): boolean {
  return /^%[\w.]+%$/u.test(text);
}

export function keyOf(text: string): string {
  return text.slice(1, -1);
}

/** The name of a list counts for what is in it. */
function stringsIn(value: unknown, path: readonly string[], isWanted: (name: string) => boolean): Contributed[] {
  if (typeof value === 'string') {
    const name = path.findLast((part) => !/^\d+$/u.test(part)) ?? '';
    return isWanted(name) ? [{ path: path.join('.'), text: value }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => stringsIn(inner, [...path, name], isWanted));
}
