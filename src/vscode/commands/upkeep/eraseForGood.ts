/**
 * Erases a project, or all data of a user, for good. A page first shows what is erased and what remains, and exactly
 * that is erased. Erasing all data requires the typed name, because an expected confirmation is easily clicked by
 * mistake.
 */
import * as vscode from 'vscode';
import type { CopiesReport } from '../../../memory/governance/erasure.ts';
import { finishErasure } from '../../../memory/governance/scopeErasure.ts';
import type { Erasable, FinishedErasure, ScopePreview, ScopeRef } from '../../../memory/governance/scopeErasure.ts';
import type { Services } from '../../services/host.ts';
import type { NextStep } from '../../platform/notices.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';
import { erasureMarkdown, partsText } from './erasedParts.ts';

/**
 * Argument `{ project } | { user }`: a project's key or a user's name; prompts for it if missing. It always asks for
 * confirmation, because another extension, a task or an assistant may call it. Returns `{ status: "erased", kind, id,
 * log, left }`.
 */
export function createEraseForGood(services: Services): Command {
  return async (argument) => {
    const ref = scopeArgument(argument) ?? (await pick(services));
    if (ref === undefined) return cancelled;
    const { preview, copies } = await services.access.use(async ({ memory, caller }) => ({
      preview: await memory.scopeErasure.preview(caller, ref),
      copies: await memory.erasureCleanup.findCopies(),
    }));
    if (!(await agrees(services, preview, copies))) return cancelled;
    const rest = await erase(services, preview);
    notify(services, preview, rest);
    return { status: 'erased', kind: preview.kind, id: preview.id, log: rest.log, left: rest.copies.left.length };
  };
}

function scopeArgument(argument: unknown): ScopeRef | undefined {
  const project = textArgument(argument, 'project');
  if (project !== undefined) return { kind: 'project', id: project };
  const user = textArgument(argument, 'user');
  return user === undefined ? undefined : { kind: 'user', id: user };
}

async function pick({ access }: Services): Promise<ScopeRef | undefined> {
  const { erasable, username } = await access.use(async ({ memory, caller }) => ({
    erasable: await memory.scopeErasure.list(caller),
    username: caller.user.username,
  }));
  const rows = rowsOf(erasable, username);
  const placeHolder =
    rows.length === 0
      ? vscode.l10n.t('There is nothing to erase, because BigMind has no memories of you yet.')
      : vscode.l10n.t('Select what to erase. You can review everything that is erased before it happens.');
  const title = vscode.l10n.t('Erase for good');
  return (await vscode.window.showQuickPick(rows, { title, placeHolder, matchOnDetail: true }))?.ref;
}

function rowsOf({ projects, everything }: Erasable, username: string): (vscode.QuickPickItem & { ref: ScopeRef })[] {
  if (everything.length === 0) return [];
  const ofProjects = projects.map(({ key, name, goes }) => ({
    label: `$(folder) ${name}`,
    description: partsText(goes),
    detail: key,
    ref: { kind: 'project' as const, id: key },
  }));
  const all = {
    label: `$(account) ${vscode.l10n.t('All my data')}`,
    description: username,
    detail: partsText(everything),
    ref: { kind: 'user' as const, id: username },
  };
  return [...ofProjects, all];
}

async function agrees({ confirmations }: Services, preview: ScopePreview, copies: CopiesReport): Promise<boolean> {
  const { kind, id } = preview;
  const question =
    kind === 'project'
      ? vscode.l10n.t('Erase your memories of the project {0} for good? You cannot undo this.', id)
      : vscode.l10n.t('Erase all memories of {0} for good? You cannot undo this.', id);
  const yes = kind === 'project' ? vscode.l10n.t('Erase') : vscode.l10n.t('Erase...');
  const title = vscode.l10n.t('Erase for good');
  const markdown = erasureMarkdown(preview, copies);
  if (!(await confirmations.ask({ title, markdown, question, yes, undo: 'none' }))) return false;
  if (kind === 'project') return true;
  return confirmations.askForName(id, {
    title,
    prompt: vscode.l10n.t('Type the name {0} to erase all memories of this person for good.', id),
  });
}

function erase({ access }: Services, { kind, id, expected }: ScopePreview): Promise<FinishedErasure> {
  const title = vscode.l10n.t('Erasing {0}', id);
  const work = async (progress: vscode.Progress<{ message: string }>): Promise<FinishedErasure> => {
    const onProgress = (deleted: number): void => {
      const message = vscode.l10n.t('{0} rows erased', deleted.toLocaleString(vscode.env.language));
      progress.report({ message });
    };
    try {
      return await access.use(async ({ memory, caller }) => {
        await memory.scopeErasure.erase(caller, { kind, id }, expected, onProgress);
        progress.report({ message: vscode.l10n.t('Cleaning the log and the backups') });
        return finishErasure(memory.erasureCleanup);
      });
    } finally {
      // This may have been the current user, whom the store no longer knows. Views must refresh in any case.
      access.resetCaller();
    }
  };
  return Promise.resolve(vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work));
}

function notify({ notices, pages }: Services, { id }: ScopePreview, { log, copies, later }: FinishedErasure): void {
  const { left } = copies;
  const parts = [
    vscode.l10n.t('Erased for good: {0}.', id),
    ...(log === 'done'
      ? []
      : [
          vscode.l10n.t(
            'Another program is reading the database. The erased text is removed from its log file when that program ends.',
          ),
        ]),
    ...(later ? [vscode.l10n.t('BigMind cleans the backups automatically.')] : []),
    ...(left.length === 0 ? [] : [vscode.l10n.t('Copies that could not be cleaned: {0}', left.length)]),
  ];
  const heading = vscode.l10n.t('Copies that may contain erased data');
  const advice = vscode.l10n.t('If they may contain erased data, delete them yourself.');
  const page = [`# ${heading}`, '', advice, '', ...left.map((path) => `- \`${path}\``), ''].join('\n');
  const show: NextStep = { label: vscode.l10n.t('Show'), run: () => pages.show(heading, page) };
  notices.done(parts.join(' '), ...(left.length === 0 ? [] : [show]));
}
