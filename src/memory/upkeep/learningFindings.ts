/** The state of learning from sessions, for the doctor. */
import { counted } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import type { BackgroundRun } from '../shared/background/backgroundRuns.ts';
import type { Finding } from '../shared/findings.ts';

/** What the doctor reads. */
interface LearningState {
  /** Who learns, as a person knows it; undefined if the user chose no model. */
  model: string | undefined;
  waiting: { sessions: number; usedTokens: number };
  /** Newest first. */
  runs: readonly BackgroundRun[];
  timeZone: string;
}

/** One finding; a run that ended early is a warning, with what it said. */
export function learningFindings({ model, waiting, runs, timeZone }: LearningState): Finding[] {
  const sessions = counted(waiting.sessions, 'session');
  if (model === undefined) return [{ status: 'off', what: `Learning from sessions is off. ${sessions} can be read.` }];
  const last = runs.find(({ endedAt }) => endedAt !== null);
  const used = `${waiting.usedTokens.toLocaleString('en')} tokens in the last 24 hours`;
  const state = `Learning from sessions with ${model}: ${sessions} ${waiting.sessions === 1 ? 'waits' : 'wait'}, ${used}.`;
  if (last === undefined) return [{ status: 'ok', what: `${state} There was no run yet.` }];
  const when = localMinute(last.startedAt, timeZone);
  if (last.notice === null && last.outcome !== 'failed')
    return [{ status: 'ok', what: `${state} The last run, on ${when}, read ${counted(last.done, 'session')}.` }];
  const why = last.notice ?? 'Its process ended before it was done; the next run continues.';
  return [{ status: 'warning', what: `${state} The last run, on ${when}, ended early.`, details: [why] }];
}
