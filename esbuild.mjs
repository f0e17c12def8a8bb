/**
 * Builds everything that ships: `node esbuild.mjs [--production] [--watch] [--only=NAME,NAME]`. The bundles are always
 * complete, with no node_modules in the VSIX. `out/meta.json` lists what went into each, for the tests over the built
 * files. The root manifest names no module kind, because VS Code would apply it to the bundles and fail to load them.
 * The source folders have separate manifests that say "module".
 */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, context } from 'esbuild';
import { iconsOfPage } from './scripts/build/icons.mjs';
import { splitPrograms } from './scripts/build/sharedChunk.mjs';
import { createWatchReport } from './scripts/build/watchReport.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const root = import.meta.dirname;
const require = createRequire(import.meta.url);
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/**
 * Only a passphrase protects exports, so the key support of the age package stays out, which is two thirds of it. Its
 * scrypt is Node's own, because the one in JavaScript blocks a process for seconds.
 *
 * @type {import('esbuild').Plugin}
 */
const passphrasesOnly = {
  name: 'passphrases only',
  setup({ onResolve, onLoad }) {
    const namespace = 'passphrases-only';
    onResolve(
      { filter: /^@noble\/(?:post-quantum|curves)\/|^\.\/(?:x25519|webauthn|cbor)\.js$|^@noble\/hashes\/scrypt\.js$/ },
      (found) => (found.importer.includes('age-encryption') ? { path: found.path, namespace } : undefined),
    );
    onLoad({ filter: /scrypt/, namespace }, () => ({
      contents: `export const scrypt = (password, salt, { N, r, p, dkLen }) =>
        new Uint8Array(require('node:crypto').scryptSync(password, salt, dkLen, { N, r, p, maxmem: 2 ** 30 }));`,
    }));
    onLoad({ filter: /.*/, namespace }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * The server uses another validator (`src/mcp/shared/confirmation.ts`), so the SDK's default one stays out.
 *
 * @type {import('esbuild').Plugin}
 */
const noAjv = {
  name: 'no Ajv',
  setup({ onLoad }) {
    onLoad({ filter: /sdk[\\/]dist[\\/]\w+[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: `export class AjvJsonSchemaValidator { constructor() { throw new Error('Ajv is not in this build.'); } }`,
    }));
  },
};

/**
 * The driver of PostgreSQL can use a native library and the sockets of another platform. Neither is part of BigMind.
 *
 * @type {import('esbuild').Plugin}
 */
const plainPostgres = {
  name: 'plain PostgreSQL driver',
  setup({ onResolve, onLoad }) {
    const namespace = 'plain-postgres';
    onResolve({ filter: /^(?:pg-native|pg-cloudflare)$/ }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /.*/, namespace }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const forNode = {
  ...common,
  platform: 'node',
  plugins: [passphrasesOnly, noAjv, plainPostgres],
  target: 'node20',
  define: { 'process.env.BIGMIND_VERSION': JSON.stringify(version) },
  // Its main file is UMD, which requires its parts at run time and so cannot be bundled.
  alias: { 'jsonc-parser': require.resolve('jsonc-parser/lib/esm/main.js') },
};
/** @type {import('esbuild').BuildOptions} */
const forBrowser = { ...common, platform: 'browser', target: 'es2022' };

/** The maintained rules also check files if asked to. BigMind never asks, and a browser has no files. */
const noFilesForRules = {
  name: 'no files for the rules of secrets',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:(?:fs|path)$/ }, ({ importer, path }) =>
      importer.includes('secretlint-rule-preset') ? { path, namespace: 'nothing' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default {};' }));
  },
};

/**
 * In a browser, the manifest has the JSON Schemas of the tools, so the code of Zod that generates them stays out.
 *
 * @type {import('esbuild').Plugin}
 */
const noJsonSchemas = {
  name: 'no JSON Schemas',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const names = [...source.matchAll(/^export (?:const|function) (\w+)/gmu)].map(([, name]) => name);
      return { contents: names.map((name) => `export const ${name} = () => undefined;`).join('\n') };
    });
  },
};

/** The icons' style sheet and font. */
const iconFiles = ['codicon.css', 'codicon.ttf'];

/** @type {Record<string, import('esbuild').BuildOptions & { entryPoints: string[], outfile?: string }>} */
const bundles = {
  programs: splitPrograms({
    ...forNode,
    entryPoints: ['src/cli.ts', 'src/extension.ts'],
    external: ['vscode'],
  }),
  // Run at every turn and before every tool call, so they are small and apart from the other programs.
  hook: { ...forNode, format: 'cjs', entryPoints: ['src/cli/hook/hookProgram.ts'], outfile: 'dist/hook.js' },
  toolUse: { ...forNode, format: 'cjs', entryPoints: ['src/cli/hook/toolUse.ts'], outfile: 'dist/toolUse.js' },
  'extension.web': {
    ...forBrowser,
    format: 'cjs',
    entryPoints: ['src/extension.web.ts'],
    outfile: 'dist/extension.web.js',
    external: ['vscode'],
    plugins: [noFilesForRules, noJsonSchemas],
  },
  page: {
    ...forBrowser,
    format: 'iife',
    entryPoints: ['webview/main.ts'],
    outfile: 'dist/webview/page.js',
    tsconfig: 'webview/tsconfig.json',
  },
};

/** Files that ship unchanged. */
const copies = {
  'dist/word-vectors.bin': join(root, 'data/word-vectors.bin'),
  'dist/sql-wasm.wasm': require.resolve('sql.js/dist/sql-wasm.wasm'),
  'dist/webview/page.css': join(root, 'webview/page.css'),
  'dist/webview/theme.css': join(root, 'webview/theme.css'),
};

/** The two programs share a file, so they are always built together. */
const asked = only?.map((name) => (name === 'cli' || name === 'extension' ? 'programs' : name));
const chosen = Object.entries(bundles).filter(([name]) => asked?.includes(name) ?? true);
if (production && !only) await rm(join(root, 'dist'), { recursive: true, force: true });
await copyFiles();
await writeIcons();
await (watch ? watchBundles() : buildBundles());

async function copyFiles() {
  for (const [target, source] of Object.entries(copies)) {
    await mkdir(dirname(join(root, target)), { recursive: true });
    await copyFile(source, join(root, target));
  }
  await writeFile(join(root, 'dist/package.json'), '{ "type": "commonjs" }\n');
}

/** A watching build keeps every icon, because the next change may show another one. */
async function writeIcons() {
  const [css, ttf] = await Promise.all(
    iconFiles.map((name) => readFile(require.resolve(`@vscode/codicons/dist/${name}`))),
  );
  const whole = { css: css.toString('utf8'), ttf };
  const icons = watch ? whole : await iconsOfPage({ ...whole, sources: join(root, 'webview') });
  await mkdir(join(root, 'dist/webview'), { recursive: true });
  await writeFile(join(root, 'dist/webview/codicon.css'), icons.css);
  await writeFile(join(root, 'dist/webview/codicon.ttf'), icons.ttf);
}

async function buildBundles() {
  const present = chosen.filter(([name, options]) => hasEntry(name, options));
  const results = await Promise.all(present.map(([, options]) => build(options)));
  if (!only) await writeMetafile(results.map((result) => result.metafile));
  const files = results.flatMap(({ metafile }) => Object.keys(metafile.outputs));
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const { length } = await readFile(join(root, file));
    console.log(`${file.padEnd(28)} ${(length / 1024).toFixed(0).padStart(6)} KB`);
  }
}

async function watchBundles() {
  const present = chosen.filter(([name, options]) => hasEntry(name, options));
  const report = createWatchReport(present.length, (line) => console.log(line));
  for (const [, options] of present) {
    const plugins = [...(options.plugins ?? []), report()];
    await (await context({ ...options, plugins })).watch();
  }
}

/** During development an entry point may be missing; a production build must be complete. */
function hasEntry(name, { entryPoints: [entry = ''] }) {
  if (existsSync(join(root, entry))) return true;
  if (production) throw new Error(`${entry} is missing, so ${name} cannot be built.`);
  console.warn(`${name}: skipped, because ${entry} is missing.`);
  return false;
}

async function writeMetafile(metafiles) {
  const merged = { inputs: {}, outputs: {} };
  for (const { inputs, outputs } of metafiles) {
    Object.assign(merged.inputs, inputs);
    Object.assign(merged.outputs, outputs);
  }
  await mkdir(join(root, 'out'), { recursive: true });
  await writeFile(join(root, 'out/meta.json'), JSON.stringify(merged));
}
