/**
 * A decision that does not exist yet: a new one, a draft from a recorded session, or an old fact that lacks the details
 * of one. Unsaved input survives a reload.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type { DraftCard } from '../../../src/protocol/decisions/decisions.ts';
import type { MemoryDetailCard, MemoryRefCard } from '../../../src/protocol/recall/memories.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isText, shape } from '../../../src/protocol/shared/check.ts';
import { Live } from '../../client/live.ts';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { quoteStyles } from '../../parts/design/styles/cardStyles.ts';
import { detailStyles } from '../../parts/design/styles/detailStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import type { OpenedKnowledge } from '../../parts/domain/knowledgeItem.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { View } from '../shared/view.ts';
import type { DecisionFields } from './decisionFields.ts';
import {
  emptyDecision,
  fieldsOfDraft,
  fieldsOfFact,
  filled,
  inputFrom,
  isDecisionFields,
  problemsIn,
  sourceIn,
} from './decisionFields.ts';
import './decisionForm.ts';
import type { KnownNames } from './decisionForm.ts';

const keptName = 'newDecision';
/** `item` is that of the route. */
const isKept = shape({ item: isText, fields: isDecisionFields });
type Kept = Checked<typeof isKept>;

/** As many drafts as one query returns; the opened one is among those that the list shows. */
const maxDrafts = 200;

type NewDecisionItem = Extract<OpenedKnowledge, { is: 'new' | 'draft' | 'complete' }>;

class NewDecision extends View {
  static override styles = [styles, controls, detailStyles, quoteStyles];
  static override properties = {
    opened: { attribute: false },
    known: { attribute: false },
    kept: { state: true },
    isSaving: { state: true },
  };

  declare opened: NewDecisionItem;
  declare known: KnownNames;
  /** Called after a draft was approved, and to leave the form. */
  declare onClose: () => void;
  declare private kept: Kept | undefined;
  declare private isSaving: boolean;
  readonly #fact = new Live(
    this,
    () => this.page.client,
    'memory',
    () => (this.opened.is === 'complete' ? { ref: factRef(this.opened.id) } : undefined),
  );
  readonly #drafts = new Live(
    this,
    () => this.page.client,
    'drafts',
    () => (this.opened.is === 'draft' ? { offset: 0, limit: maxDrafts } : undefined),
  );

  constructor() {
    super();
    this.isSaving = false;
  }

  override focus(): void {
    void this.updateComplete.then(() =>
      (
        this.renderRoot.querySelector<HTMLElement>('bigmind-decision-form') ?? this.renderRoot.querySelector('h2')
      )?.focus(),
    );
  }

  override willUpdate(): void {
    const kept = this.page.kept(keptName);
    if (!this.hasUpdated && isKept(kept) && kept.item === this.page.route.item) this.kept = kept;
  }

  override render(): TemplateResult {
    return html`<article aria-labelledby="title">
      <header>
        <div class="way">
          <button class="button back" @click=${() => this.#leave()}>${this.closeLabel}</button>
        </div>
        <h2 id="title" tabindex="-1">${this.#title}</h2>
      </header>
      ${this.#renderBody()}
    </article>`;
  }

  get #title(): string {
    switch (this.opened.is) {
      case 'new':
        return t('New Decision');
      case 'draft':
        return t('Complete the proposed decision');
      case 'complete':
        return t('Make a fact a decision');
    }
  }

  #renderBody(): unknown {
    switch (this.opened.is) {
      case 'new': {
        const { user, project } = this.page.overview;
        const begun = { ...emptyDecision, decidedBy: user, project: project ?? '' };
        return html`<p class="quiet">
            ${t('Record who decided what and why, because no one can find that out later.')}
          </p>
          ${this.#renderForm(filled(begun, this.opened.filledIn), undefined)}`;
      }
      case 'draft':
        return this.#renderDraft(this.opened.id);
      case 'complete':
        return this.#renderFact();
    }
  }

  #renderDraft(wanted: string): unknown {
    const { answer } = this.#drafts;
    if (answer === undefined) return this.renderWait(this.#drafts);
    const draft = answer.drafts.find(({ id }) => String(id) === wanted);
    if (draft === undefined) return html`<p class="quiet">${t('This proposed decision is no longer waiting.')}</p>`;
    return html`<blockquote class="quote" dir="auto">${draft.quote}</blockquote>
      ${this.#renderForm(fieldsOfDraft(draft), undefined, draft)}`;
  }

  #renderFact(): unknown {
    const { answer } = this.#fact;
    if (answer === undefined) return this.renderWait(this.#fact);
    if (answer.decision !== null) return html`<p class="quiet">${t('This memory is a decision already.')}</p>`;
    return html`<p class="quiet">${t('Its statement becomes the decision. Add what is missing.')}</p>
      ${this.#renderForm(fieldsOfFact(answer, this.page.overview.user), answer)}`;
  }

  #renderForm(begun: DecisionFields, fact: MemoryDetailCard | undefined, draft?: DraftCard): TemplateResult {
    const fields = this.kept?.fields ?? begun;
    return html`<bigmind-decision-form
        .mode=${this.opened.is === 'new' ? 'new' : 'complete'}
        .fields=${fields}
        .problems=${problemsIn(fields)}
        .known=${this.known}
        .placed=${fact?.project ?? null}
        .onType=${(typed: DecisionFields) => this.#keep(typed)}
        .onSave=${() => void this.#save(fields, { fact, draft })}
        .onCancel=${() => this.#leave()}
      ></bigmind-decision-form>
      ${this.isSaving ? html`<p class="quiet" role="status">${t('Saving…')}</p>` : nothing}`;
  }

  #keep(fields: DecisionFields | undefined): void {
    this.kept = fields === undefined ? undefined : { item: this.page.route.item ?? '', fields };
    this.page.keep(keptName, this.kept ?? null);
  }

  async #save(
    fields: DecisionFields,
    { fact, draft }: { fact: MemoryDetailCard | undefined; draft: DraftCard | undefined },
  ): Promise<void> {
    if (this.isSaving) return;
    this.isSaving = true;
    const done = draft === undefined ? t('Decision saved.') : t('Approved: {0}', fields.title.trim());
    const came = await this.page.execute(commandFrom(fields, fact, draft), done);
    this.isSaving = false;
    if (came === undefined) return;
    this.#keep(undefined);
    if (!this.isConnected) return;
    if (draft === undefined && came.made !== null) this.page.go({ view: 'knowledge', item: itemOf(came.made) });
    else this.onClose();
  }

  /** Leads back to where it began. */
  #leave(): void {
    this.#keep(undefined);
    const { opened } = this;
    if (opened.is === 'complete') this.page.go({ view: 'knowledge', item: itemOf(factRef(opened.id)) });
    else this.onClose();
  }
}

function factRef(id: string): MemoryRefCard {
  return { kind: 'fact', id };
}

function commandFrom(
  fields: DecisionFields,
  fact: MemoryDetailCard | undefined,
  draft: DraftCard | undefined,
): PageCommand {
  const { title, ...input } = inputFrom(fields);
  if (fact !== undefined) {
    const changedTitle = fields.title === fact.text ? null : title;
    return { type: 'completeDecision', id: Number(fact.id), version: fact.version, title: changedTitle, ...input };
  }
  const source = { sourceRef: sourceIn(fields), supersedes: null, draft: draft?.id ?? null };
  return { type: 'saveDecision', title, ...input, ...source };
}

customElements.define('bigmind-new-decision', NewDecision);
