/**
 * Every message between a host (VS Code, the local web server, a chat that shows MCP Apps) and the web UI. The page
 * sends queries and commands, each with a number. The host answers by that number, and reports on its own only that
 * something changed and where to go. Each side reads messages through `read…`, which returns undefined for anything
 * that does not fit; a refused message is logged and has no effect.
 */
import { isCommandResult, isPageCommand, type CommandResult } from './commands.ts';
import { isFailureCard } from './failure.ts';
import { isViewAction } from './overview.ts';
import { answerChecks, isPageQuery, type AnswerTo, type QueryType } from './queries.ts';
import { isRoute } from './route.ts';
import { isText, isWhole, shape, variants, type Checked } from './shared/check.ts';

/** Characters of one message from the page, as JSON; more than the longest text that can be remembered. */
export const maxPageMessageLength = 400_000;

const isPageMessage = variants({
  /** The page can receive. Sent at each load, so that a page made anew is told where to go. */
  ready: shape({}),
  ask: shape({ id: isWhole, question: isPageQuery }),
  act: shape({ id: isWhole, act: isPageCommand }),
  /** Nobody waits for this answer any more. */
  cancel: shape({ id: isWhole }),
  /** A button that only the host can obey. */
  run: shape({ action: isViewAction }),
  /** Shows a text in an editor of the host, where it has one. */
  openText: shape({ title: isText, markdown: isText }),
});
export type PageMessage = Checked<typeof isPageMessage>;

const isHostMessage = variants({
  /** `answer` is read once more, as what was asked for; see `readAnswer`. */
  answer: shape({ id: isWhole, answer: (value): value is unknown => value !== undefined }),
  failure: shape({ id: isWhole, failure: isFailureCard }),
  /** Something was changed, here or elsewhere: what is shown may be old. */
  changed: shape({}),
  show: shape({ route: isRoute }),
});
export type HostMessage = Checked<typeof isHostMessage>;

export function readHostMessage(value: unknown): HostMessage | undefined {
  return isHostMessage(value) ? value : undefined;
}

/** Undefined also for a message that is longer than any that the page sends. */
export function readPageMessage(value: unknown): PageMessage | undefined {
  return isPageMessage(value) && lengthOf(value) <= maxPageMessageLength ? value : undefined;
}

export function readAnswer<Type extends QueryType>(type: Type, value: unknown): AnswerTo<Type> | undefined {
  const check: (answer: unknown) => boolean = answerChecks[type];
  return check(value) ? (value as AnswerTo<Type>) : undefined;
}

export function readCommandResult(value: unknown): CommandResult | undefined {
  return isCommandResult(value) ? value : undefined;
}

/** As JSON; what cannot be written as JSON is longer than anything. */
function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY; // It refers to itself, which nothing does that the page sends.
  }
}
