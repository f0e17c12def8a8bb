/** What the first place of the page adds to the queries of the other places. */
import { isCount, isFlag, isText, isWhole, listOf, orNull, shape, type Checked } from '../shared/check.ts';
import { isCommandCard } from '../recall/memories.ts';

export const isHomeCard = shape({
  /** What the last session of the current project left for the next one. */
  handOff: orNull(
    shape({
      /** The number of its fact. */
      id: isWhole,
      nextSteps: listOf(isText),
      blockers: listOf(isText),
      sessionId: orNull(isText),
      /** ISO 8601 in UTC. */
      at: isText,
    }),
  ),
  /** What imported sessions left, each the newest of its project. */
  openSteps: listOf(
    shape({
      nextSteps: listOf(isText),
      blockers: listOf(isText),
      project: orNull(isText),
      sessionId: isText,
      at: isText,
    }),
  ),
  /** The files that most sessions touched. */
  files: listOf(shape({ path: isText, sessions: isCount })),
  /** The command of each usual task that succeeded most often, at most one for a task. */
  commands: listOf(isCommandCard),
  /** Sentences of recorded sessions that a rule chose, while nothing was learned; the last active session first. */
  highlights: listOf(
    shape({
      text: isText,
      /** The request that it answers, or the headline of its session. */
      subject: isText,
      sessionId: isText,
      seq: isWhole,
    }),
  ),
  /** Conversations of other programs on this computer, while none of them was imported; null for none. */
  past: orNull(shape({ conversations: isCount, programs: listOf(isText) })),
  /** Whether the folder of this window is a Git repository whose history was not learned. */
  canLearnHistory: isFlag,
});
export type HomeCard = Checked<typeof isHomeCard>;
