/** `bigmind import jsonl`: imports conversations in BigMind's own format, one message per line, into the archive. */
import { conversationLinesOfFile } from '../../../capture/conversationFile.ts';
import type { ArchiveImportReport } from '../../../memory/archive/archive.ts';
import { counted } from '../../../util/text.ts';
import { answer, textOption } from '../../shared/command.ts';
import type { CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { readable } from './readable.ts';

export async function importConversationFile(
  path: string,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const caller = await context.caller();
  const project = textOption(input, 'project');
  const projectId = project === undefined ? null : await context.memory.identities.projectNamed(caller, project);
  const report = await readable(path, () =>
    context.memory.archive.importMessages(caller, conversationLinesOfFile(path), {
      projectId,
      onProgress: (read) => {
        context.note(`${read.toLocaleString('en')} lines read …`);
      },
    }),
  );
  for (const { lineNumber, reason } of report.refused.slice(0, 10))
    context.note(`Line ${String(lineNumber)} ${reason}`);
  if (report.refused.length > 10) context.note(`… and ${String(report.refused.length - 10)} more lines.`);
  answer(input, context, report, conversationText(report));
  return report.refused.length > 0 ? 1 : 0;
}

function conversationText(report: ArchiveImportReport): string {
  const parts = [
    `${counted(report.stored, 'message')} stored in ${counted(report.sessions, 'new session')}`,
    `${String(report.duplicates)} already known`,
    ...(report.conflicts > 0 ? [`${String(report.conflicts)} differ from the stored ones, which were kept`] : []),
    ...(report.erased > 0 ? [`${String(report.erased)} skipped, because they were erased for good`] : []),
    ...(report.kept > 0 ? [`${counted(report.kept, 'exchange')} kept`] : []),
    ...(report.refused.length > 0 ? [`${counted(report.refused.length, 'line')} skipped`] : []),
    ...(report.redacted > 0 ? [`${counted(report.redacted, 'secret')} removed`] : []),
  ];
  return `${parts.join(', ')}.`;
}
