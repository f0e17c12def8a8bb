/**
 * Builds the two programs for Node, `dist/cli.js` and `dist/extension.js`, with what both use in a third file,
 * `dist/shared.js`, so that it ships once. What always holds: these are three files, which lie in one folder, are loaded
 * when a program starts, and never later, because an update may remove that folder while a server still runs (docs/decisions/0028).
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const sharedName = 'shared';
const programFiles = ['cli.js', 'extension.js', `${sharedName}.js`];
const neededAtStart = ['node:crypto', 'node:fs', 'node:fs/promises', 'node:os', 'node:path'];
const lazyPrefix = 'lazy:';
const filePrefix = 'file:';
/** `import('…')` as an expression, in any quotes; a type in TypeScript has `typeof` before it, and a method takes no literal. */
const dynamicImport = /(?<![\w.$]|typeof\s+)import\(\s*(['"`])([^'"`\n$]+)\1,?\s*\)/gu;

/**
 * What esbuild can split are ES modules, and what VS Code and the command load is CommonJS: so the files are split first
 * and each is translated then. `options` are esbuild's for both programs; `entryPoints` names their sources.
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
 * An ES module has what it imports loaded before anything runs, all of Node's own modules that a file names too. Asked
 * for by a module of CommonJS between them, each is loaded when the first module that wants it runs. For those that both
 * programs need at their start in any case, that would be a detour: each asking module copies all of their names.
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
 * esbuild makes a file of its own for each module that is imported while a program runs, a hundred of them. Asked for by
 * `require`, a module stays in the file where it is and still does nothing before it is asked for, as `import()` does
 * where nothing is split.
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
      // By a module between them, because `require` would bring the bare exports of a CommonJS package, without a default.
      onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
        contents: `import * as all from ${JSON.stringify(filePrefix + path)}; export { all };`,
      }));
      onResolve({ filter: new RegExp(`^${filePrefix}`), namespace: 'lazy' }, ({ path }) => ({
        path: path.slice(filePrefix.length),
      }));
    },
  };
}

/** What stood on several lines goes on to do so, because the file's map counts them. */
export function withLazyRequires(source) {
  return source.replace(dynamicImport, (text, _, target) => {
    const lines = '\n'.repeat(text.split('\n').length - 1);
    return `Promise.resolve().then(() => require('${lazyPrefix}${target}').all${lines})`;
  });
}

/**
 * Which modules import, while a program runs, what was split off by itself: by esbuild's own list of all of them. A module of
 * ours in `src` is asked for by `require` instead, so what is left is one that names another in a way that is not seen.
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
 * Writes what was split to `dist` as CommonJS, at each build of a watch too.
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
              allowOverwrite: true, // The text in memory goes by the name of the file that is made of it.
              // Modules are strict, and so is what is made of them.
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
 * What a file exports as one object of getters, which V8 makes in one go: esbuild's own way defines each name by a call,
 * twice, and a start is seen to wait for it. The last statement of a split file is its one `export`; the command exports nothing, and has none.
 */
function withPlainExports(text) {
  return text.replace(/\bexport\s*\{([^}]*)\};?(?=\s*(?:\/\/# sourceMappingURL=\S*\s*)?$)/u, (_, list) => {
    const getters = list
      .split(',')
      .map((entry) => /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/u.exec(entry))
      .map(([, inside, outside = inside]) => `get ${outside}(){return ${inside}}`);
    return `module.exports={${getters.join(',')}};`;
  });
}
