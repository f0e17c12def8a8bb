/** Keeps an address for hooks while the window uses a server, and closes it with the window. */
import type * as vscode from 'vscode';
import type { NewId } from '../../../memory/shared/ports.ts';
import { startHookRelay, type HookRelay } from '../../../remote/hookRelay.ts';
import { serverFolder } from '../../../remote/serverFolder.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Log } from '../../platform/log.ts';
import type { ServerConnection } from './serverConnection.ts';

interface HookRelaysParts {
  connection: ServerConnection;
  /** BigMind's folder; may throw while a setting is invalid. */
  home: () => string;
  newId: NewId;
  log: Pick<Log, 'warn'>;
}

export class HookRelays implements vscode.Disposable {
  readonly #parts: HookRelaysParts;
  readonly #subscription: vscode.Disposable;
  #address: string | undefined;
  #relay: Promise<HookRelay | undefined> = Promise.resolve(undefined);

  constructor(parts: HookRelaysParts) {
    this.#parts = parts;
    this.#subscription = parts.connection.onDidChange((state) => {
      // Once a server has answered, hooks may ask it, also after it was away.
      if (state.type === 'connected') this.#use(state.address);
      else if (state.type === 'off' || state.type === 'unconnected') this.#use(undefined);
    });
  }

  dispose(): void {
    this.#use(undefined);
    this.#subscription.dispose();
  }

  #use(address: string | undefined): void {
    if (address === this.#address) return;
    this.#address = address;
    this.#relay = this.#relay.then(async (relay) => {
      await relay?.close();
      return address === undefined ? undefined : this.#start(address);
    });
  }

  async #start(address: string): Promise<HookRelay | undefined> {
    const { connection, home, newId, log } = this.#parts;
    try {
      return await startHookRelay({
        folder: serverFolder(home(), address).folder,
        key: newId(),
        ask: (question) => connection.ask((client) => client.chatTexts(question), { for: address }),
      });
    } catch (thrown) {
      log.warn(`Hooks get nothing from the server: ${describeThrown(thrown)}`);
      return undefined;
    }
  }
}
