/** Both programs are three files; modules that they load lazily must not be separate files (docs/decisions/0028). */
import assert from 'node:assert/strict';
import { dynamicImporters, withLazyRequires } from '../../scripts/build/sharedChunk.mjs';

describe('a dynamically imported module', () => {
  it('is required lazily in place, whatever the quotes', () => {
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

  it('does not shift the lines of the file', () => {
    const source = "const [one] = [\n  await import(\n    './one.ts'\n  ),\n];\nthrow one;";
    assert.equal(withLazyRequires(source).split('\n').indexOf('throw one;'), 5);
  });

  it('is reported with its importer if it became a separate file', () => {
    const imports = [
      { path: 'src/b.ts', kind: 'dynamic-import' as const },
      { path: 'src/c.ts', kind: 'import-statement' as const },
    ];
    const metafile = { inputs: { 'src/a.ts': { bytes: 1, imports } }, outputs: {} };
    assert.deepEqual(dynamicImporters(metafile), ['src/a.ts imports src/b.ts']);
  });
});
