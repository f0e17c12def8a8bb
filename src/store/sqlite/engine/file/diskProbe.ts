/**
 * Whether the disk of a store answers. A request to a network share without its server waits forever, and SQLite's
 * requests block the whole process. So the file is probed first, in a way that does not block. Links are followed,
 * because a link can lead from a disk that answers to one that does not.
 */
import { stat } from 'node:fs/promises';
import { BigMindError } from '../../../../memory/shared/errors.ts';
import type { EngineLayer } from '../stack.ts';

/** Resolves once the disk answered, whatever it said. Rejects with `store_unavailable` where it stays silent. */
export type PlaceProbe = () => Promise<void>;

export interface ProbeOptions {
  /** Asks for the file; settles when the disk answers. */
  look?: (file: string) => Promise<unknown>;
  /** Milliseconds that an answer may take; 10,000 unless given, in which a sleeping disk wakes up. */
  patienceMs?: number;
}

interface Question {
  /** Milliseconds of the process's own clock. */
  since: number;
  answered: Promise<void>;
}

/** By the file. The threads are the process's, so what they are asked is the process's by nature. */
const questions = new Map<string, Question>();

/**
 * One question at a time for each file, whoever in this process asks it: each that is not answered holds a thread, and Node has four
 * of them. Who comes later waits for the rest of their own patience only.
 */
export function createPlaceProbe(file: string, { look = stat, patienceMs = 10_000 }: ProbeOptions = {}): PlaceProbe {
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
    const left = since + patienceMs - performance.now();
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
 * Asks the disk before the engine is opened, and before each call where the store lies on a share: what lies there may be
 * gone at any moment, and to ask a local disk each time would only cost. Statements that run already wait for the disk all the same.
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
