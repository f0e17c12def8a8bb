/** The display names of what two computers can change at the same time, and of its columns. */
import { t } from '../../../l10n/t.ts';
import { kindName } from '../../../parts/domain/memoryWords.ts';

/** The name of a table that this page does not know is shown as it is. */
export function recordName(table: string): string {
  switch (table) {
    case 'identity_profile':
      return t('Profile');
    case 'sessions':
      return kindName('session');
    case 'session_summaries':
      return t('Summary of a session');
    case 'conversation_chunks':
      return kindName('chunk');
    case 'facts':
      return kindName('fact');
    case 'hypotheses':
      return t('Hypothesis');
    case 'global_knowledge':
      return kindName('knowledge');
    default:
      return table;
  }
}

const names: Readonly<Record<string, () => string>> = {
  alternatives: () => t('Alternatives'),
  approved_by: () => t('Approved by'),
  assisted_by: () => t('With'),
  card_topics: () => t('Topics'),
  category: () => t('Category'),
  code_refs: () => t('Code'),
  confidence: () => t('Confidence'),
  content: () => t('Content'),
  decided_by: () => t('Decided by'),
  deprecated: () => t('Deprecated'),
  deprecation_reason: () => t('Reason'),
  expires_at: () => t('Expiry'),
  fact: () => t('Fact'),
  hypothesis: () => t('Hypothesis'),
  importance: () => t('Importance'),
  instance: () => t('Instance'),
  key_facts: () => t('Key facts'),
  memory_type: () => t('Type'),
  one_liner: () => t('Headline'),
  origin: () => t('Origin'),
  outcome: () => t('Outcome'),
  pinned_facts: () => t('Pinned facts'),
  preferences: () => t('Preferences'),
  project_id: () => t('Project'),
  promoted_by: () => t('Proposed by'),
  rationale: () => t('Rationale'),
  resolution: () => t('Resolution'),
  review_notes: () => t('Review notes'),
  reviewed_by: () => t('Reviewed by'),
  role: () => t('Role'),
  source_ref: () => t('Source'),
  status: () => t('Status'),
  summary: () => t('Summary'),
  tags: () => t('Tags'),
  title: () => t('Title'),
  topics: () => t('Topics'),
  visibility: () => t('Visible to'),
};

/** The name of a column that nobody writes into is shown as it is. */
export function columnName(column: string): string {
  return names[column]?.() ?? column;
}
