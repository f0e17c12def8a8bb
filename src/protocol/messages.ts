/**
 * Every message between a host (VS Code, the local web server, a chat that shows MCP Apps) and the web UI. The page
 * sends numbered queries and commands, and the host replies by number. On its own initiative the host only reports
 * changes and opens routes. Each side reads messages through `read…`, which returns undefined for an invalid message;
 * the message is logged and ignored.
 */
import { memoryFileNames } from '../memory/shared/vocabulary.ts';
import { isCommandResult, isPageCommand, type CommandResult } from './commands.ts';
import { isFailureCard } from './failure.ts';
import { isViewAction } from './overview.ts';
import { answerChecks, isPageQuery, type AnswerTo, type QueryType } from './queries.ts';
import { isRoute } from './route.ts';
import { isText, isWhole, oneOf, orNull, shape, variants, type Checked } from './shared/check.ts';

/**
 * Maximum length of a message from the page, in characters of JSON; more than the longest text that can be remembered.
 */
export const maxPageMessageLength = 400_000;

const isPageMessage = variants({
  /** The page can receive messages. Sent at each load, so that a reloaded page gets its route. */
  ready: shape({}),
  ask: shape({ id: isWhole, question: isPageQuery }),
  act: shape({ id: isWhole, act: isPageCommand }),
  /** The page no longer waits for this answer. */
  cancel: shape({ id: isWhole }),
  /** A button that only the host can handle. */
  run: shape({ action: isViewAction }),
  /** Opens the page in an editor of the host at a route, if this one is beside it. */
  openRoute: shape({ route: isRoute }),
  /** Shows a text in an editor of the host, if it has one. */
  openText: shape({ title: isText, markdown: isText }),
  /** Opens the file that a source reference names, if the host has an editor. */
  openSource: shape({ sourceRef: isText }),
  /** Opens a memory file, if the host has an editor; of a listed project, or without one that of all projects. */
  openFile: shape({ project: orNull(isText), file: oneOf(memoryFileNames), line: isWhole }),
});
export type PageMessage = Checked<typeof isPageMessage>;

const isHostMessage = variants({
  /** `answer` is checked again against the query's type; see `readAnswer`. */
  answer: shape({ id: isWhole, answer: (value): value is unknown => value !== undefined }),
  failure: shape({ id: isWhole, failure: isFailureCard }),
  /** Data changed, here or elsewhere, so the page may be out of date. */
  changed: shape({}),
  show: shape({ route: isRoute }),
});
export type HostMessage = Checked<typeof isHostMessage>;

export function readHostMessage(value: unknown): HostMessage | undefined {
  return isHostMessage(value) ? value : undefined;
}

/** Undefined also for a message that exceeds `maxPageMessageLength`. */
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

/** Length as JSON; infinite if the value cannot be serialized. */
function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY; // circular; the page never sends this
  }
}
