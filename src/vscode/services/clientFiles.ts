/**
 * The folder `clients` for commands, on the machine where the extension runs. It is loaded with the first command that
 * needs it, and never in a browser, where other programs have no files.
 */
import { planConnection, planDisconnection } from '../../clients/connectClient.ts';
import { carryOut } from '../../clients/files/filePlan.ts';
import type { CarriedOut, FilePlan } from '../../clients/files/filePlan.ts';
import { planHooks, planHooksRemoval } from '../../clients/hooks/connectHooks.ts';
import { instructionPath, planInstructions, planInstructionsRemoval } from '../../clients/instructionFiles.ts';
import type { ClientHost } from '../../clients/shared/clientHost.ts';
import { clientIds, clientOf, instructionTargets } from '../../clients/shared/clients.ts';
import type { InstructionTarget, McpClient } from '../../clients/shared/clients.ts';
import type { McpLaunch } from '../../clients/shared/launch.ts';
import { instructionBlock } from '../../mcp/shared/instructions.ts';
import type { Clock } from '../../memory/shared/ports.ts';

/** Plans only read. Each of them rejects with a `BigMindError` for a file that cannot be parsed or written. */
export interface ClientFiles {
  readonly clients: readonly McpClient[];
  readonly targets: readonly InstructionTarget[];
  /** The client's own configuration file. */
  fileOf(client: McpClient): string;
  planConnection(client: McpClient): Promise<FilePlan>;
  /** If the `earlier` plan is for the same file, the new plan includes its change. The same applies to `planHooks`. */
  planDisconnection(client: McpClient, earlier?: FilePlan): Promise<FilePlan>;
  /** Undefined for a client without hooks. */
  planHooks(client: McpClient, earlier: FilePlan): Promise<FilePlan | undefined>;
  planHooksRemoval(client: McpClient): Promise<FilePlan | undefined>;
  /** Whether VS Code records with the client's hooks, so that they stay when the client is disconnected. */
  needsHooks(client: McpClient): boolean;
  /** The path of the target's file, as displayed. */
  pathOf(target: InstructionTarget): string;
  /** `folder` is a project's; `claude-desktop` ignores it. */
  planInstructions(target: InstructionTarget, folder: string): Promise<FilePlan>;
  planInstructionsRemoval(target: InstructionTarget, folder: string): Promise<FilePlan>;
  carryOut(plan: FilePlan): Promise<CarriedOut>;
}

interface ClientSurroundings {
  host: ClientHost;
  /** BigMind's own folder, which contains the scripts of hooks. */
  home: string;
  launch: McpLaunch;
  clock: Clock;
  /** Whether VS Code is to record anywhere, through the hook file that it shares with the Copilot CLI. */
  isCaptureWanted: (home: string) => boolean;
}

export function createClientFiles({ host, home, launch, clock, isCaptureWanted }: ClientSurroundings): ClientFiles {
  return {
    clients: clientIds.map(clientOf),
    targets: instructionTargets,
    fileOf: (client) => client.file(host),
    planConnection: (client) => planConnection(client, launch, host),
    planDisconnection: (client, earlier) => planDisconnection(client, host, earlier),
    planHooks: async ({ hooks }, earlier) => (hooks === undefined ? undefined : planHooks(hooks, home, host, earlier)),
    planHooksRemoval: async ({ hooks }) => (hooks === undefined ? undefined : planHooksRemoval(hooks, home, host)),
    needsHooks: ({ hooks }) => hooks === 'copilot' && isCaptureWanted(home),
    pathOf: instructionPath,
    planInstructions: (target, folder) => planInstructions(target, instructionBlock, folder, host),
    planInstructionsRemoval: (target, folder) => planInstructionsRemoval(target, folder, host),
    carryOut: (plan) => carryOut(plan, clock.now()),
  };
}
