/** A command that succeeded, as a line for terminals and models. */
import { plainLine, quotedCode } from '../../memory/trust/quoting.ts';
import { counted } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { RanCommand } from './ranCommands.ts';

const maxShown = 200;

/** Such as `npm test` in backticks, and ` – succeeded 9 times, last on 2026-03-03`; `isEverywhere` adds its project. */
export function commandText(
  ran: RanCommand,
  { timeZone, isEverywhere }: { timeZone: string; isEverywhere: boolean },
): string {
  const { command, succeeded, lastSucceeded, project } = ran;
  const failed = failedSince(ran);
  return [
    `${quotedCode(command, maxShown)} – succeeded ${counted(succeeded, 'time')}, last on ${localDay(lastSucceeded, timeZone)}`,
    ...(isEverywhere && project !== null ? [`in ${plainLine(project)}`] : []),
    ...(failed === null ? [] : [`failed on ${localDay(failed, timeZone)}`]),
  ].join('; ');
}

/** When it failed after its last success; null if it did not. */
export function failedSince({ lastSucceeded, lastFailed }: RanCommand): string | null {
  return lastFailed !== null && lastFailed > lastSucceeded ? lastFailed : null;
}
