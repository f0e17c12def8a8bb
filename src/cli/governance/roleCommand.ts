/** `bigmind role`: lists the users of a store with their roles, or sets a role, which only an admin can do. */
import type { KnownUser } from '../../memory/governance/identities.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { localMinute } from '../../util/time.ts';
import type { Command, CommandContext, CommandInput } from '../shared/command.ts';
import { answer, wrongUsage } from '../shared/command.ts';

export const roleCommand: Command = {
  name: 'role',
  usage: '[USER member|curator|admin]',
  summary: 'List users and their roles, or set the role of a user.',
  options: {},
  takes: { min: 0, max: 2 },
  run: async (input, context) => {
    const [username, role] = input.positionals;
    if (username === undefined) return list(input, context);
    if (role === undefined) throw wrongUsage('The role is missing.', 'Give the user and member, curator or admin.');
    const caller = await context.caller();
    const status = await context.memory.identities.setRole(caller, { username, role });
    const text =
      status === 'changed' ? `The role of ${username} is now ${role}.` : `${username} already has the role ${role}.`;
    answer(input, context, { username, role, status }, plainLine(text));
    return 0;
  },
};

async function list(input: CommandInput, context: CommandContext): Promise<0> {
  const { mode, user } = await context.caller();
  const users = await context.memory.identities.listUsers();
  const { timeZone } = context.memory.clock;
  const lines = users.map(({ username, role, lastSeen }) => {
    const seen = lastSeen === null ? 'never seen' : `last seen ${localMinute(lastSeen, timeZone)}`;
    return `${username === user.username ? '*' : ' '} ${plainLine(username)}  ${role}  ${seen}`;
  });
  answer(input, context, { mode, users }, `${lines.join('\n')}\n${aboutRoles(users)}`);
  return 0;
}

function aboutRoles(users: readonly KnownUser[]): string {
  if (users.some(({ role }) => role === 'admin')) {
    return 'Team mode: curators and admins review knowledge; admins set roles.';
  }
  return users.length === 1
    ? 'Personal mode. With BIGMIND_MODE=team, it becomes a team memory with you as its admin.'
    : 'This memory has several users but no admin. With BIGMIND_MODE=team, the first user can take that role.';
}
