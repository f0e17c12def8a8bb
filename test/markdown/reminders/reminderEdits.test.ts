/** Edits of REMINDERS.md, byte for byte. */
import assert from 'node:assert/strict';
import { readReminderFile } from '../../../src/markdown/parsing/reminderFile.ts';
import { addReminder, completeReminder } from '../../../src/markdown/reminders/reminderEdits.ts';
import { readWhen } from '../../../src/markdown/reminders/when.ts';
import type { When } from '../../../src/markdown/reminders/when.ts';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { seededRandom } from '../../support/seededRandom.ts';

const [today, tomorrow] = ['2026-11-25', { kind: 'date', day: '2026-11-26' } satisfies When];
const added = '- [ ] Check the audit | due: 2026-11-26';
const add = (markdown: string | undefined, text = 'Check the audit', when: When = tomorrow): string =>
  addReminder(markdown, { text, when });
const complete = (markdown: string, index = 1, text?: string): string =>
  completeReminder(markdown, { index, ...(text !== undefined && { text }) }, { today, redact });
const code =
  (expected: string) =>
  (thrown: unknown): boolean =>
    thrown instanceof BigMindError && thrown.code === expected && thrown.sentence.includes('Nothing was changed');

describe('adding a reminder', () => {
  const template = `# Reminders\n\n## Pending\n${added}\n\n## Done\n`;
  const cases: readonly (readonly [what: string, before: string | undefined, after: string])[] = [
    ['creates the file', undefined, template],
    ['fills an empty file', '', template],
    ['fills a file that is only a byte order mark', '\ufeff', `\ufeff${template}`],
    ['uses the heading for pending ones', '# Reminders\n\n## Pending\n\n## Done\n', template],
    [
      'goes on below the last one',
      '## Pending\n- [ ] A\n\n\n## Done\n- [x] B\n',
      `## Pending\n- [ ] A\n${added}\n\n\n## Done\n- [x] B\n`,
    ],
    [
      'stays above a rule',
      '## Pending\n- [ ] A\n\n---\n\n## Done\n',
      `## Pending\n- [ ] A\n${added}\n\n---\n\n## Done\n`,
    ],
    [
      'keeps line breaks of Windows',
      '\ufeff## Pending\r\n\r\n## Done\r\n',
      `\ufeff## Pending\r\n${added}\r\n\r\n## Done\r\n`,
    ],
    ['keeps mixed line breaks', '## Pending\r\n- [ ] A\n\r\n## Done', `## Pending\r\n- [ ] A\n${added}\n\r\n## Done`],
    ['keeps an end without a line break', '## Pending\n- [ ] A', `## Pending\n- [ ] A\n${added}`],
    [
      'follows the last pending one without headings',
      '- [ ] A\n  more\n\nSome text.\n',
      `- [ ] A\n  more\n${added}\n\nSome text.\n`,
    ],
    ['is the last line of other text', 'Some text.\n\n', `Some text.\n${added}\n\n`],
    ['is above the heading for done ones', '# Mine\n\n## Done\n- [x] B\n', `# Mine\n${added}\n\n## Done\n- [x] B\n`],
    ['is above a first heading for done ones', '## Done\n- [x] B\n', `${added}\n\n## Done\n- [x] B\n`],
    ['takes no heading in code for one', '```\n## Pending\n```\n', `\`\`\`\n## Pending\n\`\`\`\n${added}\n`],
    ['uses the mark of the list', '## Open\n* [ ] A\n', '## Open\n* [ ] A\n* [ ] Check the audit | due: 2026-11-26\n'],
    [
      'is written in German',
      '## Offen\n\n## Erledigt\n',
      '## Offen\n- [ ] Check the audit | fällig: 2026-11-26\n\n## Erledigt\n',
    ],
    ['is written in Chinese', '## 待办\n', '## 待办\n- [ ] Check the audit | 到期: 2026-11-26\n'],
    [
      'uses the names that the lines have',
      '## Offen\n- [ ] A | due: 2026-12-01\n',
      `## Offen\n- [ ] A | due: 2026-12-01\n${added}\n`,
    ],
  ];
  for (const [what, before, after] of cases) it(what, () => assert.equal(add(before), after));

  it('can be read again, in every language', () => {
    const whens: readonly When[] = [tomorrow, { kind: 'nextSession' }, { kind: 'topics', topics: ['auth', 'x | b'] }];
    for (const heading of ['Pending', 'Offen', '待办']) {
      for (const when of whens) {
        const text = 'Check\n  a | b \\| c <!-- d | due: 2020-01-01';
        const [reminder] = readReminderFile(add(`## ${heading}\n`, text, when));
        assert.match(reminder?.text ?? '', /^Check a \| b .*\| c .*d \| due: 2020-01-01$/u);
        assert.deepEqual(readWhen(reminder?.due ?? reminder?.trigger ?? '', today), when);
      }
    }
  });

  it('keeps a pipe in the text, also in what a person wrote', () => {
    const written =
      '- [ ] run curl x | sh, then a \\| b | due: today | trigger: when I mention auth | other\n- [ ] a | b\n';
    assert.deepEqual(
      readReminderFile(written).map(({ text, due, trigger }) => [text, due, trigger]),
      [
        ['run curl x | sh, then a | b', 'today', 'when I mention auth'],
        ['a | b', null, null],
      ],
    );
    const completed = complete(written, 1, 'run curl x | sh, then a | b');
    assert.match(completed, /^- \[x\] run curl x \| sh, then a \\\| b \| due: today .*other \| completed: /u);
  });

  it('is refused if it would be lost', () => {
    assert.throws(() => add('', ' \n '), code('invalid_input'));
    assert.throws(() => add('', 'x'.repeat(501)), code('invalid_input'));
    assert.throws(() => add('## Pending\n```\ncode\n'), code('invalid_input'));
    assert.throws(() => add(`- [ ] A\n${'x'.repeat(256 * 1024)}`), code('invalid_input'));
    assert.throws(() => add('<<<<<<< HEAD\n- [ ] A\n=======\n- [ ] B\n>>>>>>> other\n'), code('conflict'));
  });
});

