/**
 * Search as you type. Enter opens what was found: a file at the line of an entry, else the page at the session or
 * memory. The buttons of a row explain why it was found, and open its source. The globe switches between this project and all projects. Only the latest query is
 * answered.
 */
import * as vscode from 'vscode';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { shorten } from '../../../util/text.ts';
import { foundRoute } from '../../../protocol/foundRoute.ts';
import type { Services } from '../../services/host.ts';
import { showStep } from '../../platform/notices.ts';
import type { FoundResult, OpenedResults } from '../../ui/openedResults.ts';
import { findSource, openSource } from '../../services/sourceRef.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';
import { showExplanation } from './explainResult.ts';
import { findMemories, type Scope } from './findMemories.ts';
import { explainButton, rowForNothing, rowsForFailure, rowsFrom, type SearchRow } from './searchRows.ts';

const pauseMilliseconds = 150;

/**
 * Argument `{ query?, open? }`: `query` fills the box; with `open: "best"` the best match is opened at once. Returns `{
 * status, kind, id }` of the opened memory, or `{ status: "nothing" }`.
 */
export function createSearchMemory(services: Services, opened: OpenedResults): Command {
  return async (argument) => {
    const query = textArgument(argument, 'query') ?? '';
    const wantsBest = textArgument(argument, 'open') === 'best';
    const found = wantsBest ? await findBest(services, query) : await new SearchPick(services, query).pick();
    if (found === undefined) return wantsBest ? { status: 'nothing' } : cancelled;
    opened.add(found);
    await openFound(found);
    return { status: 'opened', kind: found.result.kind, id: found.result.id };
  };
}

async function findBest(services: Services, question: string): Promise<FoundResult | undefined> {
  const [result] = (await findMemories(services, question, 'project')).results;
  return result === undefined ? undefined : { question, result };
}

/** An entry of a file that is not in this workspace opens in the page. */
async function openFound({ result }: FoundResult): Promise<void> {
  const { kind, sourceRef } = result;
  const file = kind === 'entry' && sourceRef !== null ? await findSource(sourceRef) : undefined;
  await (file === undefined ? showStep(foundRoute(result)).run() : openSource(file));
}

class SearchPick {
  readonly #services: Services;
  readonly #pick = vscode.window.createQuickPick<SearchRow>();
  #scope: Scope = 'project';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question = 0;

  constructor(services: Services, query: string) {
    this.#services = services;
    this.#showTitle(undefined);
    this.#pick.value = query;
    this.#pick.matchOnDetail = true;
    this.#showScope();
    this.#ask();
  }

  /** The memory that the user chose; undefined if they canceled. */
  pick(): Promise<FoundResult | undefined> {
    const pick = this.#pick;
    return new Promise((resolve) => {
      pick.onDidChangeValue(() => this.#askAfterPause());
      pick.onDidTriggerButton(() => this.#changeScope());
      pick.onDidTriggerItemButton(({ item, button }) => {
        this.#press(item, button).catch((thrown: unknown) => this.#services.notices.failed(thrown));
      });
      pick.onDidAccept(() => {
        const row = pick.selectedItems[0];
        if (row?.widens === true) this.#changeScope();
        if (row?.copies !== undefined) {
          pick.hide();
          void vscode.env.clipboard.writeText(row.copies);
        }
        if (row?.runs !== undefined) {
          pick.hide();
          void vscode.commands.executeCommand(row.runs.command, row.runs.argument);
        }
        if (row?.found === undefined) return;
        resolve(row.found);
        pick.hide();
      });
      pick.onDidHide(() => {
        clearTimeout(this.#timer);
        this.#question += 1;
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
    });
  }

  #changeScope(): void {
    this.#scope = this.#scope === 'project' ? 'everything' : 'project';
    this.#showScope();
    this.#ask();
  }

  #showScope(): void {
    const everything = this.#scope === 'everything';
    this.#pick.placeholder = everything
      ? vscode.l10n.t('What do you remember about… (in all projects)')
      : vscode.l10n.t('What do you remember about… (in this project)');
    this.#pick.buttons = [
      {
        iconPath: new vscode.ThemeIcon(everything ? 'folder' : 'globe'),
        tooltip: everything ? vscode.l10n.t('Search in this project') : vscode.l10n.t('Search in all projects'),
      },
    ];
  }

  /** `notice` is a remark on the search, for example that a model did not answer. */
  #showTitle(notice: string | undefined): void {
    const title = vscode.l10n.t('Search memory');
    this.#pick.title = notice === undefined ? title : `${title} · ${shorten(notice, 100)}`;
  }

  #askAfterPause(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), pauseMilliseconds);
  }

  #ask(): void {
    this.#question += 1;
    void this.#answer(this.#question, this.#pick.value.trim());
  }

  async #answer(question: number, query: string): Promise<void> {
    this.#pick.busy = query !== '';
    const { rows, notice } = query === '' ? { rows: [] } : await this.#found(query);
    if (question !== this.#question) return;
    this.#showTitle(notice);
    this.#pick.items = rows;
    // After a failure, preselect the first remedy instead of the message, so that Enter runs it.
    const mends = rows.find(({ runs }) => runs !== undefined);
    if (mends !== undefined) this.#pick.activeItems = [mends];
    this.#pick.busy = false;
  }

  async #found(query: string): Promise<{ rows: SearchRow[]; notice?: string | undefined }> {
    const { timeZone } = this.#services.host.clock;
    const isWide = this.#scope === 'everything';
    try {
      const found = await findMemories(this.#services, query, this.#scope);
      const { searched, notice } = found;
      const rows = rowsFrom(query, found, timeZone);
      if (rows.length > 0) return { rows, notice };
      const elsewhere = isWide ? undefined : await findMemories(this.#services, query, 'everything');
      return { rows: [rowForNothing(searched, elsewhere)], notice };
    } catch (thrown) {
      const error = bigMindErrorFrom(thrown);
      this.#services.log.error(error.sentence);
      return { rows: rowsForFailure(error) };
    }
  }

  async #press({ found }: SearchRow, button: vscode.QuickInputButton): Promise<void> {
    if (found === undefined) return;
    this.#pick.hide();
    if (button === explainButton) await showExplanation(this.#services, found);
    else await this.#openSource(found.result.sourceRef ?? '');
  }

  async #openSource(sourceRef: string): Promise<void> {
    const source = await findSource(sourceRef);
    if (source === undefined) {
      this.#services.notices.done(vscode.l10n.t('The source is not a file in this workspace: {0}', sourceRef));
    } else {
      await openSource(source);
    }
  }
}
