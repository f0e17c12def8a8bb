/** Which reminders are due, and which a prompt mentions. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { MindFiles } from '../../../src/markdown/files/mindFiles.ts';
import { remind, markReminderDone } from '../../../src/markdown/reminders/editReminders.ts';
import { dueReminders, mentionedReminders, readReminders } from '../../../src/markdown/reminders/reminders.ts';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import type { Clock } from '../../../src/memory/shared/ports.ts';
import { indexText } from '../../../src/search/query/words.ts';

const project = join('/', 'work', 'shop');
const file = join(project, '.mind', 'REMINDERS.md');

/** One file; `readings` are what somebody else writes before each reading. */
class FakeFiles implements MindFiles {
  text: string | undefined;
  changed: Date;
  /** When it is written. */
  now = new Date('2026-11-25T12:00:00Z');
  readonly others: (string | undefined)[] = [];

  constructor(text: string | undefined, changed = '2026-11-24T12:00:00Z') {
    this.text = text;
    this.changed = new Date(changed);
  }

  read(path: string): Promise<Uint8Array | undefined> {
    this.text = this.others.shift() ?? this.text;
    return Promise.resolve(path === file && this.text !== undefined ? Buffer.from(this.text) : undefined);
  }

  modified(): Promise<Date | undefined> {
    return Promise.resolve(this.text === undefined ? undefined : this.changed);
  }

  version(): Promise<string | undefined> {
    return Promise.resolve(this.text);
  }

  exclusively<T>(_: string, work: (isHeld: () => boolean) => Promise<T>): Promise<T> {
    return work(() => true);
  }

  realPath(path: string): Promise<string> {
    return Promise.resolve(path);
  }

  async write(
    _: string,
    text: string,
    _within: string,
    isCurrent?: () => Promise<boolean>,
    modified?: Date,
  ): Promise<boolean> {
    if (isCurrent !== undefined && !(await isCurrent())) return false;
    this.text = text;
    this.changed = modified ?? this.now;
    return true;
  }

  remove(): Promise<boolean> {
    return Promise.reject(new Error('Nothing removes the file.'));
  }
}

function clockAt(now: string, timeZone = 'Europe/Berlin'): Clock {
  return { now: () => new Date(now), timeZone };
}

async function dueAt(now: string, text: string, { changed = now, timeZone = 'Europe/Berlin' } = {}): Promise<string[]> {
  const clock = clockAt(now, timeZone);
  const reminders = await readReminders(new FakeFiles(text, changed), project, { clock, redact });
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(clock.now());
  return dueReminders(reminders, today).map(({ text: said, day }) => `${said} ${day ?? 'session'}`);
}

