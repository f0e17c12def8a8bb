/**
 * `bigmind import copilot` and similar: imports past conversations and notes of other assistants from their own
 * files.
 */
import { importSources } from '../../../capture/importing/importSources.ts';
import type { ImportProgress } from '../../../capture/importing/importSources.ts';
import { isIncomplete } from '../../../capture/importing/importReport.ts';
import type { ImportReport } from '../../../capture/importing/importReport.ts';
import { surveySources } from '../../../capture/importing/surveySources.ts';
import type { ImportKind } from '../../../capture/sources/importKind.ts';
import type { Source } from '../../../capture/sources/source.ts';
import { percentText } from '../../../util/text.ts';
import { answer } from '../../shared/command.ts';
import type { CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { chosenSources, placesText } from './chosenSources.ts';
import type { PastChoice } from './chosenSources.ts';
import { damageLines, importText, otherProjectsText, sizeText, surveyText } from './importText.ts';

export async function importPast(
  kind: ImportKind,
  path: string | undefined,
  choice: PastChoice,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const sources = await chosenSources(kind, path, choice, context);
  if (sources.length === 0) {
    const remedy = `If it is elsewhere, give its path: bigmind import ${kind.id} PATH`;
    context.note(`Found nothing to import as ${kind.id}. Searched:\n${placesText(kind, choice, context)}\n${remedy}`);
  }
  if (input.values['dry-run'] === true) return survey(sources, choice, input, context);
  const { memory, pastProjectOf: projectOf, openForeign } = context;
  const parts = { memory, person: await context.caller(), projectOf, openForeign };
  const report = await importSources(sources, parts, { ...choice, onProgress: progressNotes(context) });
  for (const line of damageLines(report.damage)) context.note(line);
  answer(input, context, report, importText(report));
  const { conversations, notes } = report;
  const some = [...Object.values(conversations), ...Object.values(notes)].some((count) => count > 0);
  return exitCode(sources, { ...report, some }, choice, context);
}

async function survey(
  sources: readonly Source[],
  choice: PastChoice,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const { memory, pastProjectOf: projectOf, openForeign } = context;
  const found = await surveySources(sources, { memory, projectOf, openForeign }, choice);
  for (const line of damageLines(found.damage)) context.note(line);
  answer(input, context, { dryRun: true, ...found }, surveyText(found));
  return exitCode(sources, { ...found, some: found.conversations + found.notes > 0 }, choice, context);
}

/**
 * A wrong kind, path or project fails, even if every file could be read. Finding nothing after a date does not fail,
 * and files of other kinds next to imported ones do not either.
 */
function exitCode(
  sources: readonly Source[],
  found: Pick<ImportReport, 'damage' | 'otherProjects'> & { some: boolean },
  { project }: PastChoice,
  context: CommandContext,
): ExitCode {
  const isOtherProject = !found.some && project !== undefined && found.otherProjects.length > 0;
  if (isOtherProject)
    context.note(`Found nothing for the project "${project}". ${otherProjectsText(found.otherProjects)}`);
  const isNothing = !found.some && found.damage.listed.length > 0;
  return isIncomplete(found) || isNothing || isOtherProject || sources.length === 0 ? 1 : 0;
}

/** Reports each tenth; short imports report nothing. */
function progressNotes(context: CommandContext): (progress: ImportProgress) => void {
  const min = 1_000_000;
  let reported = 0;
  return ({ done, all, source }) => {
    const tenth = all < min ? 0 : Math.floor((done * 10) / all);
    if (tenth <= reported) return;
    reported = tenth;
    context.note(`${percentText(tenth / 10, 'en')} of ${sizeText(all)}: ${source.program}, ${source.title} …`);
  };
}
