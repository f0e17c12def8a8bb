/**
 * One memory in full: its text, of a decision also who, why and how it turned out, why it was found after a search, its
 * properties and its actions. A command shows its expected effect at once; if it is refused, the stored values come
 * back.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type { FoundCard, MemoryCard, MemoryDetailCard, MemoryRefCard } from '../../../src/protocol/recall/memories.ts';
import { Live } from '../../client/live.ts';
import { t } from '../../l10n/t.ts';
import '../../parts/design/longText.ts';
import { decisionStatusName } from '../../parts/domain/decisionWords.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { isUnexplained, kindName, statusName } from '../../parts/domain/memoryWords.ts';
import { renderDecisionDraft } from '../decisions/decisionDraft.ts';
import type { KnownNames } from '../decisions/decisionForm.ts';
import { renderPart, renderPeople, renderReasons } from '../decisions/decisionParts.ts';
import { decisionStyles, formStyles } from '../decisions/decisionStyles.ts';
import * as decisionDraft from '../decisions/openedDraft.ts';
import type { OpenedDraft } from '../decisions/openedDraft.ts';
import { evidenceStyles, renderQuote } from '../learned/evidence.ts';
import { OpenedView } from '../shared/openedView.ts';
import { renderActions, type MemoryDoer } from './memoryActions.ts';
import { beginDraft, commandFrom, isDraft, rebased, shownAfter, withTheirs, type Draft } from './memoryDraft.ts';
import { renderKnown } from './memoryFacts.ts';
import './memoryForm.ts';
import { renderWhy } from './whyFound.ts';

class MemoryDetail extends OpenedView<Draft | OpenedDraft> {
  static override styles = [OpenedView.styles, ...evidenceStyles, formStyles, decisionStyles];
  static override properties = {
    item: { attribute: false },
    found: { attribute: false },
    known: { attribute: false },
    isEdited: { attribute: false },
  };

  declare item: MemoryRefCard;
  /** How it was found; undefined without a search. */
  declare found: FoundCard['found'][number] | undefined;
  declare known: KnownNames;
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
    if (this.draft === undefined && answer.status === 'live' && answer.mayChange) this.keepDraft(edited(answer));
  }

  override render(): TemplateResult {
    const { answer } = this.#live;
    const body = answer === undefined ? nothing : this.#renderBody(answer);
    const isNamed = answer !== undefined && titleOf(answer) !== null;
    return this.renderFrame(this.#live, isNamed ? nameOf(answer) : null, this.#renderHead(answer), body);
  }

  protected override get ref(): MemoryRefCard {
    return this.item;
  }

  protected override draftFrom(kept: unknown): Draft | OpenedDraft | undefined {
    const draft = isDraft(kept) || decisionDraft.isOpenedDraft(kept) ? kept : undefined;
    return draft?.item === itemOf(this.item) ? draft : undefined;
  }

  /**
   * A memory without a title gets its kind and number as the heading, which stays the same element while it loads,
   * because it may have the focus.
   */
  #renderHead(memory: MemoryDetailCard | undefined): TemplateResult {
    const marks = memory === undefined ? [] : marksOf(memory);
    const decision = memory?.decision ?? null;
    return html`<h2 id="title" dir="auto" tabindex="-1">
        ${(memory === undefined ? null : titleOf(memory)) ?? nameOf(memory ?? this.item)}
      </h2>
      ${
        marks.length === 0
          ? nothing
          : html`<ul class="marks">
              ${marks}
            </ul>`
      }
      ${memory === undefined || decision === null ? nothing : renderPeople(memory, decision)}`;
  }

  #renderBody(memory: MemoryDetailCard): TemplateResult {
    const { draft } = this;
    const { decision } = memory;
    // The form of an edit already contains the texts.
    const isInForm = draft !== undefined && (isOfDecision(draft) ? draft.type === 'edit' : draft.mode === 'edit');
    const isHidden = isInForm || titleOf(memory) === memory.text;
    return html`${isHidden ? nothing : html`<bigmind-long-text is-markdown at-first="6000" .text=${memory.text}></bigmind-long-text>`}
    ${renderQuote(memory, this.page)} ${this.#renderForm(memory)}
    ${decision === null || isInForm ? nothing : renderReasons(decision, this.page)}
    ${this.found === undefined ? nothing : renderWhy(this.found)}
    ${decision === null ? renderKnown(memory, this.page) : renderPart('details', t('Related memories and details'), renderKnown(memory, this.page))}`;
  }

  /** Or the actions. */
  #renderForm(memory: MemoryDetailCard): TemplateResult {
    const { draft } = this;
    if (draft === undefined) return renderActions(memory, this.page, this.#doer(memory));
    const cancel = (): void => void this.endDraft();
    if (isOfDecision(draft)) {
      return renderDecisionDraft({
        ...{ draft, memory, known: this.known, cancel },
        keep: (typed) => this.keepDraft(typed),
        save: (typed) => void this.#saveDecision(typed, memory),
      });
    }
    const shown = rebased(draft, memory);
    return html`<bigmind-memory-form
      .memory=${memory}
      .draft=${shown}
      .onType=${(typed: Draft) => this.keepDraft(typed)}
      .onSave=${() => void this.#save(shown, memory)}
      .onTheirs=${() => this.#takeTheirs(shown, memory)}
      .onCancel=${cancel}
    ></bigmind-memory-form>`;
  }

  #doer(memory: MemoryDetailCard): MemoryDoer {
    return {
      begin: (mode) => this.keepDraft(mode === 'edit' ? edited(memory) : beginDraft(memory, mode)),
      decide: (type) => this.keepDraft(decisionDraft.beginDraft(memory, type)),
      execute: (command, done) => void this.#execute(command, done, memory),
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
    const done = { edit: t('Saved.'), replace: t('Replaced.'), deprecate: t('Deprecated.') }[draft.mode];
    await this.#end(draft, commandFrom(draft, memory), done, memory);
  }

  async #saveDecision(draft: OpenedDraft, memory: MemoryDetailCard): Promise<void> {
    const done = { edit: t('Saved.'), replace: t('Replaced.'), outcome: t('Outcome recorded.') }[draft.type];
    await this.#end(draft, decisionDraft.commandFrom(draft, memory), done, memory);
  }

  /** Without a command, nothing was changed. */
  async #end(
    draft: Draft | OpenedDraft,
    command: PageCommand | undefined,
    done: string,
    memory: MemoryDetailCard,
  ): Promise<void> {
    await this.endDraft();
    if (command !== undefined && !(await this.#execute(command, done, memory))) this.restoreConfidence(draft);
  }

  /** Whether it was done. */
  async #execute(command: PageCommand, done: string, memory: MemoryDetailCard): Promise<boolean> {
    const change = { ...shownAfter(command), ...decisionDraft.shownAfter(command, memory) };
    this.#live.patch((before) => ({ ...before, ...change }));
    this.onChange(change);
    const came = await this.page.execute(command, done);
    const made = came?.made ?? null;
    const isNew = command.type === 'supersedeFact' || command.type === 'saveDecision';
    if (isNew && made !== null && this.isConnected) this.page.go({ view: 'knowledge', item: itemOf(made) });
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

function isOfDecision(draft: Draft | OpenedDraft): draft is OpenedDraft {
  return 'type' in draft;
}

function edited(memory: MemoryDetailCard): Draft | OpenedDraft {
  return memory.decision === null ? beginDraft(memory, 'edit') : decisionDraft.beginDraft(memory, 'edit');
}

/** Null without one. A decision states it. */
function titleOf({ title, text, decision }: MemoryDetailCard): string | null {
  if (decision !== null) return text;
  return title === '' ? null : title;
}

function nameOf(memory: MemoryRefCard & Partial<Pick<MemoryDetailCard, 'decision'>>): string {
  const { kind, id } = memory;
  if (kind === 'session') return kindName(kind);
  return `${(memory.decision ?? null) === null ? kindName(kind) : t('Decision')} #${id}`;
}

function marksOf(memory: MemoryDetailCard): TemplateResult[] {
  const { decision, status, pinned, unusedSince, muted, rated } = memory;
  const state = decision === null ? statusName(status) : decisionStatusName(decision.status);
  const isStrong = status !== 'live';
  const marks = [
    pinned ? t('Pinned') : null,
    isUnexplained(memory) ? t('Rationale missing') : null,
    status === 'live' && unusedSince !== null ? t('Faded') : null,
    muted ? t('Not used in chats') : null,
    rated === 'useful' ? t('Useful in chats') : null,
    rated === 'not_useful' ? t('Not useful in chats') : null,
  ].filter((mark) => mark !== null);
  return [
    ...(state === null ? [] : [html`<li class="mark ${isStrong ? 'strong' : ''}">${state}</li>`]),
    ...marks.map((mark) => html`<li class="mark">${mark}</li>`),
  ];
}

customElements.define('bigmind-memory-detail', MemoryDetail);
