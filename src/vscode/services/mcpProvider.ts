/**
 * Offers the MCP server to the chat. VS Code starts it when a message is sent; the definition's version is the
 * extension's, so that an update brings the new tools. The keys of model servers and the name of this window are added when
 * it starts and stand in no definition, which VS Code keeps and shows.
 */
import * as vscode from 'vscode';
import { handedOnSettings, settingsTable } from '../../settingsTable.ts';
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

  /** `ownVariables`: what a server of this window is started with beside what everybody gives it. */
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
      onDidChangeSettings([settingsTable.mcpEnabled, ...handedOnSettings], fire),
      vscode.workspace.onDidChangeWorkspaceFolders(fire),
      vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, this),
    ];
  }

  /** None when the person switched the server off, or where no process can be started. */
  provideMcpServerDefinitions(): vscode.McpStdioServerDefinition[] {
    const launch = this.#host.mcpLaunch();
    if (launch === undefined || !isMcpEnabled()) return [];
    // An agent that runs outside the extension host gets these variables and no others.
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

  /** A server that runs is stopped, and started anew with the next message, only when its definition is another one. */
  #keysMark(): Record<string, string> {
    return this.#keyChanges === 0 ? {} : { BIGMIND_KEYS_CHANGED: String(this.#keyChanges) };
  }

  dispose(): void {
    vscode.Disposable.from(this.#changed, ...this.#subscriptions).dispose();
  }
}

/** Another definition with these variables too; the given one is left as it is. */
export function withVariables(
  server: vscode.McpStdioServerDefinition,
  variables: Record<string, string>,
): vscode.McpStdioServerDefinition {
  const { label, command, args, env, version, cwd } = server;
  const resolved = new vscode.McpStdioServerDefinition(label, command, args, { ...env, ...variables }, version);
  if (cwd !== undefined) resolved.cwd = cwd;
  return resolved;
}
