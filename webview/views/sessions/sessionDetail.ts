/**
 * One session in full, and what can be done with it: give it another headline, end it while it is open, or delete it for
 * good. What somebody was typing survives a reload.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { isText, oneOf, shape, type Checked } from '../../../src/protocol/check.ts';
import type { SessionCard, SessionDetailCard } from '../../../src/protocol/sessions.ts';
import { t } from '../../l10n/t.ts';
import { chipStyles } from '../../parts/chipStyles.ts';
import { controls } from '../../parts/controls.ts';
import { detailStyles } from '../../parts/detailStyles.ts';
import { Dialog } from '../../parts/dialog.ts';
import { eraseForGood } from '../../parts/eraseForGood.ts';
import { styles } from '../../parts/styles.ts';
import { Live } from '../../shell/live.ts';
import { View } from '../view.ts';
import './headlineForm.ts';
import { renderStory, renderTimes, renderTopics, renderUntold, renderYield } from './sessionParts.ts';
import { headlineOf } from './sessionRow.ts';

const draftName = 'sessionDraft';
const draftModes = ['rename', 'end'] as const;
const isDraft = shape({ id: isText, mode: oneOf(draftModes), headline: isText });
type Draft = Checked<typeof isDraft>;

export class SessionDetail extends View {
  static override styles = [
    styles,
    controls,
    chipStyles,
    detailStyles,
    css`
      .turns {
        display: flex;
        flex-direction: column;
        gap: 10px;
        list-style: none;
      }
      .turn {
        padding-inline-start: 10px;
        border-inline-start: 2px solid
          var(--vscode-textBlockQuote-border, var(--vscode-contrastBorder, var(--vscode-widget-border, currentColor)));
      }
    `,
  ];
  static override properties = { sessionId: { attribute: false }, draft: { state: true } };

  declare sessionId: string;
  declare onClose: () => void;
  declare onTopic: (topic: string) => void;
  /** Told what an act makes of the session, before it is done. */
  declare onChange: (change: Partial<SessionCard>) => void;
  declare private draft: Draft | undefined;
  readonly #dialog = new Dialog();
  readonly #live = new Live(
    this,
    () => this.page.client,
    'session',
    () => ({ id: this.sessionId }),
  );

  /** Brings the keyboard to the top of what is read. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector('h2')?.focus());
  }

  override willUpdate(): void {
    if (this.hasUpdated) return;
    const kept = this.page.kept(draftName);
    if (isDraft(kept) && kept.id === this.sessionId) this.draft = kept;
  }

  override render(): TemplateResult {
    const { answer } = this.#live;
    return html`<article aria-labelledby="title">
        <header>
          <div class="way">
            <button class="button back" @click=${() => this.onClose()}>
              ${this.page.isWide ? t('Close') : t('Back')}
            </button>
            <span class="quiet">${t('Session')}</span>
          </div>
          ${this.#renderHead(answer)}
        </header>
        ${this.renderWait(this.#live)} ${answer === undefined ? nothing : this.#renderBody(answer)}
      </article>
      ${this.#dialog}`;
  }

  #renderHead(session: SessionDetailCard | undefined): TemplateResult {
    return html`<h2 id="title" class=${session === undefined ? 'unseen' : ''} dir="auto" tabindex="-1">
        ${session === undefined ? t('Session') : headlineOf(session)}
      </h2>
      ${session === undefined ? nothing : renderTimes(session)}`;
  }

  #renderBody(session: SessionDetailCard): TemplateResult {
    return html`${this.draft === undefined ? this.#renderActions(session) : this.#renderForm(this.draft, session)}
    ${renderTopics(session.topics, this.onTopic)} ${renderStory(session)} ${renderYield(session, this.page)}
    ${renderUntold(session)}`;
  }

  #renderActions({ id, headline, open, imported }: SessionDetailCard): TemplateResult {
    const isGoingOn = open && !imported;
    const begin = (mode: Draft['mode']): void => this.#keepDraft({ id, mode, headline });
    return html`<div class="actions" role="group" aria-label=${t('What you can do with it')}>
      <button class="button" @click=${() => begin('rename')}>${t('Edit headline')}</button>
      ${isGoingOn ? html`<button class="button" @click=${() => begin('end')}>${t('End session…')}</button>` : nothing}
      <button class="button" @click=${() => void this.#erase()}>${t('Delete for good…')}</button>
    </div>`;
  }

  #renderForm(draft: Draft, session: SessionDetailCard): TemplateResult {
    const isEnd = draft.mode === 'end';
    return html`<bigmind-headline-form
      .label=${isEnd ? t('What was it about, in one line?') : t('Headline')}
      .save=${isEnd ? t('End session') : t('Save')}
      .value=${draft.headline}
      .onType=${(headline: string) => this.#keepDraft({ ...draft, headline })}
      .onSave=${() => void this.#save(session)}
      .onCancel=${() => void this.#endDraft()}
    ></bigmind-headline-form>`;
  }

  #keepDraft(draft: Draft | undefined): void {
    this.draft = draft;
    this.page.keep(draftName, draft ?? null);
  }

  async #endDraft(): Promise<void> {
    this.#keepDraft(undefined);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.actions button')?.focus();
  }

  async #save({ id, headline: before, version }: SessionDetailCard): Promise<void> {
    const { draft } = this;
    const headline = draft?.headline.trim() ?? '';
    await this.#endDraft();
    if (draft === undefined || headline === '' || (draft.mode === 'rename' && headline === before)) return;
    this.#live.patch((session) => ({ ...session, headline }));
    this.onChange({ headline });
    const came = await (draft.mode === 'end'
      ? this.page.act({ type: 'endSession', id, headline }, t('The session is ended.'))
      : this.page.act({ type: 'renameSession', id, version, headline }, t('Saved.')));
    if (came !== undefined) return;
    // What was typed comes back when it was refused, so that nobody has to write it again.
    this.#keepDraft(draft);
  }

  async #erase(): Promise<void> {
    if (await eraseForGood(this.page, this.#dialog, { kind: 'session', id: this.sessionId })) this.onClose();
  }
}

customElements.define('bigmind-session-detail', SessionDetail);
