/**
 * A stored text as text: line breaks and text direction are kept, and nothing in it becomes a link. Markdown's code,
 * bold words and headings look as such where the view wants that. Only the beginning of a long text is rendered until
 * the user asks for all of it, because laying out 200,000 characters is slow.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t, tn } from '../../l10n/t.ts';
import { controls } from './controls.ts';
import { formattedRuns } from './formattedRuns.ts';
import { styles } from './styles/styles.ts';

const shownCharacters = 1_200;
/** In characters, for one line of the initial part. */
const lineWorth = 75;
/** Less than this is not worth a button. */
const worthHiding = 200;

class LongText extends LitElement {
  static override styles = [
    styles,
    controls,
    css`
      .text {
        white-space: pre-wrap;
        unicode-bidi: plaintext;
      }
      code {
        padding: 0 2px;
        overflow-wrap: anywhere;
        background: var(--vscode-textPreformat-background, transparent);
      }
      .link {
        margin-top: 4px;
      }
    `,
  ];
  static override properties = {
    text: {},
    isMarkdown: { type: Boolean, attribute: 'is-markdown' },
    atFirst: { type: Number, attribute: 'at-first' },
    wanted: {},
    isWhole: { state: true },
  };

  declare text: string;
  /** The words to mark, in any case; empty for none. If they are not in the initial part, the whole text is shown. */
  declare wanted: string;
  /** Whether code, bold words and headings are shown as such, without the characters that mark them. */
  declare isMarkdown: boolean;
  /** About how many characters are shown initially. */
  declare atFirst: number;
  declare private isWhole: boolean;

  constructor() {
    super();
    this.text = '';
    this.atFirst = shownCharacters;
    this.wanted = '';
    this.isMarkdown = false;
    this.isWhole = false;
  }

  override willUpdate(changed: PropertyValues): void {
    if (this.wanted === '' || !(changed.has('wanted') || changed.has('text'))) return;
    const isIn = (text: string): boolean => partsOf(text, this.wanted).length > 1;
    if (isIn(this.text) && !isIn(beginningOf(this.text, this.atFirst))) this.isWhole = true;
  }

  override render(): TemplateResult {
    const beginning = beginningOf(this.text, this.atFirst);
    const isLong = beginning.length < this.text.length;
    const shown = this.isWhole ? this.text : beginning;
    const text = this.isMarkdown ? this.#formatted(shown) : this.#marked(shown);
    return html`<div class="text" dir="auto">${text}${isLong && !this.isWhole ? '…' : nothing}</div>
      ${isLong ? this.#renderButton() : nothing}`;
  }

  #formatted(text: string): unknown {
    return formattedRuns(text).map(({ look, text: run }) => {
      if (look === 'plain') return this.#marked(run);
      return look === 'code' ? html`<code>${this.#marked(run)}</code>` : html`<strong>${this.#formatted(run)}</strong>`;
    });
  }

  #marked(text: string): unknown {
    if (this.wanted === '') return text;
    return partsOf(text, this.wanted).map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part));
  }

  #renderButton(): TemplateResult {
    const label = this.isWhole ? t('Show Less') : tn(this.text.length, 'Show {0} Character', 'Show All {0} Characters');
    return html`<button
      class="link"
      aria-expanded=${this.isWhole ? 'true' : 'false'}
      @click=${() => (this.isWhole = !this.isWhole)}
    >
      ${label}
    </button>`;
  }
}

/** Every second part is the wanted words, as the text spells them. */
function partsOf(text: string, wanted: string): string[] {
  return text.split(new RegExp(`(${wanted.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)})`, 'giu'));
}

/** The whole text if little would be omitted. */
export function beginningOf(text: string, atFirst = shownCharacters): string {
  const shownLines = Math.ceil(atFirst / lineWorth);
  const lines = text.slice(0, atFirst + worthHiding).split('\n');
  const cut = lines.length > shownLines ? lines.slice(0, shownLines).join('\n') : text.slice(0, atFirst);
  return text.length - cut.length < worthHiding ? text : withoutHalf(cut);
}

/** A character outside the first Unicode plane has two halves, neither of which is valid alone. */
function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/u.test(text) ? text.slice(0, -1) : text;
}

customElements.define('bigmind-long-text', LongText);
