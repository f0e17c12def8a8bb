/** The reminders and gotchas in memory files; see `memory/entries/editableFiles.ts`. */
import { memoryFileNames } from '../../memory/shared/vocabulary.ts';
import type { Checked } from '../shared/check.ts';
import { isFlag, isShare, isText, isWhole, listOf, oneOf, orNull, shape, variants } from '../shared/check.ts';
import { isRemedyCard } from '../shared/remedy.ts';

/** Names a listed item in a command. */
export const isListedItem = shape({ line: isWhole, key: isText });

const gotchaFields = {
  title: isText,
  description: isText,
  workaround: isText,
  detection: shape({ context: listOf(isText), intent: listOf(isText), code: listOf(isText) }),
};
export const isGotchaText = shape(gotchaFields);
export type GotchaTextCard = Checked<typeof isGotchaText>;

const isReminderTime = variants({
  /** `YYYY-MM-DD`. */
  date: shape({ day: isText }),
  nextSession: shape({}),
  topics: shape({ topics: listOf(isText) }),
});

const isReminderCard = shape({
  line: isWhole,
  key: isText,
  text: isText,
  isDone: isFlag,
  when: orNull(isReminderTime),
  /** As the file says it. */
  written: orNull(isText),
  isFromWeb: isFlag,
  mayEdit: isFlag,
});
export type ReminderCard = Checked<typeof isReminderCard>;

const isGotchaCard = shape({
  line: isWhole,
  key: isText,
  ...gotchaFields,
  severity: orNull(oneOf(['info', 'warning', 'critical'])),
  confidence: orNull(isShare),
  isFromWeb: isFlag,
  mayEdit: isFlag,
});
export type GotchaCard = Checked<typeof isGotchaCard>;

const isTrouble = shape({
  /** An error code; see `memory/shared/errors.ts`. */
  code: isText,
  message: isText,
  remedy: orNull(isRemedyCard),
  /** Null if it is not about a file that the host can open. */
  place: orNull(shape({ file: oneOf(memoryFileNames), line: isWhole })),
});
export type FileTroubleCard = Checked<typeof isTrouble>;

const isProjectFilesCard = shape({
  path: isText,
  name: isText,
  reminders: listOf(isReminderCard),
  gotchas: listOf(isGotchaCard),
  troubles: listOf(isTrouble),
});
export type ProjectFilesCard = Checked<typeof isProjectFilesCard>;

export const isFilesCard = shape({
  projects: listOf(isProjectFilesCard),
  /** Gotchas of all projects. */
  shared: shape({ gotchas: listOf(isGotchaCard), troubles: listOf(isTrouble) }),
  /** Why the list of projects cannot be read. */
  troubles: listOf(isTrouble),
});
export type FilesCard = Checked<typeof isFilesCard>;
