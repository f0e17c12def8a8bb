/**
 * A VS Code whose dialogs answer from a script, for commands that need no editor. `useFakeVscode.ts` makes `vscode` this
 * module.
 */

interface Row {
  label: string;
}

interface InputOptions {
  title: string;
  prompt: string;
  validateInput?: (text: string) => string | undefined;
}

/** The next answers: the label of a row or button, a typed text, a path; undefined cancels the dialog. */
export const answers: (string | undefined)[] = [];
/** What each dialog showed, the texts of one dialog on several lines. */
export const shown: string[] = [];
/** The commands that buttons run. */
export const executed: unknown[][] = [];
/** Of the progress that runs. */
export const cancellation = { isCancellationRequested: false };

export function resetDialogs(...next: (string | undefined)[]): void {
  answers.splice(0, answers.length, ...next);
  shown.length = 0;
  executed.length = 0;
  cancellation.isCancellationRequested = false;
}

export class Uri {
  readonly fsPath: string;

  constructor(fsPath: string) {
    this.fsPath = fsPath;
  }
}

function answer(...texts: readonly (string | undefined)[]): Promise<string | undefined> {
  const text = texts.filter((one) => one !== undefined).join('\n');
  shown.push(text);
  if (answers.length === 0) throw new Error(`No answer is scripted for: ${text}`);
  return Promise.resolve(answers.shift());
}

function oneOf(chosen: string | undefined, offered: readonly string[]): string | undefined {
  if (chosen === undefined || offered.includes(chosen)) return chosen;
  throw new Error(`${chosen} is not among: ${offered.join(', ')}`);
}

async function showMessage(
  message: string,
  { detail }: { detail?: string },
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return oneOf(await answer(message, detail), buttons);
}

export const window = {
  showInformationMessage: showMessage,
  showWarningMessage: showMessage,
  async showQuickPick<T extends Row>(rows: readonly T[], { title }: { title: string }): Promise<T | undefined> {
    const labels = rows.map(({ label }) => label);
    const chosen = oneOf(await answer(title, ...labels), labels);
    return rows.find(({ label }) => label === chosen);
  },
  async showInputBox({ title, prompt, validateInput }: InputOptions): Promise<string | undefined> {
    const typed = await answer(title, prompt);
    const problem = typed === undefined ? undefined : validateInput?.(typed);
    if (problem === undefined) return typed;
    shown.push(problem);
    return undefined;
  },
  async showOpenDialog({ title }: { title: string }): Promise<Uri[] | undefined> {
    const fsPath = await answer(title);
    return fsPath === undefined ? undefined : [new Uri(fsPath)];
  },
  withProgress: <T>(_: unknown, work: (progress: unknown, token: typeof cancellation) => Promise<T>): Promise<T> =>
    work({}, cancellation),
};

export const commands = {
  executeCommand: (...call: unknown[]): Promise<void> => {
    executed.push(call);
    return Promise.resolve();
  },
};

export const env = { language: 'en' };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const ProgressLocation = { Window: 10, Notification: 15 };
export const l10n = {
  t: (sentence: string, ...values: unknown[]): string =>
    sentence.replace(/\{(\d+)\}/gu, (_, index) => String(values[Number(index)])),
};
