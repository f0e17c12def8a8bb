/**
 * `bigmind.reviewKnowledge`: the inbox of proposals in the panel. A key binding or another command can review one
 * without the panel; the store decides who may.
 */
import * as vscode from 'vscode';
import type { ReviewInput } from '../../../memory/knowledge/knowledge.ts';
import type { Services } from '../../services/host.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import { working } from '../../platform/notices.ts';
import { numberArgument, textArgument, type Command } from '../shared/arguments.ts';

/**
 * Argument `{ entryId, action, notes?, title?, content? }`: action is `approve` or `deprecate`; title and content
 * correct an approved entry. Returns `{ status, id }` with the new status of the entry, or `{ status: "shown" }`
 * without an `entryId`.
 */
export function createReviewKnowledge(services: Services, panel: MemoryPanel): Command {
  return async (argument) => {
    const entryId = numberArgument(argument, 'entryId');
    if (entryId !== undefined) return review(services, inputFrom(argument, entryId));
    panel.reveal({ view: 'curation', item: null });
    return { status: 'shown' };
  };
}

function inputFrom(argument: unknown, entryId: number): ReviewInput {
  const notes = textArgument(argument, 'notes');
  const title = textArgument(argument, 'title');
  const content = textArgument(argument, 'content');
  return {
    entryId,
    action: textArgument(argument, 'action') ?? '',
    ...(notes !== undefined && { notes }),
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
  };
}

async function review({ access, notices }: Services, input: ReviewInput): Promise<unknown> {
  const { entry } = await working(vscode.l10n.t('Saving the review…'), () =>
    access.use(({ memory, caller }) => memory.knowledge.review(caller, input)),
  );
  notices.done(
    entry.status === 'approved'
      ? vscode.l10n.t('Approved for the team: {0}', entry.title)
      : vscode.l10n.t('Deprecated, and no longer shown to assistants: {0}', entry.title),
  );
  return { status: entry.status, id: entry.id };
}
