/** `bigmind audit`: who did what with the memory, newest first, from the store and its archives. */
import type { AuditRow } from '../../memory/shared/audit.ts';
import type { AuditInput, AuditList } from '../../memory/governance/auditLog.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import { answer, numberOption, textOption } from '../shared/command.ts';
import type { Command, CommandContext, CommandInput } from '../shared/command.ts';
import { sessionIdFrom } from '../shared/sessionId.ts';

const filters = ['since', 'until', 'user', 'agent', 'action', 'kind', 'level', 'memory'] as const;

export const auditCommand: Command = {
  name: 'audit',
  usage:
    '[--since DATE] [--until DATE] [--user NAME] [--agent NAME] [--action ACTION] [--kind KIND] [--level refusal|change|read] [--memory UID|#12] [--session ID] [--limit N] [--offset N]',
  summary: 'Show who changed, approved, erased and searched what. In team mode, only admins see the rows of others.',
  options: {
    since: { type: 'string' },
    until: { type: 'string' },
    user: { type: 'string' },
    agent: { type: 'string' },
    action: { type: 'string' },
    kind: { type: 'string' },
    level: { type: 'string' },
    memory: { type: 'string' },
    session: { type: 'string' },
    limit: { type: 'string' },
    offset: { type: 'string' },
  },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const asked = await inputFrom(input, context);
    const list = await context.memory.audit.list(await context.caller(), asked);
    const unknown = list.rows.length > 0 ? undefined : await unknownIn(asked, list, context);
    if (unknown !== undefined) context.note(unknown);
    const { timeZone } = context.memory.clock;
    const lines = list.rows.map((row) => lineFor(row, timeZone));
    const json = { ...list, ...(unknown !== undefined && { notice: unknown }) };
    answer(input, context, json, [...lines, endOf(list)].join('\n'));
    return unknown === undefined ? 0 : 1;
  },
};

/** What the filters of an empty list name that does not exist. What was erased is known as long as a row names it. */
async function unknownIn(
  { user, agent, session, memory }: AuditInput,
  { isOwn }: AuditList,
  context: CommandContext,
): Promise<string | undefined> {
  const caller = await context.caller();
  const { audit, saveStates } = context.memory;
  const { users, agents } = await audit.scope(caller);
  if (user !== undefined && !isOwn && !users.includes(user)) return `There is no user "${user}".`;
  if (agent !== undefined && !agents.includes(agent)) return `There is no agent "${agent}".`;
  const isKnown = async (id: string, filter: AuditInput, kind: string): Promise<boolean> => {
    if ((await audit.list(caller, { ...filter, limit: 1 })).rows.length > 0) return true;
    return saveStates.get(caller, id, kind).then(
      () => true,
      () => false,
    );
  };
  if (session !== undefined && !(await isKnown(session, { session }, 'session')))
    return `There is no session "${session}".`;
  const isNumber = memory === undefined || /^#?\d+$/u.test(memory);
  return isNumber || (await isKnown(memory, { memory }, 'fact')) ? undefined : `There is no memory "${memory}".`;
}

async function inputFrom(input: CommandInput, context: CommandContext): Promise<AuditInput> {
  const limit = numberOption(input, 'limit');
  const offset = numberOption(input, 'offset');
  const session = textOption(input, 'session');
  const given = filters.flatMap((name) => {
    const value = textOption(input, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(given),
    ...(session !== undefined && { session: await sessionIdFrom(session, context) }),
    limit,
    offset,
  };
}

/** One line per row, so that other programs can filter them. */
function lineFor(row: AuditRow, timeZone: string): string {
  const { at, user, agent, sessionId, level, action, detail, count } = row;
  const who = plainLine(`${user ?? 'a deleted user'} through ${agent ?? 'an unknown program'}`);
  const session = sessionId === null ? '' : `session ${sessionId.slice(0, 8)}`;
  const did = level === 'refusal' ? `refused: ${action}` : action;
  const parts = [localMinute(at, timeZone), who, [did, nameOf(row)].filter((part) => part !== '').join(' ')];
  const rest = [count === null ? '' : `(${String(count)})`, detail === null ? '' : plainLine(`"${detail}"`), session];
  return [...parts, ...rest].filter((part) => part !== '').join('  ');
}

/** The display name; an erased item has only its uid. */
function nameOf({ kind, uid, id }: AuditRow): string {
  if (kind === null) return '';
  if (kind === 'session' && id !== null) return `session ${id.slice(0, 8)}`;
  if (kind === 'user' || kind === 'project') return plainLine(`${kind} ${id ?? uid ?? ''}`);
  if (id !== null) return `${kind} #${id}`;
  return uid === null || kind === 'profile' ? kind : `${kind} ${uid}`;
}

function endOf({ rows, total, more, isOwn }: AuditList): string {
  const shown = rows.length < total || more ? `, of ${more ? 'more than ' : ''}${String(total)}` : '';
  const own = isOwn ? ' These are your own rows. An admin sees all rows.' : '';
  return `${counted(rows.length, 'row')}${shown}.${own}`;
}
