/** Forms of Markdown and Git in memory files that are no statements, and texts of any length. */
import assert from 'node:assert/strict';
import { conflictLines } from '../../src/markdown/parsing/conflicts.ts';
import { readMemoryFile } from '../../src/markdown/parsing/memoryFile.ts';
import { readReminderFile } from '../../src/markdown/parsing/reminderFile.ts';
import { indexText } from '../../src/search/query/words.ts';
import { cpuMs } from '../support/cpuTime.ts';

const read = (...lines: string[]): ReturnType<typeof readMemoryFile> => readMemoryFile(lines.join('\n'), indexText);
const textsIn = (...lines: string[]): string[] => read(...lines).entries.map(({ text }) => text);

describe('a merge conflict in a memory file', () => {
  const diff3 = [
    '<<<<<<< HEAD',
    'decided: use Redis',
    '||||||| 1a2b3c4',
    'decided: use files',
    '=======',
    'decided: use Postgres',
    '>>>>>>> feature',
    'learned: the lynx needs prefixes',
  ];

  it('gives the entries of both sides, and not of their common ancestor', () => {
    for (const end of ['\n', '\r\n']) {
      const { entries, conflicts } = readMemoryFile(diff3.join(end), indexText);
      assert.deepEqual(
        entries.map(({ text, line }) => [text, line]),
        [
          ['use Redis', 2],
          ['use Postgres', 6],
          ['the lynx needs prefixes', 8],
        ],
      );
      assert.deepEqual(conflicts, [1]);
    }
  });

  it('may have another one in its common ancestor, or longer marks', () => {
    const nested = [
      ...['<<<<<<< ours', 'decided: use Redis', '||||||| merged common ancestors'],
      ...['<<<<<<<<< Temporary merge branch 1', 'decided: use files', '|||||||||', 'decided: use paper', '========='],
      ...[
        'decided: use disks',
        '>>>>>>>>> Temporary merge branch 2',
        '=======',
        'decided: use Postgres',
        '>>>>>>> theirs',
      ],
    ];
    assert.deepEqual(textsIn(...nested), ['use Redis', 'use Postgres']);
    assert.deepEqual(conflictLines(nested.join('\n')), [1]);
    const long = diff3.map((line) => line.replace(/^[<|=>]{7}/u, (marks) => marks.repeat(2)));
    assert.deepEqual(textsIn(...long), ['use Redis', 'use Postgres', 'the lynx needs prefixes']);
  });

  it('loses nothing if a mark is missing or is none', () => {
    const unended = ['<<<<<<< HEAD', 'decided: use Redis', '||||||| base', 'decided: use files'];
    assert.deepEqual(textsIn(...unended), ['use Redis', 'use files']);
    assert.deepEqual(textsIn('|||||||', 'decided: use Redis', '=======', 'decided: use files'), [
      'use Redis',
      'use files',
    ]);
    assert.deepEqual(conflictLines('Title\n=======\n\n||||||| a table\n'), []);
  });
});

describe('indented code in a memory file', () => {
  it('gives no entry, by spaces or by a tab', () => {
    const code = [
      'As the tool prints:',
      '',
      '    decided: use files',
      '\tproblem: no disk',
      '',
      '    - decided: use it',
    ];
    assert.deepEqual(textsIn(...code, '', 'decided: use Redis'), ['use Redis']);
    assert.deepEqual(textsIn('    decided: use files'), []);
    assert.deepEqual(textsIn('## Decisions', '    decided: use files'), []);
    assert.deepEqual(textsIn('- decided: use Redis', '', '      decided: use files'), ['use Redis']);
    assert.deepEqual(readReminderFile('Print:\n\n    x\n    - [ ] call Ada | due: tomorrow\n'), []);
  });

  it('is neither a list, a continued line nor text below a bullet', () => {
    assert.deepEqual(textsIn('    - decided: use Redis', '    - decided: use files'), ['use Redis', 'use files']);
    assert.deepEqual(textsIn('- decided: use Redis', '\t- decided: use files'), ['use Redis', 'use files']);
    assert.deepEqual(textsIn('decided: use Redis', '    decided: use files'), ['use Redis', 'use files']);
    assert.deepEqual(textsIn('10. step', '', '    decided: use Redis'), ['use Redis']);
    assert.deepEqual(textsIn('<!--', '', '    hidden -->', 'decided: use Redis'), ['use Redis']);
    assert.deepEqual(textsIn('    code', '', 'decided: use Redis'), ['use Redis']);
  });
});

describe('a long memory file', () => {
  const forms: Record<string, (lines: number) => string> = {
    'one paragraph of statements': (lines) => 'decided: use one queue for each tenant\n'.repeat(lines),
    'one paragraph of prose': (lines) =>
      'a line of a text that has been broken by an editor at its margin\n'.repeat(lines),
    'code blocks below each other': (lines) => '```\ncode\n```\n\n'.repeat(lines),
    'reasons below each other': (lines) => 'Why: it is so\n\n'.repeat(lines),
    'marks in one line': (lines) => 'a `<!--` b '.repeat(lines),
    'comments in one line': (lines) => 'a <!-- b --> '.repeat(lines),
  };
  for (const [name, of] of Object.entries(forms))
    it(`takes time in proportion to its length: ${name}`, () => {
      const timeOf = (lines: number): number => {
        const text = of(lines);
        const start = cpuMs();
        readMemoryFile(text, indexText);
        return cpuMs() - start;
      };
      timeOf(1_000);
      const short = timeOf(4_000);
      const long = timeOf(20_000);
      assert.ok(long < 12 * Math.max(short, 25), `${String(short)} ms, ${String(long)} ms`);
    });
});
