/** The form for an opened decision, according to its draft: a change, a newer decision, or an outcome. */
import { html, type TemplateResult } from 'lit';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import type { ChangedField } from '../../parts/domain/theirs.ts';
import type { DecisionFields, Problems } from './decisionFields.ts';
import { fieldsOfMemory, problemsIn } from './decisionFields.ts';
import './decisionForm.ts';
import { fieldLabel, type KnownNames } from './decisionForm.ts';
import type { OpenedDraft } from './openedDraft.ts';
import { overtaken, rebased, withTheirs } from './openedDraft.ts';
import './outcomeForm.ts';
import type { OutcomeFields } from './outcomeFields.ts';

interface DecisionDraftPane {
  draft: OpenedDraft;
  memory: MemoryDetailCard;
  known: KnownNames;
  keep: (draft: OpenedDraft) => void;
  save: (draft: OpenedDraft) => void;
  cancel: () => void;
}

export function renderDecisionDraft(pane: DecisionDraftPane): TemplateResult {
  const { draft, memory, keep, save, cancel } = pane;
  switch (draft.type) {
    case 'edit': {
      const shown = rebased(draft, memory);
      const now = fieldsOfMemory(memory);
      const theirs = overtaken(shown, memory).map((name): ChangedField => ({
        label: fieldLabel(name),
        text: now[name],
      }));
      return renderForm({ ...pane, draft: shown }, problemsIn(shown.fields), theirs);
    }
    case 'replace': {
      const isSame = draft.fields.title.trim() === memory.text.trim();
      const said = { title: t('Enter what is decided now. This is still the old decision.') };
      return renderForm({ ...pane, draft }, { ...problemsIn(draft.fields), ...(isSame && said) }, []);
    }
    case 'outcome':
      return html`<bigmind-outcome-form
        .fields=${draft.fields}
        .onType=${(fields: OutcomeFields) => keep({ ...draft, fields })}
        .onSave=${() => save(draft)}
        .onCancel=${cancel}
      ></bigmind-outcome-form>`;
  }
}

function renderForm(
  pane: DecisionDraftPane & { draft: Extract<OpenedDraft, { type: 'edit' | 'replace' }> },
  problems: Problems,
  theirs: ChangedField[],
): TemplateResult {
  const { draft, memory, known, keep, save, cancel } = pane;
  return html`<bigmind-decision-form
    .mode=${draft.type}
    .fields=${draft.fields}
    .problems=${problems}
    .known=${known}
    .placed=${memory.project}
    .theirs=${theirs}
    .onType=${(fields: DecisionFields) => keep({ ...draft, fields })}
    .onSave=${() => save(draft)}
    .onTheirs=${() => draft.type === 'edit' && keep(withTheirs(draft, memory))}
    .onCancel=${cancel}
  ></bigmind-decision-form>`;
}
