/**
 * Writing syntheses on a team's server: a run for each user of the store, as that user, who sees and gets what a run of
 * their own would. It never makes a user. One who is erased is left out, and a run for one who is erased meanwhile ends
 * without another word in the store.
 */
import { yieldToOthers } from '../../../util/yieldToOthers.ts';
import type { CallingUser, User } from '../../shared/identity.ts';
import type { Consolidation } from './consolidation.ts';
import type { QuietJob } from '../../shared/background/quietTimer.ts';

interface TeamSleepParts {
  consolidation: Pick<Consolidation, 'run' | 'changedFor' | 'users'>;
  /** As `Store.actFor`. */
  actFor: <T>(username: string, work: () => T) => T;
}

/** Knows whose memories changed since it was first asked. */
export class TeamSleep {
  readonly #parts: TeamSleepParts;
  /** The newest document that was looked at. */
  #through: number | undefined;
  /** How often memories of everybody changed, and those of each user. */
  #shared = 0;
  #own = new Map<string, number>();

  constructor(parts: TeamSleepParts) {
    this.#parts = parts;
  }

  /** Those who are users now. */
  async jobs(): Promise<QuietJob[]> {
    await this.#noteChanges();
    const users = await this.#parts.consolidation.users();
    this.#own = new Map(users.map(({ id }) => [id, this.#own.get(id) ?? 0]));
    return users.map((user) => ({
      id: user.id,
      changeToken: () => Promise.resolve(`${String(this.#shared)} ${String(this.#own.get(user.id))}`),
      run: (isOver) => this.#run(user, isOver),
    }));
  }

  async #noteChanges(): Promise<void> {
    const { newest, userIds } = await this.#parts.consolidation.changedFor(this.#through);
    this.#through = newest;
    for (const userId of userIds) {
      if (userId === null) this.#shared += 1;
      else this.#own.set(userId, (this.#own.get(userId) ?? 0) + 1);
    }
  }

  async #run(user: User, isOver: () => boolean): Promise<void> {
    const { actFor, consolidation } = this.#parts;
    const caller: CallingUser = { user };
    const shouldContinue = async (): Promise<boolean> => {
      await yieldToOthers();
      return !isOver();
    };
    try {
      await actFor(user.username, () => consolidation.run(caller, { shouldContinue }));
    } catch (thrown) {
      // The store refuses writes for a user who is gone.
      if (await this.#isUser(user)) throw thrown;
    }
  }

  async #isUser({ id }: User): Promise<boolean> {
    return (await this.#parts.consolidation.users()).some((one) => one.id === id);
  }
}
