/** Time limits for reads that may not end. Runs in every host, including browsers. */
import type { TimeLimit } from '../memory/shared/ports.ts';

export function startTimeLimit(milliseconds: number): TimeLimit {
  const endsAt = performance.now() + milliseconds;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    end = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { isOver: () => performance.now() >= endsAt, over, end };
}
