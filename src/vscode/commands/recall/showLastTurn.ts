/**
 * What memory did in the last turns of chats: which memories were sent to the model and why, what matched and was left
 * out, the exact text, and what was recorded. The user can open each memory here, say whether it was useful, or keep it
 * out of chats, and undo that.
 */
import * as vscode from 'vscode';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Feedback } from '../../../memory/recall/muted.ts';
import { muteKinds } from '../../../memory/shared/vocabulary.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import type { LeftOutReason, Turn, TurnLine } from '../../../memory/shared/turns.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { localMinute } from '../../../util/time.ts';
import type { Services } from '../../services/host.ts';
import { kindName } from '../../ui/resultWords.ts';
import { turnText } from '../../ui/turnText.ts';
import { cancelled, type Command } from '../shared/arguments.ts';

/** How many turns are listed. */
const maxTurns = 10;

interface TurnRow extends vscode.QuickPickItem {
  /** A memory that was sent to the model. */
  ref?: MemoryRef;
  /** Opens the exact text of this turn. */
  turn?: Turn;
}

const panelButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('go-to-file'),
  tooltip: vscode.l10n.t('Open'),
};
interface FeedbackButton extends vscode.QuickInputButton {
  /** What a click says; null withdraws what was said. */
  says: Feedback | null;
}

const usefulButton: FeedbackButton = {
  iconPath: new vscode.ThemeIcon('thumbsup'),
  tooltip: vscode.l10n.t('Useful'),
  says: 'useful',
};
const notUsefulButton: FeedbackButton = {
  iconPath: new vscode.ThemeIcon('thumbsdown'),
  tooltip: vscode.l10n.t('Not Useful'),
  says: 'not_useful',
};
const muteButton: FeedbackButton = {
  iconPath: new vscode.ThemeIcon('bell-slash'),
  tooltip: vscode.l10n.t('Never Use in Chats'),
  says: 'never',
};
const useButton: FeedbackButton = {
  iconPath: new vscode.ThemeIcon('bell'),
  tooltip: vscode.l10n.t('Use in Chats Again'),
  says: null,
};
const withdrawButton: FeedbackButton = {
  iconPath: new vscode.ThemeIcon('discard'),
  tooltip: vscode.l10n.t('Withdraw Feedback'),
  says: null,
};
const buttonsFor: Record<Feedback | 'none', FeedbackButton[]> = {
  none: [usefulButton, notUsefulButton, muteButton],
  useful: [withdrawButton, notUsefulButton, muteButton],
  not_useful: [usefulButton, withdrawButton, muteButton],
  never: [useButton],
};

/**
 * Argument `{ open?: "text" }`: shows the exact text of the last turn at once. Returns `{ status: "opened" }` for a
 * text, `{ status: "opened", kind, id }` for a memory, and `{ status: "nothing" }` if no hook has run yet.
 */
export function createShowLastTurn(services: Services): Command {
  return async (argument) => {
    const turns = await services.access.use(({ memory, caller }) => memory.turns.last(caller, maxTurns));
    const [last] = turns;
    if (last === undefined) {
      const on = { label: vscode.l10n.t('Turn Recording On...'), run: () => run('bigmind.toggleCapture') };
      services.notices.done(vscode.l10n.t('No chat has used the memory automatically yet.'), on);
      return { status: 'nothing' };
    }
    if (typeof argument === 'object' && argument !== null && 'open' in argument && argument.open === 'text') {
      await showText(services, last);
      return { status: 'opened' };
    }
    const chosen = await pick(services, turns);
    if (chosen?.turn !== undefined) await showText(services, chosen.turn);
    else if (chosen?.ref !== undefined) await openInPanel(chosen.ref);
    else return cancelled;
    return { status: 'opened', ...chosen.ref };
  };
}

function run(command: string, argument?: unknown): Promise<unknown> {
  return Promise.resolve(vscode.commands.executeCommand(command, argument));
}

