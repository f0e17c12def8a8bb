/**
 * Offers the MCP server to the chat. VS Code starts it when a message is sent; the definition's version is the
 * extension's, so that an update brings the new tools. The keys of model servers and this window's id are added at the
 * start only, because VS Code stores and shows definitions.
 */
import * as vscode from 'vscode';
import { settingsPassedAsVariables, settingsTable } from '../../settingsTable.ts';
import type { Host } from './host.ts';
import { isMcpEnabled, onDidChangeSettings } from '../platform/settings.ts';

export const mcpProviderId = 'bigmind.mcp';
export const mcpServerLabel = 'BigMind';

const noSubscription = new vscode.Disposable(() => undefined);

export class McpProvider
  implements vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition>, vscode.Disposable
{
  readonly #host: Host;
  readonly #ownVariables: () => Record<string, string>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #keyChanges = 0;

  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  /** `ownVariables`: further variables for a server of this window. */
  constructor(host: Host, ownVariables: () => Record<string, string> = () => ({})) {
    this.#host = host;
    this.#ownVariables = ownVariables;
    const fire = (): void => this.#changed.fire();
    const keysChanged = (): void => {
      this.#keyChanges += 1;
      fire();
    };
    this.#subscriptions = [
      host.keys?.onDidChange(keysChanged) ?? noSubscription,
      onDidChangeSettings([settingsTable.mcpEnabled, ...settingsPassedAsVariables], fire),
      vscode.workspace.onDidChangeWorkspaceFolders(fire),
      vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, this),
    ];
  }

  /** Empty if the user turned the server off, or where no process can be started. */
  provideMcpServerDefinitions(): vscode.McpStdioServerDefinition[] {
    const launch = this.#host.mcpLaunch();
    if (launch === undefined || !isMcpEnabled()) return [];
    // An agent that runs outside the extension host gets only these variables.
    const env = { ELECTRON_RUN_AS_NODE: '1', ...launch.env, ...this.#keysMark() };
    const server = new vscode.McpStdioServerDefinition(
      mcpServerLabel,
      launch.command,
      launch.args,
      env,
      this.#host.version,
    );
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    if (folder !== undefined) server.cwd = folder.uri;
    return [server];
  }

  async resolveMcpServerDefinition(server: vscode.McpStdioServerDefinition): Promise<vscode.McpStdioServerDefinition> {
    return withVariables(server, { ...this.#ownVariables(), ...(await this.#host.mcpKeys()) });
  }

  /** VS Code stops a running server, and restarts it with the next message, only if its definition changed. */
  #keysMark(): Record<string, string> {
    return this.#keyChanges === 0 ? {} : { BIGMIND_KEYS_CHANGED: String(this.#keyChanges) };
  }

  dispose(): void {
    vscode.Disposable.from(this.#changed, ...this.#subscriptions).dispose();
  }
}

/** A new definition with these variables added; the given one is not changed. */
export function withVariables(
  server: vscode.McpStdioServerDefinition,
  variables: Record<string, string>,
): vscode.McpStdioServerDefinition {
  const { label, command, args, env, version, cwd } = server;
  const resolved = new vscode.McpStdioServerDefinition(label, command, args, { ...env, ...variables }, version);
  if (cwd !== undefined) resolved.cwd = cwd;
  return resolved;
}
