/**
 * The question before recorded sessions are sent to a language model: which model, what is sent, what it costs, and which
 * of the sessions that wait it reads.
 */
import * as vscode from 'vscode';
import type { OpenMemory } from '../../platform/sharedMemory.ts';
import { askForRow, type PickRow } from '../shared/quickInput.ts';
import { scopeOf } from '../../services/learning/learnModels.ts';
import type { LearnPreview, LearnScope } from '../../../memory/learn/learner.ts';

export const histories = ['project', 'month', 'all', 'none'] as const;
/** Of the sessions that wait: those of this project, those of the last 30 days, all, or none but new ones. */
export type History = (typeof histories)[number];

const dayMs = 24 * 3_600_000;
const monthDays = 30;
const weekDays = 7;

/** What waits, with the tokens that it would take. */
interface Waiting {
  project: LearnPreview;
  month: LearnPreview;
  all: LearnPreview;
  /** At the use of the last week. */
  tokensPerDay: number;
}

export async function waitingIn({ memory, caller }: OpenMemory, now: Date): Promise<Waiting> {
  const { learning } = memory;
  const all = { projects: 'all' } as const;
  const week = await learning.preview(caller, { ...all, since: daysBefore(now, weekDays) });
  return {
    project: await learning.preview(caller, scopeOf(caller)),
    month: await learning.preview(caller, { ...all, since: daysBefore(now, monthDays) }),
    all: await learning.preview(caller, { ...all, all: true }),
    tokensPerDay: Math.ceil(week.tokens / weekDays),
  };
}

/** Undefined for none. */
export function scopeFor(history: History, caller: OpenMemory['caller'], now: Date): LearnScope | undefined {
  switch (history) {
    case 'project':
      return scopeOf(caller);
    case 'month':
      return { projects: 'all', since: daysBefore(now, monthDays) };
    case 'all':
      return { projects: 'all', all: true };
    case 'none':
      return undefined;
  }
}

/** Sessions from before this time are left out from now on; undefined if none are. */
export function leftOutBefore(history: History, now: Date): string | undefined {
  if (history === 'month') return daysBefore(now, monthDays);
  return history === 'none' ? now.toISOString() : undefined;
}

/** For a model that was just chosen. Undefined if the user canceled. */
export async function askForHistory(
  name: string,
  waiting: Waiting,
  dailyTokens: number,
): Promise<Exclude<History, 'project'> | undefined> {
  const { all, month } = waiting;
  const [everything, lastDays, none] = [
    vscode.l10n.t('All Sessions'),
    vscode.l10n.t('Last 30 Days'),
    all.sessions === 0 ? vscode.l10n.t('Turn On') : vscode.l10n.t('Only New Sessions'),
  ];
  const buttons = [
    ...(all.sessions > 0 ? [everything] : []),
    ...(month.sessions > 0 && month.sessions < all.sessions ? [lastDays] : []),
    none,
  ];
  const question = vscode.l10n.t('Let {0} learn from your recorded sessions?', name);
  const options = { modal: true, detail: consentText(waiting, dailyTokens) };
  const answer = await vscode.window.showInformationMessage(question, options, ...buttons);
  if (answer === undefined) return undefined;
  if (answer === everything) return 'all';
  return answer === lastDays ? 'month' : 'none';
}

function consentText({ all, month, tokensPerDay }: Waiting, dailyTokens: number): string {
  const sent = vscode.l10n.t(
    'BigMind sends the text of your recorded chats, without secrets and tool output, to this model, which may be an online service.',
  );
  const later = vscode.l10n.t(
    'From now on, it reads each session of the open project after it ended: about {0} tokens a day at your use of the last week, and at most {1} a day (setting "bigmind.learn.dailyTokens").',
    tokensPerDay.toLocaleString(),
    dailyTokens.toLocaleString(),
  );
  if (all.sessions === 0) return [sent, later].join('\n\n');
  const now = vscode.l10n.t(
    'Sessions that wait now: {0}, about {1} tokens. Of the last 30 days: {2}, about {3} tokens.',
    all.sessions.toLocaleString(),
    all.tokens.toLocaleString(),
    month.sessions.toLocaleString(),
    month.tokens.toLocaleString(),
  );
  return [sent, now, later].join('\n\n');
}

/** For a model that was chosen before; `model` to choose another one. Undefined if the user canceled. */
export async function askWhichSessions(waiting: Waiting, name: string): Promise<History | 'model' | undefined> {
  const { project, month, all } = waiting;
  const row = (label: string, { sessions, tokens }: LearnPreview, value: History): PickRow<History>[] =>
    sessions === 0 ? [] : [{ label, description: costText(sessions, tokens), value }];
  const rows: PickRow<History | 'model'>[] = [
    ...row(vscode.l10n.t('This Project'), project, 'project'),
    ...(month.sessions < all.sessions ? row(vscode.l10n.t('All Projects, Last 30 Days'), month, 'month') : []),
    ...row(vscode.l10n.t('All Projects'), all, 'all'),
    { label: vscode.l10n.t('Change Language Model...'), description: name, value: 'model' },
  ];
  const title = vscode.l10n.t('Learn from Recorded Sessions');
  const placeholder =
    all.sessions === 0
      ? vscode.l10n.t('No recorded session waits')
      : vscode.l10n.t('Choose the sessions that {0} reads now', name);
  return askForRow({ title, placeholder, rows });
}

function costText(sessions: number, tokens: number): string {
  return vscode.l10n.t('sessions: {0}, about {1} tokens', sessions.toLocaleString(), tokens.toLocaleString());
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString();
}
