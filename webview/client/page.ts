/**
 * What the shell gives to every view: the host, what is known of the memory as a whole, the way to other views, and a
 * word to the person. A view keeps what it wants to come back with under its own name.
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
  /** Wide enough for a list and what is opened in it side by side. */
  readonly isWide: boolean;
  go(route: Route): void;
  /** Whether the host can do it now. */
  can(action: ViewAction): boolean;
  run(action: ViewAction): void;
  openText(message: Omit<Extract<PageMessage, { type: 'openText' }>, 'type'>): void;
  /**
   * Acts, then says `done` with a button that takes it back where it can be. When it is refused, the person is told why,
   * and undefined comes back. Either way all that is shown is asked for again, so that a view may show an act before it
   * is done.
   */
  act(act: PageCommand, done: string): Promise<CommandResult | undefined>;
  /** Says what was done. `undo` are the changes that one undo puts back together, in the order in which they were made. */
  tell(message: string, undo?: readonly string[]): void;
  tellFailure(failure: FailureCard): void;
  /** What was kept under this name; the view checks what it is. */
  kept(name: string): unknown;
  keep(name: string, state: unknown): void;
}
