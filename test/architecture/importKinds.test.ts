/** A kind of import is one folder in `src/importers`, and only the registry and this folder name it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { kinds } from '../../src/importers/registry.ts';
import type { ImportKind } from '../../src/capture/sources/importKind.ts';
import { clientIds } from '../../src/clients/shared/clients.ts';
import { hookTargets } from '../../src/clients/shared/hookEntries.ts';
import { workKinds } from '../../src/memory/summarize/words/work.ts';
import { filesUnder } from './sourceImports.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = 'src/importers';

/** These decide what a hook records, read another program's database, or name the agent of a conversation. */
const mayName: Readonly<Record<string, readonly string[]>> = {
  'src/capture/transcripts/transcriptFormat.ts': ['copilot-transcript', 'claude-code', 'codex', 'gemini-cli'],
  'src/memory/archive/foreignConversations.ts': ['copilot-store', 'opencode', 'crush'],
  'src/importers/databaseReaders.ts': ['opencode', 'crush'],
  'src/store/sqlite/foreign/openForeign.ts': ['copilot-store', 'opencode', 'crush'],
  'src/store/sqlite/foreign/crushStore.ts': ['crush'],
  'src/store/sqlite/foreign/opencodeStore.ts': ['opencode'],
  'src/importers/specstory/specstory.ts': ['claude-code', 'codex', 'gemini-cli'],
  'src/importers/claude-export/claudeExport.ts': ['claude-code'],
  'src/importers/claude-export/kind.ts': ['claude-code'],
  'src/importers/opencode-export/kind.ts': ['opencode'],
  'src/importers/opencode-export/opencodeExport.ts': ['opencode'],
  // Plans as work of a session.
  'src/memory/archive/recordingRun.ts': ['plans'],
};

/** Words that also name something else: a client with hooks or settings, or work that a session did. */
const ambiguous: readonly string[] = [...clientIds, ...hookTargets, ...workKinds];
/** Here, such a word would name a kind. */
const importing = [
  'src/capture/importing',
  'src/capture/sources',
  folder,
  'src/cli/portability',
  'src/memory/archive',
  'src/memory/facts',
  'src/store/sqlite/foreign',
  'src/vscode/commands/portability',
  'src/vscode/services/pastConversations.ts',
];

const page = join(root, 'docs/importing.md');
const [begin, end] = ['<!-- kinds: made from src/importers -->\n\n', '\n\n<!-- /kinds -->'];
const otherRows = [
  ['Memory files, `mind`', 'Projects with a folder `.mind`; see [below](#memory-files)'],
  ['Files, `bigmind` and `jsonl`', 'An export of BigMind; conversations with one message per line'],
];

describe('the kinds of imports', () => {
  it('each have their own folder, and formats that no other kind has', () => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    assert.deepEqual(folders.sort(), kinds.map(({ id }) => id).sort());
    const formats = kinds.flatMap((kind) => Object.keys(kind.formats));
    assert.deepEqual(
      formats.filter((name, place) => formats.indexOf(name) !== place),
      [],
    );
  });

  it('are named nowhere else', () => {
    const named = ['src', 'webview'].flatMap((layer) => filesUnder(join(root, layer))).flatMap(namedIn);
    assert.deepEqual(named, []);
  });

  it('are in the table of docs/importing.md', () => {
    const text = readFileSync(page, 'utf8');
    const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
    assert.ok(from >= begin.length && to > from, 'docs/importing.md has no place for the table.');
    const table = tableOf(kinds);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page, text.slice(0, from) + table + text.slice(to));
    else assert.equal(text.slice(from, to), table, 'UPDATE_GOLDEN=1 updates it.');
  });
});

function tableOf(all: readonly ImportKind[]): string {
  const rows = all.map(({ id, title, imports }) => [`${title}, \`${id}\``, imports]);
  return [['Kind', 'What it imports'], ['---', '---'], ...rows, ...otherRows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** The names of kinds and formats that a file has as a string or a key, except its own. */
function namedIn(file: string): string[] {
  const path = relative(root, file).split(sep).join('/');
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isKey = ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node;
    if (ts.isStringLiteralLike(node) || isKey) {
      if (!ts.isImportDeclaration(node.parent)) found.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return kinds
    .filter(({ id }) => dirname(path) !== `${folder}/${id}`)
    .flatMap(({ id, formats }) => [...new Set([id, ...Object.keys(formats)])])
    .filter((name) => found.has(name) && mayName[path]?.includes(name) !== true)
    .filter((name) => !ambiguous.includes(name) || importing.some((place) => path.startsWith(place)))
    .map((name) => `${name} in ${path}`);
}
