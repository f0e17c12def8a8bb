/**
 * The page's link to its host. Each entry of the UI creates the link of its host; the rest of the page is the same
 * everywhere. The receiver checks every message, whoever sent it.
 */
import type { HostMessage, PageMessage } from '../../src/protocol/messages.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import type { ViewAction } from '../../src/protocol/overview.ts';
import { t } from '../l10n/t.ts';

export interface HostLink {
  readonly abilities: HostAbilities;
  send(message: PageMessage): void;
  /** Accepts one listener, before the first message is sent. */
  onMessage(listener: (message: HostMessage) => void): void;
  /** The state that an earlier page kept last, of any shape; undefined if there is none. */
  restore(): unknown;
  /** Keeps the state that a new page restores: plain JSON. */
  keep(state: unknown): void;
}

/** What a host supports in addition to the actions in its overview. */
export interface HostAbilities {
  readonly host: 'vscode' | 'browser' | 'chat';
  /** Whether `openText` shows anything. */
  readonly opensTexts: boolean;
  /** Whether `openSource` opens files of the user's projects. */
  readonly opensSources: boolean;
  /** The actions offered before the first overview arrives. */
  readonly whileWaiting: readonly ViewAction[];
}

/**
 * In milliseconds: `defaultMs`, but an hour for `eraseScope`, which may rewrite years of data while other programs write
 * in between.
 */
export function timeoutFor(message: PageMessage, defaultMs: number): number {
  return message.type === 'act' && message.act.type === 'eraseScope' ? 3_600_000 : defaultMs;
}

/** The host exists, but did not reply in time; it may still run the request. */
export const hostSlow = (): FailureCard => ({
  code: 'host_slow',
  message: t('BigMind did not respond.'),
  remedy: t('Another program may be writing to the memory. Try again.'),
  actions: [],
});
