/**
 * Every command that the manifest contributes, in one table; a test compares the two. A command that fails shows an
 * error and returns `{ status: "failed", … }`, so that no caller has to handle an exception.
 */
import * as vscode from 'vscode';
import type { Command } from './commands/shared/arguments.ts';
import { createAskAboutDecisions } from './commands/decisions/askAboutDecisions.ts';
import { createCompleteDecision } from './commands/decisions/completeDecision.ts';
import { createRecordOutcome } from './commands/decisions/recordOutcome.ts';
import { createReviewDecisions } from './commands/decisions/reviewDecisions.ts';
import { createSaveDecision } from './commands/decisions/saveDecision.ts';
import { createBackUpNow, createRepairStore, createRestoreBackup } from './commands/upkeep/backups.ts';
import { createConnectServer, createDisconnectServer } from './commands/clients/connectServer.ts';
import { createConnectClient } from './commands/clients/connectClient.ts';
import { createCopyMcpConfiguration } from './commands/clients/copyMcpConfiguration.ts';
import { createSyncMemory } from './commands/sync/syncMemory.ts';
import { createEndSession } from './commands/sessions/endSession.ts';
import { createEraseForGood } from './commands/upkeep/eraseForGood.ts';
import { createExplainResult } from './commands/recall/explainResult.ts';
import { createExportMemory } from './commands/portability/exportMemory.ts';
import { createImportConversations } from './commands/portability/importConversations.ts';
import { createImportMemory } from './commands/portability/importMemory.ts';
import { createWriteSyntheses } from './commands/graph/writeSyntheses.ts';
import { createAddReminder } from './commands/mind/addReminder.ts';
import { createShowReminders } from './commands/mind/showReminders.ts';
import { createLearnFromHistory } from './commands/mind/learnFromHistory.ts';
import { createStartFileMemory } from './commands/mind/startFileMemory.ts';
import { createWriteMemoryBlock } from './commands/mind/writeMemoryBlock.ts';
import { createOpenDatabaseFolder } from './commands/upkeep/openDatabaseFolder.ts';
import { createOpenPanel } from './commands/recall/openPanel.ts';
import { createRememberNote, createRememberSelection } from './commands/recall/remember.ts';
import { createReviewKnowledge } from './commands/recall/reviewKnowledge.ts';
import { createRunDoctor } from './commands/upkeep/runDoctor.ts';
import { createSearchMemory } from './commands/recall/searchMemory.ts';
import { createSetProviderKey } from './commands/clients/setProviderKey.ts';
import { createSetUserRole } from './commands/upkeep/setUserRole.ts';
import { createShowLastTurn } from './commands/recall/showLastTurn.ts';
import { createShowRecap } from './commands/sessions/showRecap.ts';
import { createLearn } from './commands/learn/learnFromSessions.ts';
import { createToggleCapture } from './commands/sessions/toggleCapture.ts';
import { createWriteInstructions } from './commands/clients/writeInstructions.ts';
import { createManageMemory, createTeamServer } from './commands/lists/chooseCommand.ts';
import type { Services } from './services/host.ts';
import type { MemoryPanel } from './ui/memoryPanel.ts';
import { OpenedResults } from './ui/openedResults.ts';

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
    'bigmind.saveDecision': createSaveDecision(services, panel),
    'bigmind.recordOutcome': createRecordOutcome(services, panel),
    'bigmind.askAboutDecisions': createAskAboutDecisions(services),
    'bigmind.completeDecision': createCompleteDecision(services, panel),
    'bigmind.reviewDecisions': createReviewDecisions(services, panel),
    'bigmind.searchMemory': createSearchMemory(services, opened),
    'bigmind.explainResult': createExplainResult(services, opened),
    'bigmind.showLastTurn': createShowLastTurn(services),
    'bigmind.endSession': createEndSession(services, panel),
    'bigmind.showRecap': createShowRecap(panel),
    'bigmind.startFileMemory': createStartFileMemory(services),
    'bigmind.showReminders': createShowReminders(services, panel),
    'bigmind.addReminder': createAddReminder(services, panel),
    'bigmind.writeMemoryBlock': createWriteMemoryBlock(services),
    'bigmind.learnFromHistory': createLearnFromHistory(services),
    'bigmind.exportMemory': createExportMemory(services),
    'bigmind.importConversations': createImportConversations(services),
    'bigmind.importMemory': createImportMemory(services),
    'bigmind.sync': createSyncMemory(services),
    'bigmind.openDatabaseFolder': createOpenDatabaseFolder(services),
    'bigmind.backUpNow': createBackUpNow(services),
    'bigmind.restoreBackup': createRestoreBackup(services),
    'bigmind.repairStore': createRepairStore(services),
    'bigmind.eraseForGood': createEraseForGood(panel),
    'bigmind.runDoctor': createRunDoctor(services),
    'bigmind.showLog': () => showLog(services),
    'bigmind.copyMcpConfiguration': createCopyMcpConfiguration(services),
    'bigmind.connectClient': createConnectClient(services),
    'bigmind.connectServer': createConnectServer(services),
    'bigmind.disconnectServer': createDisconnectServer(services),
    'bigmind.writeInstructions': createWriteInstructions(services),
    'bigmind.setProviderKey': createSetProviderKey(services),
    'bigmind.setUserRole': createSetUserRole(services),
    'bigmind.toggleCapture': createToggleCapture(services),
    'bigmind.learn': createLearn(services),
    // Its name before, for keybindings and other extensions; not in the palette.
    'bigmind.summariseSessions': createLearn(services),
    'bigmind.consolidateNow': createWriteSyntheses(services),
    'bigmind.reviewKnowledge': createReviewKnowledge(services, panel),
    'bigmind.manageMemory': createManageMemory(services),
    'bigmind.teamServer': createTeamServer(services),
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
