/** Adds a reminder to `.mind/REMINDERS.md` of the project. */
import * as vscode from 'vscode';
import type { Services } from '../../services/host.ts';
import { openReminder, reminderLabel } from '../../services/reminderActions.ts';
import { cancelled, textArguments } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';
import { askForText, checkText } from '../shared/quickInput.ts';
import { askInSteps, createStep } from '../shared/steps.ts';
import type { Step } from '../shared/steps.ts';
import { notStarted, openedFileMemory } from './openedFileMemory.ts';

interface Answers {
  message: string;
  when: string;
}

const maxMessage = 500;

/**
 * Argument `{ folder?, message?, when? }`; asks for what is missing. Returns `{ status: "added", text, line }`, where
 * `line` is that of the file.
 */
export function createAddReminder(services: Services): Command {
  return async (argument) => {
    const opened = await openedFileMemory(services.host, argument);
    if (opened === undefined) return cancelled;
    const { folder, files } = opened;
    const found = await files.reminders(folder);
    if (found === undefined) throw notStarted();
    const given = textArguments(argument, ['message', 'when']);
    const steps = stepsFor(given, (when) => files.understandsWhen(when));
    const answers = await askInSteps(steps, { message: '', when: '', ...given });
    if (answers === undefined) return cancelled;
    const added = await files.remind(folder, { text: answers.message, when: answers.when });
    const reminder = { ...added, index: null, when: undefined };
    services.notices.done(vscode.l10n.t('Reminder added: {0}', reminderLabel(added)), {
      label: vscode.l10n.t('Open File'),
      run: () => openReminder(services, found.project, reminder),
    });
    return { status: 'added', text: added.text, line: added.line };
  };
}

function stepsFor(given: Partial<Answers>, understands: (when: string) => boolean): Step<Answers>[] {
  const title = vscode.l10n.t('Add Reminder');
  const askMessage: Step<Answers> = createStep(
    ({ message }, position) =>
      askForText(
        {
          title,
          prompt: vscode.l10n.t('What do you want to be reminded of?'),
          placeholder: vscode.l10n.t('Check the security audit'),
          value: message,
          check: checkText(vscode.l10n.t('Enter what you want to be reminded of.'), maxMessage),
        },
        position,
      ),
    (message) => ({ message }),
  );
  const askWhen: Step<Answers> = createStep(
    ({ when }, position) =>
      askForText(
        {
          title,
          prompt: vscode.l10n.t('When? A day, the next session, or a topic of a chat.'),
          placeholder: vscode.l10n.t('tomorrow, in 3 days, December 20, next session, when I mention auth'),
          value: when,
          check: (text) => (understands(text) ? undefined : notUnderstood()),
        },
        position,
      ),
    (when) => ({ when }),
  );
  return [...(given.message === undefined ? [askMessage] : []), ...(given.when === undefined ? [askWhen] : [])];
}

function notUnderstood(): string {
  return vscode.l10n.t(
    'BigMind does not understand this. Enter for example "in 3 days", "2026-12-20", "next session" or "when I mention auth".',
  );
}
