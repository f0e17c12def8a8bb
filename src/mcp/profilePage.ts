/**
 * The profile page as the tools know it: something with an address. What serves it lives in `http/`, which this room may
 * not import, so that the tools stay free of Node.
 */
export interface ProfilePage {
  /** Serves the page on first need; the full address, with the token that opens it. Rejects with a `BigMindError`. */
  address(): Promise<string>;
  /** The same, and shows it in the person's browser. */
  open(): Promise<string>;
  close(): Promise<void>;
}
