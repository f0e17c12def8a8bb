/**
 * One memory in full: its text, why it was found after a search, its properties and its actions. A command shows its
 * expected effect at once; if it is refused, the stored values come back.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type { FoundCard, MemoryCard, MemoryDetailCard, MemoryRefCard } from '../../../src/protocol/recall/memories.ts';
import { Live } from '../../client/live.ts';
import { t } from '../../l10n/t.ts';
import '../../parts/design/longText.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { kindName, statusName } from '../../parts/domain/memoryWords.ts';
import { evidenceStyles, renderQuote } from '../learned/evidence.ts';
import { OpenedView } from '../shared/openedView.ts';
import { renderActions, type MemoryDoer } from './memoryActions.ts';
import { beginDraft, commandFrom, isDraft, rebased, shownAfter, withTheirs, type Draft } from './memoryDraft.ts';
import { renderKnown } from './memoryFacts.ts';
import './memoryForm.ts';
import { renderWhy } from './whyFound.ts';

export class MemoryDetail extends OpenedView<Draft> {
  static override styles = [OpenedView.styles, ...evidenceStyles];
  static override properties = {
    item: { attribute: false },
    found: { attribute: false },
    isEdited: { attribute: false },
  };

  declare item: MemoryRefCard;
  /** How it was found; undefined without a search. */
  declare found: FoundCard['found'][number] | undefined;
  /** Begins an edit once the memory is loaded, and calls `onBegun`. */
  declare isEdited: boolean;
  declare onBegun: () => void;
  /** Called with the expected effect of a command, before it is done. */
  declare onChange: (change: Partial<MemoryCard>) => void;
  protected readonly draftName = 'memoryDraft';
  readonly #live = new Live(
    this,
    () => this.page.client,
    'memory',
    () => ({ ref: this.item }),
  );

  override willUpdate(): void {
    super.willUpdate();
    const { answer } = this.#live;
    if (!this.isEdited || answer === undefined) return;
    this.isEdited = false;
    this.onBegun();
    if (this.draft === undefined && answer.status === 'live' && answer.mayChange)
      this.keepDraft(beginDraft(answer, 'edit'));
  }

  override render(): TemplateResult {
    const { answer } = this.#live;
    const isTitled = (answer?.title ?? '') !== '';
    const body = answer === undefined ? nothing : this.#renderBody(answer);
    return this.renderFrame(this.#live, isTitled ? nameOf(this.item) : null, this.#renderHead(answer), body);
  }

  protected override get ref(): MemoryRefCard {
    return this.item;
  }

  protected override draftFrom(kept: unknown): Draft | undefined {
    return isDraft(kept) && kept.item === itemOf(this.item) ? kept : undefined;
  }

  /** A memory without a title gets its kind and number as the heading. */
  #renderHead(memory: MemoryDetailCard | undefined): TemplateResult {
    const title = memory?.title ?? '';
    const state = memory === undefined ? null : statusName(memory.status);
    const marks = [
      ...(state === null ? [] : [html`<li class="mark strong">${state}</li>`]),
      ...(memory?.pinned === true ? [html`<li class="mark">${t('Pinned')}</li>`] : []),
      ...(state === null && (memory?.unusedSince ?? null) !== null ? [html`<li class="mark">${t('Faded')}</li>`] : []),
      ...(memory?.muted === true ? [html`<li class="mark">${t('Not used in chats')}</li>`] : []),
      ...(memory?.rated === 'useful' ? [html`<li class="mark">${t('Useful in chats')}</li>`] : []),
      ...(memory?.rated === 'not_useful' ? [html`<li class="mark">${t('Not useful in chats')}</li>`] : []),
    ];
    return html`<h2 id="title" dir="auto" tabindex="-1">${title === '' ? nameOf(this.item) : title}</h2>
      ${
        marks.length === 0
          ? nothing
          : html`<ul class="marks">
              ${marks}
            </ul>`
      }`;
  }

  #renderBody(memory: MemoryDetailCard): TemplateResult {
    const draft = this.draft === undefined ? undefined : rebased(this.draft, memory);
    // The edit form already contains the text.
    const isHidden = memory.title === memory.text || draft?.mode === 'edit';
    return html`${isHidden ? nothing : html`<bigmind-long-text at-first="6000" .text=${memory.text}></bigmind-long-text>`}
    ${renderQuote(memory, this.page)}
    ${
      draft === undefined
        ? renderActions(memory, this.page, this.#doer(memory))
        : html`<bigmind-memory-form
            .memory=${memory}
            .draft=${draft}
            .onType=${(typed: Draft) => this.keepDraft(typed)}
            .onSave=${() => void this.#save(draft, memory)}
            .onTheirs=${() => this.#takeTheirs(draft, memory)}
            .onCancel=${() => void this.endDraft()}
          ></bigmind-memory-form>`
    }
    ${this.found === undefined ? nothing : renderWhy(this.found)} ${renderKnown(memory, this.page)}`;
  }

  #doer(memory: MemoryDetailCard): MemoryDoer {
    return {
      begin: (mode) => this.keepDraft(beginDraft(memory, mode)),
      execute: (command, done) => void this.#execute(command, done),
      erase: () => void this.erase(),
    };
  }

  /** Without any other input there is nothing left to save. */
  #takeTheirs(draft: Draft, memory: MemoryDetailCard): void {
    const theirs = withTheirs(draft, memory);
    if (commandFrom(theirs, memory) === undefined) void this.endDraft();
    else this.keepDraft(theirs);
  }

  async #save(draft: Draft, memory: MemoryDetailCard): Promise<void> {
    const command = commandFrom(draft, memory);
    if (command === undefined) return this.endDraft();
    const done = { edit: t('Saved.'), replace: t('Replaced.'), deprecate: t('Deprecated.') }[draft.mode];
    await this.endDraft();
    if (!(await this.#execute(command, done))) this.giveBack(draft);
  }

  /** Whether it was done. */
  async #execute(command: PageCommand, done: string): Promise<boolean> {
    const change = shownAfter(command);
    this.#live.patch((memory) => ({ ...memory, ...change }));
    this.onChange(change);
    const came = await this.page.execute(command, done);
    const made = came?.made ?? null;
    if (command.type === 'supersedeFact' && made !== null && this.isConnected) {
      this.page.go({ view: 'memories', item: itemOf(made) });
    }
    this.#focusIfLost();
    return came !== undefined;
  }

  /** The pressed button may have disappeared. */
  #focusIfLost(): void {
    void this.updateComplete.then(() => {
      if (document.activeElement === document.body) this.focus();
    });
  }
}

function nameOf({ kind, id }: MemoryRefCard): string {
  return kind === 'session' ? kindName(kind) : `${kindName(kind)} #${id}`;
}

customElements.define('bigmind-memory-detail', MemoryDetail);
