/** The decisions that answer a question, as rows of a list; the second line of each gives the answer. */
import * as vscode from 'vscode';
import type {
  DecisionTemplate,
  StructuredDecision,
  StructuredWarning,
} from '../../../memory/decisions/decisionQueries.ts';
import { localDay } from '../../../util/time.ts';
import type { PickRow } from '../shared/quickInput.ts';
import { outcomeText, rowsOf } from './decisionRows.ts';
import type { FoundDecisions } from './findDecisions.ts';

/** A row that says so if there are none. */
export function answerRows(
  template: DecisionTemplate,
  found: FoundDecisions,
  timeZone: string,
): PickRow<StructuredDecision>[] {
  if (found.decisions.length === 0) return [rowForNothing(found.notice ?? adviceFor(template))];
  return rowsOf(found, timeZone, (decision) => answerIn(decision, template, timeZone));
}

function answerIn(decision: StructuredDecision, template: DecisionTemplate, timeZone: string): string {
  const { assisted_by: assistedBy, rationale, outcomes, warnings = [] } = decision;
  switch (template) {
    case 'who-decided':
      return rationale;
    case 'agent-decisions':
      return vscode.l10n.t('With {0}: {1}', assistedBy.join(', '), rationale);
    case 'retrospectives':
      return outcomes.map((outcome) => outcomeText(outcome, timeZone)).join(' | ');
    case 'why-to-check':
      return warnings.length === 0
        ? vscode.l10n.t('Nothing speaks against it. Reasons: {0}', rationale)
        : warnings.map((warning) => warningText(warning, timeZone)).join(' | ');
  }
}

/** `Rejected on 2026-03-01: MongoDB · no transactions`; of the decision itself, only the reason. */
function warningText({ why, approach, reason, date }: StructuredWarning, timeZone: string): string {
  const day = localDay(date, timeZone);
  switch (why) {
    case 'rejected':
      return vscode.l10n.t('Rejected on {0}: {1}', day, reason === null ? approach : `${approach} · ${reason}`);
    case 'reversed':
      return vscode.l10n.t('Reversed on {0}: {1}', day, reason ?? approach);
    case 'rated badly':
      return vscode.l10n.t('Rated badly on {0}: {1}', day, reason ?? approach);
  }
}

/** Cannot be selected; Back asks again. */
function rowForNothing(detail: string): PickRow<StructuredDecision> {
  return { label: vscode.l10n.t('No decisions found'), detail, alwaysShow: true };
}

function adviceFor(template: DecisionTemplate): string {
  switch (template) {
    case 'who-decided':
    case 'agent-decisions':
      return vscode.l10n.t('Try other words.');
    case 'retrospectives':
      return vscode.l10n.t('To rate a decision, run "BigMind: Record Outcome of Decision...".');
    case 'why-to-check':
      return vscode.l10n.t('BigMind knows no decision about it.');
  }
}
