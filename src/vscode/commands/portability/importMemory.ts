/**
 * Imports an export of BigMind (`.json`, or `.age` with a passphrase) or conversations (`.jsonl`). Each can be
 * repeated: existing data is counted and not changed. The result has the numbers and names every line that was left
 * out.
 */
import * as vscode from 'vscode';
import { isProtected } from '../../../capture/protectedFile.ts';
import type { ArchiveImportReport } from '../../../memory/archive/archive.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { SnapshotReport } from '../../../memory/upkeep/portability.ts';
import type { Services } from '../../services/host.ts';
import { showStep, type NextStep } from '../../platform/notices.ts';
import { cancelled, textArgument, uriArgument, type Command } from '../shared/arguments.ts';
import { openAsking, protectionOf } from './passphrases.ts';

/** The result of an import. */
interface Outcome {
  added: number;
  duplicates: number;
  conflicts: number;
  /** Erased for good earlier, so not imported again. */
  erased: number;
  /** The skipped lines, each with its number and the reason. */
  refused: { lineNumber: number; reason: string }[];
}

type OnProgress = (message: string) => void;

/**
 * Argument `{ source?, passphrase? }`; source is a file URI, which no person chose. Returns `{ status: "imported", added,
 * duplicates, conflicts, erased, refused }`.
 */
export function createImportMemory(services: Services): Command {
  return async (argument) => {
    const given = uriArgument(argument, 'source');
    const source = given ?? (await askForSource());
    if (source === undefined) return cancelled;
    await (await services.host.pastConversations?.())?.refuseOwnStore(source.fsPath);
    const snapshot = isTalk(source) ? null : await readExport(source, textArgument(argument, 'passphrase'), services);
    if (snapshot === undefined) return cancelled;
    const outcome = await busy(vscode.l10n.t('Importing into the memory'), (onProgress) =>
      snapshot === null ? importConversations(services, source, onProgress) : importSnapshot(services, snapshot, given),
    );
    notify(services, source, outcome);
    return { status: 'imported', ...outcome, refused: outcome.refused.length };
  };
}

function isTalk(source: vscode.Uri): boolean {
  return source.path.toLowerCase().endsWith('.jsonl');
}

function busy<T>(title: string, work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  return Promise.resolve(
    vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, (progress) =>
      work((message) => progress.report({ message })),
    ),
  );
}

async function importConversations(services: Services, source: vscode.Uri, report: OnProgress): Promise<Outcome> {
  const lines = services.host.readConversations(source);
  const onProgress = (read: number): void => report(vscode.l10n.t('{0} messages read', read));
  // Like `bigmind import jsonl`: imported conversations belong to no project and are found from every project.
  const options = { projectId: null, onProgress };
  return outcomeOfArchive(
    await services.access.use(({ memory, caller }) => memory.archive.importMessages(caller, lines, options)),
  );
}

/** Another extension, a link or an assistant may have `given` the file. */
async function importSnapshot(services: Services, json: string, given: vscode.Uri | undefined): Promise<Outcome> {
  return outcomeOfSnapshot(
    await services.access.use(({ memory: { portability }, caller: { user } }) =>
      given === undefined ? portability.import(json, user.username) : portability.importUnvouched(json, user.username),
    ),
  );
}

/**
 * The JSON of an export. Its first bytes, not its name, show whether it is encrypted. Undefined if the user cancels the
 * passphrase prompt.
 */
async function readExport(
  file: vscode.Uri,
  given: string | undefined,
  { host }: Services,
): Promise<string | undefined> {
  const bytes = await readingOf(file, async () => vscode.workspace.fs.readFile(file));
  if (!isProtected(bytes)) {
    return readingOf(file, () => Promise.resolve(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  }
  const protection = await protectionOf(host);
  const open = (passphrase: string): Promise<string> =>
    busy(vscode.l10n.t('Opening the export'), () => protection.openedWith(passphrase, bytes));
  if (given !== undefined) return open(given);
  const name = nameOf(file);
  const hint = vscode.l10n.t('{0} is protected by a passphrase.', name);
  return openAsking(name, { title: vscode.l10n.t('Passphrase to open the export'), hint }, open);
}

async function readingOf<T>(file: vscode.Uri, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new BigMindError('bad_import', vscode.l10n.t('{0} cannot be read.', file.fsPath), {
      remedy: vscode.l10n.t('Nothing was changed. Choose an existing text file in UTF-8.'),
      cause,
    });
  }
}

function outcomeOfSnapshot(report: SnapshotReport): Outcome {
  const tables = Object.values(report);
  const sum = (field: 'added' | 'duplicates' | 'conflicts' | 'erased'): number =>
    tables.reduce((total, table) => total + table[field], 0);
  const [added, duplicates, conflicts, erased] = [sum('added'), sum('duplicates'), sum('conflicts'), sum('erased')];
  return { added, duplicates, conflicts, erased, refused: [] };
}

function outcomeOfArchive({ stored, duplicates, conflicts, erased, refused }: ArchiveImportReport): Outcome {
  return { added: stored, duplicates, conflicts, erased, refused };
}

function notify(services: Services, source: vscode.Uri, outcome: Outcome): void {
  const { added, duplicates, conflicts, erased, refused } = outcome;
  const parts = [
    vscode.l10n.t('{0} added', added),
    vscode.l10n.t('{0} already there', duplicates),
    ...(conflicts === 0 ? [] : [vscode.l10n.t('{0} different and left unchanged', conflicts)]),
    ...(erased === 0 ? [] : [vscode.l10n.t('{0} skipped, because they were erased for good', erased)]),
    ...(refused.length === 0 ? [] : [vscode.l10n.t('{0} lines skipped', refused.length)]),
  ];
  const lines = refused.map(({ lineNumber, reason }) => `- ${vscode.l10n.t('Line {0}: {1}', lineNumber, reason)}`);
  const heading = `# ${vscode.l10n.t('Lines skipped in {0}', nameOf(source))}`;
  const skipped: NextStep = {
    label: vscode.l10n.t('Show What Was Skipped'),
    run: () => services.pages.show(vscode.l10n.t('Import report'), [heading, '', ...lines, ''].join('\n')),
  };
  const show = showStep({ view: 'knowledge', item: null });
  services.notices.done(
    vscode.l10n.t('Imported: {0}.', parts.join(', ')),
    show,
    ...(refused.length === 0 ? [] : [skipped]),
  );
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

async function askForSource(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import into the memory'),
    openLabel: vscode.l10n.t('Import'),
    canSelectMany: false,
    filters: { [vscode.l10n.t('BigMind exports and conversations')]: ['json', 'jsonl', 'age'] },
  });
  return chosen?.[0];
}
