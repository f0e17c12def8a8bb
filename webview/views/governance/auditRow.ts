/** One row of the audit: a sentence for what was done, and below it the time, the assistant and the session. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { AuditRowCard } from '../../../src/protocol/governance/audit.ts';
import type { Route } from '../../../src/protocol/route.ts';
import { t } from '../../l10n/t.ts';
import { joined, renderTime } from '../../parts/design/format.ts';
import { itemOf, refFrom } from '../../parts/domain/memoryItem.ts';
import { shortId } from './auditThings.ts';
import { remarksOf, sentenceOf } from './auditWords.ts';

interface AuditRowPane {
  row: AuditRowCard;
  /** From 0, among all rows outside of archives. */
  place: number;
  total: number;
  /** Whether it is the tab stop. */
  isCurrent: boolean;
  go: (route: Route) => void;
}

export function renderAuditRow(pane: AuditRowPane): TemplateResult {
  const { row, place, total, isCurrent } = pane;
  const { before, thing, after } = sentenceOf(row);
  const name = `row-${String(place)}`;
  return html`<article
    class="row"
    data-row=${place}
    tabindex=${isCurrent ? 0 : -1}
    aria-labelledby=${name}
    aria-describedby="${name}-more"
    aria-posinset=${place + 1}
    aria-setsize=${total}
  >
    <vscode-icon name=${iconOf(row.level)} aria-hidden="true"></vscode-icon>
    <p id=${name} dir="auto">${before}${thing === null ? nothing : renderLink(thing, routeOf(row), pane)}${after}</p>
    <p class="quiet" id="${name}-more">${joined(remarks(pane))}</p>
  </article>`;
}

function remarks(pane: AuditRowPane): unknown[] {
  const { row } = pane;
  const isLeftWithoutWord = row.erased && row.action !== 'erase';
  return [
    renderTime(row.at),
    ...(isLeftWithoutWord ? [t('erased since then')] : []),
    ...remarksOf(row).map((remark) => html`<bdi>${remark}</bdi>`),
    ...renderSession(pane),
  ];
}

/** Omitted if the sentence is already about the session. */
function renderSession(pane: AuditRowPane): unknown[] {
  const { session, kind } = pane.row;
  if (session === null || kind === 'session') return [];
  if (session.erased) return [t('in an erased session')];
  const words = t('in session {0}', shortId(session.id));
  return [renderLink(words, session.opens ? { view: 'sessions', item: session.id } : undefined, pane)];
}

/** Where the user can open the item; undefined if they cannot. */
function routeOf({ kind, id, opens }: AuditRowCard): Route | undefined {
  if (!opens || kind === null || id === null) return undefined;
  if (kind === 'session') return { view: 'sessions', item: id };
  if (kind === 'hypothesis') return { view: 'knowledge', item: itemOf({ kind, id }) };
  const ref = refFrom(`${kind}:${id}`);
  return ref === undefined ? undefined : { view: 'knowledge', item: itemOf(ref) };
}

function renderLink(words: string, route: Route | undefined, { isCurrent, go }: AuditRowPane): unknown {
  if (route === undefined) return words;
  return html`<button class="link" tabindex=${isCurrent ? 0 : -1} @click=${() => go(route)}>${words}</button>`;
}

function iconOf(level: string): string {
  switch (level) {
    case 'refusal':
      return 'circle-slash';
    case 'read':
      return 'eye';
    default:
      return 'edit';
  }
}
