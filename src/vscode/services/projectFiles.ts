/** The memory that a project keeps in files, `.mind/`, on the machine where the extension runs. */
import type { ContextFile } from '../../markdown/block/contextFiles.ts';
import type { BlockChoice, RefreshedBlocks } from '../../markdown/block/memoryBlocks.ts';
import type { StartedMind } from '../../markdown/files/mindProject.ts';
import type { WrittenReminder } from '../../markdown/parsing/reminderFile.ts';
import type { ChosenReminder } from '../../markdown/reminders/chosenReminder.ts';
import type { DueReminder, Reminder } from '../../markdown/reminders/reminders.ts';

interface ProjectReminders {
  /** The path of its folder. */
  project: string;
  /** In the order of the file. */
  pending: readonly Reminder[];
  due: readonly DueReminder[];
}

/** `folder` is the path of a folder in the project. */
export interface ProjectFiles {
  /** Whether the project has memory files that the user has not yet allowed to be sent to assistants. */
  hasForeignFiles(folder: string): Promise<boolean>;
  /** Creates the missing files in the project that contains the folder. `project` is its path. Rejects as `startMind`. */
  start(folder: string): Promise<StartedMind & { project: string; isRepository: boolean }>;
  /** Undefined for a project that is not on the user's list. Rejects as `readReminders`. */
  reminders(folder: string): Promise<ProjectReminders | undefined>;
  /**
   * Adds a reminder, without secrets. Rejects with `not_found` for a project that is not on the user's list, and as
   * `remind` of the class `FileMemory`.
   */
  remind(folder: string, reminder: { text: string; when: string }): Promise<Reminder>;
  /** Marks one of the pending `reminders` as done. Rejects as `remind` for the project, and as `completeReminder`. */
  markReminderDone(folder: string, chosen: ChosenReminder): Promise<WrittenReminder>;
  /** The instruction files of the project, and which of them contain its memory. Undefined as for `blockChoices`. */
  blockChoices(folder: string): Promise<BlockChoice[] | undefined>;
  /** Writes the memory into `chosen`, and removes it from those chosen before. Undefined as for `chooseBlocks`. */
  chooseBlocks(folder: string, chosen: readonly ContextFile[]): Promise<RefreshedBlocks | undefined>;
  /** The root of the project that contains the folder. */
  projectFolder(folder: string): string;
}
