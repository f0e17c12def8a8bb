/** The settings that tests read from environment variables, and why one is refused. */
import assert from 'node:assert/strict';
import type { HostFacts } from '../../src/environment.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';

export function aHost(homeFolder: string, { join, isAbsolute }: Pick<HostFacts, 'join' | 'isAbsolute'>): HostFacts {
  return { homeFolder, osUser: 'ada', hostName: 'ada-laptop', join, isAbsolute };
}

/** The error of a refusal, which must have a remedy. */
export function errorOf(work: () => unknown): BigMindError {
  try {
    work();
  } catch (thrown) {
    assert.ok(thrown instanceof BigMindError);
    assert.equal(thrown.code, 'invalid_input');
    assert.ok(thrown.remedy);
    return thrown;
  }
  throw new Error('No error was thrown.');
}
