/** `bigmind doctor` and `bigmind rebuild`: is the store well, and make the derived parts anew. */
import { doctorMarkdown, examine } from '../memory/doctor.ts';
import { answer } from './command.ts';
import type { Command } from './command.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'Examine the store and say what to do.',
  options: {},
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const report = await examine(context.memory.maintenance, context.surroundings());
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
