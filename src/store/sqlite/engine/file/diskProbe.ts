/**
 * Probes whether the disk of a store responds. A request to a network share without its server waits forever, and
 * SQLite's requests block the whole process, so the file is first probed without blocking. Links are followed, because
 * a link can lead from a responsive disk to an unresponsive one.
 */
import { stat } from 'node:fs/promises';
import { BigMindError } from '../../../../memory/shared/errors.ts';
import type { EngineLayer } from '../../../sql/connection/stack.ts';

/**
 * Resolves when the disk responds, whatever the result. Rejects with `store_unavailable` if it does not respond in
 * time.
 */
type PlaceProbe = () => Promise<void>;

export interface ProbeOptions {
  /** Queries the file; settles when the disk responds. */
  look?: (file: string) => Promise<unknown>;
  /** Timeout in milliseconds; default 10,000, enough for a sleeping disk to wake up. */
  timeoutMs?: number;
}

interface Question {
  /** Milliseconds on the monotonic clock of the process. */
  since: number;
  answered: Promise<void>;
}

/** Pending probes by file. They occupy threads of the process, hence module state. */
const questions = new Map<string, Question>();

/**
 * At most one pending probe per file in this process, because each unanswered one blocks one of Node's four pool
 * threads. A later caller waits only for what is left of its own timeout, measured from the start of the pending probe.
 */
export function createPlaceProbe(file: string, { look = stat, timeoutMs = 10_000 }: ProbeOptions = {}): PlaceProbe {
  const ask = (): Question => {
    const forget = (): void => {
      questions.delete(file);
    };
    const question = { since: performance.now(), answered: look(file).then(forget, forget) };
    questions.set(file, question);
    return question;
  };
  return async () => {
    const { since, answered } = questions.get(file) ?? ask();
    const left = since + timeoutMs - performance.now();
    if (left <= 0) throw silentError(file);
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<'silent'>((resolve) => {
      timer = setTimeout(resolve, left, 'silent');
    });
    const heard = await Promise.race([answered, silence]);
    clearTimeout(timer);
    if (heard === 'silent') throw silentError(file);
  };
}

/**
 * Probes the disk before the engine is opened, and on a share before each call, because a share can disappear at any
 * time. For a local disk that would be wasted time. A statement that is already running still blocks on the disk.
 */
export function withDiskProbe(answers: PlaceProbe, isOnShare: () => Promise<boolean>): EngineLayer {
  return (open) => async () => {
    await answers();
    const engine = await open();
    if (!(await isOnShare())) return engine;
    const asked = async <T>(work: () => Promise<T>): Promise<T> => {
      await answers();
      return work();
    };
    return {
      ...engine,
      read: (work) => asked(() => engine.read(work)),
      write: (work) => asked(() => engine.write(work)),
      changeToken: () => asked(() => engine.changeToken()),
      describe: () => asked(() => engine.describe()),
    };
  };
}

function silentError(location: string): BigMindError {
  return new BigMindError('store_unavailable', `The disk of the database at ${location} does not answer.`, {
    remedy:
      'Nothing was changed. Check the network and the share; BigMind tries again with the next call. A local disk is better (BIGMIND_HOME or BIGMIND_DB_PATH).',
    details: { location },
  });
}
