/** Failures as they are logged. */
import type { BigMindError, ErrorCode } from '../../memory/shared/errors.ts';
import { oneLine } from '../../util/text.ts';

/** A thrown value with its stack and causes, for the log. */
export function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\nCaused by: ${describeThrown(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}

interface FailureLog {
  info(line: string): void;
  warn(line: string): void;
  error(text: string): void;
}

/** Writes an expected failure as one line, and a defect or a damaged database with everything known. */
export function logFailure(log: FailureLog, error: BigMindError): void {
  const level = levelOf(error.code);
  if (level === 'error') log.error(describeThrown(error));
  else log[level](oneLine(`${error.code}: ${messagesOf(error).join(' Caused by: ')}`));
}

/** `info` for what the user can change by another input, `warn` for what the computer or another program refuses. */
function levelOf(code: ErrorCode): 'info' | 'warn' | 'error' {
  switch (code) {
    case 'invalid_input':
    case 'not_found':
    case 'not_allowed':
    case 'conflict':
    case 'bad_import':
      return 'info';
    case 'store_unavailable':
    case 'store_full':
    case 'store_locked':
    case 'store_newer':
    case 'engine_unavailable':
    case 'provider_down':
    case 'provider_refused':
    case 'server_down':
    case 'server_refused':
      return 'warn';
    case 'store_corrupt':
    case 'store_missing':
    case 'store_foreign':
    case 'store_replaced':
    case 'internal':
      return 'error';
  }
}

function messagesOf(thrown: unknown): string[] {
  if (!(thrown instanceof Error)) return [String(thrown)];
  return thrown.cause === undefined ? [thrown.message] : [thrown.message, ...messagesOf(thrown.cause)];
}
