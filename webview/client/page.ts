/**
 * What the shell provides to every view: the host, the overview, navigation, and messages to the user. A view stores
 * the state that it restores later under its own name.
 */
import type { CommandResult, PageCommand } from '../../src/protocol/commands.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import type { PageMessage } from '../../src/protocol/messages.ts';
import type { OverviewCard, ViewAction } from '../../src/protocol/overview.ts';
import type { Route } from '../../src/protocol/route.ts';
import type { HostAbilities } from '../host/hostLink.ts';
import type { Client } from './client.ts';

export interface Page {
  readonly client: Client;
  readonly overview: OverviewCard;
  readonly abilities: HostAbilities;
  readonly route: Route;
  /** Where the user was when the item of the route was opened from another place; null otherwise. */
  readonly from: Route | null;
  /** Wide enough for a list and the opened item side by side. */
  readonly isWide: boolean;
  go(route: Route): void;
  /** Whether the host offers the action now. */
  can(action: ViewAction): boolean;
  run(action: ViewAction): void;
  openText(message: Omit<Extract<PageMessage, { type: 'openText' }>, 'type'>): void;
  /** Opens the file that a source reference names; only where `abilities.opensSources`. */
  openSource(sourceRef: string): void;
  /** Opens a memory file; only where `abilities.opensSources`. */
  openFile(message: Omit<Extract<PageMessage, { type: 'openFile' }>, 'type'>): void;
  /**
   * Runs the command, then shows `done`, with an undo button if it can be undone. If it is refused, shows the reason
   * and resolves with undefined. Either way all queries run again, so that a view may show the effect in advance.
   */
  execute(command: PageCommand, done: string): Promise<CommandResult | undefined>;
  /**
   * Shows a message. `undo` contains the changes that one undo reverts together, in the order in which they were made.
   */
  notify(message: string, undo?: readonly string[]): void;
  notifyFailure(failure: FailureCard): void;
  /** The state stored under this name; the view validates it. */
  kept(name: string): unknown;
  keep(name: string, state: unknown): void;
}
