/**
 * Asks once whether conversations may be recorded, and states plainly what that means. Nothing is recorded before a
 * clear yes. The notification appears once. Closed or timed out, it is no answer: the question stays on Home and in
 * the menu of the status bar, and a command turns recording on and off at any time.
 */
import * as vscode from 'vscode';
import { captureEverywhere } from './captureSetting.ts';
import { showWhatIsRecorded } from './captureExplained.ts';
import type { Notices } from '../../platform/notices.ts';
import type { ReadOnlyPages } from '../../platform/readOnlyPages.ts';

/** The key of the answer, `on` or `off`; before one, of the fact that the notification was shown. */
export const askedKey = 'bigmind.capture.asked';

interface ConsentParts {
  /** State that outlives the window, shared by all workspaces. */
  kept: Pick<vscode.Memento, 'get' | 'update'>;
  /** Carries out a yes or a no. */
  choose: (on: boolean) => Promise<void>;
  pages: ReadOnlyPages;
  notices: Notices;
  /** Shows the question; resolves with the label of the pressed button. */
  ask: (question: string, ...buttons: string[]) => Thenable<string | undefined>;
}

/** Resolves with the answer; `not asked` if the user has already chosen, or the notification was shown before. */
export async function askForCapture(parts: ConsentParts): Promise<'on' | 'off' | 'no answer' | 'not asked'> {
  const isDone = (): boolean => captureEverywhere() !== undefined || parts.kept.get(askedKey) !== undefined;
  if (isDone()) return 'not asked';
  const answer = await parts.notices.queue.add(async () => {
    // It may have waited.
    if (isDone()) return 'not asked';
    // Stored before the question is shown, so that two windows that open together do not both ask.
    await parts.kept.update(askedKey, 'shown');
    return answerOf(parts);
  });
  if (answer === 'no answer' || answer === 'not asked') return answer;
  await parts.kept.update(askedKey, answer);
  await parts.choose(answer === 'on');
  if (answer === 'on') {
    parts.notices.unasked(
      vscode.l10n.t(
        'Recording starts with your next chat. To turn it off, run "BigMind: Turn Recording On or Off...".',
      ),
      [],
    );
  }
  return answer;
}

async function answerOf({ ask, pages }: ConsentParts): Promise<'on' | 'off' | 'no answer'> {
  const turnOn = vscode.l10n.t('Turn On');
  const notNow = vscode.l10n.t('Not Now');
  const explain = vscode.l10n.t('Show What Is Recorded');
  const question = vscode.l10n.t(
    'Do you want BigMind to record your chats? It keeps what you and your assistants say, so that the next chat can use it. For this, it writes ~/.copilot/hooks/bigmind.json, which VS Code (Local and Copilot) and the Copilot CLI read. BigMind removes secrets. Your chats stay on this computer, unless you choose an online embedding server or summaries by a language model.',
  );
  for (;;) {
    const pressed = await ask(question, turnOn, notNow, explain);
    if (pressed === turnOn) return 'on';
    if (pressed === notNow) return 'off';
    if (pressed !== explain) return 'no answer';
    await showWhatIsRecorded(pages);
  }
}
