/** Lists and changes reminders and gotchas in memory files. They are in no store, and neither are their changes. */
import type { EditableFiles, FileEdit, ListedFiles, ReminderTime } from '../../memory/entries/editableFiles.ts';
import { isFileChange } from '../../memory/entries/editableFiles.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { CommandOf, CommandResult, PageCommand } from '../../protocol/commands.ts';
import type { FilesCard, ReminderCard } from '../../protocol/files/files.ts';
import { commandResult } from '../shared/commandResult.ts';
import type { PageHost } from '../shared/pageHost.ts';

/** Rejects with `not_allowed` where the host shows no files. */
export async function listFiles(host: Pick<PageHost, 'files'>): Promise<FilesCard> {
  return filesCard(await filesOf(host).list());
}

export type FileCommand = CommandOf<FileEdit['type']>;

export function isFileCommand(command: PageCommand): command is FileCommand {
  return /^(?:add|edit|mark|delete)(?:Reminder|Gotcha)$/u.test(command.type);
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

/** Rejects as `EditableFiles.undo`. */
export async function undoInFiles(
  { changes }: CommandOf<'undo'>,
  host: Pick<PageHost, 'files'>,
): Promise<CommandResult> {
  const files = filesOf(host);
  for (const id of changes.toReversed()) await files.undo(id);
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
