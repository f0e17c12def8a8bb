/** A text box and a list. They stay open when the focus moves, so that the user can look something up in between. */
import * as vscode from 'vscode';

interface TextQuestion {
  title: string;
  prompt: string;
  placeholder?: string;
  /** Filled in, and selected. */
  value: string;
  /** Says what is wrong with the text; undefined if nothing is. */
  check?: (text: string) => string | undefined;
}

/** A row without a value is a message or a separator, and cannot be chosen. */
export interface PickRow<Value> extends vscode.QuickPickItem {
  value?: Value;
}

interface PickQuestion<Value> {
  title: string;
  placeholder: string;
  rows: readonly PickRow<Value>[];
}

/** The trimmed text; undefined if the user canceled. */
export function askForText(question: TextQuestion): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  box.title = question.title;
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = question.value;
  box.onDidChangeValue(() => (box.validationMessage = undefined));
  return answerOf(box, () => {
    const problem = question.check?.(box.value);
    box.validationMessage = problem;
    return problem === undefined ? box.value.trim() : undefined;
  });
}

/** The value of the chosen row; undefined if the user canceled. */
export function askForRow<Value>({ title, placeholder, rows }: PickQuestion<Value>): Promise<Value | undefined> {
  const list = vscode.window.createQuickPick<PickRow<Value>>();
  list.title = title;
  list.placeholder = placeholder;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.items = rows;
  return answerOf(list, () => list.selectedItems[0]?.value);
}

/** Shows the input until it has an answer; `accept` returns undefined if the input is not acceptable yet. */
async function answerOf<Value>(
  input: vscode.InputBox | vscode.QuickPick<PickRow<unknown>>,
  accept: () => Value | undefined,
): Promise<Value | undefined> {
  input.ignoreFocusOut = true;
  try {
    return await new Promise<Value | undefined>((resolve) => {
      input.onDidAccept(() => {
        const value = accept();
        if (value !== undefined) resolve(value);
      });
      input.onDidHide(() => resolve(undefined));
      input.show();
    });
  } finally {
    input.dispose();
  }
}

/** Refuses an empty text with the sentence, and a longer one before the store does so after the last step. */
export function checkText(ifEmpty: string, maxLength: number): (text: string) => string | undefined {
  return (text) => {
    const length = text.trim().length;
    if (length === 0) return ifEmpty;
    const over = length - maxLength;
    return over > 0 ? vscode.l10n.t('The text is {0} characters too long.', over) : undefined;
  };
}
