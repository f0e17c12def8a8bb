/** What a chat gets from the files of a project, and when it gets nothing. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createReadFileStatements } from '../../../src/capture/mind/fileStatements.ts';
import type { FileStatement } from '../../../src/memory/recall/fileSection.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { indexText } from '../../../src/search/query/words.ts';
import { MindFilesInMemory } from '../../support/mindFiles.ts';
import { patientFiles } from '../../support/patientFiles.ts';

const [home, project] = [join('/', 'home', 'ada'), join('/', 'work', 'shop')];
const listFile = join(home, '.mind', 'projects.json');
const memoryFile = join(project, '.mind', 'MEMORY.md');
const listed = JSON.stringify({ projects: [{ path: project }] });

const clock = { now: () => new Date('2026-11-25T12:00:00Z'), timeZone: 'UTC' };

function statementsOf(texts: Record<string, string>): Promise<readonly FileStatement[] | undefined> {
  const read = createReadFileStatements(new MindFilesInMemory(texts), home, { indexText, clock });
  return read({ files: patientFiles(project) } as unknown as Caller);
}

describe('the statements of a project for a chat', () => {
  it('are those of a listed project only', async () => {
    const texts = { [memoryFile]: 'decided: Vite\n' };
    assert.equal(await statementsOf(texts), undefined);
    assert.deepEqual(await statementsOf({ ...texts, [listFile]: listed }), [
      { part: 'decision', text: 'Vite', date: null, place: '.mind/MEMORY.md:1' },
    ]);
  });

  it('are newest first, in whichever order the file has its days', async () => {
    const days = ['2026-11-24', '2026-11-10', '2025-01-02', '2026-11-20'];
    const text = days
      .map((day) => `## ${day}\n\ndecided: choice of ${day}, early\ndecided: choice of ${day}, late\n`)
      .join('\n');
    const found = (await statementsOf({ [listFile]: listed, [memoryFile]: text })) ?? [];
    assert.deepEqual(
      found.slice(0, 4).map(({ text: said }) => said),
      ['2026-11-24, late', '2026-11-24, early', '2026-11-20, late', '2026-11-20, early'].map(
        (day) => `choice of ${day}`,
      ),
    );
  });

  it('of the present session come first', async () => {
    const session = join(project, '.mind', 'SESSION.md');
    const texts = {
      [listFile]: listed,
      [memoryFile]: '## 2026-11-24\n\nproblem: login loops\n',
      [session]: '## Blockers\n- no key\n',
    };
    assert.deepEqual(
      (await statementsOf(texts))?.map(({ text }) => text),
      ['no key', 'login loops'],
    );
  });

  it('begin with the reminders that are due', async () => {
    const texts = {
      [listFile]: listed,
      [memoryFile]: 'decided: Vite\n',
      [join(project, '.mind', 'REMINDERS.md')]:
        '- [ ] S | due: next session\n- [ ] B | due: 2026-11-26\n- [ ] A | due: 2026-11-24\n- [x] D | due: 2026-11-24\n',
    };
    assert.deepEqual(
      (await statementsOf(texts))?.map(({ part, text, date, place }) => [part, text, date, place]),
      [
        ['reminder', 'A', '2026-11-24', '.mind/REMINDERS.md:3'],
        ['reminder', 'S', null, '.mind/REMINDERS.md:1'],
        ['decision', 'Vite', null, '.mind/MEMORY.md:1'],
      ],
    );
  });

  it('leave out what is done, resolved or unsure', async () => {
    const text =
      'fixed: the export\nproblem: login loops → new cookie\nlearned: Safari is old\nprobably going with Vite\n';
    assert.deepEqual(await statementsOf({ [listFile]: listed, [memoryFile]: text }), []);
  });

  it('are from the end of a long file, with the right lines', async () => {
    const text = `decided: too early to be read\n${'Nothing but a long description of the work.\n'.repeat(8_000)}decided: Vite\n`;
    assert.deepEqual(
      (await statementsOf({ [listFile]: listed, [memoryFile]: text }))?.map(({ text: said, place }) => [said, place]),
      [['Vite', '.mind/MEMORY.md:8002']],
    );
  });

  it('are none if a file cannot be read as a list, or the folder is unknown', async () => {
    assert.equal(await statementsOf({ [listFile]: '{', [memoryFile]: 'decided: Vite\n' }), undefined);
    const read = createReadFileStatements(new MindFilesInMemory({ [listFile]: listed }), home, { indexText, clock });
    assert.equal(await read({} as unknown as Caller), undefined);
  });
});
