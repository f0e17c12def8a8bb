/** `bigmind backup`: makes a backup of the store now, or lists the existing ones with their contents. */
import { backupListText, countsText } from '../../memory/upkeep/backups.ts';
import type { Backup, BackupContents } from '../../memory/upkeep/backups.ts';
import { answer } from '../shared/command.ts';
import type { Command, CommandContext } from '../shared/command.ts';

export const backupCommand: Command = {
  name: 'backup',
  usage: '[--list]',
  summary: 'Back up the memory now, or list the backups.',
  options: { list: { type: 'boolean' } },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const backups = context.backups();
    if (input.values['list'] !== true) {
      const made = await backups.make('manual');
      await noted(made, context);
      const { counts } = await backups.inspect(made);
      const holds = counts === null ? '' : ` It contains ${countsText(counts)}.`;
      answer(input, context, jsonOf(made), `The backup is at ${made.path}.${holds}`);
      return 0;
    }
    const listed: { backup: Backup; contents: BackupContents }[] = [];
    for (const backup of await backups.list()) listed.push({ backup, contents: await backups.inspect(backup) });
    const json = listed.map(({ backup, contents }) => ({
      ...jsonOf(backup),
      sound: contents.damage.length === 0,
      schema_version: contents.schemaVersion,
      holds: contents.counts,
    }));
    const text = backupListText(listed, context.memory.clock.timeZone);
    answer(input, context, json, listed.length === 0 ? `${text} Run \`bigmind backup\` to make one.` : text);
    return 0;
  },
};

/** A read-only store is backed up without an audit row. */
async function noted({ name }: Backup, { memory, caller }: CommandContext): Promise<void> {
  const who = await caller().catch(() => undefined);
  if (who !== undefined) await memory.audit.backup(who, name);
}

export function jsonOf({ name, path, madeAt, reason, bytes }: Backup): Record<string, string | number> {
  return { name, path, made_at: madeAt, reason, bytes };
}
