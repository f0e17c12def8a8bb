/**
 * `bigmind vacuum`: deletes old kept exchanges and, unless they are kept forever, archived messages, after a
 * confirmation.
 */
import { defaultVacuumAge } from '../../memory/archive/chunks.ts';
import type { OldMemories, VacuumReport } from '../../memory/governance/vacuum.ts';
import { nothingOldText, oldMemoriesText, vacuumedText } from '../../memory/governance/vacuum.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import type { Command, CommandInput } from '../shared/command.ts';
import { answer, numberOption, reportRows } from '../shared/command.ts';

export const vacuumCommand: Command = {
  name: 'vacuum',
  usage: '[--older-than-days N] [--archive-older-than-days N] [--yes]',
  details: '--archive-older-than-days 0 keeps the whole archive.',
  summary: `Delete kept exchanges older than ${String(defaultVacuumAge)} days, and optionally old archived messages.`,
  options: {
    'older-than-days': { type: 'string' },
    'archive-older-than-days': { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
  },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const { vacuum, clock } = context.memory;
    const caller = await context.caller();
    const found = await vacuum.find(caller, agesFrom(input));
    const nothing: VacuumReport = { chunks: 0, messages: 0, freeBytes: 0 };
    if (found.total === 0) {
      answer(input, context, jsonOf(found, nothing), nothingOldText(found));
      return 0;
    }
    const what = oldMemoriesText(found, clock.timeZone);
    const agreed =
      input.values['yes'] === true || (canAsk() && (await askYesNo(`Delete ${what}? This cannot be undone.`)));
    if (!agreed) {
      const how = canAsk() ? '' : ' Add --yes to delete them.';
      answer(input, context, jsonOf(found, nothing), `This would delete ${what}. Nothing was deleted.${how}`);
      return 1;
    }
    const gone = await vacuum.run(caller, found, reportRows(context, 'deleted'));
    answer(input, context, { ...jsonOf(found, gone), free_bytes: gone.freeBytes }, vacuumedText(gone));
    return 0;
  },
};

function agesFrom(input: CommandInput): { chunks?: number | undefined; messages?: number | undefined } {
  const chunks = numberOption(input, 'older-than-days');
  const messages = numberOption(input, 'archive-older-than-days');
  return { chunks, messages };
}

function jsonOf({ chunks, messages }: OldMemories, gone: VacuumReport): Record<string, number> {
  return {
    found: chunks.total,
    deleted: gone.chunks,
    ...(messages !== null && { archive_found: messages.total, archive_deleted: gone.messages }),
  };
}
