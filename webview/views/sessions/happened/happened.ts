/**
 * What happened in the chosen days beside the sessions: decisions, facts, open steps and files, as one line that opens.
 * Each line below opens the memory that it is from.
 */
import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { RecapCard, RecapLineCard } from '../../../../src/protocol/recap/recap.ts';
import type { QueryOf } from '../../../../src/protocol/queries.ts';
import type { Route } from '../../../../src/protocol/route.ts';
import { Live } from '../../../client/live.ts';
import { t, tn } from '../../../l10n/t.ts';
import { controls } from '../../../parts/design/controls.ts';
import { copyText } from '../../../parts/design/copyText.ts';
import { entries } from '../../../parts/design/entries.ts';
import { joined } from '../../../parts/design/format.ts';
import { moveAlong } from '../../../parts/design/keyboard/roving.ts';
import { styles } from '../../../parts/design/styles/styles.ts';
import { itemOf } from '../../../parts/domain/memoryItem.ts';
import { View } from '../../shared/view.ts';
import { aboutLine, headingOf, markdownOf, noteOf, totalsOf } from './happenedWords.ts';

const keptName = 'happened';

/** One line of a section. */
interface Row {
  text: string;
  about: readonly unknown[];
  note: string | null;
  open: () => void;
}

class Happened extends View {
  static override styles = [
    styles,
    controls,
    entries,
    css`
      :host {
        display: block;
        padding: 0 12px;
      }
      summary {
        padding: 6px 0;
        cursor: pointer;
      }
      summary:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
      }
      .lines {
        display: flex;
        flex-direction: column;
        gap: 8px;
        max-height: 38vh;
        padding-bottom: 8px;
        overflow: auto;
      }
      h2 {
        margin: 0;
        color: inherit;
        font-size: 1em;
        font-weight: 600;
        letter-spacing: normal;
        text-transform: none;
      }
      ul {
        margin: 0 -8px;
      }
      .entry {
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
      }
    `,
  ];
  static override properties: PropertyDeclarations = {
    ...View.properties,
    question: { attribute: false },
    stop: { state: true },
  };

  declare question: Omit<QueryOf<'recap'>, 'type'>;
  /** The index of the line that is the tab stop. */
  declare private stop: number;
  readonly #recap = new Live(
    this,
    () => this.page.client,
    'recap',
    () => this.question,
  );

  constructor() {
    super();
    this.stop = 0;
  }

  override render(): TemplateResult {
    const { answer } = this.#recap;
    if (answer === undefined) return html`${this.renderWait(this.#recap)}`;
    const words = totalsOf(answer);
    if (words === '') return html`<p class="quiet">${t('Nothing else from this time.')}</p>`;
    const toggled = (event: Event): void => keepOpen(this.page, (event.target as HTMLDetailsElement).open);
    return html`<details ?open=${isKeptOpen(this.page)} @toggle=${toggled}>
      <summary>${words}</summary>
      ${this.#renderLines(answer)}
    </details>`;
  }

  #renderLines(recap: RecapCard): TemplateResult {
    let place = 0;
    const sections = this.#sectionsOf(recap).map((section) => ({
      ...section,
      rows: section.rows.map((row) => ({ row, place: place++ })),
    }));
    const stop = Math.min(this.stop, place - 1);
    return html`<div class="lines" @keydown=${(event: KeyboardEvent) => moveAlong(event, '.entry', 'column')}>
      ${sections.map(
        ({ name, heading, rows }) =>
          html`<section aria-labelledby=${name}>
            <h2 id=${name}>${heading}</h2>
            <ul>
              ${rows.map(({ row, place: index }) => this.#renderRow(row, index, stop))}
            </ul>
          </section>`,
      )}
      ${renderWithheld(recap.withheld)}
      <div>
        <button class="button" @click=${() => void copyText(this.page, markdownOf(recap))}>
          ${t('Copy as Markdown')}
        </button>
      </div>
    </div>`;
  }

  /** The list below has the sessions. */
  #sectionsOf(recap: RecapCard): { name: string; heading: string; rows: Row[] }[] {
    const sections = recap.sections
      .filter(({ name }) => name !== 'sessions')
      .map((section) => ({
        name: section.name,
        heading: headingOf(section),
        rows: section.lines.map((line) => ({
          text: line.text,
          note: noteOf(section.name, line),
          about: aboutLine(line),
          open: () => this.page.go(routeTo(line)),
        })),
      }));
    if (recap.files.length === 0) return sections;
    const rows = recap.files.map(({ path, sessions }) => ({
      text: path,
      note: null,
      about: [tn(sessions, '{0} session', '{0} sessions')],
      open: () => this.page.go({ view: 'graph', item: path }),
    }));
    return [...sections, { name: 'files', heading: t('Files touched most'), rows }];
  }

  #renderRow({ text, note, about, open }: Row, index: number, stop: number): TemplateResult {
    return html`<li>
      <button class="entry" tabindex=${index === stop ? 0 : -1} @focus=${() => (this.stop = index)} @click=${open}>
        <span dir="auto">${text}</span>
        ${note === null ? nothing : html`<span class="quiet" dir="auto">${note}</span>`}
        <span class="quiet">${joined(about)}</span>
      </button>
    </li>`;
  }
}

/** Whether it is unfolded. */
export function keepOpen(page: View['page'], isOpen: boolean): void {
  page.keep(keptName, { isOpen });
}

function isKeptOpen(page: View['page']): boolean {
  const kept = page.kept(keptName);
  return typeof kept === 'object' && kept !== null && 'isOpen' in kept && kept.isOpen === true;
}

function routeTo({ kind, id }: RecapLineCard): Route {
  if (kind === 'session') return { view: 'sessions', item: id };
  return { view: 'knowledge', item: itemOf({ kind, id }) };
}

function renderWithheld(withheld: number): TemplateResult | typeof nothing {
  if (withheld === 0) return nothing;
  return html`<p class="quiet">
    ${tn(
      withheld,
      '{0} memory is left out, because it came from the web or reads like instructions to an assistant.',
      '{0} memories are left out, because they came from the web or read like instructions to an assistant.',
    )}
  </p>`;
}

customElements.define('bigmind-happened', Happened);
