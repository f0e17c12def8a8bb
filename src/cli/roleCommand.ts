/** `bigmind role`: who uses a store and with which role, and giving another role; that only an admin can. */
import { localMinute } from '../util/time.ts';
import { answer } from './command.ts';
import type { Command, CommandContext, CommandInput } from './command.ts';

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
  const about =
    mode === 'team'
      ? "A team's store: curators and admins review knowledge, admins set roles."
      : 'A personal store, where roles mean nothing. Whoever opens it first with BIGMIND_MODE=team becomes its admin.';
  answer(input, context, { mode, users }, `${lines.join('\n')}\n${about}`);
  return 0;
}
