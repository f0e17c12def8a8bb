/** The user-visible strings of the manifest, found by the names of the fields that VS Code shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sentences.ts';

export interface Contributed {
  /** The path of the string, such as `contributes.commands.0.title`. */
  readonly path: string;
  readonly text: string;
}

const shown =
  /^(?:displayName|title|shortTitle|name|label|category|description|userDescription|markdownDescription|enumDescriptions|markdownEnumDescriptions|enumItemLabels|deprecationMessage|contextualTitle|altText|contents)$/u;
/** Paths that users never see: the package name, and what models read of tools. */
const hidden = /^(?:name|contributes\.languageModelTools\.\d+\.(?:name|inputSchema\..+))$/u;

/** The strings that users read, or those of one field if `field` is given. */
export function contributedStrings(field?: string): Contributed[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return stringsIn(manifest, [], (name) => (field === undefined ? shown.test(name) : name === field)).filter(
    ({ path }) => !hidden.test(path),
  );
}

export function isKey(text: string): boolean {
  return /^%[\w.]+%$/u.test(text);
}

export function keyOf(text: string): string {
  return text.slice(1, -1);
}

/** The name of a list applies to its items. */
function stringsIn(value: unknown, path: readonly string[], isWanted: (name: string) => boolean): Contributed[] {
  if (typeof value === 'string') {
    const name = path.findLast((part) => !/^\d+$/u.test(part)) ?? '';
    return isWanted(name) ? [{ path: path.join('.'), text: value }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => stringsIn(inner, [...path, name], isWanted));
}