describe('due reminders', () => {
  it('are those of today and before, the oldest first, and then those of the next session', async () => {
    const text = `- [ ] S | due: next session\n- [ ] A | due: 2026-11-25\n- [ ] B | due: 2026-11-26\n- [x] C | due: 2026-11-01
- [ ] D | due: 2026-11-02\n- [ ] E | due: when I have time\n- [ ] F\n- [ ] G | trigger: when I mention auth\n`;
    assert.deepEqual(await dueAt('2026-11-25T12:00:00Z', text), ['D 2026-11-02', 'A 2026-11-25', 'S session']);
  });

  it('count a relative day from the last change of the file, or from the heading above it', async () => {
    const changed = '2026-11-20T12:00:00Z';
    assert.deepEqual(await dueAt('2026-11-21T12:00:00Z', '- [ ] A | due: tomorrow\n', { changed }), ['A 2026-11-21']);
    assert.deepEqual(await dueAt('2026-11-20T13:00:00Z', '- [ ] A | due: tomorrow\n', { changed }), []);
    const below = '## 2026-11-02\n- [ ] A | due: in 3 days\n';
    assert.deepEqual(await dueAt('2026-11-21T12:00:00Z', below, { changed }), ['A 2026-11-05']);
  });

  it('do not come later because the clock was ahead when the file was changed', async () => {
    const changed = '2031-01-01T12:00:00Z';
    assert.deepEqual(await dueAt('2026-11-25T12:00:00Z', '- [ ] A | due: today\n', { changed }), ['A 2026-11-25']);
  });

  it('wait again if the clock goes back', async () => {
    const text = '- [ ] A | due: 2026-11-25\n';
    assert.deepEqual(await dueAt('2026-11-25T00:00:00+01:00', text), ['A 2026-11-25']);
    assert.deepEqual(await dueAt('2026-11-24T23:59:59+01:00', text), []);
  });

  it('begin with the local day, also when clocks change', async () => {
    const text = '- [ ] A | due: 2026-10-25\n- [ ] B | due: 2026-10-26\n';
    for (const [now, due] of [
      ['2026-10-24T23:59:59+02:00', 0],
      ['2026-10-25T00:00:00+02:00', 1],
      ['2026-10-25T02:30:00+01:00', 1],
      ['2026-10-25T23:59:59+01:00', 1],
      ['2026-10-26T00:00:00+01:00', 2],
    ] as const) {
      assert.equal((await dueAt(now, text)).length, due, now);
    }
    const relative = '- [ ] A | due: tomorrow\n';
    const changed = '2026-03-28T23:30:00+01:00';
    assert.deepEqual(await dueAt('2026-03-29T00:10:00+01:00', relative, { changed }), ['A 2026-03-29']);
    assert.deepEqual(await dueAt('2026-03-28T23:30:00Z', relative, { changed, timeZone: 'Pacific/Auckland' }), []);
  });

  it('are understood in other words and languages', async () => {
    const text = `- [ ] A | fällig: 20. November\n- [ ] B | 到期：2026年11月20日\n- C | when: today\n- [ ] D | due: soon\n`;
    assert.deepEqual(await dueAt('2026-11-25T12:00:00Z', text), ['B 2026-11-20', 'C 2026-11-25']);
  });

  it('are bullets, with or without a box, and no other text', async () => {
    const text = 'Text | due: today\n\n1. [ ] A | due: today\n- B | due: today\n- no reminder\n\n> C | due: today\n';
    assert.deepEqual(await dueAt('2026-11-25T12:00:00Z', text), ['A 2026-11-25', 'B 2026-11-25']);
  });

  it('are none without the file', async () => {
    assert.deepEqual(
      await readReminders(new FakeFiles(undefined), project, { clock: clockAt('2026-11-25T12:00:00Z'), redact }),
      [],
    );
  });

  it('are both sides of a merge conflict', async () => {
    const text = '<<<<<<< HEAD\n- [ ] A | due: 2026-11-01\n=======\n- [ ] B | due: 2026-11-02\n>>>>>>> other\n';
    assert.deepEqual(await dueAt('2026-11-25T12:00:00Z', text), ['A 2026-11-01', 'B 2026-11-02']);
  });
});

describe('reminders of a topic', () => {
  const mentioned = async (trigger: string, prompt: string): Promise<boolean> => {
    const files = new FakeFiles(`- [ ] Review | trigger: ${trigger}\n- [x] Old | trigger: ${trigger}\n`);
    const reminders = await readReminders(files, project, { clock: clockAt('2026-11-25T12:00:00Z'), redact });
    const found = mentionedReminders(reminders, prompt, indexText);
    assert.ok(found.every(({ isDone }) => !isDone));
    return found.length === 1;
  };

  for (const [trigger, prompt] of [
    ['when I mention auth', 'Fix auth please'],
    ['when I mention auth', 'The Authentication flow is broken'],
    ['when I mention authentication', 'users are not authenticated'],
    ['when I mention auth, login', 'the logins fail'],
    ['when we work on the billing page', 'the page for billing is slow'],
    ['when migrations come up', 'write a migration for orders'],
    ['when we touch getUserById', 'rename getUserById'],
    ['when we touch src/auth.ts', 'why does src/auth.ts import zod?'],
    ['wenn ich die Anmeldung erwähne', 'Die Anmeldung ist kaputt'],
    ['当我提到 登录 时', '修复登录页面'],
    ['I mention auth', 'Fix auth please'],
    ['kubernetes', 'Restart the kubernetes job'],
    ['billing, invoices', 'Print the invoice'],
  ] as const) {
    it(`come up: ${trigger} / ${prompt}`, async () => assert.ok(await mentioned(trigger, prompt)));
  }

  for (const [trigger, prompt] of [
    ['when I mention auth', 'Who is the author of this file?'],
    ['when I mention auth', 'add an authority table'],
    ['when I mention log', 'the login fails'],
    ['when we work on the billing page', 'the page is slow'],
    ['when migrations come up', 'use Redis'],
    ['when I mention auth', ''],
    ['当我提到 登录 时', '修复支付页面'],
    ['when I have time', 'I have time'],
    ['by the 34th', 'Move the 34th row'],
  ] as const) {
    it(`do not come up: ${trigger} / ${prompt}`, async () => assert.ok(!(await mentioned(trigger, prompt))));
  }
});

