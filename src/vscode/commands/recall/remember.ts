/**
 * Remembers the selected text or a note. It becomes a fact of the kind that the user chooses, and the confirmation
 * notice offers to undo it.
 */
import * as vscode from 'vscode';
import type { FactCategory, FactType } from '../../../memory/shared/vocabulary.ts';
import { factCategories, factTypes } from '../../../memory/shared/vocabulary.ts';
import type { Route } from '../../../protocol/route.ts';
import { showStep, working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import { askForFolder, folderAmongSeveral, severalFolders } from '../../services/openFolders.ts';
import { sourceOfSelection } from '../../services/sourceRef.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, textArgument } from '../shared/arguments.ts';
import { notifyStored } from '../shared/storedNotice.ts';

/**
 * Argument `{ text?, category?, type? }`; prompts for missing values, and for a kind if there is neither a category nor
 * a type. Returns `{ status, id }`.
 */
export function createRememberNote(services: Services): Command {
  return async (argument) => {
    const text = textArgument(argument, 'text') ?? (await askForNote());
    if (text === undefined) return cancelled;
    const editor = vscode.window.activeTextEditor;
    return remember(services, { text, editor, sourceRef: undefined, kind: kindFrom(argument), suggested: 'decision' });
  };
}

/** Argument `{ category?, type? }`; uses the selection of the active editor. Returns `{ status, id }`. */
export function createRememberSelection(services: Services): Command {
  return async (argument) => {
    const editor = vscode.window.activeTextEditor;
    const text = editor?.document.getText(editor.selection).trim();
    if (editor === undefined || text === undefined || text === '') {
      services.notices.done(vscode.l10n.t('First, select the text to remember in an editor.'));
      return cancelled;
    }
    const sourceRef = sourceOfSelection(editor);
    return remember(services, { text, editor, sourceRef, kind: kindFrom(argument), suggested: 'observation' });
  };
}

/** A type determines the category if only that is given. */
interface FactKind {
  category?: FactCategory | undefined;
  type?: FactType | undefined;
}

interface ToRemember {
  text: string;
  /** Of several folders, the project of its document's folder gets the fact. */
  editor: vscode.TextEditor | undefined;
  sourceRef: string | undefined;
  /** Undefined if the user is to choose. */
  kind: FactKind | undefined;
  suggested: FactType;
}

async function remember(services: Services, toRemember: ToRemember): Promise<unknown> {
  const { text, sourceRef, kind, suggested } = toRemember;
  const chosen = kind ?? (await askForKind(suggested));
  if (chosen === undefined) return cancelled;
  const isUnclear = isProjectUnclear(toRemember, chosen);
  const folder = isUnclear ? await askForFolder() : folderAmongSeveral(toRemember.editor);
  if (isUnclear && folder === undefined) return cancelled;
  const input = { ...chosen, fact: text, ...(sourceRef === undefined ? {} : { sourceRef }) };
  const { status, fact, related, redacted, changeId } = await working(vscode.l10n.t('Remembering…'), () =>
    services.access.use(async ({ memory, callerIn }) => {
      const changing = memory.changes.begin(await callerIn(folder));
      return { ...(await memory.facts.store(changing, input)), changeId: changing.changeId };
    }),
  );
  const route: Route = { view: 'knowledge', item: `fact:${String(fact.id)}` };
  if (status === 'duplicate') {
    services.notices.done(vscode.l10n.t('BigMind already remembers this.'), showStep(route));
  } else {
    notifyStored(services, { message: vscode.l10n.t('Remembered.'), related, redacted, changeId, route });
  }
  return { status, id: fact.id };
}

/** Whether the fact could be about any of several folders; one of a personal kind is about none. */
function isProjectUnclear({ editor }: ToRemember, { category }: FactKind): boolean {
  if (severalFolders().length === 0 || folderAmongSeveral(editor) !== undefined) return false;
  return personalKinds().every((kind) => kind.category !== category);
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

/** Undefined if neither a known category nor a known type is given. */
function kindFrom(argument: unknown): FactKind | undefined {
  const given = { category: textArgument(argument, 'category'), type: textArgument(argument, 'type') };
  const category = factCategories.find((known) => known === given.category);
  const type = factTypes.find((known) => known === given.type);
  if (category === undefined && type === undefined) return undefined;
  return { category, type };
}

async function askForKind(suggested: FactType): Promise<FactKind | undefined> {
  const others = factTypes.filter((type) => type !== suggested);
  const items = [
    ...[suggested, ...others].map((type) => ({ ...describeType(type), choice: { type } })),
    ...personalKinds().map(({ category, ...text }) => ({ ...text, choice: { category } })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('What kind of fact is this?'),
    placeHolder: vscode.l10n.t('The kind determines where assistants see the fact'),
    matchOnDescription: true,
  });
  return picked?.choice;
}

interface KindText {
  label: string;
  description: string;
}

function describeType(type: FactType): KindText {
  switch (type) {
    case 'decision':
      return {
        label: vscode.l10n.t('Decision'),
        description: vscode.l10n.t('what was decided in this project, and why'),
      };
    case 'convention':
      return {
        label: vscode.l10n.t('Convention'),
        description: vscode.l10n.t('what must or must not be done here'),
      };
    case 'observation':
      return {
        label: vscode.l10n.t('Observation'),
        description: vscode.l10n.t('how the code of this project works'),
      };
    case 'research':
      return { label: vscode.l10n.t('Research'), description: vscode.l10n.t('what an investigation showed') };
    case 'plan':
      return { label: vscode.l10n.t('Plan'), description: vscode.l10n.t('what is going to be done') };
    case 'bug':
      return { label: vscode.l10n.t('Bug'), description: vscode.l10n.t('a defect, its cause or its fix') };
    case 'architecture':
      return { label: vscode.l10n.t('Architecture'), description: vscode.l10n.t('how the parts fit together') };
  }
}

/** Kinds without a type: they are about the user and apply in every project. */
function personalKinds(): (KindText & { category: FactCategory })[] {
  return [
    {
      category: 'preference',
      label: vscode.l10n.t('Preference'),
      description: vscode.l10n.t('how you like to work, in every project'),
    },
    {
      category: 'identity',
      label: vscode.l10n.t('Identity'),
      description: vscode.l10n.t('who you are, in every project'),
    },
  ];
}
