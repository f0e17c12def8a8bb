/** `bigmind vacuum`: deletes old kept exchanges, after it has asked; all else stays. */
import { usualVacuumAge } from '../memory/chunks.ts';
import { counted } from '../util/text.ts';
import { localDay } from '../util/time.ts';
import { askYesNo, canAsk } from './ask.ts';
import { answer, numberOption } from './command.ts';
import type { Command } from './command.ts';

export const vacuumCommand: Command = {
  name: 'vacuum',
  usage: '[--older-than-days N] [--yes]',
  summary: `Delete kept exchanges older than ${String(usualVacuumAge)} days; summaries and facts stay.`,
  options: { 'older-than-days': { type: 'string' }, yes: { type: 'boolean', short: 'y' } },
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const days = numberOption(input, 'older-than-days') ?? usualVacuumAge;
    const caller = await context.caller();
    const { chunks, clock } = context.memory;
    const { total, oldest, before } = await chunks.findOld(caller, days);
    if (total === 0) {
      answer(input, context, { found: 0, deleted: 0 }, `No kept exchange is older than ${counted(days, 'day')}.`);
      return 0;
    }
    const since = oldest === null ? '' : `, the oldest of ${localDay(oldest, clock.timeZone)}`;
    const what = `${counted(total, 'kept exchange')} older than ${counted(days, 'day')}${since}`;
    const agreed =
      input.values['yes'] === true || (canAsk() && (await askYesNo(`Delete ${what}? This cannot be undone.`)));
    if (!agreed) {
      const how = canAsk() ? '' : ' Add --yes to delete them.';
      answer(input, context, { found: total, deleted: 0 }, `There are ${what}. Nothing was deleted.${how}`);
      return 1;
    }
    const deleted = await chunks.vacuum(caller, before);
    answer(input, context, { found: total, deleted }, `Deleted ${counted(deleted, 'kept exchange')}.`);
    return 0;
  },
};
