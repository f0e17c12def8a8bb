/** `bigmind doctor` and `bigmind rebuild`: check the store, and rebuild its derived parts. */
import { hookRunFindings } from '../../clients/hooks/hookRunFindings.ts';
import type { CopiesWithSecrets, SecretPlace } from '../../memory/governance/secrets.ts';
import { copyFindings, secretFindings } from '../../memory/governance/secrets.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import { wordedFindings } from '../../memory/shared/findings.ts';
import type { WordedFinding } from '../../memory/shared/findings.ts';
import { refused } from '../../memory/shared/input.ts';
import type { DoctorInput } from '../../memory/upkeep/doctor.ts';
import { doctorMarkdown, examine, findingsMarkdown, wordedReport } from '../../memory/upkeep/doctor.ts';
import { learningFindings } from '../../memory/upkeep/learningFindings.ts';
import { counted } from '../../util/text.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer, numberOption, wrongUsage } from '../shared/command.ts';
import { joinFindings, joinProjects, undoJoin } from './joinProjects.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--stale-days N] | --secrets [--clean [--yes]] | --join [FROM INTO] | --undo-join ID',
  summary:
    'Check the memory and say what to do. --secrets searches it for secrets. --join makes one project of a repository and its worktrees, or of two projects that you name.',
  options: {
    'stale-days': { type: 'string' },
    secrets: { type: 'boolean' },
    clean: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    join: { type: 'boolean' },
    'undo-join': { type: 'string' },
  },
  takes: { min: 0, max: 2 },
  run: async (input, context) => {
    if (input.positionals.length > 0 && (input.values['join'] !== true || input.positionals.length < 2))
      throw wrongUsage('Projects are named in pairs, with --join.', 'Use bigmind doctor --join FROM INTO.');
    if (input.values['join'] === true && input.values['undo-join'] !== undefined)
      throw wrongUsage('--join and --undo-join exclude each other.', 'Use one of them.');
    if (input.values['join'] === true) return joinProjects(input, context);
    if (typeof input.values['undo-join'] === 'string') return undoJoin(input.values['undo-join'], input, context);
    if (input.values['secrets'] === true) {
      if (input.values['yes'] === true && input.values['clean'] !== true)
        throw refused('--yes', 'needs --clean', 'Use --secrets --clean --yes.');
      if (input.values['stale-days'] !== undefined)
        throw refused('--stale-days', 'cannot be combined with --secrets', 'Run `bigmind doctor` twice.');
      return lookForSecrets(input, context);
    }
    for (const option of ['clean', 'yes']) {
      if (input.values[option] === true) throw wrongUsage(`--${option} needs --secrets.`, 'Use --secrets --clean.');
    }
    const { maintenance, embeddings, health, secrets, turns } = context.memory;
    const staleDays = numberOption(input, 'stale-days');
    const patient: DoctorInput = {
      maintenance,
      embeddings,
      chosenModel: context.search.embeddingModel,
      model: () => context.search.examineModel(),
      further: async () => [...(await learningOf(context)), ...(await joinFindings(context))],
      secrets,
      recent: async () => hookRunFindings(await turns.runs(await context.caller())),
      health: async () => health.check(await context.caller(), staleDays === undefined ? {} : { staleDays }),
    };
    const report = wordedReport(await examine(patient, await context.surroundings()), remedyInTerminal);
    answer(input, context, report, doctorMarkdown(report).trimEnd());
    return report.sound ? 0 : 1;
  },
};

async function learningOf({ memory, settings, caller }: CommandContext): Promise<Finding[]> {
  const { choice } = settings.learn;
  const reader = await caller();
  return learningFindings({
    model: choice === 'off' ? undefined : choice,
    waiting: await memory.learning.preview(reader, { projects: 'all' }),
    runs: await memory.learning.runs(reader),
    timeZone: memory.clock.timeZone,
  });
}

interface Looked {
  found: SecretPlace[];
  copies: CopiesWithSecrets;
  cleaned: boolean;
}

/** Removed secrets cannot be restored, so the user is asked first, with the numbers. */
async function lookForSecrets(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const { secrets } = context.memory;
  const looked: Looked = { found: await secrets.find(), copies: await secrets.findInCopies(), cleaned: false };
  const isAnything = looked.found.some(({ cleanable }) => cleanable) || looked.copies.holding.length > 0;
  if (input.values['clean'] !== true || !isAnything) return answerWith(looked, input, context);
  if (input.values['yes'] !== true) {
    if (!canAsk())
      return answerWith(looked, input, context, `Nothing was changed. Add --yes to remove them. ${noBackup}`);
    context.note(`${reportOf(looked)}\n\n${noBackup}`);
    if (!(await askYesNo('Remove these secrets for good?'))) {
      answer(input, context, { ...looked, findings: findingsOf(looked) }, 'Nothing was changed.');
      return 1;
    }
  }
  return answerWith(
    { found: await secrets.clean(), copies: await secrets.cleanCopies(), cleaned: true },
    input,
    context,
  );
}

const noBackup = 'BigMind makes no backup first, because the backup would contain the secrets.';

/** Exit code 1 if any secret was found that was not removed. */
function answerWith(looked: Looked, input: CommandInput, context: CommandContext, more?: string): ExitCode {
  const shown = more === undefined ? reportOf(looked) : `${reportOf(looked)}\n\n${more}`;
  answer(input, context, { ...looked, findings: findingsOf(looked) }, shown);
  const { found, copies, cleaned } = looked;
  return copies.holding.length > 0 || found.some(({ cleanable }) => !cleaned || !cleanable) ? 1 : 0;
}

function findingsOf({ found, copies, cleaned }: Looked): WordedFinding[] {
  const what = cleaned ? 'cleaned' : 'found';
  return wordedFindings([...secretFindings(found, what), ...copyFindings(copies, what)], remedyInTerminal);
}

function reportOf(looked: Looked): string {
  return findingsMarkdown(findingsOf(looked)).trimEnd();
}

export const rebuildCommand: Command = {
  name: 'rebuild',
  usage: '',
  summary: 'Rebuild the search index from the stored memories.',
  options: {},
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const indexed = await context.memory.maintenance.rebuildIndex();
    answer(input, context, { indexed }, `The search index was rebuilt from ${counted(indexed, 'memory', 'memories')}.`);
    return 0;
  },
};
