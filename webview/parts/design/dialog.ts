/**
 * A modal question in the browser's own dialog, which traps the focus and restores it afterwards. Escape and a click
 * outside mean no. Its buttons are native: a component that acts when Enter goes down would restore the focus too
 * early, and the same key would press the element that has it then.
 */
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { controls } from './controls.ts';
import { styles } from './styles/styles.ts';

interface DialogWords {
  title: string;
  /** The content between the title and the buttons. */
  content: TemplateResult;
  /** The label of the confirm button; the other one is `Cancel`. */
  confirm: string;
  /** Marks a confirmation that cannot be undone. */
  isDangerous: boolean;
  /** False while the user cannot confirm yet, because they have to type something first. */
  isReady?: boolean;
}

export class Dialog extends LitElement {
  static override styles = [
    styles,
    controls,
    css`
      dialog {
        box-sizing: border-box;
        width: min(520px, calc(100vw - 24px));
        max-height: calc(100vh - 24px);
        padding: 16px;
        overflow: auto;
        border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
        border-radius: 6px;
        background: var(--vscode-editorWidget-background);
        box-shadow: 0 4px 16px var(--vscode-widget-shadow, rgb(0 0 0 / 36%));
        color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 40%);
      }
      .title {
        color: inherit;
        font-size: 1.1em;
        letter-spacing: normal;
        text-transform: none;
      }
      .content {
        display: flex;
        flex-direction: column;
        gap: 8px;
        margin: 10px 0 16px;
      }
      .clamped {
        display: -webkit-box;
        overflow: hidden;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 4;
      }
      .answers {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: 8px;
      }
      .button.primary.dangerous:not([aria-disabled='true']) {
        border-color: var(--vscode-contrastBorder, transparent);
        background: var(--vscode-statusBarItem-errorBackground, #c72e0f);
        color: var(--vscode-statusBarItem-errorForeground, #fff);
      }
    `,
  ];
  static override properties = { words: { state: true } };

  declare private words: DialogWords | undefined;
  #answer: ((yes: boolean) => void) | undefined;

  /** Resolves with the answer. A dialog that is already open is answered with no. */
  async ask(words: DialogWords): Promise<boolean> {
    this.#answer?.(false);
    this.words = words;
    const answered = new Promise<boolean>((resolve) => (this.#answer = resolve));
    await this.updateComplete;
    this.#dialog?.showModal();
    return answered;
  }

  /** Replaces parts of the open dialog, such as a new count. */
  change(words: Partial<DialogWords>): void {
    if (this.words !== undefined) this.words = { ...this.words, ...words };
  }

  override render(): TemplateResult {
    const { words } = this;
    if (words === undefined) return html``;
    return html`<dialog
      aria-labelledby="title"
      @close=${() => this.#settle(false)}
      @click=${(event: MouseEvent) => this.#beside(event)}
      @keydown=${(event: KeyboardEvent) => event.stopPropagation()}
    >
      <h2 id="title" class="title">${words.title}</h2>
      <div class="content">${words.content}</div>
      <div class="answers">
        <button class="button" @click=${() => this.#dialog?.close()}>${t('Cancel')}</button>
        <button
          class="button primary ${words.isDangerous ? 'dangerous' : ''}"
          aria-disabled=${words.isReady === false ? 'true' : nothing}
          @click=${() => this.#confirm()}
        >
          ${words.confirm}
        </button>
      </div>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  #beside(event: MouseEvent): void {
    if (event.target === this.#dialog) this.#dialog?.close();
  }

  #confirm(): void {
    if (this.words?.isReady !== false) this.#settle(true);
  }

  #settle(yes: boolean): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.#dialog?.close();
    answer?.(yes);
  }
}

customElements.define('bigmind-dialog', Dialog);
