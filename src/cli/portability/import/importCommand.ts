/**
 * `bigmind import`: imports existing conversations, notes and exports. Idempotent: known items are counted, not
 * duplicated, and unchanged files are not read again.
 */
import { refuseOwnStore } from '../../../capture/sources/ownStore.ts';
import { kindIds, kindNamed, kinds } from '../../../importers/registry.ts';
import { isoTimeFrom, localSpanOf } from '../../../util/time.ts';
import { textOption, wrongUsage } from '../../shared/command.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { wantedProject } from './chosenSources.ts';
import type { PastChoice } from './chosenSources.ts';
import { importConversationFile } from './importConversationFile.ts';
import { importMind } from './importMind.ts';
import { importPast } from './importPast.ts';
import { importSnapshotFile } from './importSnapshotFile.ts';
import { listSources } from './listSources.ts';

/** Kinds that require a path, because they have no standard location. */
const fileKinds = { jsonl: importConversationFile, bigmind: importSnapshotFile } as const;

const allKinds = [...Object.keys(fileKinds), ...kindIds, 'mind'];
const ofThisProject = [...kinds.filter(({ placesInProjects }) => placesInProjects).map(({ id }) => id), 'mind'];

export const importCommand: Command = {
  name: 'import',
  usage: 'KIND [PATH] [--since DATE] [--project NAME] [--dry-run] [--yes] | --list [KIND [PATH]]',
  words: allKinds,
  details: `KIND is jsonl (one message per line), bigmind (an export of BigMind), ${kindIds.join(', ')}, or mind (memory files, .mind). Without PATH, BigMind searches the usual places, this folder and the folders of other conversations; for ${ofThisProject.join(' and ')}, only this project. --project imports only that project (with jsonl: into that project), --since only conversations with messages after that date. With mind, PATH is a project or a folder with projects; they are added to your list, after a question or with --yes unless PATH names one, and nothing is copied.`,
  summary: 'Import past conversations, notes of other assistants, or an export.',
  options: {
    list: { type: 'boolean' },
    since: { type: 'string' },
    project: { type: 'string' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  takes: { min: 0, max: 2 },
  run: async (input, context) => {
    const [name, path] = input.positionals;
    const choice = choiceFrom(input, context);
    const misplaced = misplacedOption(name, input);
    if (misplaced !== undefined)
      throw wrongUsage(`"import${name === undefined ? '' : ` ${name}`}" takes no --${misplaced}.`);
    if (name === 'mind') return importMind(path, input, context);
    if (path !== undefined) await refuseOwnStore(path, context.settings.databaseFile);
    const kind = kindNamed(name);
    if (input.values['list'] === true && (kind !== undefined || name === undefined))
      return listSources(kind, path, choice, input, context);
    if (kind !== undefined) return importPast(kind, path, choice, input, context);
    return importFile(name, path, input, context);
  },
};

async function importFile(
  kind: string | undefined,
  path: string | undefined,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  if (kind !== 'bigmind' && kind !== 'jsonl') {
    const what = kind === undefined ? 'Give the kind to import.' : `"${kind}" is not a kind that can be imported.`;
    const list = 'To see what is on this computer, run "bigmind import --list".';
    throw wrongUsage(what, `Use one of: ${allKinds.join(', ')}. ${list}`);
  }
  const given = (['list', 'since', 'dry-run'] as const).filter((option) => input.values[option] !== undefined);
  if (path === undefined || given.length > 0) {
    const what = path === undefined ? 'needs the path of a file' : `takes no --${String(given[0])}`;
    throw wrongUsage(`"import ${kind}" ${what}.`);
  }
  return fileKinds[kind](path, input, context);
}

/** The files of a project memory have no conversations to select. `--yes` fits each kind: most ask nothing. */
function misplacedOption(kind: string | undefined, { values }: CommandInput): string | undefined {
  const misplaced = kind === 'mind' ? (['since', 'project'] as const) : [];
  return misplaced.find((option) => values[option] !== undefined);
}

function choiceFrom(input: CommandInput, { memory }: CommandContext): PastChoice {
  const given = textOption(input, 'since');
  const since =
    given === undefined ? undefined : (localSpanOf(given, memory.clock.timeZone)?.start ?? isoTimeFrom(given));
  if (given !== undefined && since === undefined)
    throw wrongUsage(`--since is "${given}", which is not a date.`, 'Use a date such as 2026-03-01.');
  const project = textOption(input, 'project');
  return { since, project, wanted: wantedProject(project) };
}
