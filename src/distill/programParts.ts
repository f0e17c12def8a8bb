/** What every adapter that runs a program needs from others. */
import type { Redact } from '../memory/shared/ports.ts';

export interface ProgramParts {
  /** The environment of this process. */
  env: NodeJS.ProcessEnv;
  /** Removes secrets from what a program says. */
  redact: Redact;
  /** For one request. */
  timeoutMs?: number | undefined;
}

export const defaultTimeoutMs = 180_000;

/** Less than the smallest context of the models that coding agents use. */
export const programInputTokens = 100_000;