function openInPanel({ kind, id }: MemoryRef): Promise<unknown> {
  return run('bigmind.openPanel', { view: 'knowledge', item: `${kind}:${id}` });
}

async function showText({ host, pages }: Services, turn: Turn): Promise<void> {
  const { timeZone } = host.clock;
  const title = vscode.l10n.t('What BigMind sent to the model');
  const texts = turn.injections.map(({ event, injected, tokens, lines, at }) =>
    [
      `## ${event}, ${localMinute(at, timeZone)}, ${vscode.l10n.t('{0} tokens', tokens)}`,
      injected ?? vscode.l10n.t('The text was removed, because something was erased after this turn.'),
      reasonsOf(
        vscode.l10n.t('Why each line came'),
        lines.filter(({ leftOut }) => leftOut === undefined),
      ),
    ].join('\n\n'),
  );
  texts.push(reasonsOf(vscode.l10n.t('Considered and left out'), turn.leftOut));
  const all = texts.join('\n\n').trim();
  const body = all === '' ? vscode.l10n.t('Nothing was sent to the model in this turn.') : all;
  await pages.show(title, `# ${title}\n\n${turnText(turn)}\n\n${body}\n`);
}

function reasonsOf(heading: string, lines: readonly TurnLine[]): string {
  if (lines.length === 0) return '';
  const rows = lines.map((line) => `- ${kindName(line.ref.kind)} #${line.ref.id}: ${whyText(line).join(' · ')}`);
  return [`### ${heading}`, rows.join('\n')].join('\n\n');
}

function pick(services: Services, turns: readonly Turn[]): Promise<TurnRow | undefined> {
  const list = vscode.window.createQuickPick<TurnRow>();
  list.title = vscode.l10n.t('Memory use in the last turns');
  list.placeholder = vscode.l10n.t('Select a memory to open it, or a turn to see the exact text');
  list.matchOnDetail = true;
  list.busy = true;
  const refresh = async (): Promise<void> => {
    const rows = await rowsOf(services, turns);
    const [active] = list.activeItems;
    list.items = rows;
    const same = rows.find(
      ({ ref }) => ref !== undefined && ref.kind === active?.ref?.kind && ref.id === active.ref.id,
    );
    if (same !== undefined) list.activeItems = [same];
    list.busy = false;
  };
  const failed = (thrown: unknown): void => void services.notices.failed(thrown);
  return new Promise((resolve) => {
    list.onDidTriggerItemButton(({ item: { ref }, button }) => {
      if (ref === undefined) return;
      if (button === panelButton) openInPanel(ref).then(() => list.hide(), failed);
      else if ('says' in button) rate(services, ref, (button as FeedbackButton).says, refresh).then(refresh, failed);
    });
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
    refresh().catch(failed);
  });
}

async function rate(
  { access, notices }: Services,
  ref: MemoryRef,
  says: Feedback | null,
  refresh: () => Promise<void>,
): Promise<void> {
  const give = (feedback: Feedback | null): Promise<boolean> =>
    access.use(({ memory, caller }) => memory.muted.rate(caller, ref, feedback));
  const rated = await access.use(({ memory, caller }) => memory.muted.feedback(caller));
  const before = rated.find((one) => refKey(one) === refKey(ref))?.feedback ?? null;
  if (!(await give(says)) || says === null) return;
  const undo = { label: vscode.l10n.t('Undo'), run: () => give(before).then(refresh) };
  notices.done(doneText(says), undo);
}

function doneText(says: Feedback): string {
  switch (says) {
    case 'useful':
      return vscode.l10n.t('Chats get it more readily when it matches.');
    case 'not_useful':
      return vscode.l10n.t('Chats get it only when it matches much more clearly. Search still finds it.');
    case 'never':
      return vscode.l10n.t('Chats no longer use it. Search still finds it.');
  }
}

