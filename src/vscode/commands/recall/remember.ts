/**
 * Remembers the selected text or a note. It becomes a fact of the category that the user chooses, and the confirmation
 * notice offers to undo it.
 */
import * as vscode from 'vscode';
import type { RelatedFact } from '../../../memory/facts/facts.ts';
import type { FactCategory } from '../../../memory/shared/vocabulary.ts';
import { factCategories } from '../../../memory/shared/vocabulary.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { showStep, working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import { sourceRefOf } from '../../services/sourceRef.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, textArgument } from '../shared/arguments.ts';

/** In characters, for a memory quoted in a notice. */
const maxQuotedLength = 80;

/** Argument `{ text?, category? }`; prompts for missing values. Returns `{ status, id }`. */
export function createRememberNote(services: Services): Command {
  return async (argument) => {
    const text = textArgument(argument, 'text') ?? (await askForNote());
    if (text === undefined) return cancelled;
    return remember(services, { text, sourceRef: undefined, category: categoryFrom(argument), suggested: 'decision' });
  };
}

/** Argument `{ category? }`; uses the selection of the active editor. Returns `{ status, id }`. */
export function createRememberSelection(services: Services): Command {
  return async (argument) => {
    const editor = vscode.window.activeTextEditor;
    const text = editor?.document.getText(editor.selection).trim();
    if (editor === undefined || text === undefined || text === '') {
      services.notices.done(vscode.l10n.t('First, select the text to remember in an editor.'));
      return cancelled;
    }
    const sourceRef = sourceRefOf(editor.document.uri, editor.selection);
    return remember(services, { text, sourceRef, category: categoryFrom(argument), suggested: 'codebase' });
  };
}

interface ToRemember {
  text: string;
  sourceRef: string | undefined;
  /** Undefined if the user is to choose. */
  category: FactCategory | undefined;
  suggested: FactCategory;
}

async function remember(services: Services, { text, sourceRef, category, suggested }: ToRemember): Promise<unknown> {
  const chosen = category ?? (await askForCategory(suggested));
  if (chosen === undefined) return cancelled;
  const input = { category: chosen, fact: text, ...(sourceRef === undefined ? {} : { sourceRef }) };
  const { status, fact, related, redacted, changeId } = await working(vscode.l10n.t('Remembering…'), () =>
    services.access.use(async ({ memory, caller }) => {
      const changing = memory.changes.begin(caller);
      return { ...(await memory.facts.store(changing, input)), changeId: changing.changeId };
    }),
  );
  const show = showStep({ view: 'memories', item: `fact:${String(fact.id)}` });
  if (status === 'duplicate') {
    services.notices.done(vscode.l10n.t('BigMind already remembers this.'), show);
  } else {
    const message =
      redacted === 0 ? vscode.l10n.t('Remembered.') : vscode.l10n.t('Remembered. BigMind removed the secrets first.');
    const sentence = [message, ...related.map(relatedSentence)].join(' ');
    services.notices.done(sentence, { label: vscode.l10n.t('Undo'), run: () => undo(services, changeId) }, show);
  }
  return { status, id: fact.id };
}

function relatedSentence({ fact, relation }: RelatedFact): string {
  const known = shorten(oneLine(fact.fact), maxQuotedLength);
  return relation === 'contradicts'
    ? vscode.l10n.t('It contradicts #{0} "{1}", which now has a lower confidence.', fact.id, known)
    : vscode.l10n.t('BigMind already has something similar: #{0} "{1}".', fact.id, known);
}

async function undo(services: Services, changeId: string): Promise<void> {
  await services.access.use(({ memory, caller }) => memory.changes.undo(caller, [changeId]));
  services.notices.done(vscode.l10n.t('Change undone.'));
}

function askForNote(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Remember Note'),
    prompt: vscode.l10n.t('Write one statement that you will still understand in a year.'),
    placeHolder: vscode.l10n.t('For example: The nightly build publishes to the staging registry'),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter what to remember.') : undefined),
  });
}

function categoryFrom(argument: unknown): FactCategory | undefined {
  const given = textArgument(argument, 'category');
  return factCategories.find((category) => category === given);
}

async function askForCategory(suggested: FactCategory): Promise<FactCategory | undefined> {
  const others = factCategories.filter((category) => category !== suggested);
  const items = [suggested, ...others].map((category) => ({ ...describeCategory(category), category }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('What kind of fact is this?'),
    placeHolder: vscode.l10n.t('The kind determines where assistants see the fact'),
    matchOnDescription: true,
  });
  return picked?.category;
}

function describeCategory(category: FactCategory): { label: string; description: string } {
  switch (category) {
    case 'preference':
      return {
        label: vscode.l10n.t('Preference'),
        description: vscode.l10n.t('how you like to work, in every project'),
      };
    case 'decision':
      return {
        label: vscode.l10n.t('Decision'),
        description: vscode.l10n.t('what was decided in this project, and why'),
      };
    case 'codebase':
      return { label: vscode.l10n.t('Codebase'), description: vscode.l10n.t('how the code of this project works') };
    case 'constraint':
      return { label: vscode.l10n.t('Constraint'), description: vscode.l10n.t('what must or must not be done here') };
    case 'identity':
      return { label: vscode.l10n.t('Identity'), description: vscode.l10n.t('who you are, in every project') };
  }
}
