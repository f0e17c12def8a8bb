/**
 * Offers the MCP server to the chat: a process on this computer, or the server of a team. VS Code starts it when a
 * message is sent; the definition's version is the extension's, so that an update brings the new tools. The keys of
 * model servers and this window's id are added at the start only, because VS Code stores and shows definitions.
 */
import * as vscode from 'vscode';
import { encodedProject } from '../../remote/serverClient.ts';
import { settingsPassedAsVariables, settingsTable } from '../../settingsTable.ts';
import type { Host } from './host.ts';
import { isMcpEnabled, onDidChangeSettings } from '../platform/settings.ts';

const mcpProviderId = 'bigmind.mcp';
const mcpServerLabel = 'BigMind';

const noSubscription = new vscode.Disposable(() => undefined);

export class McpProvider implements vscode.McpServerDefinitionProvider, vscode.Disposable {
  readonly #host: Host;
  readonly #ownVariables: () => Record<string, string>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #keyChanges = 0;
  #wasOffered: string | undefined;

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
      host.server?.connection.onDidChange(() => this.#serverChanged()) ?? noSubscription,
      onDidChangeSettings([settingsTable.mcpEnabled, ...settingsPassedAsVariables], fire),
      vscode.workspace.onDidChangeWorkspaceFolders(fire),
      vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, this),
    ];
  }

  /** Empty if the user turned the server off, or where none can be used. */
  provideMcpServerDefinitions(): vscode.McpServerDefinition[] {
    const { connection } = this.#host.server ?? {};
    return connection?.isOn === true ? this.#remoteServers() : this.#localServers();
  }

  async resolveMcpServerDefinition(
    server: vscode.McpServerDefinition,
  ): Promise<vscode.McpServerDefinition | undefined> {
    if (server instanceof vscode.McpHttpServerDefinition) return this.#withToken(server);
    return withVariables(server, { ...this.#ownVariables(), ...(await this.#host.mcpKeys()) });
  }

  #localServers(): vscode.McpStdioServerDefinition[] {
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

  /** Only with a token, which the connection asks for. With another token, it is another definition. */
  #remoteServers(): vscode.McpHttpServerDefinition[] {
    const address = this.#offeredAddress();
    if (address === undefined) return [];
    const changes = this.#host.server?.connection.tokenChanges ?? 0;
    const mark: Record<string, string> = changes === 0 ? {} : { 'X-BigMind-Connection': String(changes) };
    return [new vscode.McpHttpServerDefinition(mcpServerLabel, mcpUri(address), mark, this.#host.version)];
  }

  #offeredAddress(): string | undefined {
    const { state } = this.#host.server?.connection ?? {};
    if (state === undefined || !isMcpEnabled()) return undefined;
    return state.type === 'off' || state.type === 'unconnected' ? undefined : state.address;
  }

  #serverChanged(): void {
    const offered = `${this.#offeredAddress() ?? ''} ${String(this.#host.server?.connection.tokenChanges)}`;
    if (offered !== this.#wasOffered) this.#changed.fire();
    this.#wasOffered = offered;
  }

  /** The token is added at the start only, because VS Code stores and shows definitions. */
  async #withToken(server: vscode.McpHttpServerDefinition): Promise<vscode.McpHttpServerDefinition | undefined> {
    const { connection } = this.#host.server ?? {};
    const address = this.#offeredAddress();
    const token = address === undefined ? undefined : await connection?.token(address);
    const isSame = address !== undefined && server.uri.toString() === mcpUri(address).toString();
    if (connection === undefined || token === undefined || !isSame) return undefined;
    const { project } = connection;
    const headers = {
      Authorization: `Bearer ${token}`,
      // Otherwise VS Code would try to sign in with OAuth once the token is revoked (src/http/agents/refusals.ts).
      'X-BigMind-Sign-In': 'none',
      ...(project !== undefined && { 'X-BigMind-Project': encodedProject(project) }),
    };
    return new vscode.McpHttpServerDefinition(server.label, server.uri, headers, server.version);
  }

  /** VS Code stops a running server, and restarts it with the next message, only if its definition changed. */
  #keysMark(): Record<string, string> {
    return this.#keyChanges === 0 ? {} : { BIGMIND_KEYS_CHANGED: String(this.#keyChanges) };
  }

  dispose(): void {
    vscode.Disposable.from(this.#changed, ...this.#subscriptions).dispose();
  }
}

function mcpUri(address: string): vscode.Uri {
  return vscode.Uri.parse(`${address}/mcp`, true);
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
