/** The timers of a machine that runs Node, for the composition roots. They keep no process alive that has nothing else to do. */
import type { After } from './search/embedding/embedder.ts';

export const afterSystemTime: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};
