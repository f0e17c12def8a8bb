/** Changes reminders and gotchas in their files, one at a time, and takes changes back while this process runs. */
import { basename } from 'node:path';
import { fileChangeId } from '../../memory/entries/editableFiles.ts';
import type { EditableFiles, FileEdit, GotchaText } from '../../memory/entries/editableFiles.ts';
import { limits } from '../../memory/shared/input.ts';
import { Intake } from '../../memory/shared/intake.ts';
import { FileMemory, readsLikeOrders } from '../fileMemory.ts';
import type { FileMemoryParts } from '../fileMemory.ts';
import { editText } from '../files/editText.ts';
import type { KeptTime } from '../files/editText.ts';
import { memoryFileName, mindFile, remindersFileName } from '../files/mindFiles.ts';
import { isListed } from '../files/projectList.ts';
import { recordedFiles, takeBack } from '../files/undoableFiles.ts';
import { addGotchaLine, editGotchaLine, gotchaLine, removeGotchaLine } from '../gotchas/gotchaLines.ts';
import { gotchasFile, requireStored } from '../gotchas/globalGotchas.ts';
import { changeGlobalGotcha, gotchaTexts } from '../gotchas/listedGlobalGotchas.ts';
import { createCleanReader } from '../parsing/cleanReader.ts';
import type { ReadMemory } from '../parsing/cleanReader.ts';
import { remindersTime } from '../reminders/editReminders.ts';
import { completeListed, removeReminder, reopenReminder, rewordReminder } from '../reminders/listedReminders.ts';
import { todayOf } from '../reminders/reminders.ts';
import { requireWhen } from '../reminders/when.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { createNotesLister } from './listNotes.ts';
import { notKnown, WrittenChanges } from './writtenChanges.ts';

interface EditFilesParts extends FileMemoryParts {
  newId: () => string;
}

export function createEditableFiles(parts: EditFilesParts): Omit<EditableFiles, 'isStarted'> {
  const { files, home } = parts;
  const read = createCleanReader(parts.indexText, parts.redact);
  const memory = new FileMemory(parts);
  const list = createNotesLister({ ...parts, read });
  const changes = new WrittenChanges(() => parts.clock.now());
  return {
    list: () => {
      // The page lists the notes as long as it is visible.
      changes.forgetOld();
      return list();
    },
    edit: async (edit) => {
      const recorded = recordedFiles(files);
      const redacted = await new Edits({ ...parts, files: recorded.files }, read).run(edit);
      const change = recorded.change();
      const id = fileChangeId(parts.newId());
      const isKept = change !== undefined && changes.add(id, { ...change, project: edit.project });
      return { undo: isKept ? id : null, redacted };
    },
    undo: async (id) => {
      const change = changes.get(id);
      const { project, file, within, modified } = change;
      // The folder may be a link to another project by now.
      if (project !== null && (await memory.project(project)) !== within) throw notKnown();
      await takeBack(files, change, keptTimeOf(parts, file, modified));
      changes.forget(id);
    },
    forgetChanges: () => changes.forgetAll(),
    pathOf: async (project, file) => {
      if (project === null) return file === 'global_edges.json' ? gotchasFile(home).file : undefined;
      return (await isListed(files, home, project)) ? mindFile(project, file) : undefined;
    },
  };
}

/** The edits of one request. Each returns how many secrets were removed. */
class Edits {
  readonly #parts: FileMemoryParts;
  readonly #memory: FileMemory;
  readonly #read: ReadMemory;
  readonly #intake: Intake;

  constructor(parts: FileMemoryParts, read: ReadMemory) {
    this.#parts = parts;
    this.#memory = new FileMemory(parts);
    this.#read = read;
    this.#intake = new Intake(parts.redact);
  }

  async run(edit: FileEdit): Promise<number> {
    switch (edit.type) {
      case 'addReminder':
        return this.#addReminder(edit);
      case 'editReminder':
      case 'markReminder':
      case 'deleteReminder':
        return this.#changeReminder(edit);
      case 'addGotcha':
        return this.#addGotcha(edit.project, edit.gotcha);
      case 'editGotcha':
      case 'deleteGotcha':
        return this.#changeGotcha(edit);
    }
  }

  async #addReminder({ project, text, when }: Extract<FileEdit, { type: 'addReminder' }>): Promise<number> {
    const folder = await this.#memory.project(project);
    return (await this.#memory.remind(folder, { message: text, when, isFromWeb: false })).redacted;
  }

  async #changeReminder(
    edit: Extract<FileEdit, { type: 'editReminder' | 'markReminder' | 'deleteReminder' }>,
  ): Promise<number> {
    const { clock, redact } = this.#parts;
    const today = todayOf(clock);
    const change = ((): ((markdown: string) => string) => {
      switch (edit.type) {
        case 'editReminder': {
          const text = edit.text === null ? null : this.#intake.statement('message', edit.text, limits.shortText);
          refuseOrders([text ?? '']);
          const when =
            edit.when === null ? null : requireWhen(this.#intake.text('when', edit.when, limits.shortText), today);
          return (markdown) => rewordReminder(markdown, edit.item, { text, when });
        }
        case 'markReminder':
          return (markdown) =>
            edit.done ? completeListed(markdown, edit.item, { today, redact }) : reopenReminder(markdown, edit.item);
        case 'deleteReminder':
          return (markdown) => removeReminder(markdown, edit.item);
      }
    })();
    return this.#editLines(edit.project, remindersFileName, change);
  }

  async #addGotcha(project: string | null, given: GotchaText): Promise<number> {
    if (project === null) return requireStored(await this.#memory.addGotcha(given)).removed;
    const gotcha = this.#cleaned(given);
    const line = { text: gotchaLine(gotcha), project: basename(project) };
    return this.#editLines(project, memoryFileName, (markdown) => addGotchaLine(markdown, this.#read, line));
  }

  async #changeGotcha(edit: Extract<FileEdit, { type: 'editGotcha' | 'deleteGotcha' }>): Promise<number> {
    const { project, item } = edit;
    const gotcha = edit.type === 'editGotcha' ? this.#cleaned(edit.gotcha) : undefined;
    if (project === null) {
      const { files, home } = this.#parts;
      await changeGlobalGotcha(files, home, item, gotcha);
      return this.#intake.removed;
    }
    return this.#editLines(project, memoryFileName, (markdown) =>
      gotcha === undefined
        ? removeGotchaLine(markdown, this.#read, item)
        : editGotchaLine(markdown, this.#read, item, gotcha),
    );
  }

  #cleaned(given: GotchaText): GotchaText {
    const gotcha = gotchaTexts(this.#intake, given);
    refuseOrders([gotcha.title, gotcha.description, gotcha.workaround]);
    return gotcha;
  }

  async #editLines(project: string, name: string, edit: (markdown: string) => string): Promise<number> {
    const folder = await this.#memory.project(project);
    await this.#memory.content(folder);
    const file = mindFile(folder, name);
    const place = { file, within: folder, keptTime: keptTimeOf(this.#parts, file) };
    await editText(this.#parts.files, place, (markdown) => ({ text: edit(markdown), result: undefined }));
    return this.#intake.removed;
  }
}

function refuseOrders(texts: string[]): void {
  if (!maySendAutomatically({ origin: null, texts })) throw readsLikeOrders();
}

/** The words of other files have no days that count from when they were written. */
function keptTimeOf({ files, clock }: FileMemoryParts, file: string, earlier?: Date): KeptTime | undefined {
  return basename(file) === remindersFileName ? remindersTime(files, file, clock, earlier) : undefined;
}
