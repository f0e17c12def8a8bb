/**
 * The connection to a team's server: its address is a setting, its token is in VS Code's secret storage, and its state
 * follows from the last request. While a server does not answer, it is asked again, so that everything continues by
 * itself.
 */
import * as vscode from 'vscode';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Clock } from '../../../memory/shared/ports.ts';
import { hostOf } from '../../../remote/serverAddress.ts';
import { ServerClient, type ServerUser } from '../../../remote/serverClient.ts';
import { refusalReasonOf, serverRefused } from '../../../remote/serverErrors.ts';
import { bearerKey } from '../../../search/embedding/servers/providerSettings.ts';

/** `asking` until the server has answered for the first time. */
export type ServerState =
  | { type: 'off' }
  | { type: 'unconnected'; address: string }
  | { type: 'asking'; address: string }
  | { type: 'connected'; address: string; user: string }
  | { type: 'away'; address: string; since: Date }
  | { type: 'refused'; address: string; error: BigMindError };

type StateOfServer = Exclude<ServerState, { type: 'off' }>;

interface ServerConnectionParts {
  secrets: vscode.SecretStorage;
  /** The address in the settings; undefined for none. Throws while it is invalid. */
  address: () => string | undefined;
  /** The project of the window, as others know it. */
  project: () => string | undefined;
  clock: Clock;
}

/** In milliseconds, between two looks at a server: while it is away, and while nothing else asks it. */
const pauses = { away: 10_000, quiet: 60_000 } as const;

export class ServerConnection implements vscode.Disposable {
  readonly #parts: ServerConnectionParts;
  readonly #changed = new vscode.EventEmitter<ServerState>();
  readonly #subscription: vscode.Disposable;
  #state: ServerState = { type: 'off' };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #tokenChanges = 0;

  readonly onDidChange = this.#changed.event;

  constructor(parts: ServerConnectionParts) {
    this.#parts = parts;
    this.#state = stateAt(this.#address());
    this.#subscription = parts.secrets.onDidChange(({ key }) => {
      const address = this.#address();
      if (address === undefined || key !== secretOf(address)) return;
      this.#tokenChanges += 1;
      this.#changed.fire(this.#state);
      void this.refresh();
    });
  }

  get state(): ServerState {
    return this.#state;
  }

  /** How often another token was stored since the window opened, in this or another one. */
  get tokenChanges(): number {
    return this.#tokenChanges;
  }

  /** Whether a server is used instead of the memory on this computer. */
  get isOn(): boolean {
    return this.#state.type !== 'off';
  }

  /** The project of the window, as others know it. */
  get project(): string | undefined {
    return this.#parts.project();
  }

  /** Reads the address again, and asks the server. Never rejects. */
  async refresh(): Promise<void> {
    const address = this.#address();
    if (this.#isOver) return;
    if (address === undefined || !('address' in this.#state) || this.#state.address !== address) {
      this.#set(stateAt(address));
    }
    await this.#look();
  }

  /**
   * Works with the server. Rejects with `server_down` or `server_refused`, also if there is no token, and if what is
   * `for` one address would be sent to another.
   */
  async request<T>(work: (client: ServerClient) => Promise<T>, target?: { for: string }): Promise<T> {
    const { client, address } = await this.#client(target);
    try {
      const done = await work(client);
      if (this.#state.type !== 'connected') this.#heard(await connectedTo(client));
      return done;
    } catch (thrown) {
      this.#failed(address, bigMindErrorFrom(thrown));
      throw thrown;
    }
  }

  /** The same for work whose failure says nothing about the server, such as that of a hook that cannot wait. */
  async ask<T>(work: (client: ServerClient) => Promise<T>, target?: { for: string }): Promise<T> {
    return work((await this.#client(target)).client);
  }

  /** Undefined without one, or where VS Code has no secret storage. */
  async token(address: string): Promise<string | undefined> {
    return this.#parts.secrets.get(secretOf(address)).then(
      (token) => token,
      () => undefined,
    );
  }

  /** Checks a token, and keeps it. Rejects with `server_down` or `server_refused`; then nothing is kept. */
  async connect(address: string, given: string): Promise<ServerUser> {
    const token = bearerKey(vscode.l10n.t('The entered text'), given);
    const user = await new ServerClient({ address, token }).user();
    if (user.isReadOnly) throw serverRefused(address, 'read_only', 'accepts this token for reading only');
    await this.#parts.secrets.store(secretOf(address), token);
    return user;
  }

  /** Removes the token. */
  async disconnect(address: string): Promise<void> {
    await this.#parts.secrets.delete(secretOf(address));
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    vscode.Disposable.from(this.#changed, this.#subscription).dispose();
  }

  async #client(target?: { for: string }): Promise<{ client: ServerClient; address: string }> {
    const address = this.#address();
    if (address === undefined) throw new BigMindError('server_refused', vscode.l10n.t('BigMind uses no server.'));
    if (target !== undefined && target.for !== address)
      throw new BigMindError('server_refused', vscode.l10n.t('BigMind uses another server now.'));
    const token = await this.token(address);
    if (token !== undefined)
      return { client: new ServerClient({ address, token, project: this.#parts.project() }), address };
    this.#heard({ type: 'unconnected', address });
    throw tokenMissing(address);
  }

  #address(): string | undefined {
    try {
      return this.#parts.address();
    } catch {
      // An invalid setting is reported where the memory is used.
      return undefined;
    }
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#state.type !== 'off') {
      // The state tells of a failure.
      await this.request(async (client) => this.#heard(await connectedTo(client))).catch(() => undefined);
    }
    clearTimeout(this.#timer);
    if (this.#isOver || this.#state.type === 'off') return;
    const pause = this.#state.type === 'away' ? pauses.away : pauses.quiet;
    this.#timer = setTimeout(() => void this.#look(), pause);
  }

  #failed(address: string, error: BigMindError): void {
    if (error.code === 'server_down') {
      const since = this.#state.type === 'away' ? this.#state.since : this.#parts.clock.now();
      this.#heard({ type: 'away', address, since });
      this.#lookSoon();
    } else if (error.code === 'server_refused' && refusalReasonOf(error) !== 'request') {
      this.#heard({ type: 'refused', address, error });
    }
  }

  /** The look that is due may be a minute away. */
  #lookSoon(): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#look(), pauses.away);
  }

  /** Ignores what is known late of a server that is no longer used. */
  #heard(state: StateOfServer): void {
    if (state.address === this.#address()) this.#set(state);
  }

  #set(state: ServerState): void {
    const before = this.#state;
    this.#state = state;
    if (!this.#isOver && !isSame(before, state)) this.#changed.fire(state);
  }
}

/** For a request that no token is stored for. */
export function tokenMissing(address: string): BigMindError {
  const remedy = vscode.l10n.t(
    'Run "BigMind: Team Server... > Connect to Server..." and enter the token that you got for VS Code.',
  );
  return new BigMindError('server_refused', vscode.l10n.t('{0} needs a token.', hostOf(address)), {
    remedy,
    details: { reason: 'token' },
  });
}

function stateAt(address: string | undefined): ServerState {
  return address === undefined ? { type: 'off' } : { type: 'asking', address };
}

async function connectedTo(client: ServerClient): Promise<StateOfServer> {
  const { user } = await client.user();
  return { type: 'connected', address: client.address, user };
}

function isSame(one: ServerState, other: ServerState): boolean {
  if (one.type === 'refused' && other.type === 'refused') return one.error.message === other.error.message;
  return JSON.stringify(one) === JSON.stringify(other);
}

function secretOf(address: string): string {
  return `bigmind.server.token:${address}`;
}
