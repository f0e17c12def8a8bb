/**
 * The keys of model servers in VS Code's secret storage: encrypted by the operating system, outside every settings file
 * and the memory. They leave it only as environment variables of a starting server.
 */
import * as vscode from 'vscode';
import { keyVariables, providersFromEnvironment } from '../../environment.ts';
import { bearerKey } from '../../search/embedding/servers/providerSettings.ts';
import { settingsTable } from '../../settingsTable.ts';

/** The servers that may need a key, by the names of their settings. */
export const keyedServers = ['embeddings', 'rerank'] as const;
export type KeyedServer = (typeof keyedServers)[number];

const variableOf: Readonly<Record<KeyedServer, string>> = {
  embeddings: settingsTable.embeddingsKey.variable,
  rerank: settingsTable.rerankKey.variable,
};

export class ProviderKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;

  /** Fires for changes in this or another window. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (keyedServers.some((server) => secretOf(server) === key)) this.#changed.fire();
    });
  }

  /**
   * Variables for a server with this environment: the keys of the model servers that are enabled in it. Stored keys
   * override those of the environment. Rejects a key that would be sent unencrypted.
   */
  async forServer(env: Readonly<Record<string, string | undefined>>): Promise<Record<string, string>> {
    const { embeddings, rerank } = providersFromEnvironment(env);
    // Some systems have no secret storage, which must not affect users who need no keys.
    if (embeddings === undefined && rerank === undefined) return {};
    return keyVariables(providersFromEnvironment({ ...env, ...(await this.#kept()) }));
  }

  /** Replaces the stored key; an empty one removes it. Rejects an invalid key. */
  async keep(server: KeyedServer, given: string): Promise<'kept' | 'removed' | 'nothing'> {
    if (given.trim() !== '') {
      await this.#secrets.store(secretOf(server), bearerKey(vscode.l10n.t('The entered text'), given));
      return 'kept';
    }
    if ((await this.#secrets.get(secretOf(server))) === undefined) return 'nothing';
    await this.#secrets.delete(secretOf(server));
    return 'removed';
  }

  dispose(): void {
    vscode.Disposable.from(this.#changed, this.#subscription).dispose();
  }

  async #kept(): Promise<Record<string, string>> {
    const kept = await Promise.all(
      keyedServers.map(async (server) => [variableOf[server], await this.#secrets.get(secretOf(server))] as const),
    );
    return Object.fromEntries(kept.flatMap(([name, key]) => (key === undefined ? [] : [[name, key]])));
  }
}

function secretOf(server: KeyedServer): string {
  return `bigmind.${server}.key`;
}
