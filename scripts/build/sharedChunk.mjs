/**
 * Builds the two Node programs, `dist/cli.js` and `dist/extension.js`. The code that both use ships once, in a third
 * file, `dist/shared.js`. There are always exactly these three files, in one folder, and a program loads them only when
 * it starts: an update may remove that folder while a server still runs (docs/decisions/0028).
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const sharedName = 'shared';
const programFiles = ['cli.js', 'extension.js', `${sharedName}.js`];
const neededAtStart = ['node:crypto', 'node:fs', 'node:fs/promises', 'node:os', 'node:path'];
const lazyPrefix = 'lazy:';
/**
 * `import('…')` as an expression, with any quotes. Types in TypeScript have `typeof` before it, and methods get no
 * literal.
 */
const dynamicImport = /(?<![\w.$]|typeof\s+)import\(\s*(['"`])([^'"`\n$]+)\1,?\s*\)/gu;

/**
 * esbuild can split only ES modules, but VS Code and the command load CommonJS. So this splits the files first and then
 * translates each of them. `options` are esbuild's for both programs; `entryPoints` names their sources.
 *
 * @param {import('esbuild').BuildOptions & { absWorkingDir: string, entryPoints: string[] }} options
 * @returns {import('esbuild').BuildOptions}
 */
export function splitPrograms(options) {
  const { absWorkingDir: root, sourcemap, plugins = [] } = options;
  return {
    ...options,
    format: 'esm',
    splitting: true,
    chunkNames: sharedName,
    outdir: join(root, 'dist'),
    write: false,
    metafile: true,
    sourcemap: sourcemap && 'inline',
    plugins: [...plugins, builtinsInPlace, lazyInPlace(join(root, 'src')), translated(options)],
  };
}

/**
 * An ES module loads all its imports before anything runs, also all of Node's own modules that the file names. An
 * intermediate CommonJS module delays each until the first module that needs it runs. For those that both programs
 * always need at their start, that would be a detour: each importing module copies all of their names.
 *
 * @type {import('esbuild').Plugin}
 */
const builtinsInPlace = {
  name: 'builtins in place',
  setup({ onLoad, onResolve }) {
    const namespace = 'builtin';
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' && !neededAtStart.includes(path) ? { path, namespace } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * esbuild makes a separate file of each module that a running program imports, more than a hundred. With `require`, a
 * module stays in the file where it is and still does nothing before it is required, like `import()` without splitting.
 *
 * @returns {import('esbuild').Plugin}
 */
function lazyInPlace(sources) {
  return {
    name: 'lazy in place',
    setup({ onLoad, onResolve, resolve: resolved }) {
      onLoad({ filter: /\.ts$/, namespace: 'file' }, async ({ path }) => {
        if (!path.startsWith(sources)) return undefined;
        const source = await readFile(path, 'utf8');
        return { contents: withLazyRequires(source), loader: 'ts' };
      });
      onResolve({ filter: new RegExp(`^${lazyPrefix}`) }, async ({ path, importer, resolveDir }) => {
        const kind = 'dynamic-import';
        const found = await resolved(path.slice(lazyPrefix.length), { kind, importer, resolveDir });
        return found.errors.length > 0 ? { errors: found.errors } : { path: found.path, namespace: 'lazy' };
      });
      // An intermediate module, because `require` returns the bare exports of a CommonJS package, without a default.
      // esbuild itself resolves its import: only so does it read the kind of the module from its package, whichever
      // import it meets first, and makes the same file each time.
      onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
        contents: `import * as all from ${JSON.stringify(path)}; export { all };`,
        resolveDir: dirname(path),
      }));
    },
  };
}

/** Keeps the line breaks of each import, because the file's source map counts lines. */
export function withLazyRequires(source) {
  return source.replace(dynamicImport, (text, _, target) => {
    const lines = '\n'.repeat(text.split('\n').length - 1);
    return `Promise.resolve().then(() => require('${lazyPrefix}${target}').all${lines})`;
  });
}

/**
 * Lists the modules whose dynamic imports esbuild split into separate files, from esbuild's own metadata. Imports in
 * our `src` become a `require`, so this finds only imports that `withLazyRequires` does not recognize.
 *
 * @param {import('esbuild').Metafile} metafile
 */
export function dynamicImporters({ inputs }) {
  return Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ kind, external }) => kind === 'dynamic-import' && external !== true)
      .map(({ path }) => `${file} imports ${path}`),
  );
}

/**
 * Writes the split files to `dist` as CommonJS, also at each build of a watch.
 *
 * @returns {import('esbuild').Plugin}
 */
function translated({ absWorkingDir, target, minify, sourcemap, legalComments, logLevel }) {
  const common = { absWorkingDir, platform: 'node', target, minify, sourcemap, legalComments, logLevel };
  return {
    name: 'translated',
    setup({ onEnd }) {
      onEnd(async ({ errors, outputFiles, metafile }) => {
        if (errors.length > 0) return undefined;
        const extra = outputFiles.map(({ path }) => basename(path)).filter((name) => !programFiles.includes(name));
        if (extra.length > 0) {
          const by = dynamicImporters(metafile).join('; ');
          return { errors: [{ text: `A module was split off by itself: ${extra.join(', ')} (${by}).` }] };
        }
        await Promise.all(
          outputFiles.map(({ path, text }) =>
            build({
              ...common,
              format: 'cjs',
              logOverride: { 'commonjs-variable-in-esm': 'silent' },
              stdin: { contents: withPlainExports(text), sourcefile: path, resolveDir: dirname(path) },
              outfile: path,
              allowOverwrite: true, // The source in memory has the name of its output file.
              // ES modules are strict, so their translation must be, too.
              banner: { js: `${basename(path) === 'cli.js' ? '#!/usr/bin/env node\n' : ''}"use strict";` },
            }),
          ),
        );
        return undefined;
      });
    },
  };
}

/**
 * Exports one object of getters, which V8 creates at once. esbuild's own way defines each name with two calls, which
 * measurably delays a start. The last statement of a split file is its one `export`; the command exports nothing and
 * has none.
 */
function withPlainExports(text) {
  // The source map is one line of several megabytes, for which a pattern would need too deep a stack.
  const map = text.lastIndexOf('\n//# sourceMappingURL=');
  const end = map < 0 ? text.length : map;
  const code = text.slice(0, end).replace(/\bexport\s*\{([^}]*)\};?(?=\s*$)/u, (_, list) => {
    const getters = list
      .split(',')
      .map((entry) => /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/u.exec(entry))
      .map(([, inside, outside = inside]) => `get ${outside}(){return ${inside}}`);
    return `module.exports={${getters.join(',')}};`;
  });
  return code + text.slice(end);
}
