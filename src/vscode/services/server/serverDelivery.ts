/** Delivers what hooks recorded for the server in the settings, while this window is open. */
import * as vscode from 'vscode';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Ports } from '../../../memory/shared/ports.ts';
import { ChatDelivery, type After } from '../../../remote/chatDelivery.ts';
import { OutboxFolder } from '../../../remote/outboxFolder.ts';
import { serverFolder } from '../../../remote/serverFolder.ts';
import { noteServerUse, serverUsedSince } from '../../../remote/serverUse.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Log } from '../../platform/log.ts';
import type { ServerConnection } from './serverConnection.ts';

/** Parts of recorded chats. */
export interface DeliveryCounts {
  waiting: number;
  /** Refused by the server, and kept aside. */
  refused: number;
}

export interface ServerDeliveryParts {
  connection: ServerConnection;
  /** BigMind's folder; may throw while a setting is invalid. */
  home: () => string;
  ports: Pick<Ports, 'clock' | 'newId'>;
  after: After;
  log: Pick<Log, 'warn'>;
}

const none: DeliveryCounts = { waiting: 0, refused: 0 };

export class ServerDelivery implements vscode.Disposable {
  readonly #parts: ServerDeliveryParts;
  readonly #changed = new vscode.EventEmitter<DeliveryCounts>();
  readonly #subscription: vscode.Disposable;
  #counts = none;
  #current: { address: string; delivery: ChatDelivery } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: ServerDeliveryParts) {
    this.#parts = parts;
    this.#subscription = parts.connection.onDidChange(() => void this.deliver());
  }

  get counts(): DeliveryCounts {
    return this.#counts;
  }

  /** Delivers now. Resolves when nothing waits, or at the first failure. Never rejects. */
  async deliver(): Promise<void> {
    const { state } = this.#parts.connection;
    const address = state.type === 'off' ? undefined : state.address;
    await this.#noteUse(address);
    if (this.#current?.address !== address) this.#use(address);
    // While the server is away, its pauses apply.
    if (state.type === 'connected') await this.#current?.delivery.wake();
  }

  /** Also without a server, because a use that has ended must not continue later. */
  async #noteUse(address: string | undefined): Promise<void> {
    const { home, ports, log } = this.#parts;
    try {
      await noteServerUse(home(), address, ports.clock.now());
    } catch (thrown) {
      log.warn(`The use of a server could not be noted: ${describeThrown(thrown)}`);
    }
  }

  /** Deletes what waits for a server. */
  async clear(address: string): Promise<void> {
    await this.#outboxOf(address).clear();
    this.#note(none);
  }

  dispose(): void {
    this.#current?.delivery.close();
    vscode.Disposable.from(this.#changed, this.#subscription).dispose();
  }

  #use(address: string | undefined): void {
    this.#current?.delivery.close();
    this.#note(none);
    this.#current = address === undefined ? undefined : { address, delivery: this.#deliveryTo(address) };
    void this.#current?.delivery.wake();
  }

  #deliveryTo(address: string): ChatDelivery {
    const { connection, after, log } = this.#parts;
    return new ChatDelivery({
      outbox: this.#outboxOf(address),
      deliver: (part) => connection.request((client) => client.deliver(part), { for: address }),
      after,
      changed: (waiting, refused) => this.#note({ waiting, refused }),
      failed: (thrown) => log.warn(`Recorded chats were not delivered: ${describeThrown(bigMindErrorFrom(thrown))}`),
    });
  }

  #outboxOf(address: string): OutboxFolder {
    const { home, ports } = this.#parts;
    const { folder, outbox } = serverFolder(home(), address);
    return new OutboxFolder(outbox, { ...ports, since: () => serverUsedSince(folder, ports.clock.now()) });
  }

  #note(counts: DeliveryCounts): void {
    const isNew = counts.waiting !== this.#counts.waiting || counts.refused !== this.#counts.refused;
    this.#counts = counts;
    if (isNew) this.#changed.fire(counts);
  }
}
