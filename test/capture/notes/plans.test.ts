/** Plans in Markdown: what is read of a plan at work, and of one that is done. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPlan } from '../../../src/importers/plans/plans.ts';
import { maxNoteLength } from '../../../src/memory/facts/notes.ts';
import type { Note, UnreadableNote } from '../../../src/memory/facts/notes.ts';
import { cpuMs } from '../../support/cpuTime.ts';

describe('a plan', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bigmind plans '));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const put = (content: string | Buffer, name = 'docs/plans/2026-03-02-retry-uploads.md'): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const readAll = async (file: string): Promise<(Note | UnreadableNote)[]> => {
    const found: (Note | UnreadableNote)[] = [];
    for await (const note of readPlan(file, folder)) found.push(note);
    return found;
  };
  const notesOf = async (...lines: string[]): Promise<Note[]> =>
    (await readAll(put(lines.join('\n')))).filter((note) => 'fact' in note);
  const planOf = async (...lines: string[]): Promise<string> => (await notesOf(...lines))[0]?.fact ?? '';
  /** The decisions and lessons, each with its first letter and line. */
  const lessonsOf = async (...lines: string[]): Promise<string[]> =>
    (await notesOf(...lines))
      .slice(1)
      .map(({ type, fact, sourceRef }) => `${type?.[0] ?? '?'}${sourceRef.split('#')[1] ?? ''} ${fact}`);

  it('is one fact with its goal, the state of its steps, and the open ones', async () => {
    const [plan, ...others] = await notesOf(
      '# Plan: Retry uploads',
      '',
      'Written on a train.',
      '',
      '**Goal:** Uploads survive a **flaky** network,',
      'also on trains.',
      '**Architecture:** One queue.',
      '',
      '## Steps',
      '- [x] Find out which errors are worth a retry',
      '- [ ] Add a queue',
      '  with backoff.',
      '- [ ] Write tests',
    );
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...plan, createdAt: typeof plan?.createdAt },
      {
        type: 'plan',
        category: 'codebase',
        fact: 'Plan: Retry uploads (1 of 3 steps done)\nGoal: Uploads survive a flaky network, also on trains.\nOpen: Add a queue with backoff; Write tests',
        section: 'Plan',
        tags: ['plans', 'plan:docs/plans/2026-03-02-retry-uploads.md'],
        subject: 'plan:docs/plans/2026-03-02-retry-uploads.md',
        sourceRef: `${join(folder, 'docs/plans/2026-03-02-retry-uploads.md')}#L1`,
        createdAt: 'string',
        folder,
      },
    );
  });

  it('is read without boxes too', async () => {
    assert.equal(
      await planOf(
        '# Retry uploads',
        '',
        '**Status:** Draft',
        '',
        'Uploads fail on trains,',
        'so we retry them.',
        '',
        '- Add a queue',
      ),
      'Plan: Retry uploads\nUploads fail on trains, so we retry them.',
    );
    assert.equal(await planOf('# Retry uploads', '- Add a queue', '- Write tests'), 'Plan: Retry uploads\nAdd a queue');
    assert.equal(await planOf('# Retry uploads'), 'Plan: Retry uploads');
  });

  it('counts boxes of every form, at any depth', async () => {
    const steps = ['- [x] a', '  - [ ] b', '    1. [X] c', '\t* [ ] d', '+ [x] e', '12. [ ] f', '3) [x] g'];
    assert.equal(await planOf('# Sort', ...steps), 'Plan: Sort (4 of 7 steps done)\nOpen: b; d; f');
  });

  it('does not count boxes in code, in comments and in running text', async () => {
    const code = ['```md', '- [ ] code', '```', '~~~', '- [ ] more code', '```', '- [ ] still code', '~~~'];
    const others = [
      '<!--',
      '- [ ] comment',
      '-->',
      'A box is - [ ] like this.',
      '- [ ](link.md) a link',
      '- []',
      '- [ ]',
    ];
    assert.equal(
      await planOf(
        '# Sort',
        'Why.',
        ...code,
        '- [x] a',
        '  ```',
        '  - [ ] nested code',
        '  ```',
        ...others,
        '- ```code``` in a line',
        '- [x] b',
      ),
      'Plan: Sort (2 of 2 steps done)\nWhy.',
    );
  });

  it('names open steps by the part of the plan that they are in', async () => {
    assert.equal(
      await planOf('# Sort', '## Task 1: Queue', '- [x] a', '- [ ] b', '- [ ] c.', '## Task 2: Tests', '- [ ] d'),
      'Plan: Sort (1 of 4 steps done)\nOpen:\nTask 1: Queue: b; c\nTask 2: Tests: d',
    );
  });

  it('takes its goal from a heading, or its description from front matter', async () => {
    assert.equal(
      await planOf('# Sort', 'Why.', '## Goal', '- Fast', '- Stable', '## Steps', '- [ ] a'),
      'Plan: Sort (0 of 1 step done)\nGoal: Fast; Stable\nOpen: a',
    );
    assert.equal(await planOf('# Sortieren', '', '## Ziele', 'Schnell.'), 'Plan: Sortieren\nGoal: Schnell.');
    assert.equal(
      await planOf('# 排序', '', '目标：要快', '', '- [ ] 写测试'),
      'Plan: 排序 (0 of 1 step done)\nGoal: 要快\nOpen: 写测试',
    );
    const matter = ['---', 'title: Sort faster', 'description: Sorting takes an hour.', '---'];
    assert.equal(
      await planOf(...matter, '- [ ] a', '', 'An afterthought.'),
      'Plan: Sort faster (0 of 1 step done)\nSorting takes an hour.\nOpen: a',
    );
  });

  it('is named after its file if no heading names it', async () => {
    assert.equal(
      await planOf('```sh', '# a comment', '```', '## Steps', '- [ ] a'),
      'Plan: retry uploads (0 of 1 step done)\nOpen: a',
    );
    assert.equal(await planOf('# Implementation Plan', 'Why.'), 'Plan: retry uploads\nWhy.');
  });

  it('keeps paths and powers as they are', async () => {
    assert.equal(
      await planOf('# Sort `src`', 'Sort **all** of src/**/*.ts and lib/**/*.ts by 2**3.'),
      'Plan: Sort src\nSort all of src/**/*.ts and lib/**/*.ts by 2**3.',
    );
  });

  it('is never longer than a note, and says how many steps it does not name', async () => {
    const steps = Array.from(
      { length: 3_000 },
      (_, place) => `- [ ] Step ${String(place)} ${'long '.repeat(place === 7 ? 500 : 4)}`,
    );
    const plan = await planOf('# Sort', 'word '.repeat(2_000), ...steps);
    assert.ok(plan.length <= maxNoteLength && plan.length > maxNoteLength - 300, String(plan.length));
    assert.match(plan, /^Plan: Sort \(0 of 3,000 steps done\)\n(?:word )+word…\nOpen: Step 0 .*; and 2,9\d\d more$/su);
    const parts = steps.flatMap((step, place) => [`## Part ${String(place)} ${'long '.repeat(50)}`, step]);
    const parted = await planOf('# Sort', ...parts);
    assert.ok(parted.length <= maxNoteLength, String(parted.length));
    assert.match(parted, /\nand 2,9\d\d more$/u);
  });

  it('gives its decisions and lessons once every step is done, with less confidence', async () => {
    const text = [
      '# Retry uploads',
      '- [x] Add a queue',
      '  - Decided: Use one queue per user',
      '    - because order matters',
      '  - Not a decision',
      '- [x] Write tests',
      '',
      '**Decision (2026-03-02):** Retry three times.',
      '**Lesson: Trains have tunnels.**',
      '> Learned: Servers lie about 429',
    ];
    const [, first, ...others] = await notesOf(...text);
    assert.ok(first !== undefined);
    assert.deepEqual(
      [first.type, first.category, first.confidence, first.tags, first.section, first.sourceRef.split('#')[1]],
      ['decision', 'decision', 0.8, ['plans'], 'Retry uploads – Decided', 'L3'],
    );
    assert.equal(first.fact, 'Retry uploads – Decided: Use one queue per user\n    - because order matters');
    assert.deepEqual(
      others.map(({ type, category, fact, sourceRef }) => [type, category, fact, sourceRef.split('#')[1]]),
      [
        ['decision', 'decision', 'Retry uploads – Decision (2026-03-02): Retry three times.', 'L8'],
        ['observation', 'codebase', 'Retry uploads – Lesson: Trains have tunnels.', 'L9'],
        ['observation', 'codebase', 'Retry uploads – Learned: Servers lie about 429', 'L10'],
      ],
    );
    assert.deepEqual(await lessonsOf(...text, '- [ ] Deploy'), []);
    assert.deepEqual(await lessonsOf(...text.map((line) => line.replace('[x] ', ''))), []);
  });

  it('gives what is below headings for decisions and lessons', async () => {
    assert.deepEqual(
      await lessonsOf(
        '---',
        'title: Sort',
        '---',
        '- [x] a',
        '## 3. Key decisions',
        '- Use a heap',
        '  - it is stable enough',
        '### Storage',
        'We keep it in SQLite.',
        '## Open decisions',
        '- Heap or tree',
        '## Notes',
        'Lessons learned:',
        '- Heaps are fast',
        '- **Decision:** No trees',
      ),
      [
        'dL6 Sort – Key decisions: Use a heap\n  - it is stable enough',
        'dL9 Sort – Key decisions – Storage: We keep it in SQLite.',
        'oL14 Sort – Lessons learned: Heaps are fast',
        'dL15 Sort – Decision: No trees',
      ],
    );
  });

  it('gives German and Chinese decisions and lessons', async () => {
    assert.deepEqual(
      await lessonsOf(
        '# Sortieren',
        '- [x] a',
        '## Getroffene Entscheidungen',
        '- Ein Heap',
        '## Erkenntnisse',
        '- Heaps sind schnell',
        '',
        'Entschieden: Kein Baum',
        '**Gelernt:** Messen hilft',
      ),
      [
        'dL4 Sortieren – Getroffene Entscheidungen: Ein Heap',
        'oL6 Sortieren – Erkenntnisse: Heaps sind schnell',
        'dL8 Sortieren – Entschieden: Kein Baum',
        'oL9 Sortieren – Gelernt: Messen hilft',
      ],
    );
    assert.deepEqual(
      await lessonsOf(
        '# 排序',
        '- [x] 写测试',
        '## 关键决策',
        '- 使用堆',
        '## 经验教训',
        '1. 先测量',
        '',
        '决定：不用树',
        '**教训**：堆很快',
      ),
      [
        'dL4 排序 – 关键决策: 使用堆',
        'oL6 排序 – 经验教训: 先测量',
        'dL8 排序 – 决定: 不用树',
        'oL9 排序 – 教训: 堆很快',
      ],
    );
  });

  it('gives no questions, placeholders, open decisions, or text in code', async () => {
    assert.deepEqual(
      await lessonsOf(
        '# Sort',
        '- [x] a',
        'Decision: Heap or tree?',
        '',
        'Decision needed: Heap or tree',
        '',
        'Learned: none yet.',
        '- Decided: ~~a tree~~',
        '- ~~Decided: a tree~~',
        '```yaml',
        'decision: a heap',
        '```',
        '## Decisions',
        'TBD',
        '- ~~A tree~~',
        '',
        'Undecided: the name',
      ),
      ['dL17 Sort – Decisions: Undecided: the name'],
    );
  });

  it('is read with the line ends of Windows, a byte order mark and front matter', async () => {
    const text = '\ufeff---\r\nname: x\r\n---\r\n# Sort\r\n\r\n- [x] a\r\n- [X] b\r\n\r\nDecided: A heap\r\n';
    const [plan, lesson] = await notesOf(text);
    assert.equal(plan?.fact, 'Plan: Sort (2 of 2 steps done)');
    assert.deepEqual([lesson?.fact, lesson?.sourceRef.split('#')[1]], ['Sort – Decided: A heap', 'L9']);
  });

  it('is nothing if the file is empty', async () => {
    assert.deepEqual(await readAll(put('')), []);
    assert.deepEqual(await readAll(put('\ufeff\r\n---\r\n')), []);
  });

  it('is reported if it cannot be read', async () => {
    const file = put('x'.repeat(10 * 1024 * 1024));
    const unreadable = async (content: string | Buffer): Promise<unknown> => {
      put(content);
      return readAll(file);
    };
    assert.deepEqual(await readAll(file), [{ sourceRef: file, unreadable: 'is longer than 4 MB' }]);
    const noText = [{ sourceRef: file, unreadable: 'is not UTF-8 text' }];
    assert.deepEqual(await unreadable(Buffer.from([0x23, 0x20, 0, 0x51])), noText);
    assert.deepEqual(await unreadable(Buffer.from('# Größer', 'latin1')), noText);
    assert.deepEqual(await unreadable(Buffer.from('# Größer', 'utf16le')), noText);
    assert.deepEqual(await unreadable('{"a": 1}'), [{ sourceRef: file, unreadable: 'is JSON and no notes' }]);
    await assert.rejects(readAll(join(folder, 'gone.md')), { code: 'ENOENT' });
  });

  it('has the same subject in every worktree, and another one for each file of a project', async () => {
    const subjectIn = async (name: string, project: string): Promise<string | undefined> => {
      const file = put('# Sort', name);
      for await (const note of readPlan(file, join(folder, project))) if ('subject' in note) return note.subject;
      return undefined;
    };
    mkdirSync(join(folder, 'one/.git'), { recursive: true });
    put('gitdir: elsewhere', 'two/.git');
    assert.equal(await subjectIn('one/docs/plans/Sort.md', 'one'), 'plan:docs/plans/sort.md');
    assert.equal(await subjectIn('two/docs/plans/Sort.md', 'two'), 'plan:docs/plans/sort.md');
    assert.equal(
      await subjectIn('one/packages/a/docs/plans/Sort.md', 'one/packages/a'),
      'plan:packages/a/docs/plans/sort.md',
    );
    assert.equal(await subjectIn('plain/docs/plans/x/plan.md', 'plain'), 'plan:docs/plans/x/plan.md');
    symlinkSync(join(folder, 'one'), join(folder, 'link'), 'dir');
    assert.equal(await subjectIn('link/docs/plans/Sort.md', 'link'), 'plan:docs/plans/sort.md');
    const long = await subjectIn(`one/docs/plans/${'long-'.repeat(30)}1.md`, 'one');
    assert.equal(long?.length, 100);
  });

  it('cuts no secret in half', async () => {
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const cut = `${'x'.repeat(680)},${token} ${'y '.repeat(300)}`;
    assert.equal((await planOf('# Sort', cut)).includes('ghp_'), false);
    assert.equal((await planOf('# Sort', `- [ ] ${'x'.repeat(185)},${token}`)).includes('ghp_'), false);
  });

  it('of megabytes is read in seconds', async () => {
    const lines = '- [x] Decided: a\n  - [x] b\n\n**Lesson:** c\n'.repeat(60_000);
    const file = put(`# Sort\n${lines}`);
    const before = cpuMs();
    assert.equal((await readAll(file)).length, 120_001);
    const ms = cpuMs() - before;
    assert.ok(ms < 10_000, `${String(ms)} ms`);
  });
});
