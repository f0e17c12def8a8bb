/**
 * The web UI as the tools know it. Other folders serve and answer it. This one may not import them, so that the tools
 * stay free of Node and of the page's messages.
 */
export interface ProfilePage {
  /** Serves the page on first need; an address that opens it once, within two minutes. Rejects with a `BigMindError`. */
  newAddress(): Promise<string>;
  /** Shows it in the person's browser. The address is told only where that fails: an assistant has no use for it. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** The same UI inside a chat that shows MCP Apps. */
export interface ChatPage {
  /**
   * The whole page, with everything that it needs, the key of `holdsKey` among it. Rejects with a `BigMindError` where the
   * installation lacks it.
   */
  html(): Promise<string>;
  /**
   * Whether who asks read the page of this very process. The key stands in the page and nowhere else: not in an answer of
   * a tool, nor in an error or a log, where a model would find it.
   */
  holdsKey(key: string | undefined): boolean;
  /** Answers a message of the page with the host's message, by the page's protocol; undefined for what does not fit it. */
  answer(message: unknown): Promise<unknown>;
}
