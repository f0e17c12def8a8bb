/**
 * The list of entries: one tab stop, with the arrow keys, Home, End and the page keys inside. Selected entries are
 * the selected options of the list box; the shown entry is its current one.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { renderTime } from '../../../parts/design/format.ts';

export interface EntryRow {
  id: number;
  title: string;
  /** Author and category, in one line. */
  about: string;
  createdAt: string;
}

interface EntryList {
  label: string;
  rows: readonly EntryRow[];
  /** The entry that is shown, or was last. */
  current: number | undefined;
  open: (id: number) => void;
  /** Makes it current without opening it; in a wide page the entry is shown at once. */
  moveTo: (id: number) => void;
  /** Absent if there are no bulk actions. */
  selection?: { selected: ReadonlySet<number>; toggle: (id: number) => void; selectAll: () => void };
}

const rowsOfAPage = 10;

export function renderEntryList(list: EntryList): TemplateResult {
  const { rows, selection } = list;
  const current = rows.some(({ id }) => id === list.current) ? list.current : rows[0]?.id;
  return html`<ul
    class="entries"
    role="listbox"
    aria-label=${list.label}
    aria-multiselectable=${selection === undefined ? nothing : 'true'}
    @keydown=${(event: KeyboardEvent) => handleKey(event, list, current)}
  >
    ${repeat(
      rows,
      ({ id }) => id,
      (row) => renderRow(row, list, row.id === current),
    )}
  </ul>`;
}

/** The entry's row in a view that contains the list. */
export function rowOf(root: ParentNode, id: number): HTMLElement | null {
  return root.querySelector(`[data-entry="${String(id)}"]`);
}

function renderRow(row: EntryRow, { selection, open }: EntryList, isCurrent: boolean): TemplateResult {
  const isSelected = selection?.selected.has(row.id) ?? false;
  const click = (event: MouseEvent): void => {
    if (selection !== undefined && (event.ctrlKey || event.metaKey)) selection.toggle(row.id);
    else open(row.id);
  };
  const toggle = (event: MouseEvent): void => {
    event.stopPropagation();
    selection?.toggle(row.id);
  };
  return html`<li
    class="entry"
    role="option"
    data-entry=${row.id}
    tabindex=${isCurrent ? 0 : -1}
    aria-selected=${selection === undefined ? isCurrent : isSelected}
    aria-current=${isCurrent ? 'true' : nothing}
    @click=${click}
  >
    ${
      selection === undefined
        ? nothing
        : html`<span class="checkbox" aria-hidden="true" @click=${toggle}
            >${isSelected ? html`<vscode-icon name="check"></vscode-icon>` : nothing}</span
          >`
    }
    <span class="words">
      <span class="title" dir="auto">${row.title}</span>
      <span class="quiet"><bdi>${row.about}</bdi> · ${renderTime(row.createdAt)}</span>
    </span>
  </li>`;
}

function handleKey(
  event: KeyboardEvent,
  { rows, selection, open, moveTo }: EntryList,
  current: number | undefined,
): void {
  const here = rows.findIndex(({ id }) => id === current);
  if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection !== undefined) {
    event.preventDefault();
    selection.selectAll();
    return;
  }
  if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    if (event.key === ' ' && selection !== undefined) selection.toggle(current);
    else open(current);
    return;
  }
  const next = {
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    Home: 0,
    End: rows.length - 1,
    PageDown: here + rowsOfAPage,
    PageUp: here - rowsOfAPage,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const row = rows[Math.min(Math.max(next, 0), rows.length - 1)];
  if (row !== undefined) moveTo(row.id);
}
