/** Statements are added in the style of a file, are read again where they were put, and change no other byte. */
import assert from 'node:assert/strict';
import { newMindFiles } from '../../../src/markdown/files/templates.ts';
import { readMemoryFile } from '../../../src/markdown/parsing/memoryFile.ts';
import { addToMemory } from '../../../src/markdown/writing/addToMemory.ts';
import { addToSession, notesIn, withoutNotes } from '../../../src/markdown/writing/addToSession.ts';
import type { LabelledKind } from '../../../src/markdown/writing/labelStyle.ts';
import { statementText } from '../../../src/markdown/writing/statementText.ts';
import { indexText } from '../../../src/search/query/words.ts';

const day = '2026-11-25';
const template = newMindFiles('shop', 0);
const newMemory = template.get('MEMORY.md') ?? '';
const newSession = template.get('SESSION.md') ?? '';

/** Adds a statement and checks that it is read at its line, and that the rest of the file is still there. */
function added(before: string, text = 'Vite over Webpack', kind: LabelledKind = 'decision'): string {
  const { text: after, line } = addToMemory(before, { kind, text, day });
  const entry = readMemoryFile(after, indexText).entries.find((one) => one.line === line);
  assert.deepEqual([entry?.kind, entry?.date, entry?.text], [kind, day, text], after);
  assertKept(before, after);
  return after;
}

/** `after` is `before` with one piece added, apart from a line end that the last line lacked. */
function assertKept(before: string, after: string): void {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  assert.ok(after.endsWith(before.slice(start)), `changed: ${JSON.stringify(after)}`);
}

describe('a statement that is added to MEMORY.md', () => {
  it('begins the day under the session log of a new file', () => {
    assert.equal(added(newMemory), `${newMemory}\n## ${day}\n\ndecided: Vite over Webpack\n`);
  });

  it('creates the heading in an empty file', () => {
    assert.equal(added(''), `## ${day}\n\ndecided: Vite over Webpack\n`);
  });

  it('follows the statements of the day', () => {
    const before = `## Session Log\n\n## ${day}\n\nlearned: Safari needs prefixes\n\n---\n`;
    const after = `## Session Log\n\n## ${day}\n\nlearned: Safari needs prefixes\ndecided: Vite over Webpack\n\n---\n`;
    assert.equal(added(before), after);
  });

  it('is separated from the prose of the day', () => {
    const before = `## ${day}\n\nWorking on the hero section.\n`;
    assert.equal(added(before), `${before}\ndecided: Vite over Webpack\n`);
  });

  it('comes before the days of a file with the newest day on top', () => {
    const before = '# Shop\n\n## 2026-11-20\n\ndecided: A\n\n## 2026-11-10\n\ndecided: B\n';
    assert.equal(
      added(before),
      before.replace('## 2026-11-20', `## ${day}\n\ndecided: Vite over Webpack\n\n## 2026-11-20`),
    );
  });

  it('comes behind the last day, and before what follows the log', () => {
    const before = '# Shop\n\n## Session Log\n\n### 2026-11-20\n\ndecided: A\n\n## Ideas\n\nSomething.\n';
    const after = added(before);
    assert.ok(after.includes(`decided: A\n\n### ${day}\n\ndecided: Vite over Webpack\n\n## Ideas`), after);
  });

  it('takes the form of dates from the file', () => {
    for (const [written, expected] of [
      ['December 12, 2025', 'November 25, 2026'],
      ['Dec 12, 2025', 'Nov 25, 2026'],
      ['12.12.2025', '25.11.2026'],
      ['2025/12/12', '2026/11/25'],
      ['2025年12月12日', '2026年11月25日'],
      ['2025-12-12: hero', day],
    ]) {
      assert.ok(added(`## ${String(written)}\n\ndecided: A\n`).includes(`## ${String(expected)}\n`), written);
    }
  });

  it('takes label, bullet and language from the file', () => {
    for (const [written, kind, expected] of [
      ['- **Decision:** A', 'decision', '- **Decision:** Vite'],
      ['- **Decision**: A', 'problem', '- **Problem**: Vite'],
      ['* decided: A', 'learning', '* learned: Vite'],
      ['- [decision] A', 'learning', '- [learned] Vite'],
      ['Entschieden: A', 'learning', 'Gelernt: Vite'],
      ['决定：A', 'problem', '问题：Vite'],
      ['learned - A', 'learning', 'learned - Vite'],
    ] as const) {
      const after = added(`## ${day}\n\n${written}\n`, 'Vite', kind);
      assert.equal(after, `## ${day}\n\n${written}\n${expected}\n`);
    }
  });

  it('resolves no problem, and follows the language of most labels', () => {
    const before = `## ${day}\n\nproblem: A\nlearned: B\n决定：C\nfixed: D\nimportant: E\n`;
    assert.ok(added(before, 'F', 'progress').endsWith('\nprogress: F\n'));
    assert.ok(added(before, 'F', 'learning').endsWith('\nlearned: F\n'));
  });

  it('keeps line ends, byte order mark and a missing last line end', () => {
    const before = `\ufeff# Shop\r\n\r\n## ${day}\r\n\r\ndecided: A`;
    assert.equal(added(before), `${before}\r\ndecided: Vite over Webpack\r\n`);
  });

  it('does not end up in a code block that nobody closed', () => {
    added(`## ${day}\n\ndecided: A\n\n\`\`\`sh\nnpm start\n`);
    added('## 2026-11-20\n\ndecided: A\n\n```sh\nnpm start\n');
    added(`## ${day}\n\ndecided: A\n\n\`\`\`sh\nnpm start\n\`\`\`\n`);
  });

  it('ignores days in code and comments', () => {
    const after = added(`# Shop\n\n<!-- ## ${day} -->\n\n\`\`\`\n## ${day}\n\`\`\`\n`);
    assert.ok(after.endsWith(`\n## ${day}\n\ndecided: Vite over Webpack\n`));
  });
});

