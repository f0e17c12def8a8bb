/** Undo of edits in the page: it restores the changed lines, or refuses, and remembers only a little for a while. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FileEdit } from '../../../src/memory/entries/editableFiles.ts';
import { changedLines } from '../../../src/markdown/files/undoableFiles.ts';
import { WrittenChanges } from '../../../src/markdown/editing/writtenChanges.ts';
import type { UndoableChange } from '../../../src/markdown/editing/writtenChanges.ts';
import type { EditedFiles } from './editedFiles.ts';
import { gotcha, home, memoryFile, openEditedFiles, project, reminders, remindersFile } from './editedFiles.ts';

const merge = '<<<<<<< HEAD\n- One\n=======\n- Two\n>>>>>>> main\n';

describe('undoing edits of files', () => {
  let edited: EditedFiles;
  beforeEach(() => {
    edited = openEditedFiles();
  });

  const deletion = async (text: string): Promise<FileEdit> => ({
    type: 'deleteReminder',
    project,
    item: await edited.reminder(text),
  });
  const addition: FileEdit = { type: 'addReminder', project, text: 'Call Kim', when: 'tomorrow' };

  it('refuses a line that somebody extended', async () => {
    const { files, editable, reminder, textOf, rejectsUndo } = edited;
    files.texts.set(remindersFile, '- [ ] Check the audit | due: 2026-12-20');
    const item = await reminder('Check the audit');
    const { undo } = await editable.edit({ type: 'editReminder', project, item, text: 'Mine', when: null });
    files.texts.set(remindersFile, `${textOf(remindersFile)} and 12:00`);
    await rejectsUndo(undo, 'conflict');
    files.texts.set(remindersFile, '- [ ] Mine | due: 2026-12-20\r\n- [ ] Theirs\r\n');
    await rejectsUndo(undo, 'conflict');
  });

  it('refuses a file with an unresolved merge conflict', async () => {
    const { files, editable, textOf, rejectsUndo } = edited;
    const { undo } = await editable.edit(await deletion('Check the audit'));
    files.texts.set(remindersFile, textOf(remindersFile) + merge);
    await rejectsUndo(undo, 'conflict');
  });

  it('refuses a project that is off the list', async () => {
    const { files, editable, rejectsUndo } = edited;
    const { undo } = await editable.edit(await deletion('Check the audit'));
    files.texts.set(join(home, '.mind', 'projects.json'), JSON.stringify({ projects: [] }));
    await rejectsUndo(undo, 'not_found');
  });

  it('restores the right one of several places with the same lines, if nothing else changed', async () => {
    const { files, editable, listed, textOf, rejectsUndo } = edited;
    const one = '\n- [ ] Water the plants | due: 2026-12-20\n\n';
    files.texts.set(remindersFile, one + one);
    const item = (await listed()).reminders[1];
    assert.ok(item);
    const { undo } = await editable.edit({ type: 'editReminder', project, item, text: 'Rest', when: null });
    await editable.undo(undo ?? '');
    assert.equal(textOf(remindersFile), one + one);
    const again = await editable.edit({ type: 'editReminder', project, item, text: 'Rest', when: null });
    files.texts.set(remindersFile, textOf(remindersFile) + textOf(remindersFile));
    await rejectsUndo(again.undo, 'conflict');
  });

  it('removes a file that the edit made, unless others wrote into it', async () => {
    const { files, editable, textOf, afterEdit } = edited;
    for (const [file, edit] of [
      [remindersFile, addition],
      [memoryFile, { type: 'addGotcha', project, gotcha: gotcha('Cron runs in UTC') }],
    ] as const) {
      const kept = textOf(file);
      files.texts.delete(file);
      await afterEdit(file, edit);
      assert.ok(!files.texts.has(file));
      files.texts.set(file, kept);
    }
    files.texts.delete(remindersFile);
    const { undo } = await editable.edit(addition);
    files.texts.set(remindersFile, `${textOf(remindersFile)}My own words.\n`);
    await editable.undo(undo ?? '');
    assert.equal(textOf(remindersFile), 'My own words.\n');
    files.texts.set(remindersFile, '');
    await afterEdit(remindersFile, addition);
    assert.equal(files.texts.get(remindersFile), '');
  });

  it('is possible for 24 hours, and until the changes are forgotten', async () => {
    const { editable, rejectsUndo, wait } = edited;
    const old = await editable.edit(addition);
    wait(23);
    const { undo } = await editable.edit(await deletion('Check the audit'));
    wait(2);
    await rejectsUndo(old.undo, 'not_found');
    await editable.undo(undo ?? '');
    const last = await editable.edit(addition);
    editable.forgetChanges();
    await rejectsUndo(last.undo, 'not_found');
  });

  it('remembers the last 50 changes', async () => {
    const { editable, rejectsUndo } = edited;
    const first = await editable.edit(addition);
    const second = await editable.edit(await deletion('Check the audit'));
    const texts = Array.from({ length: 49 }, (_, index) => `Task ${String(index)}`);
    for (const text of texts) await editable.edit({ ...addition, text });
    await rejectsUndo(first.undo, 'not_found');
    await editable.undo(second.undo ?? '');
  });

  it('remembers at most 500,000 characters of all changes', () => {
    const changes = new WrittenChanges(() => new Date(0));
    const change = (length: number): UndoableChange => ({
      ...{ project, file: memoryFile, within: project, isNew: false, modified: undefined },
      ...changedLines('', 'x'.repeat(length)),
    });
    assert.deepEqual(
      [200_000, 200_000, 200_000, 600_000].map((length, id) => changes.add(String(id), change(length))),
      [true, true, true, false],
    );
    assert.throws(() => changes.get('0'), { code: 'not_found' });
    assert.deepEqual([changes.get('1').after.length, changes.get('2').after.length], [200_000, 200_000]);
  });

  it('keeps of a long file only the changed lines and those beside them', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${String(index)}\n`);
    const { before, after, start } = changedLines(lines.join(''), lines.toSpliced(5_000, 1, 'another\n').join(''));
    assert.equal(before, 'line 4999\nline 5000\nline 5001\n');
    assert.equal(after, 'line 4999\nanother\nline 5001\n');
    assert.equal(start, lines.slice(0, 4_999).join('').length);
  });
});

describe('the days of other reminders', () => {
  const relative = reminders.replace('## Pending\n', '## Pending\n- [ ] Ask Ada | due: tomorrow\n');
  let edited: EditedFiles;
  beforeEach(() => {
    edited = openEditedFiles();
    edited.files.texts.set(remindersFile, relative);
    edited.files.times.set(remindersFile, new Date('2026-11-23T12:00:00Z'));
  });

  const dayOf = async (text: string): Promise<string | undefined> => {
    const { when } = await edited.reminder(text);
    return when?.kind === 'date' ? when.day : undefined;
  };

  for (const [what, editOf] of [
    ['adds', () => ({ type: 'addReminder', project, text: 'Call Kim', when: 'tomorrow' })],
    ['edits', (item) => ({ type: 'editReminder', project, item, text: 'Mine', when: null })],
    ['marks', (item) => ({ type: 'markReminder', project, item, done: true })],
    ['deletes', (item) => ({ type: 'deleteReminder', project, item })],
  ] as const satisfies [string, (item: { line: number; key: string }) => FileEdit][]) {
    it(`stay when a person ${what} one, and undoes that`, async () => {
      const { undo } = await edited.editable.edit(editOf(await edited.reminder('Check the audit')));
      assert.equal(await dayOf('Ask Ada'), '2026-11-24');
      await edited.editable.undo(undo ?? '');
      assert.equal(edited.textOf(remindersFile), relative);
      assert.equal(await dayOf('Ask Ada'), '2026-11-24');
    });
  }

  it('stay when a done one is pending again', async () => {
    const { editable, files, reminder } = edited;
    files.texts.set(remindersFile, relative.replace('- [ ] Ask', '- [x] Ask'));
    await editable.edit({ type: 'markReminder', project, item: await reminder('Ask Ada'), done: false });
    assert.equal(await dayOf('Ask Ada'), '2026-11-24');
  });

  it('come back with one that was deleted, also after another edit', async () => {
    const { editable, reminder } = edited;
    for (const others of [[], ['Call Kim']]) {
      const { undo } = await editable.edit({ type: 'deleteReminder', project, item: await reminder('Ask Ada') });
      for (const text of others) await editable.edit({ type: 'addReminder', project, text, when: 'tomorrow' });
      await editable.undo(undo ?? '');
      assert.equal(await dayOf('Ask Ada'), '2026-11-24', others.join());
    }
  });

  it('stay as somebody wrote them after the change that is undone', async () => {
    const { editable, files, reminder, textOf } = edited;
    const { undo } = await editable.edit({ type: 'deleteReminder', project, item: await reminder('Ask Ada') });
    files.texts.set(remindersFile, `${textOf(remindersFile)}- [ ] Ask Bob | due: tomorrow\n`);
    files.times.delete(remindersFile);
    await editable.undo(undo ?? '');
    assert.equal(await dayOf('Ask Bob'), '2026-11-27');
  });
});
