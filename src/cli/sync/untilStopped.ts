/** Lets a signal stop a run at its next safe point. A second one ends the process at once, which loses nothing either. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function untilStopped<T>(
  note: (text: string) => void,
  run: (isStopped: () => boolean) => Promise<T>,
): Promise<T> {
  let isStopped = false;
  const forget = (): void => {
    for (const signal of signals) process.off(signal, stop);
  };
  const stop = (): void => {
    isStopped = true;
    forget();
    note('Stopping after this step …');
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await run(() => isStopped);
  } finally {
    forget();
  }
}
