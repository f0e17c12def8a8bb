/**
 * Replaces English sentences in the sources and in the keys of their translations. The sentences are the keys of l10n,
 * so one correction changes sources and every language at once. A translation stays, under the new key.
 */
import ts from 'typescript';

/** Maps each old sentence to the new one. */
export type Replacements = ReadonlyMap<string, string>;

export interface Replaced {
  readonly text: string;
  /** The old sentences that this text contained. */
  readonly found: ReadonlySet<string>;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly old: string;
}

const l10nFunctions = ['vscode.l10n.t', 't', 'tn'];

/**
 * Replaces whole arguments of `vscode.l10n.t`, `t` and `tn`, also those joined with `+`. With `isTable`, it replaces
 * any string literal, for tables of sentences that are translated elsewhere.
 */
export function replaceInSource(source: string, replacements: Replacements, isTable: boolean): Replaced {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  const edits: Edit[] = [];
  const add = (expression: ts.Expression): void => {
    const old = literalText(expression);
    if (old !== undefined && replacements.has(old))
      edits.push({ start: expression.getStart(file), end: expression.end, old });
  };
  const visit = (node: ts.Node): void => {
    if (isL10nCall(node, file)) node.arguments.forEach(add);
    else if (isTable && ts.isStringLiteralLike(node)) add(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { text: edits.toReversed().reduce(withEdit(replacements), source), found: foundIn(edits) };
}

/** Renames keys in place. If the new key already exists, its translation stays. */
export function replaceKeys(json: string, replacements: Replacements): Replaced {
  const store = JSON.parse(json) as Readonly<Record<string, string>>;
  const isKept = (key = ''): boolean => Object.hasOwn(store, key) && !replacements.has(key);
  const renamed = Object.entries(store)
    .filter(([key]) => !isKept(replacements.get(key)))
    .map(([key, value]) => [replacements.get(key) ?? key, value]);
  const found = new Set(Object.keys(store).filter((key) => replacements.has(key)));
  return { text: jsonText(Object.fromEntries(renamed)), found };
}

/** Replaces values, for `package.nls.json`, whose keys are names. */
export function replaceValues(json: string, replacements: Replacements): Replaced {
  const store = JSON.parse(json) as Readonly<Record<string, string>>;
  const renamed = Object.entries(store).map(([key, value]) => [key, replacements.get(value) ?? value]);
  const found = new Set(Object.values(store).filter((value) => replacements.has(value)));
  return { text: jsonText(Object.fromEntries(renamed)), found };
}

/** Prettier may put `.t` on the next line. */
function isL10nCall(node: ts.Node, file: ts.SourceFile): node is ts.CallExpression {
  return ts.isCallExpression(node) && l10nFunctions.includes(node.expression.getText(file).replace(/\s/gu, ''));
}

function literalText(expression: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const left = literalText(expression.left);
  const right = literalText(expression.right);
  return left === undefined || right === undefined ? undefined : left + right;
}

function withEdit(replacements: Replacements): (text: string, edit: Edit) => string {
  return (text, { start, end, old }) => text.slice(0, start) + quoted(replacements.get(old) ?? old) + text.slice(end);
}

/** Quotes like Prettier: single quotes, unless the text contains more of them than double quotes. */
function quoted(text: string): string {
  const doubled = JSON.stringify(text);
  const isDoubled = text.split("'").length > text.split('"').length;
  return isDoubled ? doubled : `'${doubled.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function foundIn(edits: readonly Edit[]): ReadonlySet<string> {
  return new Set(edits.map(({ old }) => old));
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
