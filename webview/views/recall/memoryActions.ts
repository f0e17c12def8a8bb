/** The actions of an opened memory, according to its kind, its status and the user's rights. */
import { html, type TemplateResult } from 'lit';
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { copyText } from '../../parts/design/copyText.ts';
import { completingItem } from '../../parts/domain/knowledgeItem.ts';
import { confirmedText, dismissedText } from '../../parts/domain/learnedWords.ts';
import { kindName } from '../../parts/domain/memoryWords.ts';
import { documentOfDecision } from '../decisions/decisionParts.ts';
import type { DraftMode } from './memoryDraft.ts';

/** The component that shows the memory. */
export interface MemoryDoer {
  begin(mode: DraftMode): void;
  /** Of a decision: a newer one, or how it turned out. */
  decide(type: 'replace' | 'outcome'): void;
  execute(command: PageCommand, done: string): void;
  erase(): void;
}

export function renderActions(memory: MemoryDetailCard, page: Page, doer: MemoryDoer): TemplateResult {
  return html`<div class="actions" role="group" aria-label=${t('Actions')}>
    ${ownActions(memory, page, doer)} ${muteAction(memory, doer)}
    ${button(t('Copy'), () => void copyText(page, textOf(memory)))}
    ${page.abilities.opensTexts ? button(t('Open in Editor'), () => page.openText(documentOf(memory))) : []}
    ${memory.mayChange ? button(t('Erase for Good…'), () => doer.erase()) : []}
  </div>`;
}

function ownActions(memory: MemoryDetailCard, page: Page, doer: MemoryDoer): TemplateResult[] {
  switch (memory.kind) {
    case 'fact':
      return memory.mayChange ? factActions(memory, page, doer) : [];
    case 'knowledge':
      return page.overview.mayReview ? knowledgeActions(memory, doer) : [];
    case 'session':
      return [button(t('Open Session'), () => page.go({ view: 'sessions', item: memory.id }))];
    case 'chunk':
    case 'message':
      return [];
    case 'entry':
      return entryActions(memory, page);
  }
}

/** The file is the truth, so an entry is edited and deleted there. */
function entryActions({ sourceRef }: MemoryDetailCard, page: Page): TemplateResult[] {
  if (sourceRef === null || !page.abilities.opensSources) return [];
  return [button(t('Open Source File'), () => page.openSource(sourceRef))];
}

/** Messages, entries, and memories that are not live, are never used in chats automatically anyway. */
function muteAction({ kind, id, status, muted, rated }: MemoryDetailCard, doer: MemoryDoer): TemplateResult[] {
  const ref = { kind, id };
  if (muted) {
    const offer: PageCommand = { type: 'mute', ref, muted: false };
    return [button(t('Use in Chats Again'), () => doer.execute(offer, t('Used in chats again.')))];
  }
  if (kind === 'message' || kind === 'entry' || status !== 'live') return [];
  const mute: PageCommand = { type: 'mute', ref, muted: true };
  const never = button(t('Never Use in Chats'), () => doer.execute(mute, t('No longer used in chats.')));
  if (rated === null) return [never];
  const withdraw: PageCommand = { type: 'mute', ref, muted: false };
  return [never, button(t('Withdraw Feedback'), () => doer.execute(withdraw, t('Feedback withdrawn.')))];
}

function factActions(memory: MemoryDetailCard, page: Page, doer: MemoryDoer): TemplateResult[] {
  const { text, pinned, status, decision } = memory;
  const id = Number(memory.id);
  const outcome = html`<button class="button primary" @click=${() => doer.decide('outcome')}>
    ${t('Record Outcome…')}
  </button>`;
  const ofDecision = decision === null ? completion(memory, page) : [];
  const first = decision === null ? [] : [outcome];
  if (status === 'deprecated') {
    return [...first, button(t('Restore'), () => doer.execute({ type: 'restoreFact', id }, t('Restored.')))];
  }
  return [
    ...first,
    ...learnedActions(memory, doer),
    ...fadedActions(memory, doer),
    button(t('Edit'), () => doer.begin('edit')),
    // What replaces a decision needs a rationale, too.
    button(t('Replace…'), () => (decision === null ? doer.begin('replace') : doer.decide('replace'))),
    ...ofDecision,
    pinned
      ? button(t('Unpin'), () => doer.execute({ type: 'unpin', text }, t('Unpinned.')))
      : button(t('Pin'), () => doer.execute({ type: 'pin', text }, t('Pinned. Every conversation starts with it.'))),
    ...(memory.evidence?.state === 'learned' ? [] : [button(t('Deprecate…'), () => doer.begin('deprecate'))]),
  ];
}

/** Of a fact that was learned, until a person confirms it. */
function learnedActions({ id, evidence, status }: MemoryDetailCard, doer: MemoryDoer): TemplateResult[] {
  if (evidence?.state !== 'learned' || status !== 'live') return [];
  const ids = [Number(id)];
  const dismiss: PageCommand = { type: 'dismissLearned', ids, reason: t('Dismissed.') };
  return [
    button(t('Confirm'), () => doer.execute({ type: 'confirmLearned', ids }, confirmedText(1))),
    button(t('Dismiss'), () => doer.execute(dismiss, dismissedText(1))),
  ];
}

/** Both can be undone. */
function fadedActions({ id, unusedSince, status }: MemoryDetailCard, doer: MemoryDoer): TemplateResult[] {
  if (unusedSince === null || status !== 'live') return [];
  const refresh: PageCommand = { type: 'refreshFact', id: Number(id) };
  const retire: PageCommand = { type: 'deprecateFact', id: Number(id), reason: t('No longer used.') };
  return [
    button(t('Refresh'), () => doer.execute(refresh, t('Refreshed. Chats get it like others again.'))),
    button(t('Retire'), () => doer.execute(retire, t('Retired.'))),
  ];
}

/** Asks for what a fact lacks to be a decision. */
function completion({ id, category, factType, evidence }: MemoryDetailCard, page: Page): TemplateResult[] {
  const mayBeOne = category === 'decision' || factType === 'decision' || evidence !== null;
  if (!mayBeOne) return [];
  return [button(t('Make a Decision…'), () => page.go({ view: 'knowledge', item: completingItem(id) }))];
}

function knowledgeActions({ id, version, status }: MemoryDetailCard, doer: MemoryDoer): TemplateResult[] {
  const approve: PageCommand = {
    type: 'review',
    id: Number(id),
    version,
    action: 'approve',
    notes: null,
    corrections: null,
  };
  const deprecate = button(t('Deprecate…'), () => doer.begin('deprecate'));
  const edit = button(t('Edit'), () => doer.begin('edit'));
  switch (status) {
    case 'live':
      return [edit, deprecate];
    case 'pending':
      return [button(t('Approve'), () => doer.execute(approve, t('Approved.'))), edit, deprecate];
    case 'expired':
      return [];
    case 'deprecated':
      return [button(t('Restore'), () => doer.execute(approve, t('Restored.')))];
  }
}

function button(label: string, press: () => void): TemplateResult {
  return html`<button class="button" @click=${press}>${label}</button>`;
}

function textOf(memory: MemoryDetailCard): string {
  return memory.decision === null ? memory.text : documentOfDecision(memory, memory.decision);
}

function documentOf(memory: MemoryDetailCard): { title: string; markdown: string } {
  const { kind, id, title, text, decision } = memory;
  if (decision !== null) return { title: `${t('Decision')} #${id}`, markdown: documentOfDecision(memory, decision) };
  const name = `${kindName(kind)} ${id.slice(0, 8)}`;
  return { title: name, markdown: `# ${title ?? name}\n\n${text}\n` };
}
