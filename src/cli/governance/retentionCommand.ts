/** `bigmind retention`: how long the audit and archived messages are kept, and what the next run deletes. */
import type { RetentionDays, RetentionState } from '../../memory/governance/retention.ts';
import { keptText, oldRowsText, retentionText } from '../../memory/governance/retention.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import type { Command, CommandContext, CommandInput } from '../shared/command.ts';
import { answer, numberOption } from '../shared/command.ts';

export const retentionCommand: Command = {
  name: 'retention',
  usage: '[--audit-days N] [--message-days N] [--dry-run] [--yes]',
  summary: 'Show or set how long the audit and archived messages are kept, and what is deleted next.',
  details:
    'Without options, it changes nothing. 0 keeps everything. What is older is deleted for good, of all users, once a day by a process that uses the memory. In a team, only admins set it.',
  options: {
    'audit-days': { type: 'string' },
    'message-days': { type: 'string' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const { retention, clock } = context.memory;
    const caller = await context.caller();
    const changed = daysFrom(input);
    const state = await retention.preview(caller, changed);
    const due = state.due === null ? undefined : oldRowsText(state.due, clock.timeZone);
    const isAsked = Object.keys(changed).length > 0 && input.values['dry-run'] !== true;
    // Who may not set it sees no numbers, and is refused.
    const isSure = !isAsked || due === undefined || input.values['yes'] === true;
    const agreed = isSure || (canAsk() && (await askYesNo(`Delete ${due} with the next run? This cannot be undone.`)));
    if (!agreed) {
      const how = canAsk() ? '' : ' Add --yes to set it.';
      answer(input, context, jsonOf(state, false), `This would delete ${due}. Nothing was changed.${how}`);
      return 1;
    }
    if (isAsked) await retention.set(caller, changed);
    answer(input, context, jsonOf(state, isAsked), textOf(state, due, context));
    return 0;
  },
};

function daysFrom(input: CommandInput): Partial<RetentionDays> {
  const [audit, message] = [numberOption(input, 'audit-days'), numberOption(input, 'message-days')];
  return { ...(audit !== undefined && { audit }), ...(message !== undefined && { message }) };
}

function jsonOf({ days, due }: RetentionState, isSet: boolean): Record<string, unknown> {
  return {
    ...{ audit_days: days.audit, message_days: days.message, set: isSet },
    ...(due !== null && { due: { audit_rows: due.audit.total, messages: due.message.total } }),
  };
}

function textOf(state: RetentionState, due: string | undefined, { settings }: CommandContext): string {
  const words =
    settings.databaseUrl === undefined
      ? `After ${String(settings.memory.auditDays)} days, rows of the audit move to files, without the words of searches.`
      : `After ${String(settings.memory.auditDays)} days, the audit forgets the words of searches.`;
  if (state.due === null) return `${retentionText(state)} ${words}`;
  return `${retentionText(state)} ${words} The next run deletes ${due ?? 'nothing'}. ${keptText}`;
}
