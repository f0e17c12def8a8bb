/** The input and result of every torture. */
import type { FileEngineName } from '../store/support.ts';
import type { Evidence } from './evidence.ts';

export interface TortureOptions {
  engine: FileEngineName;
  /** 100 in the full torture; fewer make a shorter one. */
  rounds: number;
  /** From 0 up to 1, the same sequence of numbers for the same seed. */
  chance: () => number;
  /** A path for a store in a fresh, separate folder. */
  aFile: () => string;
}

export type Torture = (options: TortureOptions) => Promise<Evidence>;
