/** The most frequent topics as bars; each links to the sessions of its topic. One tab stop for all. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { TopicCard } from '../../../src/protocol/profile/profile.ts';
import { t, tn } from '../../l10n/t.ts';
import { entries } from '../../parts/design/entries.ts';
import { number } from '../../parts/design/format.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { styles } from '../../parts/design/styles/styles.ts';

class Topics extends LitElement {
  static override styles = [
    styles,
    entries,
    css`
      ul {
        margin-inline: -8px;
      }
      .entry {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 1px 12px;
        padding: 4px 8px;
      }
      .topic {
        /* Words from right to left stand where all the others do. */
        justify-self: start;
        max-width: 100%;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .count {
        font-variant-numeric: tabular-nums;
      }
      .bar {
        grid-column: 1 / -1;
        box-sizing: border-box;
        height: 6px;
        min-width: 3px;
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 3px;
        background: var(--vscode-charts-blue, var(--vscode-focusBorder));
        forced-color-adjust: none;
      }
    `,
  ];
  static override properties = { topics: { attribute: false }, open: { attribute: false }, stop: { state: true } };

  /** Most frequent first. */
  declare topics: readonly TopicCard[];
  declare open: (topic: string) => void;
  /** The index of the topic that is the tab stop. */
  declare private stop: number;

  constructor() {
    super();
    this.stop = 0;
  }

  override render(): TemplateResult {
    // The style is set as a property, which a strict policy allows, unlike the attribute.
    const most = Math.max(1, ...this.topics.map(({ sessions }) => sessions));
    const stop = Math.min(this.stop, this.topics.length - 1);
    return html`<ul @keydown=${(event: KeyboardEvent) => moveAlong(event, '.entry', 'column')}>
      ${this.topics.map(({ topic, sessions }, index) => {
        const counted = tn(sessions, '{0} session', '{0} sessions');
        return html`<li>
          <button
            class="entry"
            tabindex=${index === stop ? 0 : -1}
            aria-label=${`${topic}, ${counted}`}
            title=${t('Show sessions about {0}', topic)}
            @focus=${() => (this.stop = index)}
            @click=${() => this.open(topic)}
          >
            <span class="topic" dir="auto">${topic}</span>
            <span class="count">${number(sessions)}</span>
            <span class="bar" .style=${`width: ${(sessions / most) * 100}%`}></span>
          </button>
        </li>`;
      })}
    </ul>`;
  }
}

customElements.define('bigmind-topics', Topics);
