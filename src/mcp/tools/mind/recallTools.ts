/** The tools that read the memory of a project (Mind Architecture, "Session Start"). */
import * as z from 'zod';
import type { FileMemory } from '../../../markdown/fileMemory.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { counted } from '../../../util/text.ts';
import { minuteOf } from '../../../util/time.ts';
import type { ToolReply } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';
import { calledProject, projectPath, projectToWrite } from './calledProject.ts';
import { structuredReminder } from './reminderTools.ts';
import type { FileHealth } from './sessionState.ts';
import { endText, healthOf, sessionOf, sessionText, structuredEnd } from './sessionState.ts';

export const mindRecall = defineTool({
  name: 'mind_recall',
  title: 'Recall the project memory',
  description:
    'Return what the memory files of this project say: state, decisions, open problems, gotchas, reminders that are due, and where to continue. Call it first in a project with file memory, and only once in a conversation. It also ends the last session if that is over.',
  readOnly: false,
  input: () => ({
    project_path: projectPath().optional(),
    force_refresh: z.boolean().optional().describe('Not needed: the files are read at each call.'),
  }),
  run: async (input, context): Promise<ToolReply> => {
    const { mind, project, problem } = await projectToWrite(context, input.project_path);
    const ended = mind.takeEnded(project);
    const isNew = mind.isFirstRecall(project) || ended !== undefined;
    const view = await mind.view(project, { isNew });
    const notDone = [problem, ...(await afterRecall(mind, project, isNew))].filter((text) => text !== undefined);
    const health = healthOf(view);
    const waiting = view.reminders.filter(({ isDone, when }) => !isDone && when?.kind === 'topics');
    return {
      text: [...endText(ended), view.markdown, ...troubleOf(health), ...notDone].join('\n\n'),
      structured: {
        context: view.markdown,
        session: sessionOf(view.content),
        session_info: { ...structuredEnd(ended), last_activity: minuteOrNull(view.lastActivity) },
        health,
        ...(notDone.length > 0 && { problems: notDone }),
        reminders_due: view.due.map(structuredReminder),
        context_reminders: waiting.map(structuredReminder),
      },
    };
  },
});

export const mindSession = defineTool({
  name: 'mind_session',
  title: 'State of the current session',
  description:
    'Return what SESSION.md holds: experience, blockers, rejected approaches and assumptions. Call it when you feel lost, or before you try something again. For earlier sessions use memory_search instead.',
  readOnly: true,
  input: () => ({ project_path: projectPath().optional() }),
  run: async (input, context): Promise<ToolReply> => {
    const { mind, project } = await calledProject(context, input.project_path);
    const view = await mind.view(project, { isNew: false });
    const session = sessionOf(view.content);
    const isEmpty = Object.values(session).every((lines) => lines.length === 0);
    return {
      ...(!isEmpty && { notice: dataNotice }),
      text: sessionText(session),
      structured: { session, last_activity: minuteOrNull(view.lastActivity) },
    };
  },
});

export const mindStatus = defineTool({
  name: 'mind_status',
  title: 'Health of the project memory',
  description:
    'Say how well the memory files can be read: entries, open problems, reminders, merge conflicts, unreadable files. Call it only if something seems to be missing.',
  readOnly: true,
  input: () => ({}),
  run: async (_input, context): Promise<ToolReply> => {
    const { mind, project } = await calledProject(context);
    const { content, reminders, lastActivity } = await mind.view(project, { isNew: false });
    const health = healthOf({ content, reminders });
    const counts = [
      counted(content.entries.length, 'entry', 'entries'),
      counted(health.open_problems, 'open problem'),
      counted(health.pending_reminders, 'pending reminder'),
    ];
    return {
      text: [`The files hold ${counts.join(', ')}.`, ...troubleOf(health)].join('\n'),
      structured: { ...health, last_activity: minuteOrNull(lastActivity) },
    };
  },
});

export const mindCheckpoint = defineTool({
  name: 'mind_checkpoint',
  title: 'Bring the project memory up to date',
  description:
    'Read the files again now, and write what is new into the index and the instruction files. Every other call does this by itself; call it only after you have edited many lines by hand.',
  readOnly: false,
  input: () => ({ project_path: projectPath().optional() }),
  run: async (input, context): Promise<ToolReply> => {
    const { mind, project, problem } = await projectToWrite(context, input.project_path);
    const ended = mind.takeEnded(project);
    const { content, reminders } = await mind.view(project, { isNew: false });
    const written = await mind.refreshBlocks(project);
    const health = healthOf({ content, reminders });
    const files = written.length === 0 ? [] : [`Updated: ${written.join(', ')}.`];
    return {
      text: [
        `Read ${counted(content.entries.length, 'entry', 'entries')}.`,
        ...endText(ended, problem),
        ...files,
        ...troubleOf(health),
      ].join('\n'),
      structured: { ...health, ...structuredEnd(ended), updated_files: written },
    };
  },
});

function minuteOrNull(time: number | undefined): string | null {
  return time === undefined ? null : minuteOf(new Date(time).toISOString());
}

/** What a new chat has got is done; what cannot be written is said, and costs no recall. */
async function afterRecall(mind: FileMemory, project: string, isNew: boolean): Promise<(string | undefined)[]> {
  const reason = (thrown: unknown): string => plainLine(bigMindErrorFrom(thrown).message);
  return Promise.all([
    isNew ? mind.completeNextSession(project).then(() => undefined, reason) : undefined,
    mind.refreshBlocks(project).then(() => undefined, reason),
  ]);
}

/** What a person has to resolve. */
function troubleOf({ unclear_reminders: unclear, conflicts, unreadable }: FileHealth): string[] {
  return [
    ...conflicts.map((place) => `Merge conflict in ${place}: both sides are read. Tell the user to resolve it.`),
    ...unclear.map(
      (place) => `The date or topic of the reminder in ${place} is not understood, so it does not come up.`,
    ),
    ...unreadable.map(({ file, reason }) => `Not read: ${file}. ${reason}`),
  ];
}
