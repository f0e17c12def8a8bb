/** The tree of docs/architecture.md: one folder for each concept, small folders, and no cycles between them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { chatPageTools } from '../../src/mcp/tools/profile/chatPageTools.ts';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import { filesUnder, importsUnder } from './sourceImports.ts';

const root = resolve(import.meta.dirname, '../..');
const layers = ['src', 'webview'];
const maxFiles = 16;

/** The folders of the domain. Each may import the listed ones and `util`, and nothing else of the domain. */
const aggregates: Record<string, readonly string[]> = {
  shared: [],
  trust: ['shared'],
  facts: ['shared', 'trust'],
  fading: ['shared'],
  decisions: ['shared', 'trust', 'facts'],
  sessions: ['shared'],
  knowledge: ['shared', 'trust'],
  hypotheses: ['shared', 'trust'],
  profile: ['shared', 'trust'],
  activity: ['shared'],
  summarize: ['shared', 'trust'],
  archive: ['shared', 'trust', 'sessions', 'summarize', 'learn'],
  entries: ['shared', 'trust'],
  recall: ['shared', 'trust', 'facts', 'sessions', 'knowledge', 'profile', 'archive', 'entries', 'fading'],
  recap: ['shared', 'trust', 'facts', 'decisions', 'sessions', 'hypotheses', 'recall'],
  markdown: ['shared', 'trust', 'facts', 'sessions', 'archive'],
  governance: ['shared', 'trust', 'archive'],
  people: ['shared', 'trust', 'activity', 'profile'],
  graph: ['shared', 'trust', 'summarize', 'recall'],
  learn: ['shared', 'trust', 'facts', 'summarize'],
  sync: ['shared', 'upkeep'],
  upkeep: ['shared', 'trust', 'fading', 'recall', 'governance'],
};

interface Edge {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Imports between our own files, as paths relative to the root. */
const edges: readonly Edge[] = layers
  .flatMap((layer) => importsUnder(join(root, layer)))
  .filter(({ target }) => target.startsWith('.'))
  .map(({ file, target, typeOnly }) => ({
    from: pathOf(file),
    to: pathOf(resolve(dirname(file), target)),
    typeOnly,
  }));

describe('the tree', () => {
  it(`has at most ${String(maxFiles)} files per folder`, () => {
    const counts = new Map<string, number>();
    for (const file of layers.flatMap((layer) => filesUnder(join(root, layer)))) {
      const folder = dirname(pathOf(file));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    assert.deepEqual(
      [...counts].filter(([, count]) => count > maxFiles),
      [],
    );
  });

  it('has no import cycle at run time', () => {
    assert.deepEqual(cyclesIn(edges.filter(({ typeOnly }) => !typeOnly)), []);
  });

  it('has no import cycle between folders, even through other folders or types', () => {
    const folders = edges
      .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
      .filter(({ from, to }) => from !== to);
    assert.deepEqual(cyclesIn(folders), []);
  });

  it('limits imports between the aggregates of the domain', () => {
    const within = edges.filter(({ from, to }) => aggregateOf(from) !== undefined && to.startsWith('src/memory/'));
    assert.notEqual(within.length, 0);
    const broken = within.filter(({ from, to }) => {
      const [own = '', other] = [aggregateOf(from), aggregateOf(to)];
      return own !== other && (other === undefined || aggregates[own]?.includes(other) !== true);
    });
    assert.deepEqual(broken.map(described), []);
  });

  it('keeps the engines independent of the contents of a store, and the repositories of the engines', () => {
    const connection = 'src/store/sql/connection/';
    const allowed: Readonly<Record<string, readonly string[]>> = {
      [connection]: [connection],
      'src/store/sqlite/engine/': ['src/store/sqlite/engine/', connection],
      // Migrations tell which version a store has, on both engines.
      'src/store/sql/': ['src/store/sql/', 'src/store/sqlite/schema/'],
    };
    const violations = Object.entries(allowed).flatMap(([folder, targets]) =>
      edges
        .filter(({ from, to }) => from.startsWith(folder) && to.startsWith('src/store/'))
        .filter(({ to }) => !targets.some((target) => to.startsWith(target))),
    );
    assert.deepEqual(violations.map(described), []);
  });
});

describe('the texts of the inner layers', () => {
  const tools = [...Object.values(toolsets).flat(), ...chatPageTools].map(({ name }) => name);
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const commands = [...manifest.matchAll(/"command": "(bigmind\.\w+)"/gu)].map(([, id = '']) => id);

  it('name no tool or command in the domain, because it returns remedies as codes', () => {
    assert.ok(tools.length > 20 && commands.length > 20, `${String(tools.length)}, ${String(commands.length)}`);
    const named = namedIn('src/memory', [...tools.map(wholeWord), ...commands.map(wholeWord), /\bbigmind [a-z]+/gu]);
    assert.deepEqual(named, []);
  });

  it('name no tool in what the page shows, because a person cannot call it', () => {
    const shown = [
      'webview',
      'src/page',
      'src/protocol',
      'src/store',
      'src/search',
      'src/capture',
      'src/markdown',
      'src/vscode',
    ];
    const named = shown.flatMap((folder) => namedIn(folder, tools.map(wholeWord)));
    assert.deepEqual(named, []);
    for (const file of ['de.json', 'zh-cn.json']) {
      const sentences = readFileSync(join(root, 'webview/l10n', file), 'utf8');
      assert.deepEqual(sentences.match(/\bmemory_\w+/gu), null);
    }
  });
});

/** These files read calls of our tools in chats, or call the tools of the page. None names a tool in a sentence. */
const knowTools = [
  'src/memory/archive/ownText.ts',
  'src/memory/archive/storingCalls.ts',
  'src/memory/profile/profileOrigins.ts',
  'webview/host/chatLink.ts',
];

/** All matches in the files of a folder and its subfolders, including comments, one line each. */
function namedIn(folder: string, patterns: readonly RegExp[]): string[] {
  return filesUnder(join(root, folder))
    .filter((file) => !knowTools.includes(pathOf(file)))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      const found = patterns.flatMap((pattern) => source.match(pattern) ?? []);
      return found.map((name) => `${name} in ${pathOf(file)}`);
    });
}

function wholeWord(name: string): RegExp {
  return new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`, 'gu');
}

/** Each file directly in `src` counts as a separate folder: these are the programs and what they share. */
function folderOf(path: string): string {
  return dirname(path) === 'src' ? path : dirname(path);
}

function aggregateOf(path: string): string | undefined {
  const [, area, folder, file] = path.split('/');
  return area === 'memory' && file !== undefined ? folder : undefined;
}

/** The strongly connected components with more than one node, by Tarjan's algorithm. */
function cyclesIn(all: readonly Pick<Edge, 'from' | 'to'>[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of all) targets.set(from, [...(targets.get(from) ?? []), to]);
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): void => {
    const number = order.size;
    order.set(node, number);
    lowest.set(node, number);
    open.push(node);
    for (const target of targets.get(node) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(node) !== number) return;
    const group = open.splice(open.indexOf(node));
    if (group.length > 1) found.push(group.toSorted());
  };
  for (const node of targets.keys()) if (!order.has(node)) visit(node);
  return found;
}

function described({ from, to }: Edge): string {
  return `${from} imports ${to}`;
}

function pathOf(file: string): string {
  return relative(root, file).split(sep).join('/');
}
