/** `bigmind doctor` and `bigmind rebuild`: is the store well, and make the derived parts anew. */
import { doctorMarkdown, examine, findingsMarkdown } from '../memory/doctor.ts';
import type { Patient } from '../memory/doctor.ts';
import { refused } from '../memory/input.ts';
import { copyFindings, secretFindings } from '../memory/secrets.ts';
import { answer, numberOption } from './command.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from './command.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--stale-days N] [--secrets [--clean]]',
  summary: 'Examine the store and the memories in it, and say what to do; --secrets looks for stored secrets.',
  options: { 'stale-days': { type: 'string' }, secrets: { type: 'boolean' }, clean: { type: 'boolean' } },
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    if (input.values['secrets'] === true) return lookForSecrets(input, context);
    if (input.values['clean'] === true) throw refused('clean', 'stands alone', 'Use --secrets --clean.');
    const { maintenance, embeddings, health, secrets } = context.memory;
    const staleDays = numberOption(input, 'stale-days');
    const patient: Patient = {
      maintenance,
      embeddings,
      secrets,
      health: async () => health.check(await context.caller(), staleDays === undefined ? {} : { staleDays }),
    };
    const report = await examine(patient, [...context.surroundings(), ...(await context.backups().findings())]);
    answer(input, context, report, doctorMarkdown(report).trimEnd());
    return report.sound ? 0 : 1;
  },
};

/** Exit code 1 while anything is found that was not cut out. */
async function lookForSecrets(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const { secrets } = context.memory;
  const clean = input.values['clean'] === true;
  const found = clean ? await secrets.clean() : await secrets.find();
  const copies = clean ? await secrets.cleanCopies() : await secrets.findInCopies();
  const what = clean ? 'cleaned' : 'found';
  const findings = [...secretFindings(found, what), ...copyFindings(copies, what)];
  answer(input, context, { found, copies, cleaned: clean, findings }, findingsMarkdown(findings).trimEnd());
  return copies.holding.length > 0 || found.some(({ cleanable }) => !clean || !cleanable) ? 1 : 0;
}

export const rebuildCommand: Command = {
  name: 'rebuild',
  usage: '',
  summary: 'Rebuild the search index from what is stored.',
  options: {},
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const indexed = await context.memory.maintenance.rebuildIndex();
    answer(input, context, { indexed }, `The search index was rebuilt over ${indexed.toLocaleString('en')} memories.`);
    return 0;
  },
};