/** What the files of a project say is changed in the files. */
function canBeRated({ kind }: MemoryRef): boolean {
  return muteKinds.some((one) => one === kind);
}

function feedbackText(feedback: Feedback): string {
  switch (feedback) {
    case 'useful':
      return vscode.l10n.t('useful');
    case 'not_useful':
      return vscode.l10n.t('not useful');
    case 'never':
      return vscode.l10n.t('not used in chats');
  }
}

/** Why a line came, or was left out. A memory of the context block comes whatever the prompt is. */
function whyText(line: TurnLine | undefined): string[] {
  if (line === undefined) return [vscode.l10n.t('context of the chat')];
  const matched = line.matched.length === 0 ? [] : [vscode.l10n.t('matched: {0}', line.matched.join(', '))];
  if (line.leftOut !== undefined) return [leftOutText(line.leftOut), ...matched];
  return [...matched, vscode.l10n.t('{0} tokens', line.tokens)];
}

function leftOutText(reason: LeftOutReason): string {
  switch (reason) {
    case 'sent before':
      return vscode.l10n.t('sent earlier in this chat');
    case 'muted':
      return vscode.l10n.t('kept out of chats');
    case 'no room':
      return vscode.l10n.t('others matched better');
    case 'weak match':
      return vscode.l10n.t('did not match clearly enough');
    case 'file is gone':
      return vscode.l10n.t('its file is gone');
  }
}

/** Lists each memory once per turn, then those that matched and were left out; an erased memory has no row. */
async function rowsOf({ access, host }: Services, turns: readonly Turn[]): Promise<TurnRow[]> {
  return access.use(async ({ memory, caller }) => {
    const rated = new Map((await memory.muted.feedback(caller)).map((one) => [refKey(one), one.feedback]));
    const texts = new Map<string, string | undefined>();
    const textOf = async (ref: MemoryRef): Promise<string | undefined> => {
      const known = texts.get(refKey(ref));
      if (known !== undefined) return known;
      const found = await memory.catalogue.get(caller, ref).catch((thrown: unknown) => {
        if (bigMindErrorFrom(thrown).code === 'not_found') return undefined;
        throw thrown;
      });
      const text = found === undefined ? undefined : shorten(oneLine(found.title ?? found.text), 120);
      texts.set(refKey(ref), text);
      return text;
    };
    const rows: TurnRow[] = [];
    for (const turn of turns) {
      const at = localMinute(turn.at, host.clock.timeZone);
      rows.push({ label: `${at} · ${turn.client}`, kind: vscode.QuickPickItemKind.Separator });
      rows.push({ label: `$(file-text) ${turnText(turn)}`, detail: vscode.l10n.t('Show Exact Text'), turn });
      const add = async (ref: MemoryRef, line: TurnLine | undefined): Promise<void> => {
        const text = await textOf(ref);
        if (text === undefined) return;
        const feedback = rated.get(refKey(ref));
        const said = feedback === undefined ? [] : [feedbackText(feedback)];
        rows.push({
          label: line?.leftOut === undefined ? text : `$(circle-slash) ${text}`,
          detail: [kindName(ref.kind), ...whyText(line), ...said].join(' · '),
          ref,
          buttons: [panelButton, ...(canBeRated(ref) ? buttonsFor[feedback ?? 'none'] : [])],
        });
      };
      const sent = new Map(turn.injections.flatMap(({ refs }) => refs.map((ref) => [refKey(ref), ref] as const)));
      const lines = turn.injections.flatMap((one) => one.lines).filter(({ leftOut }) => leftOut === undefined);
      for (const [key, ref] of sent)
        await add(
          ref,
          lines.find((line) => refKey(line.ref) === key),
        );
      const leftOut = new Map(turn.leftOut.map((line) => [refKey(line.ref), line]));
      for (const [key, line] of leftOut) if (!sent.has(key)) await add(line.ref, line);
    }
    return rows;
  });
}
