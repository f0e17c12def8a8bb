/**
 * The proposals that wait for a curator: approve one as it stands or with corrections, or deprecate it. The store decides
 * who may; a member is told before anything is typed.
 */
import * as vscode from 'vscode';
import { BigMindError } from '../../memory/errors.ts';
import type { Knowledge, ReviewAction, ReviewInput } from '../../memory/knowledge.ts';
import { oneLine, shorten } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { Services } from '../host.ts';
import { working } from '../notices.ts';
import type { OpenMemory } from '../sharedMemory.ts';
import { cancelled, numberArgument, textArgument, type Command } from './arguments.ts';
import { askForCorrections, askForNote } from './reviewInput.ts';

const listed = 100;

/**
 * Argument `{ entryId, action, notes?, title?, content? }`: action is `approve` or `deprecate`; title and content correct
 * what is approved. Answers `{ status, id }`, the status that the entry has then, or `{ status: "nothing" }`.
 */
export function createReviewKnowledge(services: Services): Command {
  return async (argument) => {
    const entryId = numberArgument(argument, 'entryId');
    if (entryId !== undefined) return review(services, inputFrom(argument, entryId));
    const entries = await services.access.use(pendingFor);
    if (entries.length === 0) {
      services.notices.done(vscode.l10n.t('No proposal waits for a review.'));
      return { status: 'nothing' };
    }
    const entry = await askForEntry(entries, services.host.clock.timeZone);
    const input = entry === undefined ? undefined : await askForDecision(entry);
    return input === undefined ? cancelled : review(services, input);
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

/** In a personal store nothing waits, unless it came with an import; then everybody who opens it may review. */
async function pendingFor({ memory, caller }: OpenMemory): Promise<Knowledge[]> {
  const users = await memory.identities.listUsers();
  const own = users.find(({ id }) => id === caller.user.id);
  if (own?.role === 'member' && users.some(({ role }) => role === 'admin')) {
    throw new BigMindError('not_allowed', vscode.l10n.t('Curators and admins review, and you are a member.'), {
      remedy: vscode.l10n.t('Ask one of them: {0}.', await memory.identities.reviewers()),
    });
  }
  return (await memory.knowledge.list(caller, { status: 'pending', limit: listed })).entries;
}

async function review({ access, notices }: Services, input: ReviewInput): Promise<unknown> {
  const { entry } = await working(vscode.l10n.t('Keeping the review…'), () =>
    access.use(({ memory, caller }) => memory.knowledge.review(caller, input)),
  );
  notices.done(
    entry.status === 'approved'
      ? vscode.l10n.t('Approved; the team knows from now on: {0}', entry.title)
      : vscode.l10n.t('Deprecated; it is kept, but no longer told: {0}', entry.title),
  );
  return { status: entry.status, id: entry.id };
}

async function askForEntry(entries: readonly Knowledge[], timeZone: string): Promise<Knowledge | undefined> {
  const items = entries.map((entry) => ({
    label: entry.title,
    description: [entry.category, entry.promotedBy, localDay(entry.createdAt, timeZone)]
      .filter((part) => part !== null)
      .join(' · '),
    detail: shorten(oneLine(entry.content), 300),
    entry,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Which proposal do you review?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.entry;
}

async function askForDecision(entry: Knowledge): Promise<ReviewInput | undefined> {
  const items: (vscode.QuickPickItem & { action: ReviewAction; edit: boolean })[] = [
    {
      label: `$(check) ${vscode.l10n.t('Approve')}`,
      description: vscode.l10n.t('as it stands'),
      action: 'approve',
      edit: false,
    },
    {
      label: `$(edit) ${vscode.l10n.t('Edit and approve')}`,
      description: vscode.l10n.t('correct the title or the text first'),
      action: 'approve',
      edit: true,
    },
    {
      label: `$(circle-slash) ${vscode.l10n.t('Deprecate')}`,
      description: vscode.l10n.t('nobody is told; it can be looked up'),
      action: 'deprecate',
      edit: false,
    },
  ];
  const title = shorten(entry.title, 80);
  const placeHolder = shorten(oneLine(entry.content), 200);
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  if (picked === undefined) return undefined;
  const corrections = picked.edit ? await askForCorrections(entry) : {};
  const notes = corrections === undefined ? undefined : await askForNote();
  if (notes === undefined) return undefined;
  return { entryId: entry.id, action: picked.action, ...corrections, ...(notes !== '' && { notes }) };
}
