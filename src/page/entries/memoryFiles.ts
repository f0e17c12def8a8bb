/** Lists and changes reminders and gotchas in memory files. They are in no store, and neither are their changes. */
import type { EditableFiles, FileEdit, ListedFiles, ReminderTime } from '../../memory/entries/editableFiles.ts';
import { isFileChange } from '../../memory/entries/editableFiles.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { CommandOf, CommandResult, PageCommand } from '../../protocol/commands.ts';
import type { FilesCard, ReminderCard } from '../../protocol/entries/memoryFiles.ts';
import { commandResult } from '../shared/commandResult.ts';
import type { PageHost } from '../shared/pageHost.ts';

/** Rejects with `not_allowed` where the host shows no files. */
export async function listFiles(host: Pick<PageHost, 'files'>): Promise<FilesCard> {
  return filesCard(await filesOf(host).list());
}

export type FileCommand = CommandOf<FileEdit['type']>;

const fileCommands = {
  addReminder: true,
  editReminder: true,
  markReminder: true,
  deleteReminder: true,
  addGotcha: true,
  editGotcha: true,
  deleteGotcha: true,
} as const satisfies Record<FileEdit['type'], true>;

export function isFileCommand(command: PageCommand): command is FileCommand {
  return Object.hasOwn(fileCommands, command.type);
}

/** Rejects as `EditableFiles.edit`, and with `not_allowed` where the host shows no files; then nothing was written. */
export async function runFileCommand(command: FileCommand, host: Pick<PageHost, 'files'>): Promise<CommandResult> {
  const { undo, redacted } = await filesOf(host).edit(command);
  return commandResult({ redacted }, undo);
}

/** Whether changes of files are undone, and not of the store. */
export function undoesFiles(command: PageCommand): command is CommandOf<'undo'> {
  return command.type === 'undo' && command.changes.some(isFileChange);
}

/**
 * Rejects with `invalid_input` unless it is one change, because several files cannot be written all or none, and as
 * `EditableFiles.undo`; then nothing was written.
 */
export async function undoInFiles(
  { changes }: CommandOf<'undo'>,
  host: Pick<PageHost, 'files'>,
): Promise<CommandResult> {
  const files = filesOf(host);
  const [id, ...others] = changes;
  if (id === undefined || others.length > 0) {
    throw new BigMindError('invalid_input', 'Changes of files are undone one at a time.', {
      remedy: 'Nothing was written. Undo each change by itself.',
    });
  }
  await files.undo(id);
  return commandResult({}, null);
}

function filesOf({ files }: Pick<PageHost, 'files'>): EditableFiles {
  if (files !== undefined) return files;
  throw new BigMindError('not_allowed', 'Memory files are not shown here.', {
    remedy: 'Open them in VS Code, or in the page that you serve on your own computer.',
  });
}

function filesCard({ projects, shared, troubles }: ListedFiles): FilesCard {
  return {
    projects: projects.map((project) => ({
      ...project,
      reminders: project.reminders.map((reminder) => ({ ...reminder, when: timeCard(reminder.when) })),
      gotchas: project.gotchas.map(gotchaCard),
      troubles: [...project.troubles],
    })),
    shared: { gotchas: shared.gotchas.map(gotchaCard), troubles: [...shared.troubles] },
    troubles: [...troubles],
  };
}

function timeCard(when: ReminderTime | null): ReminderCard['when'] {
  switch (when?.kind) {
    case undefined:
      return null;
    case 'date':
      return { type: 'date', day: when.day };
    case 'nextSession':
      return { type: 'nextSession' };
    case 'topics':
      return { type: 'topics', topics: [...when.topics] };
  }
}

function gotchaCard(gotcha: ListedFiles['shared']['gotchas'][number]): FilesCard['shared']['gotchas'][number] {
  const { context, intent, code } = gotcha.detection;
  return { ...gotcha, detection: { context: [...context], intent: [...intent], code: [...code] } };
}
