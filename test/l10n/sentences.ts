/**
 * The sentences that code shows through l10n, read from its syntax without running it. A sentence must be a literal at
 * the call, because translators cannot find one that is built at run time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

export const root = resolve(import.meta.dirname, '../..');

export interface Found {
  /** Each sentence once. */
  readonly sentences: Set<string>;
  /** Sentences for a count of exactly one; a language without plurals has no use for them. */
  readonly ofOne: Set<string>;
  /** `file:line` of calls whose sentence is not a literal. */
  readonly unclear: string[];
}

/** The role of each argument of a call, in order: a sentence, the sentence for exactly one, or neither. */
type Role = 'sentence' | 'ofOne' | 'other';

/** `vscode.l10n.t(sentence, …)` in the extension. */
export function sentencesOfExtension(): Found {
  return sentencesIn('src', { 'vscode.l10n.t': ['sentence'] });
}

/**
 * `t(sentence, …)` and `tn(count, one, many, …)` in the web UI, except its l10n code, which only passes sentences on.
 */
export function sentencesOfPage(): Found {
  return sentencesIn('webview', { t: ['sentence'], tn: ['other', 'ofOne', 'sentence'] }, /[\\/]l10n[\\/]/u);
}

function sentencesIn(folder: string, calls: Readonly<Record<string, readonly Role[]>>, except?: RegExp): Found {
  const found: Found = { sentences: new Set(), ofOne: new Set(), unclear: [] };
  for (const file of sourcesUnder(join(root, folder))) {
    if (except?.test(file) !== true) collect(file, calls, found);
  }
  for (const sentence of found.sentences) found.ofOne.delete(sentence);
  return found;
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function collect(file: string, calls: Readonly<Record<string, readonly Role[]>>, found: Found): void {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) read(node);
    ts.forEachChild(node, visit);
  };
  const read = (call: ts.CallExpression): void => {
    // Prettier may put `.t` on the next line.
    const callee = call.expression.getText(source).replace(/\s/gu, '');
    const roles = Object.hasOwn(calls, callee) ? (calls[callee] ?? []) : [];
    for (const [index, role] of roles.entries()) {
      if (role === 'other') continue;
      const argument = call.arguments[index];
      const sentence = argument === undefined ? undefined : writtenOut(argument);
      if (sentence !== undefined) (role === 'ofOne' ? found.ofOne : found.sentences).add(sentence);
      else found.unclear.push(`${relative(root, file)}:${String(lineOf(call, source))}`);
    }
  };
  visit(source);
}

/** The text of a literal, or of literals joined with `+`; undefined for anything else. */
function writtenOut(expression: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const left = writtenOut(expression.left);
  const right = writtenOut(expression.right);
  return left === undefined || right === undefined ? undefined : left + right;
}

function lineOf(node: ts.Node, source: ts.SourceFile): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
