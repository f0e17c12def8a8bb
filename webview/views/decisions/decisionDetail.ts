/**
 * One decision in full, and its actions: record an outcome, replace, edit, deprecate, restore, erase. A command shows
 * its expected effect at once; if it is refused, the stored values and the input come back.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type { DecisionDetailsCard } from '../../../src/protocol/decisions/decisions.ts';
import type { MemoryDetailCard, MemoryRefCard } from '../../../src/protocol/recall/memories.ts';
import { Live } from '../../client/live.ts';
import { t } from '../../l10n/t.ts';
import { copyText } from '../../parts/design/copyText.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import { quoteStyles } from '../../parts/design/styles/cardStyles.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { kindName } from '../../parts/domain/memoryWords.ts';
import type { ChangedField } from '../../parts/domain/theirs.ts';
import { OpenedView } from '../shared/openedView.ts';
import './decisionForm.ts';
import type { DecisionFields, Problems } from './decisionFields.ts';
import { fieldsOfMemory, problemsIn } from './decisionFields.ts';
import { fieldLabel, type KnownNames } from './decisionForm.ts';
import { documentOf, renderBody, renderSubtitle } from './decisionParts.ts';
import { decisionStyles, formStyles } from './decisionStyles.ts';
import type { EditDraft, OpenedDraft } from './openedDraft.ts';
import { beginDraft, commandFrom, isOpenedDraft, overtaken, rebased, shownAfter, withTheirs } from './openedDraft.ts';
import './outcomeForm.ts';
import type { OutcomeFields } from './outcomeFields.ts';

type FieldsDraft = Extract<OpenedDraft, { type: 'edit' | 'replace' }>;

export class DecisionDetail extends OpenedView<OpenedDraft> {
  static override styles = [OpenedView.styles, quoteStyles, formStyles, decisionStyles];
  static override properties = { item: { attribute: false }, known: { attribute: false } };

  declare item: MemoryRefCard;
  declare known: KnownNames;
  protected readonly draftName = 'decisionDraft';
  readonly #live = new Live(
    this,
    () => this.page.client,
    'memory',
    () => ({ ref: this.item }),
  );

  override render(): TemplateResult {
    const { answer } = this.#live;
    const decision = answer?.decision ?? null;
    const label = decision === null ? null : this.#name;
    return this.renderFrame(this.#live, label, this.#renderHead(answer, decision), this.#renderBody(answer, decision));
  }

  protected override get ref(): MemoryRefCard {
    return this.item;
  }

  protected override draftFrom(kept: unknown): OpenedDraft | undefined {
    return isOpenedDraft(kept) && kept.item === itemOf(this.item) ? kept : undefined;
  }

  get #name(): string {
    return `${t('Decision')} #${this.item.id}`;
  }

  /** The heading stays the same element while the decision loads, because it may have the focus. */
  #renderHead(memory: MemoryDetailCard | undefined, decision: DecisionDetailsCard | null): TemplateResult {
    const isOther = memory !== undefined && decision === null;
    const unnamed = isOther ? `${kindName('fact')} #${this.item.id}` : this.#name;
    return html`<h2 id="title" dir="auto" tabindex="-1">${decision === null ? unnamed : memory?.text}</h2>
      ${memory === undefined || decision === null ? nothing : renderSubtitle(memory, decision)}`;
  }

  #renderBody(
    memory: MemoryDetailCard | undefined,
    decision: DecisionDetailsCard | null,
  ): TemplateResult | typeof nothing {
    if (memory === undefined) return nothing;
    if (decision === null) return this.#renderOther(memory);
    const { draft } = this;
    return html`${draft === undefined ? this.#renderActions(memory, decision) : this.#renderDraft(draft, memory)}
    ${draft?.type === 'edit' ? nothing : renderBody(memory, decision, this.page)}`;
  }

  /** A fact that is no decision, as after its completion was undone. */
  #renderOther(memory: MemoryDetailCard): TemplateResult {
    return html`<p>${memory.text}</p>
      <p class="quiet">${t('This memory has no decider and no rationale, so it is not a decision.')}</p>
      <div class="actions">${button(t('Open Memory'), () => this.#openMemory())}</div>`;
  }

  /** Another user's decision can only be read. */
  #renderActions(memory: MemoryDetailCard, decision: DecisionDetailsCard): TemplateResult {
    const { page } = this;
    const open = (): void => page.openText({ title: this.#name, markdown: documentOf(memory, decision) });
    return html`<div class="actions" role="group" aria-label=${t('Actions')}>
      ${memory.mayChange ? this.#renderChanges(memory) : nothing} ${button(t('Open Memory'), () => this.#openMemory())}
      ${button(t('Copy'), () => void copyText(page, documentOf(memory, decision)))}
      ${page.abilities.opensTexts ? button(t('Open in Editor'), open) : nothing}
      ${memory.mayChange ? button(t('Erase for Good…'), () => void this.erase()) : nothing}
    </div>`;
  }

  #renderChanges(memory: MemoryDetailCard): TemplateResult {
    const id = Number(memory.id);
    const begin = (type: OpenedDraft['type']): void => this.#begin(beginDraft(memory, type));
    const record = html`<button class="button primary" @click=${() => begin('outcome')}>
      ${t('Record Outcome…')}
    </button>`;
    if (memory.status === 'deprecated') {
      const restore = (): void => void this.#execute({ type: 'restoreFact', id }, t('Restored.'));
      return html`${record} ${button(t('Restore'), restore)}`;
    }
    return html`${record} ${button(t('Replace…'), () => begin('replace'))} ${button(t('Edit'), () => begin('edit'))}
    ${button(t('Deprecate…'), () => begin('deprecate'))}`;
  }

  #renderDraft(draft: OpenedDraft, memory: MemoryDetailCard): TemplateResult {
    switch (draft.type) {
      case 'edit':
        return this.#renderEdit(rebased(draft, memory), memory);
      case 'replace':
        return this.#renderReplace(draft, memory);
      case 'outcome':
        return html`<bigmind-outcome-form
          .fields=${draft.fields}
          .onType=${(fields: OutcomeFields) => this.keepDraft({ ...draft, fields })}
          .onSave=${() => void this.#save(draft, memory)}
          .onCancel=${() => void this.endDraft()}
        ></bigmind-outcome-form>`;
      case 'deprecate':
        return this.#renderDeprecate(draft, memory);
    }
  }

  #renderEdit(draft: EditDraft, memory: MemoryDetailCard): TemplateResult {
    const now = fieldsOfMemory(memory);
    const theirs = overtaken(draft, memory).map((name): ChangedField => ({ label: fieldLabel(name), text: now[name] }));
    return this.#renderForm(draft, memory, { problems: problemsIn(draft.fields), theirs });
  }

  #renderReplace(draft: FieldsDraft, memory: MemoryDetailCard): TemplateResult {
    const problems = problemsIn(draft.fields);
    const isSame = draft.fields.title.trim() === memory.text.trim();
    const said = { title: t('Enter what is decided now. This is still the old decision.') };
    return this.#renderForm(draft, memory, { problems: { ...problems, ...(isSame && said) }, theirs: [] });
  }

  #renderForm(
    draft: FieldsDraft,
    memory: MemoryDetailCard,
    { problems, theirs }: { problems: Problems; theirs: ChangedField[] },
  ): TemplateResult {
    return html`<bigmind-decision-form
      .mode=${draft.type}
      .fields=${draft.fields}
      .problems=${problems}
      .known=${this.known}
      .placed=${memory.project}
      .theirs=${theirs}
      .onType=${(fields: DecisionFields) => this.keepDraft({ ...draft, fields })}
      .onSave=${() => void this.#save(draft, memory)}
      .onTheirs=${() => draft.type === 'edit' && this.keepDraft(withTheirs(draft, memory))}
      .onCancel=${() => void this.endDraft()}
    ></bigmind-decision-form>`;
  }

  #renderDeprecate(draft: Extract<OpenedDraft, { type: 'deprecate' }>, memory: MemoryDetailCard): TemplateResult {
    return html`<form
      aria-label=${t('Deprecate')}
      @submit=${submitting(() => void this.#save(draft, memory))}
      @keydown=${formKeys(() => void this.endDraft())}
    >
      <h3>${t('Deprecate')}</h3>
      <p class="quiet">${t('It is kept, but assistants no longer see it. You can restore it.')}</p>
      <label class="labelled">
        <span>${t('Why it is no longer true')}</span>
        <input
          class="field"
          data-first
          dir="auto"
          required
          .value=${draft.reason}
          @input=${(event: Event) => this.keepDraft({ ...draft, reason: textOf(event) })}
        />
      </label>
      <div class="answers">
        <button class="button primary" type="submit">${t('Deprecate')}</button>
        <button class="button" type="button" @click=${() => void this.endDraft()}>${t('Cancel')}</button>
        <span class="quiet">${t('Ctrl+Enter to save, Escape to cancel')}</span>
      </div>
    </form>`;
  }

  /** The other forms focus their first field themselves. */
  #begin(draft: OpenedDraft): void {
    this.keepDraft(draft);
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('[data-first]')?.focus());
  }

  #openMemory(): void {
    this.page.go({ view: 'memories', item: itemOf(this.item) });
  }

  async #save(draft: OpenedDraft, memory: MemoryDetailCard): Promise<void> {
    const command = commandFrom(draft, memory);
    await this.endDraft();
    if (command === undefined) return;
    if (!(await this.#execute(command, doneText(draft.type)))) this.giveBack(draft);
  }

  /** Whether it was done. */
  async #execute(command: PageCommand, done: string): Promise<boolean> {
    this.#live.patch(shownAfter(command));
    const came = await this.page.execute(command, done);
    const made = came?.made ?? null;
    if (command.type === 'saveDecision' && made !== null && this.isConnected) {
      this.page.go({ view: 'decisions', item: itemOf(made) });
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

function button(label: string, press: () => void): TemplateResult {
  return html`<button class="button" @click=${press}>${label}</button>`;
}

function doneText(type: OpenedDraft['type']): string {
  switch (type) {
    case 'edit':
      return t('Saved.');
    case 'replace':
      return t('Replaced.');
    case 'outcome':
      return t('Outcome recorded.');
    case 'deprecate':
      return t('Deprecated.');
  }
}

customElements.define('bigmind-decision-detail', DecisionDetail);
