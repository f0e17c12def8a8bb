/**
 * A concurrent change, shown next to the user's input in a form, and the choice between the two. Nothing is overwritten
 * unseen.
 */
import { css, html, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import '../design/longText.ts';

/** A field that has another value now. */
export interface ChangedField {
  label: string;
  text: string;
}

interface Choice {
  mine: () => void;
  theirs: () => void;
  cancel: () => void;
}

export const theirsStyles = css`
  .theirs {
    display: flex;
    flex-direction: column;
    gap: 6px;
    padding: 8px 10px;
    border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, currentColor));
    border-radius: 4px;
  }
  .theirs dt {
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
  }
`;

/** Replaces the buttons of a form; needs the styles of `controls.ts` and `chipStyles.ts` too. */
export function renderTheirs(fields: readonly ChangedField[], { mine, theirs, cancel }: Choice): TemplateResult {
  return html`<div class="theirs" role="alert">
      <p>${t('It was changed elsewhere while you were editing. It now says:')}</p>
      <dl>
        ${fields.map(
          ({ label, text }) =>
            html`<dt>${label}</dt>
              <dd><bigmind-long-text at-first="600" .text=${text === '' ? '–' : text}></bigmind-long-text></dd>`,
        )}
      </dl>
    </div>
    <div class="answers">
      <button class="button primary mine" type="button" @click=${mine}>${t('Save My Version')}</button>
      <button class="button" type="button" @click=${theirs}>${t('Use Other Version')}</button>
      <button class="button" type="button" @click=${cancel}>${t('Cancel')}</button>
    </div>`;
}