describe('the text of a statement', () => {
  it('is one line without its own label', () => {
    assert.equal(statementText('Decided: use\n  Vite'), 'use Vite');
    assert.equal(statementText('the label: nothing known'), 'the label: nothing known');
  });

  it('cannot begin a comment or a block', () => {
    for (const text of ['# title', '```', '- [ ] task', '> quote', '<b>', '| a |']) {
      assert.equal(statementText(text), `\\${text}`);
    }
    const { text } = addToSession(newSession, 'experience', statementText('a <!-- hidden'));
    assert.equal(readMemoryFile(text, indexText).entries.length, 1);
    assert.ok(text.includes('## Assumptions'));
  });

  it('is refused if it is too long to be read again', () => {
    assert.throws(() => statementText('x'.repeat(1_401)), { code: 'invalid_input' });
    added('', statementText(`x${' y'.repeat(699)}`));
  });
});

describe('a line that is added to SESSION.md', () => {
  it('ends its section', () => {
    const { text, line } = addToSession(newSession, 'rejected', 'Redux - too much code');
    assert.equal(text.split('\n')[line - 1], '- Redux - too much code');
    const [entry] = readMemoryFile(text, indexText).entries;
    assert.deepEqual([entry?.kind, entry?.reason, entry?.line], ['rejected', 'too much code', line]);
    assertKept(newSession, text);
    const second = addToSession(text, 'rejected', 'MobX - magic');
    assert.equal(second.line, line + 1);
  });

  it('finds sections in other languages, and adds the one that is missing', () => {
    const before = '# Sitzung\n\n## Hindernisse\n* Kein Schlüssel\n';
    const blocked = addToSession(before, 'blocker', 'Kein Zugang');
    assert.equal(blocked.text, `${before}* Kein Zugang\n`);
    const { text } = addToSession(before, 'assumption', 'Node 20');
    assert.equal(text, `${before}\n## Assumptions\n- Node 20\n`);
  });

  it('is separated from a paragraph', () => {
    const { text } = addToSession('## Experience\nIt builds.\n', 'experience', 'It runs.');
    assert.equal(text, '## Experience\nIt builds.\n\n- It runs.\n');
  });
});

describe('the notes of a session', () => {
  it('are nothing in a new file', () => {
    assert.equal(notesIn(newSession), '');
    assert.equal(withoutNotes(newSession), newSession);
  });

  it('are taken out without headings and comments', () => {
    const full = addToSession(newSession, 'blocker', 'No key').text.replace('# Current', '```\ncode\n```\n# Current');
    assert.notEqual(notesIn(full), '');
    assert.equal(withoutNotes(full), newSession);
    assert.equal(withoutNotes(full.replaceAll('\n', '\r\n')), newSession.replaceAll('\n', '\r\n'));
    assert.equal(withoutNotes(`\ufeff${full}`), `\ufeff${newSession}`);
  });
});
