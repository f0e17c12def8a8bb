/**
 * "Explain Search Result": shows the parts of a score as a page. It explains a result that was opened from the search,
 * or the best result for a query, and says so if there is nothing to explain.
 */
import * as vscode from 'vscode';
import { requireOneOf } from '../../../memory/shared/input.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { explanationMarkdown } from '../../../search/explanation/explanationMarkdown.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import type { Services } from '../../services/host.ts';
import { kindName, resultName } from '../../ui/resultWords.ts';
import type { FoundResult, OpenedResults } from '../../ui/openedResults.ts';
import { isNamed } from '../../ui/openedResults.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, numberArgument, textArgument } from '../shared/arguments.ts';
import { findMemories, maxResults } from './findMemories.ts';

/**
 * Argument `{ query?, id?, kind? }`: a query, and which of its results; without `id` and `kind` the best one. Without a
 * query it explains the result opened last, else it prompts for a query. Returns `{ status: "explained", kind, id }`, or
 * `{ status: "nothing" }`.
 */
export function createExplainResult(services: Services, opened: OpenedResults): Command {
  return async (argument) => {
    const ref = refArgument(argument);
    const asked = textArgument(argument, 'query');
    const known = asked === undefined ? opened.last(ref) : undefined;
    if (known !== undefined) return showExplanation(services, known);
    const question = asked ?? (await askForQuestion());
    if (question === undefined) return cancelled;
    return explainAnswer(services, question, ref);
  };
}

/** The page can be rendered, because stored text appears in it only as code. */
export async function showExplanation(services: Services, { question, result }: FoundResult): Promise<Outcome> {
  const { kind, id, why } = result;
  if (why === undefined)
    return nothing(services, vscode.l10n.t('BigMind has no information on why this result was found.'));
  await services.pages.preview(
    vscode.l10n.t('Why {0}', resultName(result)),
    explanationMarkdown(question, result, why),
  );
  return { status: 'explained', kind, id };
}

type Outcome = { status: 'nothing' } | ({ status: 'explained' } & MemoryRef);

function refArgument(argument: unknown): Partial<MemoryRef> {
  const kind = textArgument(argument, 'kind');
  const id = textArgument(argument, 'id') ?? numberArgument(argument, 'id')?.toString();
  return {
    ...(kind !== undefined && { kind: requireOneOf('kind', kind, memoryKinds) }),
    ...(id !== undefined && { id }),
  };
}

async function askForQuestion(): Promise<string | undefined> {
  const question = await vscode.window.showInputBox({
    title: vscode.l10n.t('Explain Search Result'),
    prompt: vscode.l10n.t(
      'You have not opened a search result yet. Enter a question, and BigMind explains the best result.',
    ),
    placeHolder: vscode.l10n.t('What do you remember about…'),
  });
  return question === undefined || question.trim() === '' ? undefined : question.trim();
}

/** If this project has no such result, searches all projects. */
async function explainAnswer(services: Services, question: string, ref: Partial<MemoryRef>): Promise<Outcome> {
  let searched = 0;
  for (const scope of ['project', 'everything'] as const) {
    const answer = await findMemories(services, question, scope, maxResults);
    const result = answer.results.find((found) => isNamed(found, ref));
    if (result !== undefined) return showExplanation(services, { question, result });
    searched = answer.searched;
  }
  const shown = shorten(oneLine(question), 80);
  const isBest = ref.id === undefined && ref.kind === undefined;
  const what = [ref.kind === undefined ? undefined : kindName(ref.kind), ref.id].filter((part) => part !== undefined);
  return nothing(
    services,
    isBest
      ? vscode.l10n.t(
          'There is nothing to explain: the search for "{0}" found nothing in {1} memories.',
          shown,
          searched,
        )
      : vscode.l10n.t('There is nothing to explain: {0} is not among the results for "{1}".', what.join(' '), shown),
  );
}

function nothing({ notices }: Services, message: string): Outcome {
  notices.done(message);
  return { status: 'nothing' };
}
