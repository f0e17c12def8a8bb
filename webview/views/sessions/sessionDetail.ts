/**
 * One session in full, and its actions: edit its headline, end it while it is open, or erase it for good. Unsaved input
 * survives a reload.
 */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { isText, oneOf, orNull, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import type { MemoryRefCard } from '../../../src/protocol/recall/memories.ts';
import type { OpenedSession } from '../../../src/protocol/sessions/sessionItem.ts';
import type { SessionCard, SessionDetailCard } from '../../../src/protocol/sessions/sessions.ts';
import { t } from '../../l10n/t.ts';
import { Live } from '../../client/live.ts';
import { OpenedView } from '../shared/openedView.ts';
import './headlineForm.ts';
import {
  renderFiles,
  renderStory,
  renderTimes,
  renderTopics,
  renderUnsummarized,
  renderYield,
} from './sessionParts.ts';
import { headlineOf } from './sessionRow.ts';
import './transcript/transcript.ts';
import { turnStyles } from './transcript/turnStyles.ts';

const draftModes = ['rename', 'end'] as const;
/** `begun` is the headline before the user typed; the topics are null until then. */
const isDraft = shape({
  ...{ id: isText, mode: oneOf(draftModes), headline: isText, begun: isText },
  topics: orNull(isText),
});
export type SessionDraft = Checked<typeof isDraft>;

class SessionDetail extends OpenedView<SessionDraft> {
  static override styles = [
    OpenedView.styles,
    turnStyles,
    css`
      .files {
        display: flex;
        flex-direction: column;
        gap: 2px;
        list-style: none;
      }
      .files li {
        display: flex;
        gap: 6px;
        align-items: center;
      }
      .files .link {
        min-width: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];
  static override properties = { opened: { attribute: false } };

  declare opened: OpenedSession;
  declare onTopic: (topic: string) => void;
  /** Called each time the session was read. */
  declare onRead: (session: SessionDetailCard) => void;
  /** Called with the expected effect of a command, before it is done. */
  declare onChange: (change: Partial<SessionCard>) => void;
  protected readonly draftName = 'sessionDraft';
  /** The transcript comes with the session. */
  #isFocusWanted = false;
  readonly #live = new Live(
    this,
    () => this.page.client,
    'session',
    () => ({ ...this.opened }),
  );

  /** Focuses the message at which it is opened, or else the heading. */
  override focus(): void {
    if (this.opened.at === null && this.opened.message === null) {
      super.focus();
      return;
    }
    this.#isFocusWanted = true;
    this.requestUpdate();
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#live.answer !== undefined) this.onRead(this.#live.answer);
    const transcript = this.renderRoot.querySelector('bigmind-transcript');
    if (!this.#isFocusWanted || transcript === null) return;
    this.#isFocusWanted = false;
    transcript.focus();
  }

  override render(): TemplateResult {
    const { answer } = this.#live;
    const body = answer === undefined ? nothing : this.#renderBody(answer);
    return this.renderFrame(this.#live, t('Session'), this.#renderHead(answer), body);
  }

  protected override get ref(): MemoryRefCard {
    return { kind: 'session', id: this.opened.id };
  }

  protected override draftFrom(kept: unknown): SessionDraft | undefined {
    return isDraft(kept) && kept.id === this.opened.id ? kept : undefined;
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
    ${renderFiles(session.codeRefs, this.page)} ${renderUnsummarized(session)}
    ${
      session.messageTotal === 0
        ? nothing
        : html`<bigmind-transcript .page=${this.page} .session=${session}></bigmind-transcript>`
    }`;
  }

  #renderActions({ id, headline, open, imported }: SessionDetailCard): TemplateResult {
    const isGoingOn = open && !imported;
    const begin = (mode: SessionDraft['mode']): void =>
      this.keepDraft({ id, mode, headline, begun: headline, topics: null });
    return html`<div class="actions" role="group" aria-label=${t('Actions')}>
      <button class="button" @click=${() => begin('rename')}>${t('Edit Headline')}</button>
      ${isGoingOn ? html`<button class="button" @click=${() => begin('end')}>${t('End Session…')}</button>` : nothing}
      <button class="button" @click=${() => void this.erase()}>${t('Erase for Good…')}</button>
    </div>`;
  }

  #renderForm(draft: SessionDraft, session: SessionDetailCard): TemplateResult {
    const isEnd = draft.mode === 'end' && session.open;
    const now = session.headline;
    const isUntouched = draft.headline === draft.begun;
    const isOvertaken = !isUntouched && draft.begun !== now && draft.headline.trim() !== now;
    return html`<bigmind-headline-form
      .label=${isEnd ? t('What was it about, in one line?') : t('Headline')}
      .save=${isEnd ? t('End Session') : t('Save')}
      .value=${isUntouched ? now : draft.headline}
      .topics=${isEnd ? topicsIn(draft, session) : undefined}
      .onTopics=${(topics: string) => this.keepDraft({ ...draft, topics })}
      .theirs=${isOvertaken ? now : undefined}
      .onType=${(headline: string) => this.keepDraft({ ...draft, headline, begun: isUntouched ? now : draft.begun })}
      .onSave=${() => void this.#save(draft, session)}
      .onTheirs=${() => void this.endDraft()}
      .onCancel=${() => void this.endDraft()}
    ></bigmind-headline-form>`;
  }

  async #save(draft: SessionDraft, session: SessionDetailCard): Promise<void> {
    const { id, headline: before, version, open } = session;
    const headline = (draft.headline === draft.begun ? before : draft.headline).trim();
    // An assistant may have ended it in the meantime.
    const isEnd = draft.mode === 'end' && open;
    await this.endDraft();
    if (headline === '' || (!isEnd && headline === before)) return;
    this.#live.patch((shown) => ({ ...shown, headline }));
    this.onChange({ headline });
    const came = await (isEnd
      ? this.page.execute({ type: 'endSession', id, headline, topics: draft.topics }, t('Session ended.'))
      : this.page.execute({ type: 'renameSession', id, version, headline }, t('Saved.')));
    if (came === undefined) this.restoreConfidence(draft);
  }
}

function topicsIn(draft: SessionDraft, { topics }: SessionDetailCard): string {
  return draft.topics ?? topics.join(', ');
}

customElements.define('bigmind-session-detail', SessionDetail);
