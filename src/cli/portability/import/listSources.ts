/**
 * `bigmind import --list`: a table of what can be imported, and what is left out. It does not open the store, and reads
 * only a few lines of each file.
 */
import { withOwnTimes } from '../../../importers/conversationTimes.ts';
import type { ImportKind } from '../../../capture/sources/importKind.ts';
import type { LeftOutReason, Source } from '../../../capture/sources/source.ts';
import { counted } from '../../../util/text.ts';
import { localDay } from '../../../util/time.ts';
import { answer } from '../../shared/command.ts';
import type { CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { chosenSources, placesText } from './chosenSources.ts';
import type { PastChoice } from './chosenSources.ts';
import { otherProjectsText, sizeText } from './importText.ts';

export async function listSources(
  kind: ImportKind | undefined,
  path: string | undefined,
  choice: PastChoice,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const leftOut = new Map<string, LeftOutReason>();
  const leaveOut = (file: string, reason: LeftOutReason): void => {
    leftOut.set(file, reason);
  };
  const chosen = await chosenSources(kind, path, choice, context, leaveOut);
  const { clock } = context.memory;
  const all = await withOwnTimes(chosen, { since: choice.since, now: clock.now() }, leaveOut);
  const sources = all.filter(
    ({ folder }) => choice.wanted?.(folder === undefined ? undefined : context.pastProjectOf(folder)) !== false,
  );
  const listed = sources.map(listedSource);
  const text =
    sources.length > 0
      ? tableOf(sources, clock.timeZone)
      : nothingText(all, placesText(kind, choice, context), context);
  const counts = { empty: countOf('empty', leftOut), ofSubAgents: countOf('subAgent', leftOut) };
  answer(input, context, { sources: listed, leftOut: counts }, text);
  const why = leftOutText(counts, choice);
  if (why !== undefined) context.note(why);
  if (sources.length > 0) {
    const dryRun = `bigmind import ${kind?.id ?? 'KIND'} --dry-run`;
    context.note(`An import skips what is known already. "${dryRun}" counts messages.`);
  }
  return 0;
}

function countOf(reason: LeftOutReason, leftOut: ReadonlyMap<string, LeftOutReason>): number {
  return [...leftOut.values()].filter((each) => each === reason).length;
}

/** What was found and is not counted; undefined if there is nothing. */
function leftOutText(counts: { empty: number; ofSubAgents: number }, { project }: PastChoice): string | undefined {
  const { empty, ofSubAgents } = counts;
  const parts = [
    ...(empty > 0 ? [`${counted(empty, 'file')} without a readable message`] : []),
    ...(ofSubAgents > 0 ? [`${counted(ofSubAgents, 'file')} of sub-agents`] : []),
  ];
  if (parts.length === 0) return undefined;
  return `Not counted${project === undefined ? '' : ', in all projects'}: ${parts.join(' and ')}.`;
}

/** What scripts get of a source. */
function listedSource({ unit: _unit, icon: _icon, staysInUse: _staysInUse, files, ...source }: Source): unknown {
  return { ...source, files: files.map(({ path }) => path) };
}

function nothingText(all: readonly Source[], places: string, context: CommandContext): string {
  const projects = all.map(
    ({ folder, title }) => (folder === undefined ? undefined : context.pastProjectOf(folder)?.name) ?? title,
  );
  if (projects.length > 0) return `Found nothing for that project. ${otherProjectsText(projects)}`;
  return `Found nothing. Searched:\n${places}`;
}

const titles = ['kind', 'project', 'from', 'conversations', 'size', 'first', 'last'];

function tableOf(sources: readonly Source[], timeZone: string): string {
  const rows = sources.map(({ kind, title, program, conversations, unit, files, bytes, from, to }) => [
    kind,
    title,
    program,
    unit !== 'conversation' ? `${String(files.length)} of notes` : (conversations?.toLocaleString('en') ?? 'many'),
    sizeText(bytes),
    localDay(from, timeZone),
    localDay(to, timeZone),
  ]);
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(titles), ...rows.map(line)].join('\n');
}
