/**
 * Ends a session manually, for a conversation that was left without a headline. Without a headline, the page opens its
 * form.
 */
import * as vscode from 'vscode';
import type { Session } from '../../../memory/sessions/sessions.ts';
import { formRoute } from '../../../protocol/formRoute.ts';
import { wordsFrom } from '../../../util/text.ts';
import { localMinute } from '../../../util/time.ts';
import type { Services } from '../../services/host.ts';
import { showStep, working } from '../../platform/notices.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';

const listed = 100;

/**
 * Argument `{ sessionId?, headline?, topics? }`. Lets the user select a session if none is given and several are in
 * progress. Returns `{ status: "ended", id }`, or `{ status: "shown", id }` for the form.
 */
export function createEndSession(services: Services, panel: MemoryPanel): Command {
  return async (argument) => {
    const sessionId = textArgument(argument, 'sessionId') ?? (await selectSession(services));
    if (sessionId === undefined) return cancelled;
    const oneLiner = textArgument(argument, 'headline');
    if (oneLiner === undefined) {
      panel.reveal(formRoute('sessions', `end:${sessionId}`));
      return { status: 'shown', id: sessionId };
    }
    const topics = wordsFrom(textArgument(argument, 'topics') ?? '');
    const session = await working(vscode.l10n.t('Ending the session…'), () =>
      services.access.use(({ memory, caller }) => memory.sessions.end(caller, { sessionId, oneLiner, topics })),
    );
    services.notices.done(
      vscode.l10n.t('Session ended: {0}', session.oneLiner),
      showStep({ view: 'sessions', item: session.id }),
    );
    return { status: 'ended', id: session.id };
  };
}

async function selectSession(services: Services): Promise<string | undefined> {
  const { sessions } = await services.access.use(({ memory, caller }) =>
    memory.sessions.list(caller, { scope: 'all', limit: listed, order: 'openFirst' }),
  );
  const open = sessions.filter(({ endedAt, origin }) => endedAt === null && origin === 'live');
  const [only, ...others] = open;
  if (only === undefined) {
    services.notices.done(vscode.l10n.t('No session is in progress.'));
    return undefined;
  }
  if (others.length === 0) return only.id;
  const items = open.map((session) => itemFrom(session, services.host.clock.timeZone));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Select the session to end') });
  return picked?.id;
}

function itemFrom(session: Session, timeZone: string): vscode.QuickPickItem & { id: string } {
  const origin = [session.agentName, session.projectName].filter((part) => part !== null);
  const started = localMinute(session.startedAt, timeZone);
  return {
    id: session.id,
    label: vscode.l10n.t('In progress since {0}', started),
    description: origin.join(' · '),
    detail: session.id,
  };
}
