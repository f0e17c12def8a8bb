/** The actions for the checked entries; while they run, the progress and a cancel button. */
import { html, nothing, type TemplateResult } from 'lit';
import { t, tn } from '../../../l10n/t.ts';
import { number } from '../../../parts/design/format.ts';
import { textOf } from '../../../parts/design/forms.ts';
import type { BulkProgress, Decision } from './bulk.ts';
import { renderDecisions } from './decisionBar.ts';
import { maxNotesLength } from './entryForm.ts';

interface BulkBar {
  /** How many entries are checked. */
  count: number;
  progress: BulkProgress | undefined;
  notes: string;
  whyNot: string | undefined;
  showsKeys: boolean;
  write: (notes: string) => void;
  decide: (action: Decision) => void;
  cancel: () => void;
  clear: () => void;
}

export function renderBulkBar(bar: BulkBar): TemplateResult | typeof nothing {
  const { count, progress } = bar;
  if (progress !== undefined) return renderProgress(progress, bar.cancel);
  if (count === 0) return nothing;
  return html`<section class="bulk" aria-label=${t('Selected entries')}>
    <p role="status">${tn(count, '{0} selected', '{0} selected')}</p>
    <label class="labelled">
      <span>${t('Note for all (optional)')}</span>
      <input
        class="field"
        dir="auto"
        maxlength=${maxNotesLength}
        .value=${bar.notes}
        @input=${(event: Event) => bar.write(textOf(event))}
      />
    </label>
    ${renderDecisions({
      buttons: [
        { label: t('Approve {0}', number(count)), key: 'a', isPrimary: true, run: () => bar.decide('approve') },
        { label: t('Deprecate {0}', number(count)), key: 'd', run: () => bar.decide('deprecate') },
      ],
      showsKeys: bar.showsKeys,
      whyNot: bar.whyNot,
      id: 'why-not-all',
    })}
    <button class="link" @click=${bar.clear}>${t('Clear Selection')}</button>
  </section>`;
}

function renderProgress({ action, done, total }: BulkProgress, cancel: () => void): TemplateResult {
  const words =
    action === 'approve'
      ? t('Approving {0} of {1}…', number(done + 1), number(total))
      : t('Deprecating {0} of {1}…', number(done + 1), number(total));
  return html`<section class="bulk" aria-label=${t('Selected entries')}>
    <p id="progress">${words}</p>
    <progress aria-labelledby="progress" max=${total} .value=${done}></progress>
    <button class="button" @click=${cancel}>${t('Cancel')}</button>
  </section>`;
}
