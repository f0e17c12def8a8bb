/**
 * The keys of model servers, in VS Code's secret storage: encrypted by the operating system, outside every settings file
 * and outside the memory. They leave it as variables of a server that starts, and nowhere else.
 */
import * as vscode from 'vscode';
import { keyVariables, providersFromEnvironment } from '../../environment.ts';
import { bearerKey } from '../../search/embedding/servers/providerSettings.ts';
import { settingsTable } from '../../settingsTable.ts';

/** The servers that may want a key, by the names of their settings. */
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

  /** In this window or in another one. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (keyedServers.some((server) => secretOf(server) === key)) this.#changed.fire();
    });
  }

  /**
   * As variables for a server with this environment: the keys of the model servers that are switched on in it. What is kept
   * here goes before what the environment has. Rejects a key that must not be used so, because it would travel unencrypted.
   */
  async forServer(env: Readonly<Record<string, string | undefined>>): Promise<Record<string, string>> {
    const { embeddings, rerank } = providersFromEnvironment(env);
    // A system without a place for secrets must not trouble those who need none.
    if (embeddings === undefined && rerank === undefined) return {};
    return keyVariables(providersFromEnvironment({ ...env, ...(await this.#kept()) }));
  }

  /** Keeps the key in place of the one before; an empty one removes it. Rejects what cannot be a key. */
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
