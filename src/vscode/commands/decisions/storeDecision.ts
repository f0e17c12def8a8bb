/** Stores a decision whose parts are known, and shows a notice with which the user can undo that. */
import * as vscode from 'vscode';
import type { DecisionInput, SavedDecision } from '../../../memory/decisions/decisions.ts';
import { showStep, working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import { notifyStored } from '../shared/storedNotice.ts';
import type { DecisionAnswers } from './decisionArguments.ts';
import { decisionRoute } from './decisionRoute.ts';

/** The parts that no dialog asks for. */
export type DecisionExtra = Pick<DecisionInput, 'assistedBy' | 'tags' | 'sourceRef' | 'supersedes' | 'chunkId'>;

interface DraftedDecision {
  answers: DecisionAnswers;
  extra: DecisionExtra;
  /** The folder whose project it belongs to, unless the answers name one; undefined for that of the window. */
  folder: vscode.WorkspaceFolder | undefined;
}

type Stored = SavedDecision & { changeId: string };

/** Returns the result of the command. Rejects with the errors of `Decisions.save`. */
export async function storeDecision(services: Services, { answers, extra, folder }: DraftedDecision): Promise<unknown> {
  const { project, ...details } = answers;
  const saved = await working(vscode.l10n.t('Saving the decision…'), () =>
    services.access.use(async ({ memory, callerIn }): Promise<Stored> => {
      const changing = memory.changes.begin(await callerIn(folder));
      const input = { ...details, ...extra, ...(project !== undefined && { project }) };
      return { ...(await memory.decisions.save(changing, input)), changeId: changing.changeId };
    }),
  );
  return report(services, saved);
}

function report(services: Services, saved: Stored): unknown {
  const { status, fact, replaced, redacted, changeId } = saved;
  const { id } = fact;
  const route = decisionRoute(fact);
  if (status === 'duplicate' && replaced === null) {
    services.notices.done(vscode.l10n.t('BigMind already remembers this decision.'), showStep(route));
    return { status, id };
  }
  notifyStored(services, { message: messageFor(saved), redacted, changeId, route });
  return { status, id };
}

function messageFor({ status, fact, replaced }: Stored): string {
  if (replaced !== null) return vscode.l10n.t('Decision saved. It replaces #{0}.', replaced.id);
  return status === 'completed'
    ? vscode.l10n.t('Fact #{0} is now a decision with details.', fact.id)
    : vscode.l10n.t('Decision saved.');
}
