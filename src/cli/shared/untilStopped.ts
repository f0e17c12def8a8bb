/** Lets a signal stop a long run at its next safe point. A second one ends the process at once, which loses nothing either. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What a run asks while it works. */
interface Stopping {
  isStopped: () => boolean;
  /** From now on, the first signal ends the process: the rest is one step that may be interrupted. */
  endAtOnce: () => void;
}

export async function untilStopped<T>(
  note: (text: string) => void,
  run: (stopping: Stopping) => Promise<T>,
): Promise<T> {
  let isStopped = false;
  const endAtOnce = (): void => {
    for (const signal of signals) process.off(signal, stop);
  };
  const stop = (): void => {
    isStopped = true;
    endAtOnce();
    note('Stopping after this step …');
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await run({ isStopped: () => isStopped, endAtOnce });
  } finally {
    endAtOnce();
  }
}
