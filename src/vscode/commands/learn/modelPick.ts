/** Asks which language model learns: those of VS Code, the coding agents on this machine, Ollama, a command, or none. */
import * as vscode from 'vscode';
import { fittingModels, nameOfModel } from '../../platform/languageModels.ts';
import type { ModelChoice } from '../../services/learning/learnModels.ts';
import type { Services } from '../../services/host.ts';
import { askForRow, askForText, checkText, type PickRow } from '../shared/quickInput.ts';

/** A choice, and its name for the next question. */
interface NamedChoice extends ModelChoice {
  name: string;
}

/** A list of every model that VS Code has would hide the others. */
const shownModels = 5;
const maxCommandLength = 2_000;

/** Undefined if the user canceled. */
export async function pickModel({ host }: Pick<Services, 'host'>): Promise<NamedChoice | undefined> {
  const models = await fittingModels(host.languageModels);
  const agents = await host.learning.agents();
  const rows: PickRow<NamedChoice>[] = [
    ...models.slice(0, shownModels).map((model, place) => rowOfModel(model, place === 0)),
    ...agents.map(({ name, title }) => ({
      label: title,
      description: vscode.l10n.t('as you are signed in to it in the terminal'),
      value: { choice: name, model: undefined, name: title },
    })),
    ...(host.kind === 'node' ? [rowOfOllama(), rowOfCommand()] : []),
    {
      label: vscode.l10n.t('Off'),
      description: vscode.l10n.t('Nothing is sent to a language model.'),
      value: { choice: 'off', name: '' },
    },
  ];
  const title = vscode.l10n.t('Learn from Recorded Sessions');
  const placeholder = vscode.l10n.t('Choose the language model that reads your recorded sessions');
  const picked = await askForRow({ title, placeholder, rows });
  return picked && completed(picked, host.learning.settings());
}

function rowOfModel(model: vscode.LanguageModelChat, isFirst: boolean): PickRow<NamedChoice> {
  const name = nameOfModel(model);
  return {
    label: name,
    description: 'VS Code',
    ...(isFirst && { detail: vscode.l10n.t('A small model suffices, costs the least and answers the fastest.') }),
    // The best choice stays the best choice when the models change.
    value: { choice: 'vscode', model: isFirst ? undefined : model.id, name },
  };
}

function rowOfOllama(): PickRow<NamedChoice> {
  const description = vscode.l10n.t('on this computer, unless you set another address');
  return { label: 'Ollama', description, value: { choice: 'ollama', name: 'Ollama' } };
}

function rowOfCommand(): PickRow<NamedChoice> {
  return {
    label: vscode.l10n.t('A Command...'),
    description: vscode.l10n.t('reads the request from standard input and writes the answer to standard output'),
    value: { choice: 'command', name: vscode.l10n.t('your command') },
  };
}

/** Asks for what the choice needs; undefined if the user canceled. */
async function completed(
  picked: NamedChoice,
  now: { choice: string; model: string | undefined; command: string | undefined },
): Promise<NamedChoice | undefined> {
  if (picked.choice === 'ollama') {
    const model = await askForText({
      title: 'Ollama',
      prompt: vscode.l10n.t('Name of the model, as "ollama list" shows it'),
      placeholder: 'qwen3:8b',
      value: now.choice === 'ollama' ? (now.model ?? '') : '',
      check: checkText(vscode.l10n.t('Enter the name of a model.'), maxCommandLength),
    });
    return model === undefined ? undefined : { ...picked, model, name: `${model} (Ollama)` };
  }
  if (picked.choice !== 'command') return picked;
  const command = await askForText({
    title: vscode.l10n.t('A Command...'),
    prompt: vscode.l10n.t('Command line that answers. Do not put a key in it.'),
    value: now.command ?? '',
    check: checkText(vscode.l10n.t('Enter a command line.'), maxCommandLength),
  });
  return command === undefined ? undefined : { ...picked, command };
}
