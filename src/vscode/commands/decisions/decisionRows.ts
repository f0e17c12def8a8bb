/**
 * Decisions as rows of a list: those of this project first, then the others. A row says who decided and when, and
 * whether the decision is still in force; its second line says what the list is for.
 */
import * as vscode from 'vscode';
import type { StructuredDecision, StructuredOutcome } from '../../../memory/decisions/decisionQueries.ts';
import type { DecisionStatus } from '../../../memory/decisions/decisionStatus.ts';
import type { Verdict } from '../../../memory/shared/vocabulary.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { localDay } from '../../../util/time.ts';
import type { PickRow } from '../shared/quickInput.ts';
import type { FoundDecisions } from './findDecisions.ts';

/** In characters; the list itself cuts what does not fit. */
const maxLabel = 120;
const maxDetail = 300;

export function rowsOf(
  { decisions, project }: FoundDecisions,
  timeZone: string,
  detailOf: (decision: StructuredDecision) => string,
): PickRow<StructuredDecision>[] {
  const rows = decisions.map((decision) => ({
    ...rowOf(decision, timeZone),
    detail: shorten(oneLine(detailOf(decision)), maxDetail),
    project: decision.project,
  }));
  return groupByProject(rows, project?.name);
}

/** Those of this project and of none first; with headings if there are both. */
export function groupByProject<Row extends vscode.QuickPickItem & { project: string | null }>(
  rows: readonly Row[],
  ownProject: string | undefined,
): (Row | vscode.QuickPickItem)[] {
  const isHere = ({ project }: Row): boolean => project === null || project === ownProject;
  const [here, elsewhere] = [rows.filter(isHere), rows.filter((row) => !isHere(row))];
  if (here.length === 0 || elsewhere.length === 0) return [...rows];
  return [headingOf(vscode.l10n.t('This project')), ...here, headingOf(vscode.l10n.t('Other projects')), ...elsewhere];
}

function headingOf(label: string): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function rowOf(decision: StructuredDecision, timeZone: string): PickRow<StructuredDecision> {
  const { title, status, decided_by: decidedBy, decided_at: decidedAt, project } = decision;
  const about = [
    ...(status === 'active' ? [] : [statusName(status)]),
    decidedBy,
    localDay(decidedAt, timeZone),
    ...(project === null ? [] : [project]),
  ];
  return {
    label: `$(${iconOf(status)}) ${shorten(oneLine(title), maxLabel)}`,
    description: about.map((part) => shorten(oneLine(part), maxLabel)).join(' · '),
    value: decision,
  };
}

function iconOf(status: DecisionStatus): string {
  switch (status) {
    case 'active':
      return 'milestone';
    case 'superseded':
      return 'history';
    case 'reversed':
      return 'discard';
    case 'retired':
      return 'archive';
  }
}

/** `8 of 10 · held · 2026-03-01 · As expected.` */
export function outcomeText({ rating, verdict, date, notes }: StructuredOutcome, timeZone: string): string {
  return [ratingText(rating), verdictName(verdict), localDay(date, timeZone), notes].join(' · ');
}

export function ratingText(rating: number): string {
  return vscode.l10n.t('{0} of 10', rating);
}

function statusName(status: Exclude<DecisionStatus, 'active'>): string {
  switch (status) {
    case 'superseded':
      return vscode.l10n.t('superseded');
    case 'reversed':
      return vscode.l10n.t('reversed');
    case 'retired':
      return vscode.l10n.t('retired');
  }
}

export function verdictName(verdict: Verdict): string {
  switch (verdict) {
    case 'held':
      return vscode.l10n.t('held');
    case 'mixed':
      return vscode.l10n.t('mixed');
    case 'reversed':
      return vscode.l10n.t('reversed');
    case 'open':
      return vscode.l10n.t('open');
  }
}
