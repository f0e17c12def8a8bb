/** `bigmind import bigmind`: merges an export of BigMind. */
import { plainLine } from '../../../memory/trust/quoting.ts';
import { reportText } from '../../../memory/upkeep/portability.ts';
import { canAsk } from '../../shared/ask.ts';
import { answer } from '../../shared/command.ts';
import type { CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { openedWith } from '../../../capture/protectedExport.ts';
import { isProtected } from '../../../capture/protectedFile.ts';
import { readRegular } from '../exportFiles.ts';
import { withKnownPassphrase } from '../passphrase.ts';

export async function importSnapshotFile(
  path: string,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const bytes = await readRegular(path);
  const json = isProtected(bytes)
    ? await withKnownPassphrase(context.host.env, (passphrase) => openedWith(passphrase, bytes), context.note)
    : bytes.toString('utf8');
  // Without a terminal, a model may run this with a file that it wrote.
  const { portability } = context.memory;
  const adminsBefore = await adminsIn(context);
  const report = await (canAsk()
    ? portability.import(json, context.settings.username)
    : portability.importUnvouched(json, context.settings.username));
  const admins = adminsBefore.length > 0 ? [] : await adminsIn(context);
  const roles = 'The export contains roles, so this memory is now in team mode.';
  const team = admins.length === 0 ? [] : [`${roles} ${admins.length > 1 ? 'Admins' : 'Admin'}: ${admins.join(', ')}.`];
  answer(input, context, report, [reportText(report), ...team].join('\n'));
  return 0;
}

async function adminsIn({ memory }: CommandContext): Promise<string[]> {
  const users = await memory.identities.listUsers();
  return users.filter(({ role }) => role === 'admin').map(({ username }) => plainLine(username));
}
