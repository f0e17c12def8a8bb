/** Each file of the domain starts with a comment, and each exported class has a doc comment. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { filesUnder } from './sourceImports.ts';

const root = resolve(import.meta.dirname, '../..');

const sources = filesUnder(join(root, 'src/memory')).map((file) =>
  ts.createSourceFile(relative(root, file), readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true),
);

describe('the domain', () => {
  it('has a comment at the top of every file', () => {
    const without = sources.filter(({ text }) => !text.startsWith('/**'));
    assert.deepEqual(
      without.map(({ fileName }) => fileName),
      [],
    );
  });

  it('has a doc comment on every exported class', () => {
    assert.deepEqual(sources.flatMap(undocumentedClassesIn), []);
  });
});

function undocumentedClassesIn(source: ts.SourceFile): string[] {
  return source.statements
    .filter((statement) => ts.isClassDeclaration(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
    .filter((declaration) => ts.getJSDocCommentsAndTags(declaration).length === 0)
    .map(({ name }) => `${name?.text ?? 'a class'} in ${source.fileName}`);
}
