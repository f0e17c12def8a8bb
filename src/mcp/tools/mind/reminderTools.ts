/** The tools for reminders in `REMINDERS.md` (Mind Architecture, "Reminders File"). */
import * as z from 'zod';
import type { Reminder } from '../../../markdown/reminders/reminders.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { labelsOf, trustOf } from '../../../memory/trust/trust.ts';
import type { ToolReply } from '../../shared/tool.ts';
import { redactionNote } from '../../shared/redactionNote.ts';
import { defineTool } from '../../shared/tool.ts';
import { calledProject, projectToWrite } from './calledProject.ts';
import { mayBeFromWeb } from './webOrigin.ts';

export const mindRemind = defineTool({
  name: 'mind_remind',
  title: 'Remind later',
  description:
    'Write a reminder into REMINDERS.md. It comes up on its day, in the next session, or when the user mentions its topic. Call it when the user says "remind me", not for your own plans.',
  readOnly: false,
  repeatable: false,
  input: () => ({
    message: z.string().describe('What to remember, at most 500 characters.'),
    when: z
      .string()
      .describe(
        '"next session", "tomorrow", "in 3 days", "2026-12-20", "December 20", or "when I mention auth, login".',
      ),
  }),
  run: async ({ message, when }, context): Promise<ToolReply> => {
    const { mind, project } = await projectToWrite(context);
    const isFromWeb = await mayBeFromWeb(context.memory, context.caller, message);
    const { reminder, redacted } = await mind.remind(project, { message, when, isFromWeb });
    const removed = redactionNote(redacted);
    return {
      text: [`Will remind: ${reminderLine(reminder)}`, ...(removed === undefined ? [] : [removed])].join('\n'),
      structured: { reminder: structuredReminder(reminder) },
    };
  },
});

export const mindReminders = defineTool({
  name: 'mind_reminders',
  title: 'List reminders',
  description:
    'List the pending reminders of the project with their numbers. Call it when the user asks what is set; those that are due come with mind_recall, so do not call it for them.',
  readOnly: true,
  input: () => ({}),
  run: async (_input, context): Promise<ToolReply> => {
    const { mind, project } = await calledProject(context);
    const { reminders, due } = await mind.view(project, { isNew: true });
    const pending = reminders.filter(({ isDone }) => !isDone);
    const isDue = new Set(due.map(({ index }) => index));
    const line = (reminder: Reminder): string =>
      `${reminderLine(reminder)}${isDue.has(reminder.index) ? ' (due)' : ''}`;
    return {
      ...(pending.length > 0 && { notice: dataNotice }),
      text: pending.length === 0 ? 'There are no pending reminders.' : pending.map(line).join('\n'),
      structured: { reminders: pending.map((one) => ({ ...structuredReminder(one), is_due: isDue.has(one.index) })) },
    };
  },
});

export const mindReminderDone = defineTool({
  name: 'mind_reminder_done',
  title: 'Complete a reminder',
  description:
    'Mark a reminder as done in REMINDERS.md. Call it only once its task is done. index is its number in mind_reminders.',
  readOnly: false,
  repeatable: false,
  input: () => ({
    index: z.number().int().min(1),
    text: z.string().optional().describe('Its text, so that no other one is marked if the numbers changed.'),
  }),
  run: async ({ index, text: expected }, context): Promise<ToolReply> => {
    const { mind, project } = await projectToWrite(context);
    const { text, line } = await mind.completeReminder(project, {
      index,
      text: expected,
    });
    return {
      notice: dataNotice,
      text: `Done: ${plainLine(text)}`,
      next: 'The numbers of the reminders below it are one lower now.',
      structured: { done: true, index, text: plainLine(text), line },
    };
  },
});

function reminderLine(reminder: Reminder): string {
  const { index, text, when, due, trigger } = reminder;
  const written = due ?? trigger ?? 'no date';
  const time = when?.kind === 'date' ? when.day : when?.kind === 'nextSession' ? 'next session' : plainLine(written);
  const labels = labelsFor(reminder).map((label) => ` [${label}]`);
  return `${index === null ? '' : `${String(index)}. `}${plainLine(text)} | ${time}${labels.join('')}`;
}

export function structuredReminder(reminder: Reminder): Record<string, unknown> {
  const { index, text, when, due, trigger, line } = reminder;
  const labels = labelsFor(reminder);
  return {
    index,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    text: plainLine(text),
    kind:
      when?.kind === 'topics'
        ? 'context'
        : when?.kind === 'nextSession'
          ? 'next_session'
          : when === undefined
            ? null
            : 'date',
    due: when?.kind === 'date' ? when.day : due === null ? null : plainLine(due),
    trigger: trigger === null ? null : plainLine(trigger),
    source_ref: `.mind/REMINDERS.md#L${String(line)}`,
  };
}

function labelsFor({ text, due, trigger, isFromWeb }: Reminder): string[] {
  return labelsOf(trustOf({ origin: isFromWeb ? 'web' : 'agent', texts: [text, due, trigger] }));
}
