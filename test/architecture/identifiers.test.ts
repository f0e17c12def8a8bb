/** Identifiers use the terms of the field: words that only this project used must not be declared again. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { filesUnder } from './sourceImports.ts';

const root = resolve(import.meta.dirname, '../..');

/** Banned names, and what to use instead. */
const banned: readonly [RegExp, string][] = [
  [/^(?:most|longest)[A-Z]|[a-z]Most$|^atMost/u, 'max…'],
  [/^(?:least|shortest)(?:[A-Z]|$)/u, 'min…'],
  [/^usual[A-Z]/u, 'default…'],
  [
    /[tT]elling|[tT]eller|^(?:un)?[tT]old(?:[A-Z]|$)|[a-z](?:Un)?[tT]old(?:[A-Z]|$)|^tell(?:[A-Z]|$)/u,
    'summary, report',
  ],
  [/^acts?$/u, 'command, run'],
  [/[fF]urniture/u, 'stop word'],
  [/[sS]tanding/u, 'role context, trust'],
  [/^desk$|Desk$/u, 'host, controller'],
  [/[pP]ulse|^beats?$/u, 'change watcher, change event'],
  [/^keepAside|Anew$|^anew$/u, 'back up, rebuilt'],
  [/^slips?$|Slips/u, 'misspellings'],
  [/^(?:changedMeanwhile|notThere|somebodyElses|saidAlready)$/u, 'versionConflict, notFound, notOwner, duplicate'],
  [/^face$|Face$/u, 'ui, item'],
  [/[tT]icked$|^(?:un)?tick(?:All)?$/u, 'selected, select, clear'],
  [/^(?:wayBack|takenBack|letGo)$|HandedOn|^handedOn/u, 'undo, signal, release, passed'],
  [/^(?:obey|introduce|errand|forsaken|unhurried|strangers?)$/u, 'handleKey, resolveCaller, request, evictable'],
  [/[sS]ummaris(?:e|ing)/u, 'summarize'],
];

describe('identifiers', () => {
  for (const [pattern, instead] of banned) {
    it(`do not match ${String(pattern)}: use ${instead}`, () => {
      assert.deepEqual(
        declared.filter(({ name }) => pattern.test(name)).map(({ name, file }) => `${name} in ${file}`),
        [],
      );
    });
  }
});

const declared = ['src', 'webview', 'test', 'bench', 'scripts']
  .flatMap((layer) => filesUnder(join(root, layer)))
  .flatMap(declaredIn);

/** Every name that a file declares, except the keys of object literals, which may be defined elsewhere. */
function declaredIn(file: string): { name: string; file: string }[] {
  const found: { name: string; file: string }[] = [];
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
    const isMember = ts.isPropertySignature(node) || ts.isMethodSignature(node) || ts.isClassElement(node);
    if ((isNamed || isMember || ts.isDeclarationStatement(node)) && node.name !== undefined) {
      if (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)) {
        found.push({ name: node.name.text.replace(/^#/u, ''), file: relative(root, file) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}