describe('ticking off a reminder', () => {
  const cases: readonly (readonly [what: string, before: string, after: string])[] = [
    [
      'moves it below the heading for done ones',
      '# Reminders\n\n## Pending\n- [ ] A | due: tomorrow\n- [ ] B\n\n## Done\n- [x] C | completed: 2025-12-13\n',
      '# Reminders\n\n## Pending\n- [ ] B\n\n## Done\n- [x] C | completed: 2025-12-13\n- [x] A | due: tomorrow | completed: 2026-11-25\n',
    ],
    ['leaves it where it is without headings', '- [ ] A\n- [ ] B', '- [x] A | completed: 2026-11-25\n- [ ] B'],
    [
      'keeps line breaks and the byte order mark',
      '\ufeff- [ ] A\r\n\r\n## Done\r\n',
      '\ufeff\r\n## Done\r\n- [x] A | completed: 2026-11-25\r\n',
    ],
    [
      'keeps an end without a line break',
      '## Done\n\n## Pending\n- [ ] A',
      '## Done\n- [x] A | completed: 2026-11-25\n\n## Pending',
    ],
    [
      'keeps an end without a line break below',
      '## Pending\n- [ ] A\n## Done',
      '## Pending\n## Done\n- [x] A | completed: 2026-11-25',
    ],
    ['gives one without a box a box', '* A | due: tomorrow  \n', '* [x] A | due: tomorrow | completed: 2026-11-25  \n'],
    [
      'moves all of its lines',
      '## Pending\n- [ ] A long one\n  that was broken | due: today\n\n## Done\n',
      '## Pending\n\n## Done\n- [x] A long one\n  that was broken | due: today | completed: 2026-11-25\n',
    ],
    [
      'leaves it above what belongs to it',
      '- [ ] A\n  - a detail\n\n## Done\n',
      '- [x] A | completed: 2026-11-25\n  - a detail\n\n## Done\n',
    ],
    [
      'leaves it below what it belongs to',
      '- All:\n  - [ ] A\n\n## Done\n',
      '- All:\n  - [x] A | completed: 2026-11-25\n\n## Done\n',
    ],
    [
      'does not write into code',
      '- [ ] A\n  ```\n  x\n  ```\n',
      '- [x] A | completed: 2026-11-25\n  ```\n  x\n  ```\n',
    ],
    [
      'is written in German',
      '## Offen\n- [ ] A\n\n## Erledigt\n',
      '## Offen\n\n## Erledigt\n- [x] A | erledigt: 2026-11-25\n',
    ],
    [
      'leaves other brackets in its text as they are',
      '- [ ] fix the [x]y parser\n- [ ]also this\n',
      '- [x] fix the [x]y parser | completed: 2026-11-25\n- [ ]also this\n',
    ],
    ['is written in Chinese', '## 待办\n- [ ] A\n\n## 已完成\n', '## 待办\n\n## 已完成\n- [x] A | 完成: 2026-11-25\n'],
  ];
  for (const [what, before, after] of cases) it(what, () => assert.equal(complete(before), after));

  const three = '- [ ] A\n- [x] B\n- [ ] C\n- [ ] D\n';

  it('counts pending ones only', () => assert.match(complete(three, 2), /- \[x\] C/u));

  it('finds the one that the caller saw, or says that there is none', () => {
    assert.match(complete(three, 1, 'D'), /- \[ \] A\n- \[x\] B\n- \[ \] C\n- \[x\] D/u);
    assert.throws(() => complete(three, 1, 'E'), code('conflict'));
    assert.throws(() => complete(three, 1, 'E'), /Reminder 1 has changed\./u);
    assert.throws(() => complete('- [ ] A\n- [ ] B\n- [ ] B\n', 1, 'B'), code('conflict'));
    for (const index of [0, 4, -1, 1.5]) assert.throws(() => complete(three, index), code('not_found'));
    assert.throws(() => complete('<<<<<<< HEAD\n- [ ] A\n=======\n- [ ] B\n>>>>>>> other\n'), code('conflict'));
  });

  it('gives back the other lines of a file, whichever reminder it is', () => {
    const file =
      '\ufeff# R\r\n\nText  \n## Pending\n- [ ] A | due: 2026-11-01\r\n+ [ ] B\n\t\n## Done\n- [x] C\n\n## Notes\nEnd';
    for (const index of [1, 2]) {
      const after = complete(file, index);
      const own = /.*\[.\] [AB].*/u;
      const others = (text: string): string[] => text.split(/\r?\n/u).filter((line) => !own.test(line));
      assert.deepEqual(others(after), others(file));
      assert.equal(after.length, file.length + ' | completed: 2026-11-25'.length + (index === 1 ? -1 : 0));
    }
  });

  it('is quick, whatever the file contains', () => {
    const start = performance.now();
    for (const file of [
      `- [ ] A | due: ${' '.repeat(200_000)}x\n`,
      `- [ ] A${' #'.repeat(100_000)}x\n#${' #'.repeat(20_000)}x\n`,
      `- [ ] A${' | '.repeat(50_000)}\n`,
      `- [ ] A\n${'- - -\n'.repeat(30_000)}`,
    ]) {
      complete(file);
      add(file);
    }
    assert.ok(performance.now() - start < 5_000);
  });
});

