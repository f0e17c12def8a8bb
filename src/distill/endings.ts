/**
 * What must happen when this process ends while a program is asked: the program ends, too, and its folder is removed.
 * It runs on an exit and on the signals that people and systems send; a kill leaves no time for anything.
 */

const pending = new Set<() => void>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** `work` is synchronous and never throws. Later work runs first. Returns a function that withdraws it. */
export function atEndOfProcess(work: () => void): () => void {
  if (pending.size === 0) {
    process.on('exit', doAll);
    // Who handles a signal ends this process by other rules, and then by an exit.
    for (const signal of signals) if (process.listenerCount(signal) === 0) process.on(signal, doAllAndDie);
  }
  pending.add(work);
  return () => {
    pending.delete(work);
    if (pending.size > 0) return;
    process.removeListener('exit', doAll);
    for (const signal of signals) process.removeListener(signal, doAllAndDie);
  };
}

function doAll(): void {
  for (const work of [...pending].toReversed()) work();
}

function doAllAndDie(signal: NodeJS.Signals): void {
  doAll();
  for (const name of signals) process.removeListener(name, doAllAndDie);
  process.kill(process.pid, signal);
}
