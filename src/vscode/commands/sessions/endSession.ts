/** Ends a session manually, for a conversation that was left without a headline. */
import * as vscode from 'vscode';
import type { Session } from '../../../memory/sessions/sessions.ts';
import { limits } from '../../../memory/shared/input.ts';
import { wordsFrom } from '../../../util/text.ts';
import { localMinute } from '../../../util/time.ts';
import type { Services } from '../../services/host.ts';
import { showStep, working } from '../../platform/notices.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';

const listed = 100;

/** Argument `{ sessionId?, headline?, topics? }`; prompts for missing values. Returns `{ status: "ended", id }`. */
export function createEndSession(services: Services): Command {
  return async (argument) => {
    const sessionId = textArgument(argument, 'sessionId') ?? (await askForSession(services));
    if (sessionId === undefined) return cancelled;
    const oneLiner = textArgument(argument, 'headline') ?? (await askForHeadline());
    if (oneLiner === undefined) return cancelled;
    const topics = textArgument(argument, 'topics') ?? (await askForTopics());
    if (topics === undefined) return cancelled;
    const session = await working(vscode.l10n.t('Ending the session…'), () =>
      services.access.use(({ memory, caller }) =>
        memory.sessions.end(caller, { sessionId, oneLiner, topics: wordsFrom(topics) }),
      ),
    );
    services.notices.done(
      vscode.l10n.t('Session ended: {0}', session.oneLiner),
      showStep({ view: 'sessions', item: session.id }),
    );
    return { status: 'ended', id: session.id };
  };
}

async function askForSession(services: Services): Promise<string | undefined> {
  const { sessions } = await services.access.use(({ memory, caller }) =>
    memory.sessions.list(caller, { scope: 'all', limit: listed, order: 'openFirst' }),
  );
  const open = sessions.filter(({ endedAt, origin }) => endedAt === null && origin === 'live');
  if (open.length === 0) {
    services.notices.done(vscode.l10n.t('No session is in progress.'));
    return undefined;
  }
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

function askForHeadline(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('End session (1 of 2)'),
    prompt: vscode.l10n.t('Headline: what was the session about, and what was the result?'),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return vscode.l10n.t('Enter a headline.');
      const over = text.trim().length - limits.headline;
      return over > 0 ? vscode.l10n.t('The headline is {0} characters too long.', over) : undefined;
    },
  });
}

function askForTopics(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('End session (2 of 2)'),
    prompt: vscode.l10n.t('Topics, separated by commas (optional)'),
    ignoreFocusOut: true,
  });
}
