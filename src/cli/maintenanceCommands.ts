/** `bigmind doctor` and `bigmind rebuild`: is the store well, and make the derived parts anew. */
import { doctorMarkdown, examine } from '../memory/doctor.ts';
import type { Patient } from '../memory/doctor.ts';
import { answer, numberOption } from './command.ts';
import type { Command } from './command.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--stale-days N]',
  summary: 'Examine the store and the memories in it, and say what to do.',
  options: { 'stale-days': { type: 'string' } },
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const { maintenance, embeddings, health } = context.memory;
    const staleDays = numberOption(input, 'stale-days');
    const patient: Patient = {
      maintenance,
      embeddings,
      health: async () => health.check(await context.caller(), staleDays === undefined ? {} : { staleDays }),
    };
    const report = await examine(patient, context.surroundings());
    answer(input, context, report, doctorMarkdown(report).trimEnd());
    return report.sound ? 0 : 1;
  },
};

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
