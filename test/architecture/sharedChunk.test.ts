/** Both programs are three files, whose modules wait to be asked for without being files of their own (docs/decisions/0028). */
import assert from 'node:assert/strict';
import { dynamicImporters, withLazyRequires } from '../../scripts/build/sharedChunk.mjs';

describe('a module that is imported while a program runs', () => {
  it('is asked for where it is, whatever the quotes', () => {
    for (const quote of ["'", '"', '`']) {
      assert.equal(
        withLazyRequires(`await import(${quote}./a.ts${quote});`),
        "await Promise.resolve().then(() => require('lazy:./a.ts').all);",
      );
    }
    const left = [
      "let a: typeof import('./a.ts');",
      "api.import('./a.ts');",
      'import(name);',
      'import(`./${name}.ts`);',
    ];
    for (const line of left) assert.equal(withLazyRequires(line), line);
  });

  it('leaves every line of the file where it was', () => {
    const source = "const [one] = [\n  await import(\n    './one.ts'\n  ),\n];\nthrow one;";
    assert.equal(withLazyRequires(source).split('\n').indexOf('throw one;'), 5);
  });

  it('is named with its importer when it became a file of its own', () => {
    const imports = [
      { path: 'src/b.ts', kind: 'dynamic-import' as const },
      { path: 'src/c.ts', kind: 'import-statement' as const },
    ];
    const metafile = { inputs: { 'src/a.ts': { bytes: 1, imports } }, outputs: {} };
    assert.deepEqual(dynamicImporters(metafile), ['src/a.ts imports src/b.ts']);
  });
});
