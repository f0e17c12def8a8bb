/**
 * `bigmind.reviewKnowledge`: the inbox of proposals in the panel. A key binding or another command can review one
 * without the panel; the store decides who may. An approval that reaches others is confirmed by the person at the window,
 * because another extension, a link or an assistant may call it.
 */
import * as vscode from 'vscode';
import { entryToConfirm } from '../../../memory/knowledge/approval.ts';
import type { ReviewInput } from '../../../memory/knowledge/knowledge.ts';
import type { Services } from '../../services/host.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import { working } from '../../platform/notices.ts';
import { cancelled, numberArgument, textArgument, type Command } from '../shared/arguments.ts';

interface ReviewServices {
  access: Pick<Services['access'], 'use'>;
  notices: Pick<Services['notices'], 'done'>;
}

/**
 * Argument `{ entryId, action, notes?, title?, content? }`: action is `approve` or `deprecate`; title and content
 * correct an approved entry. Returns `{ status, id }` with the new status of the entry, `{ status: "cancelled" }`, or
 * `{ status: "shown" }` without an `entryId`.
 */
export function createReviewKnowledge(services: ReviewServices, panel: Pick<MemoryPanel, 'reveal'>): Command {
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
    notes,
    title,
    content,
  };
}

async function review(services: ReviewServices, input: ReviewInput): Promise<unknown> {
  const { access, notices } = services;
  const agreed = input.action === 'approve' ? await askForYes(services, input) : {};
  if (agreed === undefined) return cancelled;
  const { entry } = await working(vscode.l10n.t('Saving the review…'), () =>
    access.use(({ memory, caller }) => memory.knowledge.review(caller, { ...input, ...agreed })),
  );
  notices.done(
    entry.status === 'approved'
      ? vscode.l10n.t('Approved for the team: {0}', entry.title)
      : vscode.l10n.t('Deprecated, and no longer shown to assistants: {0}', entry.title),
  );
  return { status: entry.status, id: entry.id };
}

/** The version that the person saw, or nothing if nobody need be asked; undefined without a yes. */
async function askForYes(
  { access }: ReviewServices,
  { entryId, title, content }: ReviewInput,
): Promise<{ version?: number } | undefined> {
  const shown = await access.use(({ memory, caller }) => entryToConfirm(memory, caller, entryId));
  if (shown === undefined) return {};
  const heading = title ?? shown.title ?? '';
  const by = shown.userName === null ? [] : [vscode.l10n.t('Proposed by {0}.', shown.userName)];
  const detail = [content ?? shown.text, ...by].join('\n\n');
  const question = vscode.l10n.t('Approve "{0}" (#{1}) for everyone?', heading, entryId);
  const yes = vscode.l10n.t('Approve');
  const pressed = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  return pressed === yes ? { version: shown.version } : undefined;
}
