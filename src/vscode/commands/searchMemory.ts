/**
 * Search as you type. Enter opens the memory in full; the button of a row opens the source it names, and the globe
 * widens the search from this project to everything. Only the newest question is answered.
 */
import * as vscode from 'vscode';
import { bigMindErrorFrom } from '../../memory/errors.ts';
import type { MemoryKind } from '../../memory/recall.ts';
import type { SearchResult } from '../../search/search.ts';
import { oneLine, shorten } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { Services } from '../host.ts';
import { kindName, pageName, pageOf } from '../memoryPage.ts';
import { noticeOf } from '../notices.ts';
import { findSource, openSource } from '../sourceRef.ts';
import { cancelled, textArgument, type Command } from './arguments.ts';

const pauseMilliseconds = 150;
const shownResults = 30;

interface ResultItem extends vscode.QuickPickItem {
  /** Absent for a row that only says something. */
  result?: SearchResult;
}

/**
 * Argument `{ query?, open? }`: `query` fills the box; with `open: "best"` the best match is opened at once.
 * Answers `{ status, kind, id }` of what was opened, or `{ status: "nothing" }`.
 */
export function createSearchMemory(services: Services): Command {
  return async (argument) => {
    const query = textArgument(argument, 'query') ?? '';
    const found =
      textArgument(argument, 'open') === 'best'
        ? (await find(services, query, 'project'))[0]
        : await new SearchPick(services, query).pick();
    if (found === undefined) return textArgument(argument, 'open') === 'best' ? { status: 'nothing' } : cancelled;
    await openResult(services, found);
    return { status: 'opened', kind: found.kind, id: found.id };
  };
}

type Scope = 'project' | 'everything';

async function find(services: Services, query: string, scope: Scope): Promise<SearchResult[]> {
  const input = { query, limit: shownResults, ...(scope === 'everything' ? { project: 'all' } : {}) };
  return (await services.access.use(({ search, caller }) => search.find(caller, input))).results;
}

async function openResult(services: Services, result: SearchResult): Promise<void> {
  if (result.kind !== 'session') {
    await services.pages.show(pageName(result), pageOf(result, services.host.clock.timeZone));
    return;
  }
  const { markdown } = await services.access.use(({ memory, caller }) => memory.sessionDetails.get(caller, result.id));
  await services.pages.show(pageName(result), markdown);
}

class SearchPick {
  readonly #services: Services;
  readonly #pick = vscode.window.createQuickPick<ResultItem>();
  readonly #openSource: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('go-to-file'),
    tooltip: vscode.l10n.t('Open the source'),
  };
  #scope: Scope = 'project';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question = 0;

  constructor(services: Services, query: string) {
    this.#services = services;
    this.#pick.title = vscode.l10n.t('Search memory');
    this.#pick.value = query;
    this.#pick.matchOnDetail = true;
    this.#showScope();
    this.#ask();
  }

  /** The memory that the person chose. */
  pick(): Promise<SearchResult | undefined> {
    const pick = this.#pick;
    return new Promise((resolve) => {
      pick.onDidChangeValue(() => this.#askAfterPause());
      pick.onDidTriggerButton(() => this.#changeScope());
      pick.onDidTriggerItemButton(({ item }) => {
        this.#openSourceOf(item).catch((thrown: unknown) => this.#services.notices.failed(thrown));
      });
      pick.onDidAccept(() => {
        const result = pick.selectedItems[0]?.result;
        if (result === undefined) return;
        resolve(result);
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
    const items = query === '' ? [] : await this.#itemsFor(query);
    if (question !== this.#question) return;
    this.#pick.items = items;
    this.#pick.busy = false;
  }

  async #itemsFor(query: string): Promise<ResultItem[]> {
    try {
      const results = await find(this.#services, query, this.#scope);
      if (results.length > 0) return results.map((result) => this.#itemFrom(result));
      const wider = this.#scope === 'project' ? vscode.l10n.t('The globe above searches in all projects.') : '';
      return [{ label: vscode.l10n.t('Nothing found'), detail: wider, alwaysShow: true }];
    } catch (thrown) {
      const error = bigMindErrorFrom(thrown);
      this.#services.log.error(noticeOf(error));
      return [{ label: `$(warning) ${error.message}`, detail: noticeOf(error), alwaysShow: true }];
    }
  }

  #itemFrom(result: SearchResult): ResultItem {
    const origin = [
      kindName(result.kind),
      localDay(result.createdAt, this.#services.host.clock.timeZone),
      result.speaker,
      result.project,
      result.sourceRef,
    ];
    return {
      label: `$(${kindIcons[result.kind]}) ${shorten(oneLine(result.title ?? result.text), 120)}`,
      description: `${String(Math.round(result.score * 100))} %`,
      detail: origin.filter((part) => part !== null).join(' · '),
      alwaysShow: true,
      result,
      ...(result.sourceRef === null ? {} : { buttons: [this.#openSource] }),
    };
  }

  async #openSourceOf({ result }: ResultItem): Promise<void> {
    const sourceRef = result?.sourceRef ?? '';
    const source = await findSource(sourceRef);
    this.#pick.hide();
    if (source === undefined) {
      this.#services.notices.done(vscode.l10n.t('The source is no file of this workspace: {0}', sourceRef));
    } else {
      await openSource(source);
    }
  }
}

const kindIcons: Record<MemoryKind, string> = {
  fact: 'lightbulb',
  chunk: 'quote',
  session: 'history',
  knowledge: 'organization',
  message: 'comment',
};
