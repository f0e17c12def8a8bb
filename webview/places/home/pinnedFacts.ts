/**
 * The pinned facts, with which every conversation begins: added, edited, removed and reordered in place. For the
 * keyboard they are a grid with one tab stop. Up and Down move from fact to fact, Left and Right along its buttons, Alt
 * with Up or Down moves the fact itself, and Delete removes it.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { entries } from '../../parts/design/entries.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import './editable.ts';
import type { Editable } from './editable.ts';

/** Each resolves with whether it was done. */
export interface PinCommands {
  add: (text: string) => Promise<boolean>;
  remove: (text: string) => Promise<boolean>;
  /** Replaces the whole list, with one fact edited or in another order. */
  replace: (facts: string[], change: 'moved' | 'edited') => Promise<boolean>;
}

interface PinDrafts {
  of: (key: string) => string | undefined;
  keep: (key: string, draft: string | undefined) => void;
}

/** In characters, as the domain limits it. */
const maxLength = 2_000;
const tools = ['edit', 'up', 'down', 'remove'] as const;
type Tool = (typeof tools)[number];
const icons: Record<Tool, string> = { edit: 'edit', up: 'arrow-up', down: 'arrow-down', remove: 'close' };

class PinnedFacts extends LitElement {
  static override styles = [
    styles,
    controls,
    entries,
    css`
      [role='row'] {
        display: flex;
        align-items: flex-start;
        gap: 2px;
        margin-inline: -6px;
        padding: 2px 0 2px 6px;
        border-radius: 4px;
      }
      [role='row']:not(.edited):is(:hover, :focus-within) {
        background: var(--vscode-list-hoverBackground);
      }
      .fact {
        flex: 1;
        min-width: 0;
        padding: 3px 0;
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
      }
      .adding {
        display: block;
        margin-top: 6px;
      }
      @container (max-width: 260px) {
        [role='row'] {
          flex-direction: column;
        }
        .tools {
          align-self: flex-end;
        }
      }
    `,
  ];
  static override properties = {
    facts: { attribute: false },
    commands: { attribute: false },
    drafts: { attribute: false },
    stop: { state: true },
    announcement: { state: true },
  };

  declare facts: readonly string[];
  declare commands: PinCommands;
  declare drafts: PinDrafts;
  /** The button that is the tab stop. */
  declare private stop: { row: number; tool: Tool };
  /** The announcement of a move for screen readers. */
  declare private announcement: string;
  #wantsFocus = false;

  constructor() {
    super();
    this.stop = { row: 0, tool: 'edit' };
    this.announcement = '';
  }

  override willUpdate(): void {
    const row = Math.min(this.stop.row, Math.max(0, this.facts.length - 1));
    if (row !== this.stop.row) this.stop = { ...this.stop, row };
  }

