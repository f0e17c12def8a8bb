/** `bigmind token`: creates, lists and revokes the tokens with which agents use a server (`bigmind serve`). */
import { randomBytes } from 'node:crypto';
import type { AgentToken } from '../../memory/governance/tokens.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { localMinute } from '../../util/time.ts';
import { hoursOption } from '../shared/hoursOption.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer, textOption, wrongUsage } from '../shared/command.ts';

export const tokenCommand: Command = {
  name: 'token',
  usage: 'add AGENT [--user NAME] [--read] [--expires 36h|90d|12w] | list | revoke ID',
  summary: 'Create, list and revoke the tokens of agents that use your server.',
  details:
    'A token is for one agent of one user, by default you; in a team, an admin can create tokens for others. It is shown once, because only its hash is stored. --read makes a token that searches and reads, and changes nothing. Without --expires, it is valid until you revoke it. A revoked token is refused from the next call on. ID may be its first characters, at least four.',
  options: { user: { type: 'string' }, read: { type: 'boolean' }, expires: { type: 'string' } },
  takes: { min: 1, max: 2 },
  run: (input, context) => {
    const [action, name] = input.positionals;
    if (action === 'list' && name === undefined) return list(input, context);
    if (action === 'add' && name !== undefined) return add(input, context, name);
    if (action === 'revoke' && name !== undefined) return revoke(input, context, name);
    throw wrongUsage('This is not an action of "bigmind token".', 'Use add AGENT, list, or revoke ID.');
  },
};

async function add(input: CommandInput, context: CommandContext, agent: string): Promise<ExitCode> {
  const username = textOption(input, 'user');
  const expiresInHours = hoursOption(input, 'expires');
  const caller = await context.caller();
  const { id, token, expiresAt } = await context.memory.tokens.add(caller, {
    agent,
    isReadOnly: input.values['read'] === true,
    secret: randomBytes(32).toString('base64url'),
    username,
    expiresInHours,
  });
  const until = expiresAt === null ? 'until you revoke it' : `until ${localTime(context, expiresAt)}`;
  const json = { id, token, agent, user: username ?? caller.user.username, read_only: input.values['read'] === true };
  answer(input, context, { ...json, expires_at: expiresAt }, token);
  context.note(
    `Token ${id} for ${plainLine(agent)}, valid ${until}. It is not shown again, so keep it in a safe place.`,
  );
  if (context.settings.personTokens.includes(agent.trim().toLowerCase())) {
    const { user } = json;
    context.note(
      `It is for ${plainLine(user)} in person: what the page approves with it counts as approved by them. Give it to no agent.`,
    );
  }
  return 0;
}

async function list(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const tokens = await context.memory.tokens.list(await context.caller());
  const lines = tokens.map((token) => lineOf(token, context));
  const text =
    lines.length === 0 ? 'There are no tokens. To create one, run "bigmind token add AGENT".' : lines.join('\n');
  answer(input, context, { tokens: tokens.map(structured) }, text);
  return 0;
}

async function revoke(input: CommandInput, context: CommandContext, id: string): Promise<ExitCode> {
  const status = await context.memory.tokens.revoke(await context.caller(), id);
  const text = status === 'revoked' ? `Token ${id} is revoked.` : `Token ${id} was already revoked.`;
  answer(input, context, { id, status }, text);
  return 0;
}

function structured({ id, username, agent, isReadOnly, ...times }: AgentToken): Record<string, unknown> {
  return {
    id,
    user: username,
    agent,
    read_only: isReadOnly,
    created_at: times.createdAt,
    expires_at: times.expiresAt,
    last_used_at: times.lastUsedAt,
    revoked_at: times.revokedAt,
  };
}

function lineOf(token: AgentToken, context: CommandContext): string {
  const { id, username, agent, isReadOnly, lastUsedAt } = token;
  const used = lastUsedAt === null ? 'never used' : `last used ${localTime(context, lastUsedAt)}`;
  const about = [id, plainLine(agent), `of ${plainLine(username)}`, stateOf(token, context), used];
  return [...about, ...(isReadOnly ? ['read only'] : [])].join('  ');
}

function stateOf({ revokedAt, expiresAt }: AgentToken, context: CommandContext): string {
  if (revokedAt !== null) return `revoked ${localTime(context, revokedAt)}`;
  if (expiresAt === null) return 'valid';
  return `${expiresAt <= context.now().toISOString() ? 'expired' : 'valid until'} ${localTime(context, expiresAt)}`;
}

function localTime({ memory }: CommandContext, time: string): string {
  return localMinute(time, memory.clock.timeZone);
}
