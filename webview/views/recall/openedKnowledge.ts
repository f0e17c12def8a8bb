/** What is opened beside the list of knowledge: a memory, a hypothesis, or a form. */
import { html, type TemplateResult } from 'lit';
import type { FoundCard, KnowledgeCard } from '../../../src/protocol/recall/memories.ts';
import type { Page } from '../../client/page.ts';
import type { OpenedKnowledge } from '../../parts/domain/knowledgeItem.ts';
import type { KnownNames } from '../decisions/decisionForm.ts';
import '../decisions/newDecision.ts';
import '../hypotheses/hypothesisDetail.ts';
import '../hypotheses/newHypothesis.ts';
import '../shared/noteForm.ts';
import './memoryDetail.ts';

interface OpenedPane {
  page: Page;
  known: KnownNames;
  /** How it was found; undefined without a search. */
  found: FoundCard['found'][number] | undefined;
  /** Whether an edit begins at once, and what is called then. */
  isEdited: boolean;
  onBegun: () => void;
  /** Called with the expected effect of a command on the row. */
  onChange: (change: Partial<KnowledgeCard>) => void;
  close: () => void;
  leave: (event: KeyboardEvent) => void;
}

/** The names of the elements, as a selector. */
export const openedNames =
  'bigmind-memory-detail, bigmind-hypothesis-detail, bigmind-new-decision, bigmind-new-hypothesis, bigmind-note-form';

export function renderOpenedKnowledge(opened: OpenedKnowledge, pane: OpenedPane): TemplateResult {
  const { page, known, close } = pane;
  switch (opened.is) {
    case 'memory':
      return html`<bigmind-memory-detail
        .page=${page}
        .item=${opened.ref}
        .known=${known}
        .isEdited=${pane.isEdited}
        .found=${pane.found}
        .onBegun=${pane.onBegun}
        .onClose=${close}
        .onChange=${pane.onChange}
        @keydown=${pane.leave}
      ></bigmind-memory-detail>`;
    case 'hypothesis':
      return html`<bigmind-hypothesis-detail
        .page=${page}
        .number=${opened.id}
        .onClose=${close}
        @keydown=${pane.leave}
      ></bigmind-hypothesis-detail>`;
    case 'note':
      return html`<bigmind-note-form class="form" .page=${page} .close=${close}></bigmind-note-form>`;
    case 'believe':
      return html`<bigmind-new-hypothesis class="form" .page=${page} .close=${close}></bigmind-new-hypothesis>`;
    case 'new':
    case 'draft':
    case 'complete':
      return html`<bigmind-new-decision
        .page=${page}
        .opened=${opened}
        .known=${known}
        .onClose=${close}
      ></bigmind-new-decision>`;
  }
}
