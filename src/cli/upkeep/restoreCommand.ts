/** `bigmind restore`: replaces the store with a backup, after a preview and a confirmation. */
import { previewMarkdown } from '../../memory/upkeep/backups.ts';
import type { RestorePreview } from '../../memory/upkeep/backups.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import { jsonOf } from './backupCommand.ts';
import { answer } from '../shared/command.ts';
import type { Command } from '../shared/command.ts';

export const restoreCommand: Command = {
  name: 'restore',
  usage: '[NAME|PATH] [--dry-run] [--yes]',
  details: 'Without NAME or PATH, it restores the newest backup.',
  summary: 'Restore a backup, after showing what changes. You can undo it.',
  options: { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean', short: 'y' } },
  takes: { min: 0, max: 1 },
  run: async (input, context) => {
    const backups = context.backups();
    const backup = await backups.find(input.positionals[0]);
    const preview = await backups.preview(backup);
    const shown = previewMarkdown(preview, context.memory.clock.timeZone);
    if (input.values['dry-run'] === true) {
      answer(input, context, { restored: false, ...previewJson(preview) }, shown);
      return 0;
    }
    const asks = input.values['yes'] !== true;
    if (asks && canAsk()) context.note(shown);
    if (asks && !(canAsk() && (await askYesNo(`Restore ${backup.name}?`)))) {
      const how = canAsk() ? '' : ' Add --yes to restore it.';
      answer(input, context, { restored: false, ...previewJson(preview) }, `${shown}\n\nNothing was changed.${how}`);
      return 1;
    }
    const { before, erasedAgain } = await backups.restore(
      backup,
      context.settings.username,
      asks ? preview.expected : undefined,
    );
    const undo = before === null ? '' : ` To undo it: bigmind restore ${before.name}`;
    answer(
      input,
      context,
      {
        restored: true,
        ...previewJson(preview),
        before: before === null ? null : jsonOf(before),
        erased_again: erasedAgain,
      },
      `${backup.name} was restored.${undo}`,
    );
    return 0;
  },
};

function previewJson({ backup, contents, differences, erasedSince }: RestorePreview): Record<string, unknown> {
  return { backup: jsonOf(backup), holds: contents.counts, differences, erased_since: erasedSince };
}
