/**
 * The transcript of a session. It begins at its start or around one message, and shows more as the reader scrolls, so
 * that a long one is never shown whole at once. Steps of the assistant are one line that opens. A text can be found in
 * all of it.
 */
import { css, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { MessageCard, SessionDetailCard } from '../../../../src/protocol/sessions/sessions.ts';
import { Live } from '../../../client/live.ts';
import { PagedLive } from '../../../client/pagedLive.ts';
import { t } from '../../../l10n/t.ts';
import { controls } from '../../../parts/design/controls.ts';
import { joined, number, renderClock, renderTime } from '../../../parts/design/format.ts';
import { moveAlong } from '../../../parts/design/keyboard/roving.ts';
import '../../../parts/design/longText.ts';
import { styles } from '../../../parts/design/styles/styles.ts';
import { agentName } from '../../../parts/domain/agentName.ts';
import { itemOf } from '../../../parts/domain/memoryItem.ts';
import { View } from '../../shared/view.ts';
import { renderFindBar } from './findBar.ts';
import { renderStep, stepWords } from './steps.ts';
import { isAt, isStepAt, placeOf, turnsFrom, type Placed, type Step, type Turn } from './transcriptTurns.ts';
import { turnStyles } from './turnStyles.ts';

/** Messages that are shown at first, and that are added each time. */
const shownAtOnce = 100;
/** Those before the message at which it is opened. */
const shownBefore = 10;
/** In characters, for the part of a message that is shown initially. */
const saidAtFirst = 2_000;

class Transcript extends View {
  static override styles = [
    styles,
    controls,
    turnStyles,
    css`
      section {
        display: flex;
        flex-direction: column;
        gap: 10px;
      }
      h3 {
        margin: 0;
        font-weight: 600;
      }
      .head,
      .find {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        align-items: center;
      }
      .head {
        position: sticky;
        z-index: 1;
        top: 0;
        justify-content: space-between;
        padding-block: 4px;
        background: var(--vscode-editor-background, var(--page-background, transparent));
      }
      .which {
        flex: 1 1 0;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .find .field {
        width: 12em;
      }
      .speaker {
        margin: 0 0 2px;
      }
      summary {
        overflow: hidden;
        color: var(--vscode-descriptionForeground);
        cursor: pointer;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      summary:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
      }
      .steps {
        display: flex;
        flex-direction: column;
        gap: 2px;
        padding: 4px 0 0 12px;
        list-style: none;
      }
      .detail {
        margin: 4px 0 8px 14px;
        font-family: var(--vscode-editor-font-family, monospace);
        font-size: 0.92em;
        overflow-wrap: anywhere;
      }
      .more {
        align-self: start;
      }
    `,
  ];
  static override properties: PropertyDeclarations = {
    ...View.properties,
    session: { attribute: false },
    first: { state: true },
    last: { state: true },
    hit: { state: true },
    wanted: { state: true },
    stop: { state: true },
  };

  declare session: SessionDetailCard;
  /** The places of the first and of the last message that are shown, and of the one that is marked. */
  declare private first: number;
  declare private last: number;
  declare private hit: number | null;
  /** The text to find; empty for none. */
  declare private wanted: string;
  /** The place of the turn that is the tab stop. */
  declare private stop: number;
  #toHit: 'show' | 'focus' | undefined;
  /** The first place is shown as soon as it is known. */
  #isFinding = false;
  readonly #messages = new PagedLive(
    this,
    () => this.page.client,
    'transcript',
    () => ({ id: this.session.id }),
    ({ messages }) => messages,
  );
  readonly #finds = new Live(
    this,
    () => this.page.client,
    'transcriptFinds',
    () => (this.wanted === '' ? undefined : { id: this.session.id, text: this.wanted }),
  );
  readonly #end = new IntersectionObserver((seen) => {
    if (seen.some(({ isIntersecting }) => isIntersecting)) this.#showMore();
  });

  constructor() {
    super();
    this.wanted = '';
    this.stop = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end.disconnect();
  }

  /** Focuses the marked message, as soon as it is loaded. */
  override focus(): void {
    this.#toHit = 'focus';
    this.requestUpdate();
  }

  override willUpdate(): void {
    const { answer } = this.#finds;
    if (this.#isFinding && answer !== undefined) {
      this.#isFinding = false;
      this.#goOn(answer.places, 1);
    }
    if (this.hasUpdated) return;
    this.#goTo(this.session.place);
    this.#toHit ??= this.hit === null ? undefined : 'show';
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#messages.see(this.first, this.last);
    this.#end.disconnect();
    const more = this.renderRoot.querySelector('.more.later');
    if (more !== null && this.#isLoaded(this.last)) this.#end.observe(more);
    const hit = this.renderRoot.querySelector<HTMLElement>('.hit');
    if (this.#toHit === undefined || hit === null) return;
    if (this.#toHit === 'focus') hit.focus({ preventScroll: true });
    this.#toHit = undefined;
    // The texts above it get their height in their own updates.
    requestAnimationFrame(() => hit.scrollIntoView({ block: 'center' }));
  }

  override render(): TemplateResult {
    const { total } = this.#messages;
    const turns = total === undefined ? [] : turnsFrom(this.#shown(total));
    const stop = turns.find((turn) => placeOf(turn) === this.stop) ?? turns[0];
    return html`<section aria-labelledby="transcript">
      <div class="head">
        <h3 id="transcript">${t('Transcript')}</h3>
        ${this.#renderWhich()} ${this.#renderFind()}
      </div>
      ${this.renderWait(this.#messages)}
      ${this.first === 0 || total === undefined ? nothing : this.#renderEarlier(this.first)}
      <ol class="turns" @keydown=${(event: KeyboardEvent) => moveAlong(event, '.turn', 'column')}>
        ${repeat(turns, placeOf, (turn) => this.#renderTurn(turn, turn === stop))}
      </ol>
      ${total === undefined || this.last >= total - 1 ? nothing : this.#renderLater(total)}
    </section>`;
  }

  /** Which session it is stays visible; its heading and time say it to a screen reader. */
  #renderWhich(): TemplateResult {
    const { headline, startedAt } = this.session;
    const parts = [renderTime(startedAt), ...(headline === '' ? [] : [headline])];
    return html`<span class="which quiet" aria-hidden="true" dir="auto">${joined(parts)}</span>`;
  }

  #renderEarlier(count: number): TemplateResult {
    const show = (): void => {
      this.first = Math.max(0, this.first - shownAtOnce);
    };
    return html`<button class="button more" @click=${show}>${t('Show Earlier Messages ({0})', number(count))}</button>`;
  }

  #renderLater(total: number): TemplateResult {
    return html`<button class="button more later" @click=${() => this.#showMore()}>
      ${t('Show Later Messages ({0})', number(total - 1 - this.last))}
    </button>`;
  }

  #showMore(): void {
    if (this.#isLoaded(this.last)) this.last += shownAtOnce;
  }

  /** Loaded messages only: the pages before and after may still be loading. */
  #shown(total: number): Placed[] {
    const places = Array.from(
      { length: Math.min(this.last, total - 1) - this.first + 1 },
      (_, index) => this.first + index,
    );
    return places.flatMap((place) => {
      const message = this.#messages.at(place);
      return message === undefined ? [] : [{ place, message }];
    });
  }

  #isLoaded(place: number): boolean {
    return this.#messages.at(place) !== undefined;
  }

  #renderFind(): TemplateResult {
    const places = this.wanted === '' ? [] : this.#finds.answer?.places;
    const find = (typed: string): void => {
      if (typed !== this.wanted) this.#isFinding = typed !== '';
      else if (places === undefined) void this.#finds.refresh();
      else this.#goOn(places, 1);
      this.wanted = typed;
    };
    const at = this.hit === null ? -1 : (places?.indexOf(this.hit) ?? -1);
    const hasFailed = this.#finds.failure !== undefined;
    return renderFindBar({
      wanted: this.wanted,
      places,
      hasFailed,
      at,
      find,
      go: (by) => this.#goOn(places ?? [], by),
    });
  }

  /** To the next place after the marked message, or to the one before; around at either end. */
  #goOn(places: readonly number[], by: 1 | -1): void {
    const here = this.hit ?? -1;
    const next = by === 1 ? places.find((place) => place > here) : places.findLast((place) => place < here);
    const place = next ?? places.at(by === 1 ? 0 : -1);
    if (place === undefined) return;
    this.#goTo(place);
    this.#toHit = 'show';
  }

  /** Shows the messages around a place, unless they are shown already. */
  #goTo(place: number | null): void {
    const at = place ?? 0;
    if (place === null || at < this.first || at > this.last || Number.isNaN(this.first + this.last)) {
      this.first = Math.max(0, at - shownBefore);
      this.last = this.first + shownAtOnce - 1;
    }
    this.hit = place;
  }

  /** Only what is in the turn at the tab stop is a tab stop, too. */
  #renderTurn(turn: Turn, isStop: boolean): TemplateResult {
    const isHit = isAt(turn, this.hit);
    const isUser = turn.kind === 'said' && turn.said.message.role === 'user';
    const isMarked = isHit && (turn.kind === 'said' || turn.steps.length === 1);
    return html`<li
      class="turn ${isUser ? 'user' : ''} ${isMarked ? 'hit' : ''}"
      tabindex=${isStop ? 0 : -1}
      aria-current=${isMarked ? 'true' : nothing}
      @focusin=${() => (this.stop = placeOf(turn))}
    >
      ${turn.kind === 'said' ? this.#renderSaid(turn.said, isHit, isStop) : this.#renderSteps(turn.steps, isHit, isStop)}
    </li>`;
  }

  #renderSaid({ message }: Placed, isHit: boolean, isStop: boolean): TemplateResult {
    const { id, text, at } = message;
    const open = (): void => this.page.go({ view: 'knowledge', item: itemOf({ kind: 'message', id }) });
    return html`<p class="speaker">
        <strong>${this.#speakerOf(message)}</strong>
        <span class="quiet">${renderClock(at)}</span>
        <button class="link" tabindex=${isStop ? 0 : -1} aria-label=${t('Open number {0}', id)} @click=${open}>
          #${id}
        </button>
      </p>
      <bigmind-long-text
        .text=${text}
        .wanted=${this.wanted}
        is-markdown
        at-first=${isHit ? 2 * saidAtFirst : saidAtFirst}
      ></bigmind-long-text>`;
  }

  #renderSteps(steps: readonly Step[], isHit: boolean, isStop: boolean): TemplateResult {
    const [step, ...others] = steps;
    const render = (one: Step, isOpen: boolean): TemplateResult => renderStep(one, isOpen, isStop, this.wanted);
    if (step !== undefined && others.length === 0) return render(step, isHit);
    return html`<details ?open=${isHit}>
      <summary tabindex=${isStop ? 0 : -1}>${stepWords(steps)}</summary>
      <ol class="steps">
        ${steps.map((one) => {
          const isMarked = isStepAt(one, this.hit);
          return html`<li
            class=${isMarked ? 'step hit' : 'step'}
            tabindex="-1"
            aria-current=${isMarked ? 'true' : nothing}
          >
            ${render(one, isMarked)}
          </li>`;
        })}
      </ol>
    </details>`;
  }

  #speakerOf({ speaker, role }: MessageCard): string {
    const { agent } = this.session;
    if (speaker !== null) return speaker;
    if (role === 'user') return t('You');
    return role === 'assistant' && agent !== null ? agentName(agent) : role;
  }
}

customElements.define('bigmind-transcript', Transcript);

declare global {
  interface HTMLElementTagNameMap {
    'bigmind-transcript': Transcript;
  }
}
