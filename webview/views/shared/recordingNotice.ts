/** Says that chats are not recorded, wherever a person first looks. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';

/** What the user can do, above what is known. */
export const noticeStyles = css`
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 6px 16px;
    padding: 8px 12px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, transparent));
    border-inline-start: 3px solid var(--vscode-focusBorder);
    border-radius: 4px;
    background: var(--vscode-editorWidget-background, transparent);
  }
`;

/** Nothing while they are recorded, or where the host does not know. */
export function renderRecordingNotice(page: Page): TemplateResult | typeof nothing {
  if (page.overview.isRecording !== false) return nothing;
  return html`<div class="notice">
    <span>${t('Recording is off: your chats are not kept, and new ones start without your memory.')}</span>
    ${
      page.can('toggleCapture')
        ? html`<span class="buttons"
            >${actionButton('toggleCapture', page)} ${actionButton('showWhatIsRecorded', page)}</span
          >`
        : html`<span class="quiet">${t('In a terminal:')} <code>bigmind install claude-code</code></span>`
    }
  </div>`;
}