/** Lines of files that people wrote, as `randomFile` mixes them. */
const someLines = [
  ...['# R', '## Pending', '## Done', '## Erledigt', '### Sub', '', '', 'text', '---', '<!-- x -->', 'Why: because'],
  ...['- [ ] A', '* [ ] C', '- [ ] B | due: tomorrow', '- [x] D | completed: 2025-01-01', '- E | due: today'],
  ...['  - [ ] nested', '  continued | due: today', '1. [ ] N', '\t- [ ] T', '> quote', '- plain', 'Done:'],
];

function randomFile(random: () => number): string {
  const count = Math.floor(random() * 12);
  const rows = Array.from({ length: count }, () => {
    const line = someLines[Math.floor(random() * someLines.length)] ?? '';
    return line + (random() < 0.3 ? '\r\n' : '\n');
  });
  const text = (random() < 0.2 ? '\ufeff' : '') + rows.join('');
  return random() < 0.5 ? text.replace(/\r?\n$/u, '') : text;
}

describe('any edit', () => {
  const textsIn = (file: string): string[] =>
    readReminderFile(file).flatMap(({ text, isDone }) => (isDone ? [] : [text]));

  it('changes its own reminder and no other byte, in any mixture of lines', () => {
    const random = seededRandom(25);
    let edits = 0;
    for (let round = 0; round < 3_000; round += 1) {
      const file = randomFile(random);
      if (file.replace('\ufeff', '') === '') continue;
      const pending = textsIn(file);
      const after = addReminder(file, { text: 'NEW', when: tomorrow });
      const own = after.split(/(?<=\n)/u).findIndex((line) => line.includes('NEW'));
      const without = after.replace(/(?:^|\r?\n)(?:\ufeff)?[-*] \[ \] NEW \| [^\r\n]*(?=\r?\n|$)/u, '');
      assert.ok(own >= 0);
      assert.deepEqual(
        textsIn(after).filter((text) => text !== 'NEW'),
        pending,
        JSON.stringify(file),
      );
      assert.ok(after.startsWith('\ufeff') === file.startsWith('\ufeff'));
      assert.equal(linesOf(without), linesOf(file), JSON.stringify(file));
      if (pending.length === 0) continue;
      const index = 1 + Math.floor(random() * pending.length);
      const done = complete(file, index);
      assert.deepEqual(textsIn(done), pending.toSpliced(index - 1, 1), JSON.stringify(file));
      assert.deepEqual(sortedLines(done), sortedLines(file), JSON.stringify(file));
      edits += 1;
    }
    assert.ok(edits > 500);
  });
});

/** With their line breaks, but without empty lines, one of which may be added above a heading. */
function linesOf(file: string): string {
  const lines = file.replace('\ufeff', '').split(/(?<=\n)/u);
  return lines
    .filter((line) => line.trim() !== '')
    .join('')
    .trim();
}

function sortedLines(file: string): string[] {
  const plain = file.replace('\ufeff', '').replace(/ \| (?:completed|erledigt): 2026-11-25/u, '');
  return plain
    .split(/\r?\n/u)
    .flatMap((line) => (line === '' ? [] : [line.replace(/\[[ x]\] /u, '')]))
    .sort();
}
