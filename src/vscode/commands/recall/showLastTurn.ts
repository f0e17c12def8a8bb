/**
 * What memory did in the last turns of chats: which memories were sent to the model, the exact text, and what was
 * recorded. The user can open each memory here, or exclude it from chats and undo that.
 */
import * as vscode from 'vscode';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import type { Turn } from '../../../memory/shared/turns.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { localMinute } from '../../../util/time.ts';
import type { Services } from '../../services/host.ts';
import { kindName } from '../../ui/memoryPage.ts';
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
const muteButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('bell-slash'),
  tooltip: vscode.l10n.t('Never Use in Chats'),
};
const useButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('bell'),
  tooltip: vscode.l10n.t('Use in Chats Again'),
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
  return run('bigmind.openPanel', { view: 'memories', item: `${kind}:${id}` });
}

async function showText({ host, pages }: Services, turn: Turn): Promise<void> {
  const { timeZone } = host.clock;
  const title = vscode.l10n.t('What BigMind sent to the model');
  const texts = turn.injections.map(({ event, injected, tokens, at }) =>
    [
      `## ${event}, ${localMinute(at, timeZone)}, ${vscode.l10n.t('{0} tokens', tokens)}`,
      injected ?? vscode.l10n.t('The text was removed, because something was erased after this turn.'),
    ].join('\n\n'),
  );
  const body = texts.length === 0 ? vscode.l10n.t('Nothing was sent to the model in this turn.') : texts.join('\n\n');
  await pages.show(title, `# ${title}\n\n${turnText(turn)}\n\n${body}\n`);
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
      else (button === muteButton ? mute(services, ref, refresh) : unmute(services, ref)).then(refresh, failed);
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

async function mute(services: Services, ref: MemoryRef, refresh: () => Promise<void>): Promise<void> {
  if (!(await services.access.use(({ memory, caller }) => memory.muted.mute(caller, ref)))) return;
  const undo = { label: vscode.l10n.t('Undo'), run: () => unmute(services, ref).then(refresh) };
  services.notices.done(vscode.l10n.t('Chats no longer use it. Search still finds it.'), undo);
}

function unmute({ access }: Services, ref: MemoryRef): Promise<boolean> {
  return access.use(({ memory, caller }) => memory.muted.unmute(caller, ref));
}

/** Lists each memory once per turn; a memory that was erased since has no row. */
async function rowsOf({ access, host }: Services, turns: readonly Turn[]): Promise<TurnRow[]> {
  return access.use(async ({ memory, caller }) => {
    const muted = new Set((await memory.muted.list(caller)).map(refKey));
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
      const refs = new Map(turn.injections.flatMap(({ refs: own }) => own.map((ref) => [refKey(ref), ref] as const)));
      for (const [key, ref] of refs) {
        const text = await textOf(ref);
        if (text === undefined) continue;
        const isMuted = muted.has(key);
        rows.push({
          label: text,
          detail: [kindName(ref.kind), ...(isMuted ? [vscode.l10n.t('not used in chats')] : [])].join(' · '),
          ref,
          buttons: [panelButton, isMuted ? useButton : muteButton],
        });
      }
    }
    return rows;
  });
}
