/** Decisions as the lists of the commands need them, with the project of the window by which they are grouped. */
import * as vscode from 'vscode';
import { answerTemplate, maxTemplateAnswer, structuredDecision } from '../../../memory/decisions/decisionQueries.ts';
import type { StructuredDecision, TemplateInput } from '../../../memory/decisions/decisionQueries.ts';
import { unknownProjectIn, type Project } from '../../../memory/shared/identity.ts';
import { working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';

/** As many as the domain reads, because a list can be filtered only by what it contains. */
const maxListed = 2_000;

export interface FoundDecisions {
  decisions: StructuredDecision[];
  /** That of the window. */
  project: Project | null;
  /** Explains an empty answer: no project has the given name. */
  notice?: string | undefined;
}

/** All decisions of the user, or of the project with this name or key, the newest first. */
export function listDecisions({ access }: Services, project = 'all'): Promise<FoundDecisions> {
  return working(vscode.l10n.t('Reading the decisions…'), () =>
    access.use(async ({ memory, caller }) => {
      const scope = await memory.identities.scope(caller, project);
      const { decisions } = await memory.decisions.find(caller, scope, {}, maxListed);
      const notice = unknownProjectIn(scope);
      return {
        decisions: decisions.map((decision) => structuredDecision(decision)),
        project: caller.project,
        ...(notice !== undefined && { notice }),
      };
    }),
  );
}

/** The decisions that answer a question; see `answerTemplate`. */
export function answerQuestion({ access }: Services, input: TemplateInput): Promise<FoundDecisions> {
  return working(vscode.l10n.t('Reading the decisions…'), () =>
    access.use(async ({ memory, caller }) => ({
      ...(await answerTemplate(memory, caller, input, maxTemplateAnswer)),
      project: caller.project,
    })),
  );
}
