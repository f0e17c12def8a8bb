/** `bigmind role`: who uses a store and with which role, and giving another role; that only an admin can. */
import type { KnownUser } from '../../memory/governance/identities.ts';
import { localMinute } from '../../util/time.ts';
import type { Command, CommandContext, CommandInput } from '../shared/command.ts';
import { answer } from '../shared/command.ts';

export const roleCommand: Command = {
  name: 'role',
  usage: '[USER member|curator|admin]',
  summary: 'List the users of the store with their roles, or give one a role.',
  options: {},
  takes: { least: 0, most: 2 },
  run: async (input, context) => {
    const [username, role] = input.positionals;
    if (username === undefined) return list(input, context);
    if (role === undefined) {
      context.note('bigmind: name the user and the role: member, curator or admin.');
      return 2;
    }
    const caller = await context.caller();
    const status = await context.memory.identities.setRole(caller, { username, role });
    const text = status === 'changed' ? `${username} is ${role} now.` : `${username} was ${role} already.`;
    answer(input, context, { username, role, status }, text);
    return 0;
  },
};

async function list(input: CommandInput, context: CommandContext): Promise<0> {
  const { mode, user } = await context.caller();
  const users = await context.memory.identities.listUsers();
  const { timeZone } = context.memory.clock;
  const lines = users.map(({ username, role, lastSeen }) => {
    const seen = lastSeen === null ? 'never seen' : `last seen ${localMinute(lastSeen, timeZone)}`;
    return `${username === user.username ? '*' : ' '} ${username}  ${role}  ${seen}`;
  });
  answer(input, context, { mode, users }, `${lines.join('\n')}\n${aboutRoles(users)}`);
  return 0;
}

function aboutRoles(users: readonly KnownUser[]): string {
  if (users.some(({ role }) => role === 'admin')) {
    return "A team's store: curators and admins review knowledge, admins set roles.";
  }
  return users.length === 1
    ? "A personal store. Opened with BIGMIND_MODE=team, it becomes a team's, with you as its admin."
    : 'A store of several people without an admin. Whoever used it first can take the role, with BIGMIND_MODE=team.';
}
