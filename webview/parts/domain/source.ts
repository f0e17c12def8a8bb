/**
 * Where a memory comes from, as it was written. A file opens in the editor of a host that has one; everything else is
 * plain text, because a stored text must never become a link that leaves the page.
 */
import { html, type TemplateResult } from 'lit';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';

/** `https:` and `claude-code:`, but not the drive of a path. */
const scheme = /^[a-z][\w+.-]*:(?![\\/]\w)/iu;
const uuid = /\b([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu;
const ticket = /#\d+$/u;
const fileLike = /[\\/]|\.\w+(?:[#@]|$)/u;

/** Needs the styles of `controls.ts`. */
export function renderSource(sourceRef: string, page: Pick<Page, 'abilities' | 'openSource'>): TemplateResult {
  if (!page.abilities.opensSources || !namesFile(sourceRef)) return html`${withShortIds(sourceRef)}`;
  return html`<button class="link" title=${t('Open in Editor')} @click=${() => page.openSource(sourceRef)}>
    ${sourceRef}
  </button>`;
}

/** With the beginnings of the long ids that clients give to chats and messages, such as `claude-code:0276a600#783f57a4`. */
export function withShortIds(sourceRef: string): string {
  return sourceRef.replace(uuid, '$1');
}

/** Whether it looks like a file; the host knows whether there is one. */
export function namesFile(sourceRef: string): boolean {
  return !scheme.test(sourceRef) && !ticket.test(sourceRef) && fileLike.test(sourceRef);
}