describe('secrets and private passages in reminders', () => {
  const token = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
  const text = [
    '\ufeff- [ ] Rotate ' + token + ' | due: 2026-11-01',
    '- [ ] Call <private>Dr. Who',
    '- [ ] about <b>it</b>',
    '- [ ] and that</private> | due: 2026-11-02',
    '<private>',
    '- [ ] Gift | due: 2026-11-03',
    '</private>',
    '- [ ] Late | trigger: when I mention <private>Skaro</private>',
    '- [ ] Last | due: 2026-11-04',
  ];
  const completion = { clock: clockAt('2026-11-25T12:00:00Z'), redact };

  for (const end of ['\n', '\r\n']) {
    it(`are not read, and the lines stay those of the file: ${JSON.stringify(end)}`, async () => {
      const files = new FakeFiles(text.join(end));
      const clock = clockAt('2026-11-25T12:00:00Z');
      const read = await readReminders(files, project, { clock, redact });
      assert.deepEqual(
        read.map(({ text: said, line, index }) => [said, line, index]),
        [
          ['Rotate [removed: GitHub token]', 1, 1],
          ['Call [removed: private passage]', 2, 2],
          ['Late', 8, 3],
          ['Last', 9, 4],
        ],
      );
      assert.equal(read[1]?.due, '2026-11-02');
      assert.doesNotMatch(JSON.stringify(read), /ghp_|Who|Gift|Skaro/u);
      assert.equal(files.text, text.join(end));
    });
  }

  it('do not keep a reminder from being ticked off by what was shown', async () => {
    const files = new FakeFiles(text.join('\n'));
    const shown = { index: 1, text: 'Rotate [removed: GitHub token]' };
    assert.equal((await markReminderDone(files, project, shown, completion)).text, shown.text);
    assert.equal((await markReminderDone(files, project, { index: 3, text: 'Last' }, completion)).line, 9);
    assert.match(files.text ?? '', /^\ufeff- \[x\] Rotate ghp_.* \| completed: 2026-11-25\n/u);
    assert.match(
      files.text ?? '',
      /<private>\n- \[ \] Gift \| due: 2026-11-03\n<\/private>\n- \[ \] Late .*\n- \[x\] Last/u,
    );
  });

  it('are read as they are if nothing is removed, or the text says that something was', async () => {
    const files = new FakeFiles('- [ ] A [removed: GitHub token] | due: today\n\n- [ ] ' + token + ' | due: today');
    const read = await readReminders(files, project, { clock: clockAt('2026-11-25T12:00:00Z'), redact });
    assert.deepEqual(
      read.map(({ text: said, line }) => [said, line]),
      [
        ['A [removed: GitHub token]', 1],
        ['[removed: GitHub token]', 3],
      ],
    );
  });
});

