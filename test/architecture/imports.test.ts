/** The import rules of docs/architecture.md, checked for every import of every area and for the bundles of esbuild. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { filesUnder, importsUnder, withoutComments, type Import } from './sourceImports.ts';

const root = resolve(import.meta.dirname, '../..');

type Place = 'node' | 'vscode' | 'sqlite' | 'package' | 'root' | Area;
type Area = (typeof areas)[number];
const areas = [
  'memory',
  'schema',
  'search',
  'store',
  'capture',
  'markdown',
  'importers',
  'clients',
  'page',
  'mcp',
  'chat',
  'http',
  'remote',
  'sync',
  'distill',
  'cli',
  'vscode',
  'protocol',
  'util',
] as const;

/** What an area may import at run time and as types. `package` is any library; `sqlite` is a SQLite driver. */
const allowed: Record<Area, readonly Place[]> = {
  memory: ['memory', 'schema', 'util'],
  schema: ['schema'],
  search: ['search', 'memory', 'util', 'package'],
  store: ['store', 'schema', 'memory', 'util', 'package', 'sqlite', 'node'],
  capture: ['capture', 'importers', 'memory', 'util', 'package', 'node'],
  markdown: ['markdown', 'capture', 'memory', 'util', 'package', 'node'],
  importers: ['importers', 'capture', 'memory', 'util', 'package', 'node'],
  clients: ['clients', 'memory', 'util', 'package', 'node', 'root'],
  page: ['page', 'memory', 'search', 'protocol', 'util'],
  mcp: ['mcp', 'memory', 'search', 'capture', 'markdown', 'util', 'package'],
  chat: ['chat', 'mcp', 'capture', 'markdown', 'clients', 'search', 'memory', 'util', 'node'],
  http: ['http', 'page', 'chat', 'mcp', 'search', 'memory', 'protocol', 'util', 'package', 'node', 'root'],
  remote: ['remote', 'clients', 'memory', 'protocol', 'util', 'node'],
  sync: ['sync', 'capture', 'clients', 'memory', 'util', 'node'],
  distill: ['distill', 'search', 'memory', 'util', 'node', 'root'],
  cli: [
    'cli',
    'distill',
    'sync',
    'remote',
    'page',
    'protocol',
    'http',
    'chat',
    'mcp',
    'capture',
    'markdown',
    'importers',
    'clients',
    'search',
    'memory',
    'util',
    'package',
    'node',
    'root',
  ],
  vscode: [
    'vscode',
    'distill',
    'sync',
    'remote',
    'page',
    'mcp',
    'capture',
    'markdown',
    'importers',
    'clients',
    'search',
    'memory',
    'util',
    'protocol',
    'package',
    'node',
    'root',
  ],
  protocol: ['protocol'],
  util: ['util'],
};

/** Additional imports that are allowed only as types. */
const allowedAsType: Partial<Record<Area, readonly Place[]>> = { protocol: ['memory'] };

/** The closed lists of the domain, shared with the protocol of the page and the page itself. */
const vocabulary = join(root, 'src/memory/shared/vocabulary.ts');

describe('the import rules', () => {
  for (const area of areas) {
    it(`hold in src/${area}`, () => {
      const broken = importsUnder(join(root, 'src', area)).filter((found) => !isAllowed(area, found));
      assert.deepEqual(broken.map(described), []);
    });
  }

  it('let only composition roots open a store', () => {
    const openers = importsUnder(join(root, 'src')).filter(
      ({ file, target }) => placeOf(file, target) === 'store' && !file.startsWith(join(root, 'src/store')),
    );
    const roots = [
      'cli',
      'cliContext',
      'extension',
      'extensionMemory',
      'extensionOtherPrograms',
      'extensionRecording',
      'extension.web',
    ].map((name) => `src/${name}.ts`);
    assert.deepEqual(
      openers.map(({ file }) => relative(root, file)).filter((file) => !roots.includes(file)),
      [],
    );
    assert.notEqual(openers.length, 0);
  });

  it('limit the web UI to the protocol and the shared vocabulary', () => {
    const violations = importsUnder(join(root, 'webview')).filter(({ file, target }) => {
      const place = placeOf(file, target);
      const path = resolve(dirname(file), target);
      return (
        target.startsWith('.') && path.startsWith(join(root, 'src')) && place !== 'protocol' && path !== vocabulary
      );
    });
    assert.deepEqual(violations.map(described), []);
  });

  it('reserve environment, clock and randomness for the composition roots', () => {
    const ambient = /\bprocess\.env\b|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b/u;
    const guests = [
      'memory',
      'schema',
      'search',
      'clients',
      'mcp',
      'remote',
      'sync',
      'distill',
      'cli',
      'protocol',
      'util',
    ].flatMap((area) => filesUnder(join(root, 'src', area)));
    const offenders = guests.filter((file) => ambient.test(withoutComments(readFileSync(file, 'utf8'))));
    assert.deepEqual(
      offenders.map((file) => relative(root, file)),
      [],
    );
  });
});

