/** `bigmind export --markdown DIR`: sessions as Markdown files that people and programs can search. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { ArchiveChoice, ArchiveReport } from '../../../memory/markdown/refreshArchive.ts';
import { refreshArchive } from '../../../memory/markdown/refreshArchive.ts';
import { periodFrom } from '../../../memory/recap/recapPeriod.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { counted } from '../../../util/text.ts';
import type { CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { answer, textOption, wrongUsage } from '../../shared/command.ts';
import { withMarkdownFolder } from './markdownFolder.ts';

/** Options that belong to the other form of the command. */
const otherOptions = ['output', 'encrypt'] as const;

export async function exportMarkdown(folder: string, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const other = otherOptions.find((name) => input.values[name] !== undefined);
  if (other !== undefined) throw wrongUsage(`--markdown and --${other} exclude each other.`, 'Give one of them.');
  const choice = await choiceFrom(input, context);
  const ifForeign = input.values['force'] === true ? 'use' : 'refuse';
  const report = await refreshMarkdown({ folder, choice, ifForeign }, context);
  await context.memory.portability.noteExported(report.written, context.settings.username);
  for (const line of [...keptLines(report), ...failureLines(report)]) context.note(line);
  answer(input, context, { folder: resolve(folder), ...report }, `${textOf(report)} ${folder}`);
  return report.failures.length === 0 ? 0 : 1;
}

interface MarkdownRefresh {
  /** Relative to the working folder, or absolute. */
  folder: string;
  choice: ArchiveChoice;
  ifForeign: 'use' | 'refuse';
  shouldContinue?: () => boolean;
}

/** Brings an archive up to date, for the user of the process. */
export async function refreshMarkdown(
  { folder, choice, ifForeign, shouldContinue }: MarkdownRefresh,
  { memory, settings, caller: callerOf }: Pick<CommandContext, 'memory' | 'settings' | 'caller'>,
): Promise<ArchiveReport> {
  const caller = await callerOf();
  const { home, databaseFile } = settings;
  return withMarkdownFolder({ folder, home, databaseFile, user: caller.user.id, ifForeign }, (files, state) =>
    refreshArchive(caller, state, choice, {
      archive: memory.markdown,
      folder: files,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
      shouldContinue,
    }),
  );
}

async function choiceFrom(input: CommandInput, { memory, caller }: CommandContext): Promise<ArchiveChoice> {
  const [project, since] = [textOption(input, 'project'), textOption(input, 'since')];
  const scope = project === undefined ? 'all' : await memory.identities.scope(await caller(), project);
  if (scope !== 'all' && 'unknown' in scope) throw new BigMindError('not_found', scope.unknown);
  return {
    ...(scope !== 'all' && scope.projectId !== null && { projectId: scope.projectId }),
    ...(since !== undefined && { since: periodFrom({ since }, memory.clock).since }),
  };
}

function textOf({ sessions, written, removed }: ArchiveReport): string {
  const has = `The archive has ${counted(sessions, 'session')}.`;
  if (written + removed === 0) return `${has} Nothing changed in`;
  const gone = removed === 0 ? '' : `, ${counted(removed, 'file')} removed`;
  return `${has} ${counted(written, 'file')} written${gone} in`;
}

function keptLines({ kept }: ArchiveReport): string[] {
  return kept.map((path) => `You changed a file, so your version is kept as ${path}`);
}

/** An archive on a read-only disk could have thousands. */
const maxFailures = 10;

function failureLines({ failures }: ArchiveReport): string[] {
  const more = failures.length - maxFailures;
  if (more <= 0) return failures;
  return [...failures.slice(0, maxFailures), `${counted(more, 'other file')} could not be changed.`];
}
