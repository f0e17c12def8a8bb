/** A project with reminders and gotchas in no real file, and checks that an edit and its undo leave every other byte. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createEditableFiles } from '../../../src/markdown/editing/editFiles.ts';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import type { FileEdit, GotchaText, ListedGotcha, ListedReminder } from '../../../src/memory/entries/editableFiles.ts';
import { indexText } from '../../../src/search/query/words.ts';
import { MindFilesInMemory } from '../../support/mindFiles.ts';

export const home = join('/', 'home', 'ada');
export const project = join('/', 'projects', 'shop');
export const remindersFile = join(project, '.mind', 'REMINDERS.md');
export const memoryFile = join(project, '.mind', 'MEMORY.md');
export const globalFile = join(home, '.mind', 'global_edges.json');
export const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzABCD';

export const reminders = `# Reminders

My own words.

## Pending
- [ ] Check the audit | due: 2026-12-20
* [ ] Look at the flaky
  test | due: next session
- [ ] Review the tokens | trigger: when I mention auth, login

## Done
- [x] Send the invoice | due: 2026-11-01 | completed: 2026-11-02
`;
export const memory = `# shop

## Gotchas
- The SAP export expects Windows-1252 → call toAnsi()
- **Gotcha:** Safari needs a prefix

## 2026-11-24
decided: SQLite over Postgres because one file per season
`;
export const noWords = { context: [], intent: [], code: [] };
export const gotcha = (title: string, workaround = ''): GotchaText => ({
  title,
  description: '',
  workaround,
  detection: noWords,
});

export interface EditedFiles {
  files: MindFilesInMemory;
  editable: ReturnType<typeof createEditableFiles>;
  listed: () => Promise<{ reminders: readonly ListedReminder[]; gotchas: readonly ListedGotcha[] }>;
  reminder: (text: string) => Promise<ListedReminder>;
  trap: (title: string) => Promise<ListedGotcha>;
  textOf: (file: string) => string;
  /** The file after the edit, which an undo then takes back. */
  afterEdit: (file: string, edit: FileEdit) => Promise<string>;
  /** Fails unless the edit is refused, and no file changes. */
  rejects: (edit: FileEdit, code: string) => Promise<void>;
  /** The same for an undo. */
  rejectsUndo: (id: string | null, code: string) => Promise<void>;
  wait: (hours: number) => void;
}

export function openEditedFiles(): EditedFiles {
  const files = new MindFilesInMemory({
    [join(home, '.mind', 'projects.json')]: JSON.stringify({ projects: [{ path: project }] }),
    [remindersFile]: reminders,
    [memoryFile]: memory,
  });
  let [ids, now] = [0, Date.parse('2026-11-26T12:00:00Z')];
  const editable = createEditableFiles({
    ...{ files, home, redact, indexText, silenceMinutes: 30 },
    clock: { now: () => new Date(now), timeZone: 'Europe/Berlin' },
    newId: () => String((ids += 1)),
    refreshBlocks: () => Promise.resolve(undefined),
  });
  const listed = async (): Promise<{ reminders: readonly ListedReminder[]; gotchas: readonly ListedGotcha[] }> => {
    const { projects } = await editable.list();
    assert.ok(projects[0]);
    return projects[0];
  };
  const reminder = async (text: string): Promise<ListedReminder> => {
    const found = (await listed()).reminders.find((one) => one.text === text);
    assert.ok(found, text);
    return found;
  };
  const trap = async (title: string): Promise<ListedGotcha> => {
    const found = (await listed()).gotchas.find((one) => one.title === title);
    assert.ok(found, title);
    return found;
  };
  const textOf = (file: string): string => files.texts.get(file) ?? '';
  const afterEdit = async (file: string, edit: FileEdit): Promise<string> => {
    const before = files.texts.get(file);
    const { undo } = await editable.edit(edit);
    const after = textOf(file);
    assert.ok(undo !== null, 'nothing was written');
    await editable.undo(undo);
    assert.equal(files.texts.get(file), before, 'the undo restores every byte, or that there is no file');
    return after;
  };
  const refuses = async (work: () => Promise<unknown>, code: string): Promise<void> => {
    const before = new Map(files.texts);
    await assert.rejects(work, (thrown: { code?: string }) => thrown.code === code);
    assert.deepEqual(files.texts, before);
  };
  const rejects = (edit: FileEdit, code: string): Promise<void> => refuses(() => editable.edit(edit), code);
  const rejectsUndo = (id: string | null, code: string): Promise<void> => refuses(() => editable.undo(id ?? ''), code);
  const wait = (hours: number): void => {
    now += hours * 3_600_000;
  };

  return { files, editable, listed, reminder, trap, textOf, afterEdit, rejects, rejectsUndo, wait };
}
