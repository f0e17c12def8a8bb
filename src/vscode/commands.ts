/**
 * Every command that the manifest contributes, in one table; a test compares the two. A command that fails tells the
 * person and answers `{ status: "failed", … }`, so that no caller has to handle an exception.
 */
import * as vscode from 'vscode';
import type { Command } from './commands/arguments.ts';
import { createBackUpNow, createRepairStore, createRestoreBackup } from './commands/backups.ts';
import { createConnectClient } from './commands/connectClient.ts';
import { createCopyMcpConfiguration } from './commands/copyMcpConfiguration.ts';
import { createEndSession } from './commands/endSession.ts';
import { createEraseForGood } from './commands/eraseForGood.ts';
import { createExplainResult } from './commands/explainResult.ts';
import { createExportMemory } from './commands/exportMemory.ts';
import { createImportConversations } from './commands/importConversations.ts';
import { createImportMemory } from './commands/importMemory.ts';
import { createOpenDatabaseFolder } from './commands/openDatabaseFolder.ts';
import { createOpenPanel } from './commands/openPanel.ts';
import { createRememberNote, createRememberSelection } from './commands/remember.ts';
import { createReviewKnowledge } from './commands/reviewKnowledge.ts';
import { createRunDoctor } from './commands/runDoctor.ts';
import { createSearchMemory } from './commands/searchMemory.ts';
import { createSetProviderKey } from './commands/setProviderKey.ts';
import { createSetUserRole } from './commands/setUserRole.ts';
import { createShowLastTurn } from './commands/showLastTurn.ts';
import { createSummariseSessions } from './commands/summariseSessions.ts';
import { createToggleCapture } from './commands/toggleCapture.ts';
import { createWriteInstructions } from './commands/writeInstructions.ts';
import type { Services } from './host.ts';
import type { MemoryPanel } from './memoryPanel.ts';
import { OpenedResults } from './openedResults.ts';

export function registerCommands(services: Services, panel: MemoryPanel): vscode.Disposable {
  const commands = Object.entries(createCommands(services, panel));
  return vscode.Disposable.from(
    ...commands.map(([id, command]) => vscode.commands.registerCommand(id, guarded(command, services))),
  );
}

function createCommands(services: Services, panel: MemoryPanel): Record<string, Command> {
  const opened = new OpenedResults();
  return {
    'bigmind.openProfile': openProfile,
    'bigmind.openPanel': createOpenPanel(panel),
    'bigmind.rememberSelection': createRememberSelection(services),
    'bigmind.rememberNote': createRememberNote(services),
    'bigmind.searchMemory': createSearchMemory(services, opened),
    'bigmind.explainResult': createExplainResult(services, opened),
    'bigmind.showLastTurn': createShowLastTurn(services),
    'bigmind.endSession': createEndSession(services),
    'bigmind.exportMemory': createExportMemory(services),
    'bigmind.importConversations': createImportConversations(services),
    'bigmind.importMemory': createImportMemory(services),
    'bigmind.openDatabaseFolder': createOpenDatabaseFolder(services),
    'bigmind.backUpNow': createBackUpNow(services),
    'bigmind.restoreBackup': createRestoreBackup(services),
    'bigmind.repairStore': createRepairStore(services),
    'bigmind.eraseForGood': createEraseForGood(services),
    'bigmind.runDoctor': createRunDoctor(services),
    'bigmind.showLog': () => showLog(services),
    'bigmind.copyMcpConfiguration': createCopyMcpConfiguration(services),
    'bigmind.connectClient': createConnectClient(services),
    'bigmind.writeInstructions': createWriteInstructions(services),
    'bigmind.setProviderKey': createSetProviderKey(services),
    'bigmind.setUserRole': createSetUserRole(services),
    'bigmind.toggleCapture': createToggleCapture(services),
    'bigmind.summariseSessions': createSummariseSessions(services),
    'bigmind.reviewKnowledge': createReviewKnowledge(services, panel),
  };
}

function showLog({ log }: Services): Promise<void> {
  log.show();
  return Promise.resolve();
}

async function openProfile(): Promise<void> {
  await vscode.commands.executeCommand('bigmind.profile.focus');
}

function guarded(command: Command, { notices }: Services): Command {
  return async (argument) => {
    try {
      return await command(argument);
    } catch (thrown) {
      return notices.failed(thrown);
    }
  };
}