describe('writing reminders', () => {
  const when = { kind: 'date', day: '2026-11-26' } as const;
  const completion = { clock: clockAt('2026-11-25T12:00:00Z'), redact };

  it('keeps what somebody else wrote meanwhile', async () => {
    const files = new FakeFiles('## Pending\n');
    files.others.push('## Pending\n', '## Pending\n- [ ] Theirs\n');
    const added = await remind(files, project, { text: 'Mine', when }, completion.clock);
    assert.equal(files.text, '## Pending\n- [ ] Theirs\n- [ ] Mine | due: 2026-11-26\n');
    assert.deepEqual([added.text, added.line, added.due], ['Mine', 3, '2026-11-26']);
  });

  it('ticks off the same reminder if others were added above it', async () => {
    const files = new FakeFiles('- [ ] A\n');
    files.others.push('- [ ] A\n', '- [ ] Theirs\n- [ ] A\n');
    assert.equal((await markReminderDone(files, project, { index: 1, text: 'A' }, completion)).line, 2);
    assert.equal(files.text, '- [ ] Theirs\n- [x] A | completed: 2026-11-25\n');
  });

  it('gives up, and changes nothing, if the file does not come to rest', async () => {
    const files = new FakeFiles('');
    for (let version = 0; version < 50; version += 1) files.others.push(`text ${String(version)}\n`);
    await assert.rejects(
      remind(files, project, { text: 'Mine', when }, completion.clock),
      (thrown) => thrown instanceof BigMindError && thrown.code === 'conflict',
    );
    assert.match(files.text ?? '', /^text \d+\n$/u);
  });

  it('creates the file, and ticks nothing off without one', async () => {
    const files = new FakeFiles(undefined);
    await assert.rejects(markReminderDone(files, project, { index: 1 }, completion), /There is no pending reminder 1/u);
    assert.equal(files.text, undefined);
    assert.equal((await remind(files, project, { text: 'Mine', when }, completion.clock)).line, 4);
  });

  for (const [what, write] of [
    ['adds one', (files, clock) => remind(files, project, { text: 'Mine', when }, clock)],
    ['ticks one off', (files, clock) => markReminderDone(files, project, { index: 1 }, { clock, redact })],
  ] as const satisfies [string, (files: MindFiles, clock: Clock) => Promise<unknown>][]) {
    it(`keeps the days of the others when it ${what}`, async () => {
      const text = '- [ ] A | due: today\n- [ ] B | due: tomorrow\n- [ ] C | due: Freitag\n- [ ] D | due: in 3 Tagen\n';
      const files = new FakeFiles(text, '2026-11-24T12:00:00Z');
      const daysOf = async (clock: Clock): Promise<string[]> =>
        (await readReminders(files, project, { clock, redact })).flatMap(({ text: said, when: one }) =>
          one?.kind === 'date' && /^[B-D]$/u.test(said) ? [one.day] : [],
        );
      for (const now of ['2026-11-25T12:00:00Z', '2026-11-26T12:00:00Z']) {
        files.now = new Date(now);
        await write(files, clockAt(now));
        assert.deepEqual(await daysOf(clockAt(now)), ['2026-11-25', '2026-11-27', '2026-11-27']);
        assert.ok(files.text?.includes('B | due: tomorrow'));
      }
      assert.equal(files.changed.toISOString(), '2026-11-24T12:00:02.000Z');
    });
  }

  it('keeps the day also in its last second', async () => {
    const files = new FakeFiles('- [ ] A | due: tomorrow\n', '2026-11-24T22:59:59.500Z');
    await remind(files, project, { text: 'Mine', when }, completion.clock);
    assert.equal(files.changed.toISOString(), '2026-11-24T22:59:59.500Z');
  });

  it('leaves the time of a file alone whose days do not depend on it', async () => {
    for (const text of [
      '- [ ] A | due: 2026-12-01\n',
      '## 2026-11-02\n- [ ] A | due: tomorrow\n',
      '- [x] A | due: tomorrow\n',
    ]) {
      const files = new FakeFiles(text);
      await remind(files, project, { text: 'Mine', when }, completion.clock);
      assert.deepEqual(files.changed, files.now, text);
    }
  });
});
