/** Node's timers, for the composition roots. They do not keep an otherwise idle process alive. */
import type { After } from './search/embedding/embedder.ts';

export const afterSystemTime: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};
