/** Shows the decisions that BigMind found in conversations, which a person approves, completes or discards. */
import * as vscode from 'vscode';
import type { NextStep } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import type { Command } from '../shared/arguments.ts';
import { proposedRoute } from './decisionRoute.ts';

/** Returns `{ status: "shown", proposed }` with their number, or `{ status: "nothing" }`. */
export function createReviewDecisions(services: Services, panel: MemoryPanel): Command {
  return async () => {
    const { total } = await services.access.use(({ memory, caller }) => memory.decisions.drafts(caller, 'all', 1));
    if (total > 0) {
      panel.reveal(proposedRoute);
      return { status: 'shown', proposed: total };
    }
    services.notices.done(
      vscode.l10n.t('No decisions are proposed. BigMind finds them in chats that it records or imports.'),
      ...waysToProposed(services),
    );
    return { status: 'nothing' };
  };
}

/** In a browser, nothing can be recorded or imported from other programs. */
function waysToProposed({ host }: Services): NextStep[] {
  if (host.capture === undefined) return [];
  const run = (command: string) => async (): Promise<unknown> => vscode.commands.executeCommand(command);
  return [
    { label: vscode.l10n.t('Turn Recording On...'), run: run('bigmind.toggleCapture') },
    { label: vscode.l10n.t('Import Past Conversations...'), run: run('bigmind.importConversations') },
  ];
}
