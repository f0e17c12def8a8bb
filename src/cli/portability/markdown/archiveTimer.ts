/** Keeps the archive in the folder of the settings up to date while a process lives, after what is new has settled. */
import type { QuietJob, QuietTimerParts } from '../../../memory/shared/background/quietTimer.ts';
import { QuietTimer } from '../../../memory/shared/background/quietTimer.ts';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { counted } from '../../../util/text.ts';
import type { CommandContext } from '../../shared/command.ts';

type Surroundings = Pick<CommandContext, 'memory' | 'settings' | 'caller' | 'note'>;

/** Minutes without a new memory, and the longest wait while memories keep coming. */
const idleMinutes = 5;
const backstopMinutes = 30;

/** `context` is asked when the timer runs. */
export function createArchiveTimer(
  { changeToken, ...parts }: Pick<QuietJob, 'changeToken'> & Pick<QuietTimerParts, 'now' | 'after' | 'note'>,
  context: () => Surroundings,
): QuietTimer {
  const run = (isOver: () => boolean): Promise<void> =>
    refreshConfigured(context(), () => !isOver()).catch((thrown: unknown) => {
      // Another process that updates the archive is enough.
      if (bigMindErrorFrom(thrown).code !== 'conflict') throw thrown;
    });
  return new QuietTimer({
    ...parts,
    jobs: () => [{ id: 'archive', changeToken, run }],
    idleMinutes,
    backstopMinutes,
    failure: 'The Markdown archive was not updated',
  });
}

/** Brings the archive of the settings up to date, if there is one. Rejects with `conflict` while another process does, and with `not_allowed` if files stay as they were. */
export async function refreshConfigured(context: Surroundings, shouldContinue?: () => boolean): Promise<void> {
  const { markdownFolder: folder } = context.settings;
  if (folder === undefined) return;
  const { refreshMarkdown } = await import('./exportMarkdown.ts');
  const wanted = { folder, choice: {}, ifForeign: 'refuse' as const, ...(shouldContinue && { shouldContinue }) };
  const { kept, failures } = await refreshMarkdown(wanted, context);
  for (const path of kept) context.note(`You changed a file of the archive, so your version is kept as ${path}`);
  if (failures.length > 0) throw notUpdated(failures);
}

function notUpdated([first = '', ...others]: readonly string[]): BigMindError {
  const more = others.length === 0 ? '' : ` The same is true of ${counted(others.length, 'other file')}.`;
  const remedy = 'Make the file writable, or replace the link with a file.';
  return new BigMindError('not_allowed', `${first}${more}`, { remedy });
}