  override updated(_changed: PropertyValues): void {
    if (!this.#wantsFocus) return;
    this.#wantsFocus = false;
    const { row, tool } = this.stop;
    const target =
      this.renderRoot.querySelector<HTMLElement>(`[data-row="${row}"][data-tool="${tool}"]`) ??
      this.renderRoot.querySelector<HTMLElement>('.adding');
    target?.focus();
  }

  override render(): TemplateResult {
    const { facts } = this;
    return html`${
        facts.length === 0
          ? html`<p class="quiet">${t('Every conversation starts with the facts that you pin here.')}</p>`
          : html`<div
              role="grid"
              aria-label=${t('Pinned facts')}
              aria-describedby="keys"
              @keydown=${(event: KeyboardEvent) => this.#key(event)}
            >
              ${facts.map((fact, row) => this.#renderFact(fact, row))}
            </div>`
      }
      <bigmind-editable
        class="adding"
        .value=${''}
        .words=${{ label: t('A fact to pin'), edit: t('Pin a fact'), add: t('Pin a fact') }}
        .lines=${1}
        .longest=${maxLength}
        .isRepeated=${true}
        .draft=${this.drafts.of('pin')}
        .draftChanged=${(draft: string | undefined) => this.drafts.keep('pin', draft)}
        .save=${(text: string) => this.commands.add(text)}
      ></bigmind-editable>
      <p id="keys" class="unseen">
        ${t('Use the arrow keys to move between facts and their buttons. Alt with Up or Down Arrow moves a fact, and Delete removes it.')}
      </p>
      <p class="unseen" role="status">${this.announcement}</p>`;
  }

  #renderFact(fact: string, row: number): TemplateResult {
    const key = `pinned ${fact}`;
    const draft = this.drafts.of(key);
    if (draft !== undefined) {
      return html`<div role="row" class="edited">
        <div role="gridcell" class="fact">
          <bigmind-editable
            .value=${fact}
            .words=${{ label: t('Pinned fact'), edit: t('Edit'), add: t('Edit') }}
            .lines=${3}
            .longest=${maxLength}
            .draft=${draft}
            .draftChanged=${(changed: string | undefined) => this.#edited(row, key, changed)}
            .save=${(text: string) => this.#saveEdit(row, text)}
          ></bigmind-editable>
        </div>
      </div>`;
    }
    return html`<div role="row">
      <div role="gridcell" class="fact" dir="auto">${fact}</div>
      <div class="tools" role="presentation">${tools.map((tool) => this.#renderTool(tool, fact, row))}</div>
    </div>`;
  }

  #renderTool(tool: Tool, fact: string, row: number): TemplateResult {
    const label = labelOf(tool);
    const isIdle = (tool === 'up' && row === 0) || (tool === 'down' && row === this.facts.length - 1);
    return html`<span role="gridcell">
      <button
        class="tool"
        data-row=${row}
        data-tool=${tool}
        tabindex=${this.stop.row === row && this.stop.tool === tool ? 0 : -1}
        aria-label=${`${label}: ${fact.slice(0, 80)}`}
        aria-disabled=${isIdle ? 'true' : nothing}
        title=${label}
        @focus=${() => (this.stop = { row, tool })}
        @click=${() => void this.#use(tool, row)}
      >
        <vscode-icon name=${icons[tool]} aria-hidden="true"></vscode-icon>
      </button>
    </span>`;
  }

  async #use(tool: Tool, row: number): Promise<void> {
    const fact = this.facts[row];
    if (fact === undefined) return;
    switch (tool) {
      case 'edit':
        this.drafts.keep(`pinned ${fact}`, fact);
        this.requestUpdate();
        await this.updateComplete;
        this.renderRoot.querySelector<Editable>('[role="row"] bigmind-editable')?.focusField();
        return;
      case 'up':
        return this.#move(row, row - 1, tool);
      case 'down':
        return this.#move(row, row + 1, tool);
      case 'remove':
        this.#wantsFocus = await this.commands.remove(fact);
        this.requestUpdate();
    }
  }

  async #move(from: number, to: number, tool: Tool): Promise<void> {
    const fact = this.facts[from];
    if (fact === undefined || to < 0 || to >= this.facts.length) return;
    this.stop = { row: to, tool };
    this.#wantsFocus = true;
    this.announcement = t('Moved to position {0} of {1}', to + 1, this.facts.length);
    const facts = this.facts.toSpliced(from, 1).toSpliced(to, 0, fact);
    await this.commands.replace(facts, 'moved');
  }

  #edited(row: number, key: string, draft: string | undefined): void {
    this.drafts.keep(key, draft);
    if (draft !== undefined) return;
    this.stop = { row, tool: 'edit' };
    this.#wantsFocus = true;
    this.requestUpdate();
  }

  /** Emptying a fact removes it. */
  #saveEdit(row: number, text: string): Promise<boolean> {
    const before = this.facts[row] ?? '';
    if (text === '') return this.commands.remove(before);
    return this.commands.replace(this.facts.with(row, text), 'edited');
  }

  #key(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['tool'] === undefined) return;
    const { row, tool } = this.stop;
    const column = tools.indexOf(tool);
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      void this.#move(row, event.key === 'ArrowUp' ? row - 1 : row + 1, tool);
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Delete') {
      event.preventDefault();
      void this.#use('remove', row);
      return;
    }
    const places: Record<string, [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [0, column],
      End: [this.facts.length - 1, column],
    };
    const place = Object.hasOwn(places, event.key) ? places[event.key] : undefined;
    if (place === undefined) return;
    event.preventDefault();
    const [nextRow, nextColumn] = place;
    const nextTool = tools[nextColumn];
    if (nextRow < 0 || nextRow >= this.facts.length || nextTool === undefined) return;
    this.stop = { row: nextRow, tool: nextTool };
    this.#wantsFocus = true;
  }
}

function labelOf(tool: Tool): string {
  switch (tool) {
    case 'edit':
      return t('Edit');
    case 'up':
      return t('Move Up');
    case 'down':
      return t('Move Down');
    case 'remove':
      return t('Remove');
  }
}

customElements.define('bigmind-pinned-facts', PinnedFacts);
