/**
 * The port to a language model that the user already has: one of VS Code, a coding agent, a server, a command. It is
 * optional and slow, it costs the user something, and its answer may be anything; callers continue without it.
 */

/** A language model that the user already has. */
export interface LanguageModel {
  /** As a person knows it, such as `claude` or `gpt-5-mini (GitHub Copilot)`. */
  readonly name: string;
  /** Maximum number of tokens in a request. */
  readonly inputTokens: number;
  /**
   * The answer, of bounded length and in bounded time. Rejects with `provider_down` (try later) or `provider_refused`
   * (would fail again: signed out, missing, too old, not allowed), and with the signal's reason when it is aborted.
   * `details.timedOut` says that there was no answer in time, and `details.reason` `input` that the request is too long:
   * other requests may pass.
   */
  ask(request: string, signal?: AbortSignal): Promise<string>;
}
