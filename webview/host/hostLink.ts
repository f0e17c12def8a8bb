/**
 * The page's line to the host that shows it. Each entry of the UI brings the line of its host; everything else of the
 * page is the same everywhere. What arrives is checked by who receives it, whoever sent it.
 */
import type { HostMessage, PageMessage } from '../../src/protocol/messages.ts';
import type { ViewAction } from '../../src/protocol/overview.ts';

export interface HostLink {
  readonly abilities: HostAbilities;
  send(message: PageMessage): void;
  /** Takes one listener, before the first message is sent. */
  onMessage(listener: (message: HostMessage) => void): void;
  /** What was kept last, by a page that is gone; undefined when nothing was, and of any shape. */
  restore(): unknown;
  /** Keeps what a page made anew should come back with: plain JSON. */
  keep(state: unknown): void;
}

/** What a host does beyond the actions that it names in its overview. */
export interface HostAbilities {
  readonly host: 'vscode' | 'browser' | 'chat';
  /** Whether `openText` shows anything. */
  readonly opensTexts: boolean;
  /** Offered while no overview has come yet that would name the actions. */
  readonly whileWaiting: readonly ViewAction[];
}

/** Milliseconds: as usual, but for the act that deletes and overwrites each row of years of work, while others write between. */
export function patienceFor(message: PageMessage, usual: number): number {
  return message.type === 'act' && message.act.type === 'eraseScope' ? 3_600_000 : usual;
}
