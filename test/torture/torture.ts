/** What every torture is given, and what it answers with. */
import type { EngineName } from '../store/support.ts';
import type { Evidence } from './evidence.ts';

export interface TortureOptions {
  engine: EngineName;
  /** 100 in the full torture; fewer make a shorter one. */
  rounds: number;
  /** From 0 up to 1, the same row of numbers for the same seed. */
  chance: () => number;
  /** A place for a store in a fresh folder of its own. */
  aFile: () => string;
}

export type Torture = (options: TortureOptions) => Promise<Evidence>;
