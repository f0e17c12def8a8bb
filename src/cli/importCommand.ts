/** `bigmind import`: brings in conversations or an export. Idempotent: what is there already is counted, not doubled. */
import { readFile } from 'node:fs/promises';
import { conversationLinesOfFile } from '../capture/conversationFile.ts';
import type { ArchiveImportReport } from '../memory/archive.ts';
import { BigMindError } from '../memory/errors.ts';
import { reportText } from '../memory/portability.ts';
import { counted } from '../util/text.ts';
import { answer, textOption } from './command.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from './command.ts';
import { fileTrouble, isFileTrouble } from '../util/fileTrouble.ts';

const kinds = { jsonl: importConversations, bigmind: importSnapshot } as const;

export const importCommand: Command = {
  name: 'import',
  usage: 'KIND PATH [--project NAME]   KIND is jsonl (one message per line) or bigmind (our own export)',
  summary: 'Bring in conversations, or merge an export.',
  options: { project: { type: 'string' } },
  takes: { least: 2, most: 2 },
  run: async (input, context) => {
    const [kind, path] = input.positionals;
    const run = kind === 'jsonl' || kind === 'bigmind' ? kinds[kind] : undefined;
    if (run === undefined || path === undefined) {
      context.note(`There is no import kind "${String(kind)}". Use one of: ${Object.keys(kinds).join(', ')}.`);
      return 2;
    }
    return run(path, input, context);
  },
};

async function importConversations(path: string, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const caller = await context.caller();
  const project = textOption(input, 'project');
  const scope = project === undefined ? undefined : await context.memory.identities.scope(caller, project);
  const report = await readable(path, () =>
    context.memory.archive.importMessages(caller, conversationLinesOfFile(path), {
      projectId: scope === undefined || scope === 'all' ? null : scope.projectId,
      onProgress: (read) => {
        context.note(`${read.toLocaleString('en')} lines read …`);
      },
    }),
  );
  for (const { lineNumber, reason } of report.refused.slice(0, 10))
    context.note(`Line ${String(lineNumber)} ${reason}`);
  if (report.refused.length > 10) context.note(`… and ${String(report.refused.length - 10)} lines more.`);
  answer(input, context, report, conversationText(report));
  return report.refused.length > 0 ? 1 : 0;
}

function conversationText(report: ArchiveImportReport): string {
  const parts = [
    `${counted(report.stored, 'message')} stored in ${counted(report.sessions, 'new session')}`,
    `${String(report.duplicates)} known already`,
    ...(report.conflicts > 0 ? [`${String(report.conflicts)} differ from what is stored, which was kept`] : []),
    ...(report.refused.length > 0 ? [`${counted(report.refused.length, 'line')} left out`] : []),
    ...(report.redacted > 0 ? [`${counted(report.redacted, 'secret')} cut out`] : []),
  ];
  return `${parts.join(', ')}.`;
}

async function importSnapshot(path: string, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const json = await readable(path, () => readFile(path, 'utf8'));
  const report = await context.memory.portability.import(json, context.settings.username);
  answer(input, context, report, reportText(report));
  return 0;
}

/** A file that cannot be read is the caller's to mend, not a defect. */
async function readable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!isFileTrouble(thrown)) throw thrown;
    const what = `${path} cannot be imported: ${fileTrouble(thrown)}.`;
    throw new BigMindError('bad_import', what, { remedy: 'Check the path and try again.', cause: thrown });
  }
}
