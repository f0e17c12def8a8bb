/** The documents, the manifest and the code agree, in both directions. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commands } from '../../src/cli/commands.ts';
import {
  contributedInstructions,
  contributedSkill,
  fullInstructions,
  serverInstructions,
} from '../../src/mcp/shared/instructions.ts';
import { toolsetNames } from '../../src/mcp/shared/toolsetNames.ts';
import { toolsets, toolsOf } from '../../src/mcp/tools/toolsets.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  contributes: {
    commands: { command: string; title: string; category: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
  };
};
/** The user-facing text for each key of the manifest. */
const words = JSON.parse(read('package.nls.json')) as Record<string, string>;
const coreNames = toolsets.core.map((tool) => tool.name).toSorted();
const toolNames = toolsOf(toolsetNames)
  .map((tool) => tool.name)
  .toSorted();

/** The text of a key in the manifest. */
function wordsOf(key: string): string {
  return words[key.slice(1, -1)] ?? key;
}

/** The first cells of the matching table rows. */
function firstCells(document: string, pattern: RegExp): string[] {
  return [...read(document).matchAll(pattern)].map(([, cell = '']) => cell).toSorted();
}

/** `UPDATE_GOLDEN=1` rewrites the file, as it does golden files. */
function assertFile(path: string, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(join(root, path), text);
  assert.equal(read(path), text, `${path} is rendered from src/mcp/shared/instructions.ts`);
}

/** Every tool name that a text mentions. */
function toolsNamedIn(text: string): string[] {
  return [
    ...new Set(
      text.match(/\b(?:memory|get|search|brain|save|query|mind|list|who|graph|hybrid)_[a-z]+_?[a-z_]*[a-z]\b/gu) ?? [],
    ),
  ].toSorted();
}

describe('the reference pages', () => {
  it('list the default tools and the toolsets', () => {
    assert.deepEqual(firstCells('docs/toolsets.md', /^\| `(memory_\w+)` \|/gmu), coreNames);
    assert.deepEqual(firstCells('docs/toolsets.md', /^\| `([a-z]+)` \|/gmu), toolsetNames.toSorted());
  });

  it('list all commands of the palette, and those of its two lists', () => {
    const { commands: contributed, menus } = manifest.contributes;
    const hidden = new Set(menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command));
    const titles = (isHidden: boolean): string[] =>
      contributed.filter(({ command }) => hidden.has(command) === isHidden).map(({ title }) => wordsOf(title));
    assert.deepEqual(firstCells('docs/vscode.md', /^\| BigMind: ([^|]+?) \|/gmu), titles(false).toSorted());
    const listed = new Set(firstCells('docs/vscode.md', /^\| ([^|]+?) \|/gmu));
    assert.deepEqual(
      titles(true).filter((title) => !listed.has(title) && !titles(false).includes(title)),
      [],
    );
  });

  it('name no command as one of the palette that is only in a list', () => {
    const { commands: contributed, menus } = manifest.contributes;
    const hidden = new Set(menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command));
    const inPalette = new Set(
      contributed.filter(({ command }) => !hidden.has(command)).map(({ title }) => wordsOf(title)),
    );
    const titles = contributed.map(({ title }) => wordsOf(title)).filter((title) => !inPalette.has(title));
    const texts = [
      ...['README.md', 'CHANGELOG.md', 'package.nls.json', ...markdownUnder('docs')],
      ...sourcesUnder('src'),
      ...sourcesUnder('webview'),
    ]
      .filter((name) => !name.startsWith('docs/decisions'))
      .map((name) => [name, read(name).replace(/\s+/gu, ' ')] as const);
    assert.deepEqual(
      texts.flatMap(([name, text]) =>
        titles.filter((title) => text.includes(`BigMind: ${title}`)).map((title) => `${name}: ${title}`),
      ),
      [],
    );
  });

  it('show every command of the command line except help', () => {
    const page = read('docs/command-line.md');
    for (const { name } of commands) assert.match(page, new RegExp(`\\bbigmind ${name}\\b`, 'u'));
  });
});

describe('the instructions', () => {
  const itself = 'memory_get_instructions';

  it('name every enabled tool in the guide, and no other', () => {
    for (const names of [coreNames, toolNames]) assert.deepEqual(toolsNamedIn(fullInstructions(names)), names);
  });

  it('name only default tools in the rules, which every client gets', () => {
    const named = toolsNamedIn(serverInstructions);
    assert.ok(named.length >= 8);
    assert.deepEqual(
      named.filter((name) => !coreNames.includes(name)),
      [],
    );
  });

  it('match the files that the extension contributes', () => {
    assertFile('agent/instructions/bigmind.instructions.md', contributedInstructions);
    assertFile('agent/skills/bigmind-memory/SKILL.md', contributedSkill(coreNames));
    assert.ok(toolsNamedIn(read('agent/skills/bigmind-memory/SKILL.md')).includes(itself));
  });
});

describe('the documents', () => {
  it('have a changelog entry for this version', () => {
    assert.ok(read('CHANGELOG.md').includes(`## [${manifest.version}]`));
  });

  it('use one word for one thing', () => {
    const others =
      /\b(?:chunk\w*|captur\w*|tier [0-4g]|curation|sleep cycles?|consolidat\w*|graph view|profile page)\b/giu;
    const files = ['README.md', ...markdownUnder('docs')].filter((name) => !name.startsWith('docs/decisions'));
    assert.deepEqual(
      files.flatMap((name) => {
        // Names of settings, tools, tables and folders keep what they are called.
        const words = read(name)
          .replace(/^(`{3,})[\s\S]*?^\1/gmu, '')
          .replace(/`[^`]*`|\]\([^)]*\)|<!--.*?-->|\bcapture, \w+/gu, '');
        return [...words.matchAll(others)].map(([word]) => `${name}: ${word}`);
      }),
      [],
    );
  });

  it('contain no broken relative links', () => {
    const files = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', ...markdownUnder('docs')];
    const broken = files.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/gu)]
        .map(([, target = '']) => resolve(root, file, '..', target))
        .filter((target) => !existsSync(target)),
    );
    assert.deepEqual(broken, []);
  });
});

function markdownUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
