/**
 * The web UI as the tools use it. Other folders serve and answer it. This one must not import them, so that the tools
 * stay free of Node and of the page's protocol.
 */
export interface ProfilePage {
  /**
   * Serves the page on first use. Resolves with a URL that opens it once, within two minutes. Rejects with a
   * `BigMindError`.
   */
  newAddress(): Promise<string>;
  /** Opens it in the user's browser. The URL is reported only if that fails, because an assistant has no use for it. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** The same UI inside a chat that shows MCP Apps. */
export interface ChatPage {
  /**
   * The complete page with all its resources, including the key that `holdsKey` checks. Rejects with a `BigMindError`
   * if the installation lacks it.
   */
  html(): Promise<string>;
  /**
   * Whether this is the key in the page of this process. The key is only in the page, never in a tool result, an error
   * or a log, where a model would find it.
   */
  holdsKey(key: string | undefined): boolean;
  /** Answers a message of the page with the host's message in the page's protocol; undefined for an invalid one. */
  answer(message: unknown): Promise<unknown>;
}
