import assert from 'node:assert/strict';
import { notesFromMarkdown } from '../../../src/capture/notes/markdownNotes.ts';
import type { MarkdownNoteOptions } from '../../../src/capture/notes/markdownNotes.ts';
import type { Note } from '../../../src/memory/facts/notes.ts';
import { cpuMs } from '../../support/cpuTime.ts';

const options: MarkdownNoteOptions = {
  file: '/home/ada/MEMORY.md',
  format: 'claude-memory',
  modifiedAt: '2026-03-02T09:00:00.000Z',
};

const notesOf = (lines: readonly string[], more: Partial<MarkdownNoteOptions> = {}): Note[] =>
  notesFromMarkdown(lines.join('\n'), { ...options, ...more });
const factsOf = (...lines: string[]): string[] => notesOf(lines).map(({ fact }) => fact);

describe('a Markdown file of notes', () => {
  it('gives the first paragraph below a heading its own line, also if it begins with a label', () => {
    const notes = notesOf(['- First.', '', '# More', '', 'Why: it is the law.']);
    assert.deepEqual(
      notes.map(({ sourceRef }) => sourceRef.split('#')[1]),
      ['L1', 'L5'],
    );
  });

  it('yields a statement for each bullet and each paragraph, with the headings above it', () => {
    const notes = notesOf([
      '# Project memory',
      '',
      '## Build',
      '- Run **make all** first',
      '* [ ] Tests need',
      '  a database:',
      '  - PostgreSQL 16',
      '',
      'The deploy script',
      'lives in ops/.',
      '',
      '### Windows',
      '1. Use `nmake`.',
      '## Style',
      'We chose tabs.',
    ]);
    assert.deepEqual(
      notes.map(({ fact, sourceRef, category }) => [fact, sourceRef.split('#')[1], category]),
      [
        ['Build: Run **make all** first', 'L4', 'codebase'],
        ['Build: Tests need\n  a database:\n  - PostgreSQL 16', 'L5', 'codebase'],
        ['Build: The deploy script\nlives in ops/.', 'L9', 'codebase'],
        ['Build – Windows: Use `nmake`.', 'L13', 'codebase'],
        ['Style: We chose tabs.', 'L15', 'preference'],
      ],
    );
    assert.equal(notes[0]?.sourceRef, '/home/ada/MEMORY.md#L4');
    assert.equal(notes[0].createdAt, '2026-03-02T09:00:00.000Z');
    assert.deepEqual(notes[0].tags, ['claude-memory']);
    assert.deepEqual(
      notes.map(({ section }) => section),
      ['Build', 'Build', 'Build', 'Build – Windows', 'Style'],
    );
  });

  it('keeps code with the text above it, whatever the code looks like', () => {
    assert.deepEqual(
      factsOf(
        'Start it with',
        '```sh',
        '# not a heading',
        '- not a bullet',
        '',
        'make',
        '```',
        'Then wait.',
        '',
        '- Or',
        '',
        '  ```',
        '  x',
        '  ```',
      ),
      ['Start it with\n```sh\n# not a heading\n- not a bullet\n\nmake\n```\nThen wait.', 'Or\n\n  ```\n  x\n  ```'],
    );
    assert.deepEqual(factsOf('## Alone', '````', '```', 'never closed'), ['Alone: ````\n```\nnever closed']);
  });

  it('puts a line that introduces a list in front of each entry', () => {
    assert.deepEqual(factsOf('Ports in use:', '', '- 8080', '- 9090', '', 'Nothing else.', '- free'), [
      'Ports in use: 8080',
      'Ports in use: 9090',
      'Nothing else.',
      'free',
    ]);
  });

  it('yields one note for a memory with its reasons, with the category of its type', () => {
    const memory = (type: string): string[] => [
      '---',
      'name: answer-the-watchers',
      'description: "Address every warning"',
      'metadata:',
      '  node_type: memory',
      `  type: ${type}`,
      '  modified: 2026-01-05T10:00:00Z',
      '---',
      '',
      'We agreed to fix warnings first.',
      '',
      '**Why:** They hide others.',
      '',
      '**How to apply:** Read the whole output.',
    ];
    const [note, ...others] = notesOf(memory('feedback'));
    assert.deepEqual(others, []);
    assert.deepEqual(note, {
      category: 'preference',
      fact: 'answer the watchers: We agreed to fix warnings first.\n\n**Why:** They hide others.\n\n**How to apply:** Read the whole output.',
      section: 'answer the watchers',
      tags: ['claude-memory', 'feedback'],
      sourceRef: '/home/ada/MEMORY.md#L10',
      createdAt: '2026-01-05T10:00:00.000Z',
      folder: undefined,
    });
    const categories = ['user', 'project', 'reference', 'else'].map((type) => notesOf(memory(type))[0]?.category);
    assert.deepEqual(categories, ['preference', 'decision', 'codebase', 'decision']);
  });

  it('yields the description if the file contains nothing else', () => {
    assert.deepEqual(factsOf('---', 'name: ports', "description: 'The shop''s on 8080'", '---', ''), [
      "ports: The shop's on 8080",
    ]);
  });

  it('leaves out index lines of files that are read anyway, and keeps all others', () => {
    const lines = [
      '# Memory index',
      '- [Ports](ports.md) — which are in use',
      '- [Gone](gone.md) — nobody has this file',
      '- Read [Ports](ports.md) before deploying',
      '- [Docs](https://example.org/a.md)',
    ];
    assert.deepEqual(
      notesOf(lines, { siblings: new Set(['ports.md']) }).map(({ fact }) => fact),
      [
        '[Gone](gone.md) — nobody has this file',
        'Read [Ports](ports.md) before deploying',
        '[Docs](https://example.org/a.md)',
      ],
    );
  });

  it('truncates long notes, says so, and leaves no part of a secret', () => {
    const token = `ghp_${'a'.repeat(36)}`;
    const [fact = ''] = factsOf(`${'word '.repeat(388)}${token} ${'more '.repeat(200)}`);
    assert.ok(fact.length <= 2_000, String(fact.length));
    assert.match(fact, /characters more in the file\]$/u);
    assert.doesNotMatch(fact, /ghp_a/u);
  });

  it('yields nothing for an empty file, comments and rules', () => {
    assert.deepEqual(factsOf(''), []);
    assert.deepEqual(factsOf('---', '', '<!-- - a', '- b -->', '***', '# Heading only', '…'), []);
    assert.deepEqual(factsOf('---', 'no front matter ends here'), ['no front matter ends here']);
  });

  it('is read between two rules that hold no front matter', () => {
    assert.deepEqual(factsOf('---', 'We use pnpm.', '---', 'Said.'), ['We use pnpm.', 'Said.']);
    assert.deepEqual(factsOf('---', '# Tools', '- pnpm', '---', '# Rest', 'Said.'), ['Tools: pnpm', 'Rest: Said.']);
    assert.deepEqual(factsOf('---', 'Note: use pnpm.', '---', 'Said.'), ['Note: use pnpm.', 'Said.']);
    assert.equal(factsOf('---', 'name: x', 'title of the file', '---', 'Said.').length, 2);
    assert.equal(factsOf('---', 'See https://example.com', '---', 'Said.').length, 2);
    const matter = [
      '# made by hand',
      'globs:',
      '  - "*.ts"',
      '- "*.js"',
      'alwaysApply: true',
      'about: >',
      '  much',
      '',
    ];
    assert.deepEqual(factsOf('---', ...matter, '---', 'Said.'), ['Said.']);
  });

  it('is not slowed down by lines of white space or unclosed comments', () => {
    const wide = ' '.repeat(50_000);
    const began = cpuMs();
    assert.deepEqual(factsOf(`# One${wide}two${wide}##`, 'Said.'), ['One two: Said.']);
    assert.equal(factsOf(`Said ${'<!--'.repeat(50_000)}`).length, 1);
    assert.ok(cpuMs() - began < 5_000);
  });

  it('may have Windows line ends', () => {
    const text = '---\r\nname: x\r\ntype: user\r\n---\r\n- one\r\n- two\r\n';
    const notes = notesFromMarkdown(text, options);
    assert.deepEqual(
      notes.map(({ fact, category }) => [fact, category]),
      [
        ['x: one', 'preference'],
        ['x: two', 'preference'],
      ],
    );
  });
});

describe('a heading about the user', () => {
  it('makes the notes below it preferences, unlike a heading about the code', () => {
    const text = [
      '# Shop',
      ...['Preferences', 'Style', 'User', 'About me', 'Code style', 'User interface'].map(
        (title) => `## ${title}\n\n- Short sentences\n`,
      ),
    ].join('\n');
    const notes = notesFromMarkdown(text, {
      file: 'MEMORY.md',
      format: 'claude-memory',
      modifiedAt: '2026-03-02T09:00:00.000Z',
    });
    assert.deepEqual(
      notes.map(({ category }) => category),
      ['preference', 'preference', 'preference', 'preference', 'codebase', 'codebase'],
    );
  });
});
