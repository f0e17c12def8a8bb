/**
 * The part of `bigmind doctor` that makes one project of a repository and its worktrees, of a folder and those below, of
 * two spellings, or of two projects that a person names.
 */
import type { ProjectJoin } from '../../memory/governance/identities.ts';
import type { Finding } from '../../memory/shared/findings.ts';
import { counted } from '../../util/text.ts';
import type { CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer } from '../shared/command.ts';

export async function joinFindings(context: CommandContext): Promise<Finding[]> {
  const joins = (await joinable(context)).filter(({ isTakenApart }) => !isTakenApart);
  if (joins.length === 0) return [];
  const [first] = joins;
  const what = `${counted(joins.length, 'project')} ${joins.length === 1 ? 'is a folder or a spelling' : 'are folders or spellings'} of another project, such as ${first?.from.key ?? ''} of ${first?.into.name ?? ''}, so its memories are apart.`;
  return [
    { status: 'warning', what, remedy: 'Run `bigmind doctor --join` to make them one project. It can be undone.' },
  ];
}

/** Of the two projects that are named, else of all that are one. */
export async function joinProjects(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const [from, into] = input.positionals;
  const joins =
    from === undefined || into === undefined
      ? await joinable(context)
      : [await context.memory.identities.joinOf(await context.caller(), { from, into })];
  if (joins.length === 0) {
    answer(input, context, { joined: [] }, 'Every project is the whole of its repository. Nothing was changed.');
    return 0;
  }
  const { memory } = context;
  const caller = memory.changes.begin(await context.caller());
  await memory.identities.join(caller, joins);
  const lines = joins.map(({ from, into }) => `${from.key} now belongs to ${into.name} (${into.key}).`);
  const undo = `To undo it within a day: bigmind doctor --undo-join ${caller.changeId}`;
  const joined = joins.map(({ from, into }) => ({ from: from.key, into: into.key }));
  answer(input, context, { joined, undo: caller.changeId }, [...lines, undo].join('\n'));
  return 0;
}

export async function undoJoin(id: string, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const { memory } = context;
  await memory.changes.undo(await context.caller(), [id]);
  answer(input, context, { undone: id }, 'The projects are apart again.');
  return 0;
}

async function joinable(context: CommandContext): Promise<ProjectJoin[]> {
  return context.memory.identities.joinable(await context.caller(), context.projectOfKey);
}