describe('exports', () => {
  it('are names that another file has, too, unless VS Code or a bundle calls them', () => {
    const filesWith = new Map<string, number>();
    const all = ['src', 'webview', 'test', 'bench', 'scripts'].flatMap((folder) => filesUnder(join(root, folder)));
    const sources = all.map((file) => ({ file, text: withoutComments(readFileSync(file, 'utf8')) }));
    for (const { text } of sources)
      for (const name of new Set(text.match(/[\w$]+/gu))) filesWith.set(name, (filesWith.get(name) ?? 0) + 1);
    const called = ['activate', 'deactivate', 'WebExtensionApi', 'runHook', 'runToolUseHook'];
    const exported = /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type) ([\w$]+)/gmu;
    const unused = sources
      .filter(({ file }) => /^(?:src|webview)\//u.test(relative(root, file).replaceAll('\\', '/')))
      .flatMap(({ file, text }) => [...text.matchAll(exported)].map(([, name = '']) => ({ file, name })))
      .filter(({ name }) => filesWith.get(name) === 1 && !called.includes(name));
    assert.deepEqual(
      unused.map(({ file, name }) => `${relative(root, file)}: ${name}`),
      [],
    );
  });
});

describe('the built bundles', () => {
  const meta = JSON.parse(readFileSync(join(root, 'out/meta.json'), 'utf8')) as {
    outputs: Record<
      string,
      { imports: { path: string; kind: string; external?: boolean }[]; inputs: Record<string, unknown> }
    >;
  };
  const externalsOf = (bundle: string): string[] => {
    const output = meta.outputs[bundle];
    assert.ok(output, `${bundle} is not among the built bundles: run npm run build`);
    return output.imports.filter(({ external }) => external === true).map(({ path }) => path);
  };
  const isBuiltin = (path: string): boolean => path.startsWith('node:') || builtinModules.includes(path);

  const inputsOf = (bundle: string): string[] => Object.keys(meta.outputs[bundle]?.inputs ?? {});

  it('keep vscode out of the command line', () => {
    for (const file of ['dist/cli.js', 'dist/shared.js']) {
      assert.ok(
        externalsOf(file).every((path) => isBuiltin(path)),
        file,
      );
      assert.ok(!inputsOf(file).some((input) => input.startsWith('src/vscode/')), file);
    }
  });

  it('contain code that both Node programs use once, in one shared file, and both load no other file', () => {
    const [cli, extension] = ['dist/cli.js', 'dist/extension.js'];
    const twice = inputsOf(cli).filter((input) => inputsOf(extension).includes(input));
    assert.deepEqual(twice, []);
    for (const program of [cli, extension]) {
      const loaded = meta.outputs[program]?.imports.filter(({ external }) => external !== true) ?? [];
      assert.deepEqual(
        loaded.map(({ path, kind }) => [path, kind]),
        [['dist/shared.js', 'import-statement']],
      );
    }
    assert.deepEqual(
      meta.outputs['dist/shared.js']?.imports.filter(({ external }) => external !== true),
      [],
    );
  });

  it('keep Node out of the web UI', () => {
    const pages = Object.keys(meta.outputs).filter((path) => /^(?:dist|out)\/webview\/.*\.js$/u.test(path));
    assert.notEqual(pages.length, 0);
    for (const page of pages) assert.deepEqual(externalsOf(page), []);
  });

  it('keep Node out of the browser extension', () => {
    const [web] = Object.keys(meta.outputs).filter((path) => /^dist\/extension\.web\.[\w.]*js$/u.test(path));
    assert.ok(web);
    assert.deepEqual([...new Set(externalsOf(web))], ['vscode']);
  });

  it('import only Node and vscode in the desktop extension', () => {
    assert.deepEqual(
      externalsOf('dist/extension.js').filter((path) => !isBuiltin(path) && path !== 'vscode'),
      [],
    );
  });
});

function isAllowed(area: Area, { file, target, typeOnly }: Import): boolean {
  const place = placeOf(file, target);
  if (place === 'vscode' && !target.startsWith('.')) return area === 'vscode';
  if (['protocol', 'schema'].includes(area) && resolve(dirname(file), target) === vocabulary) return true;
  return allowed[area].includes(place) || (typeOnly && (allowedAsType[area]?.includes(place) ?? false));
}

function placeOf(file: string, target: string): Place {
  if (target === 'vscode') return 'vscode';
  if (target === 'node:sqlite' || target.startsWith('sql.js')) return 'sqlite';
  if (target.startsWith('node:')) return 'node';
  if (!target.startsWith('.')) return 'package';
  const [area] = relative(join(root, 'src'), resolve(dirname(file), target)).split(/[\\/]/u);
  return areas.find((candidate) => candidate === area) ?? 'root';
}

function described({ file, target }: Import): string {
  return `${relative(root, file)} imports ${target}`;
}
