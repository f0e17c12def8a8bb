/**
 * Short messages at the bottom of the page: about successes, with an undo button, and about refusals. They are below
 * the view, which leaves room for them, so that they cover nothing. Only the latest success is shown, because it would
 * not be clear what an older `Undo` reverts, or whether it still can. It disappears after a while, but not while the
 * pointer or the focus is on it. Failures stay; a refused input until something succeeds. Closing restores the focus.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../l10n/t.ts';
import { controls } from '../parts/design/controls.ts';
import { entries } from '../parts/design/entries.ts';
import { FocusKeeper } from '../parts/design/keyboard/focusKeeper.ts';
import { styles } from '../parts/design/styles/styles.ts';

interface Toast {
  text: string;
  isFailure: boolean;
  /** Whether it refuses an input, so that the next success ends it. */
  isAboutInput?: boolean;
  undo?: () => void;
}

const shownMilliseconds = 12_000;

export class Toasts extends LitElement {
  static override styles = [
    styles,
    controls,
    entries,
    css`
      :host {
        flex: none;
        max-height: 45%;
        overflow: auto;
      }
      .toasts {
        display: flex;
        flex-direction: column;
        align-items: flex-end;
        gap: 6px;
      }
      .toasts.shown {
        padding: 6px 12px 10px;
      }
      .toast {
        display: flex;
        align-items: center;
        gap: 8px;
        max-width: 480px;
        padding: 6px 6px 6px 12px;
        border: 1px solid
          var(--vscode-notifications-border, var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)));
        border-radius: 4px;
        background: var(--vscode-notifications-background, var(--vscode-editorWidget-background));
        box-shadow: 0 2px 8px var(--vscode-widget-shadow, rgb(0 0 0 / 25%));
        color: var(--vscode-notifications-foreground, var(--vscode-foreground));
      }
      .toast.failed {
        border-inline-start: 3px solid var(--vscode-notificationsErrorIcon-foreground, var(--vscode-errorForeground));
      }
      .toast > span {
        flex: 1;
        max-height: 9em;
        overflow: auto;
      }
    `,
  ];
  static override properties = { toasts: { state: true } };

  declare private toasts: readonly Toast[];
  #leaving: number | undefined;
  /** What keeps the success message from disappearing. */
  readonly #held = new Set<'pointer' | 'focus'>();

  /** `focusBefore` returns the element that had the focus before. */
  constructor(focusBefore: () => HTMLElement | null) {
    super();
    this.toasts = [];
    new FocusKeeper(this, focusBefore);
  }

  show(toast: Toast): void {
    // Repeating the same message adds nothing, and a success shows that the input is valid now.
    const others = this.toasts.filter(
      ({ text, isFailure, isAboutInput }) =>
        text !== toast.text && (toast.isFailure || (isFailure && isAboutInput !== true)),
    );
    this.toasts = [...others, toast];
    this.#restart();
  }

  /** Undoes the latest change, if that is still offered. */
  undoLast(): void {
    const last = this.toasts.findLast(({ undo }) => undo !== undefined);
    if (last !== undefined) this.#undo(last);
  }

  override render(): TemplateResult {
    return html`<div
      class="toasts ${this.toasts.length === 0 ? '' : 'shown'}"
      role="status"
      aria-live="polite"
      @mouseenter=${() => this.#hold('pointer')}
      @mouseleave=${() => this.#release('pointer')}
      @focusin=${() => this.#hold('focus')}
      @focusout=${() => this.#release('focus')}
    >
      ${this.toasts.map((toast) => this.#renderToast(toast))}
    </div>`;
  }

  #renderToast(toast: Toast): TemplateResult {
    return html`<div class="toast ${toast.isFailure ? 'failed' : ''}">
      <span>${toast.text}</span>
      ${
        toast.undo === undefined
          ? nothing
          : html`<button class="button" @click=${() => this.#undo(toast)}>${t('Undo')}</button>`
      }
      <button class="tool" aria-label=${t('Close')} title=${t('Close')} @click=${() => this.#close(toast)}>
        <vscode-icon name="close" aria-hidden="true"></vscode-icon>
      </button>
    </div>`;
  }

  #undo(toast: Toast): void {
    this.#close(toast);
    toast.undo?.();
  }

  /** The pressed button disappears with the focus, which triggers no event. */
  #close(toast: Toast): void {
    this.toasts = this.toasts.filter((one) => one !== toast);
    this.#release('focus');
  }

  #hold(by: 'pointer' | 'focus'): void {
    this.#held.add(by);
    window.clearTimeout(this.#leaving);
  }

  #release(by: 'pointer' | 'focus'): void {
    this.#held.delete(by);
    this.#restart();
  }

  #restart(): void {
    window.clearTimeout(this.#leaving);
    if (this.#held.size > 0) return;
    this.#leaving = window.setTimeout(() => {
      this.toasts = this.toasts.filter(({ isFailure }) => isFailure);
    }, shownMilliseconds);
  }
}

customElements.define('bigmind-toasts', Toasts);
