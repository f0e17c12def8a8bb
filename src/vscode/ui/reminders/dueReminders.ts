/**
 * The due reminders of the open folders: looked up at the start, when a file of reminders or the folders change, when
 * the window gets the focus, and now and then, because a day begins. Only in a workspace that the user trusts, and only
 * of projects on the user's list.
 */
import * as vscode from 'vscode';
import type { DueReminder } from '../../../markdown/reminders/reminders.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Services } from '../../services/host.ts';
import type { ProjectFiles } from '../../services/projectFiles.ts';

export interface OpenReminder extends DueReminder {
  /** The path of the project's folder. */
  project: string;
}

const lookEveryMs = 15 * 60_000;

export class DueReminders implements vscode.Disposable {
  readonly #services: Services;
  readonly #isStarted: () => boolean;
  readonly #onDidChange = new vscode.EventEmitter<readonly OpenReminder[]>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #listeners: vscode.Disposable;
  #looks = 0;

  /** Fires with all due reminders after every look. */
  readonly onDidChange = this.#onDidChange.event;

  /** `isStarted` is false as long as no project is on the user's list; nothing is loaded then. */
  constructor(services: Services, isStarted: () => boolean) {
    this.#services = services;
    this.#isStarted = isStarted;
    const look = (): void => void this.look();
    const watcher = vscode.workspace.createFileSystemWatcher('**/.mind/REMINDERS.md');
    this.#timer = setInterval(look, lookEveryMs);
    this.#listeners = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidChange(look),
      watcher.onDidDelete(look),
      vscode.workspace.onDidChangeWorkspaceFolders(look),
      vscode.workspace.onDidGrantWorkspaceTrust(look),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) look();
      }),
    );
  }

  /** Never rejects. Of several at a time, the last one fires. */
  async look(): Promise<void> {
    this.#looks += 1;
    const own = this.#looks;
    const due = await this.#read();
    if (own === this.#looks) this.#onDidChange.fire(due);
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#looks = -1;
    this.#listeners.dispose();
    this.#onDidChange.dispose();
  }

  async #read(): Promise<OpenReminder[]> {
    const { fileMemory } = this.#services.host;
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    if (folders.length === 0 || !vscode.workspace.isTrusted || fileMemory === undefined || !this.#isStarted())
      return [];
    const files = await fileMemory().catch((thrown: unknown) => this.#unreadable(thrown));
    if (files === undefined) return [];
    // Several folders can be of one project.
    const found = new Map<string, readonly DueReminder[]>();
    for (const { uri } of folders) await this.#readFolder(files, uri.fsPath, found);
    return [...found].flatMap(([project, due]) => due.map((reminder) => ({ ...reminder, project })));
  }

  async #readFolder(files: ProjectFiles, folder: string, found: Map<string, readonly DueReminder[]>): Promise<void> {
    try {
      const reminders = await files.reminders(folder);
      if (reminders !== undefined) found.set(reminders.project, reminders.due);
    } catch (thrown) {
      this.#unreadable(thrown);
    }
  }

  #unreadable(thrown: unknown): undefined {
    this.#services.log.debug(`Reminders are not shown: ${describeThrown(thrown)}`);
  }
}
