/**
 * Offers the MCP server to the chat. VS Code starts it when a message is sent; the definition's version is the
 * extension's, so that an update brings the new tools.
 */
import * as vscode from 'vscode';
import type { Host } from './host.ts';
import { onDidChangeSettings, readSettings } from './settings.ts';

export const mcpProviderId = 'bigmind.mcp';
export const mcpServerLabel = 'BigMind';

export class McpProvider
  implements vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition>, vscode.Disposable
{
  readonly #host: Host;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];

  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  constructor(host: Host) {
    this.#host = host;
    const fire = (): void => this.#changed.fire();
    this.#subscriptions = [
      onDidChangeSettings(['mcp', 'storage', 'user', 'mode'], fire),
      vscode.workspace.onDidChangeWorkspaceFolders(fire),
      vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, this),
    ];
  }

  /** None when the person switched the server off, or where no process can be started. */
  provideMcpServerDefinitions(): vscode.McpStdioServerDefinition[] {
    const launch = this.#host.mcpLaunch();
    if (launch === undefined || !readSettings().mcpEnabled) return [];
    // An agent that runs outside the extension host gets these variables and no others.
    const env = { ELECTRON_RUN_AS_NODE: '1', ...launch.env };
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

  dispose(): void {
    vscode.Disposable.from(this.#changed, ...this.#subscriptions).dispose();
  }
}
