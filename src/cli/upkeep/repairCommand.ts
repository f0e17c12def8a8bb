/** `bigmind repair`: saves the readable part of a damaged store into a new one, after a preview and a confirmation. */
import type { RepairReport } from '../../memory/upkeep/backups.ts';
import { repairMarkdown } from '../../memory/upkeep/repairReport.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import { jsonOf } from './backupCommand.ts';
import { answer } from '../shared/command.ts';
import type { Command } from '../shared/command.ts';

export const repairCommand: Command = {
  name: 'repair',
  usage: '[--dry-run] [--yes]',
  summary: 'Repair a damaged memory from the newest backup and everything that is still readable.',
  options: { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean', short: 'y' } },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const backups = context.backups();
    const { username } = context.settings;
    const { timeZone } = context.memory.clock;
    const planned = await backups.previewRepair(username);
    const shown = repairMarkdown(planned, timeZone);
    if (planned.damage.length === 0 || input.values['dry-run'] === true) {
      answer(input, context, reportJson(planned), shown);
      return 0;
    }
    const asks = input.values['yes'] !== true;
    if (asks && canAsk()) context.note(shown);
    if (asks && !(canAsk() && (await askYesNo('Repair the memory like this?')))) {
      const how = canAsk() ? '' : ' Add --yes to repair it.';
      answer(input, context, reportJson(planned), `${shown}\n\nNothing was changed.${how}`);
      return 1;
    }
    const done = await backups.repair(username);
    answer(input, context, reportJson(done), repairMarkdown(done, timeZone));
    return 0;
  },
};

function reportJson({
  damage,
  base,
  salvaged,
  updated,
  unreadable,
  counts,
  isDone,
  setAside,
}: RepairReport): Record<string, unknown> {
  const from = base.kind === 'backup' ? { kind: base.kind, backup: jsonOf(base.backup) } : base;
  const lost = { unreadable, holds: counts };
  return { repaired: isDone, damage, base: from, salvaged, updated, ...lost, set_aside: setAside };
}
