/**
 * Connects another MCP client on this machine to the same memory through an entry in that client's own file, and
 * removes the entry again. Unless the caller passes `yes`, the user sees each change and confirms it first.
 */
import * as vscode from 'vscode';
import type { McpClient } from '../../../clients/shared/clients.ts';
import type { CarriedOut, FilePlan } from '../../../clients/files/filePlan.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { ClientFiles } from '../../services/clientFiles.ts';
import type { Services } from '../../services/host.ts';
import type { NextStep } from '../../platform/notices.ts';
import { cancelled, flagArgument, textArgument, type Command } from '../shared/arguments.ts';
import { askWhichClient, type ClientState } from './clientPick.ts';
import { createCopyMcpConfiguration } from './copyMcpConfiguration.ts';

type Wish = 'connect' | 'disconnect';

/**
 * Argument `{ client, remove?, noHooks?, yes? }`: without `yes` it shows the change and asks. Returns `{ status, file,
 * backup }`; status is `connected`, `disconnected`, `unchanged` or `cancelled`, and backup is null if no copy was
 * needed. If hooks were written too, `hooks` contains the file and backup of that change. `keptHooks` is true if the
 * hooks remain because VS Code records with them.
 */
export function createConnectClient(services: Services): Command {
  return async (argument) => {
    const files = await services.host.clientFiles();
    const name = textArgument(argument, 'client');
    if (name !== undefined) {
      const wish = flagArgument(argument, 'remove') ? 'disconnect' : 'connect';
      const hooks = !flagArgument(argument, 'noHooks');
      return connect(services, files, clientNamed(files, name), { wish, hooks, yes: flagArgument(argument, 'yes') });
    }
    const chosen = await askWhichClient(files);
    if (chosen === undefined) return cancelled;
    if (chosen === 'copy') return createCopyMcpConfiguration(services)(undefined);
    const wish = chosen.state === 'connected' ? await askForWish(files, chosen) : 'connect';
    return wish === undefined ? cancelled : connect(services, files, chosen.client, { wish, hooks: true, yes: false });
  };
}

function clientNamed({ clients }: ClientFiles, name: string): McpClient {
  const client = clients.find(({ id }) => id === name);
  if (client !== undefined) return client;
  throw new BigMindError('invalid_input', vscode.l10n.t('"{0}" is not a supported client.', name), {
    remedy: vscode.l10n.t('Use one of: {0}.', clients.map(({ id }) => id).join(', ')),
  });
}

interface Request {
  wish: Wish;
  /** Whether to include the hooks, for a client that has them. */
  hooks: boolean;
  yes: boolean;
}

/**
 * The planned changes: the server's entry and, for some clients, the hooks. If both are in one file, the second plan
 * contains both changes.
 */
interface Plans {
  server: FilePlan;
  hooks: FilePlan | undefined;
}

async function connect(
  { notices, pages, host }: Services,
  files: ClientFiles,
  client: McpClient,
  request: Request,
): Promise<unknown> {
  const { wish } = request;
  const planned = await plansFor(files, client, request);
  const staying = wish === 'disconnect' && request.hooks && files.needsHooks(client) ? [hooksStayText(client)] : [];
  const kept = staying.length > 0 && { keptHooks: true };
  const isOff = host.capture?.state().others.isOffEverywhere === true;
  if (changesOf(planned).length === 0) {
    const unchanged = [unchangedText(client, wish), ...staying].join(' ');
    notify(notices, { text: unchanged, isSilent: recordsNothing(planned, isOff), steps: [] });
    return { ...answerFrom('unchanged', planned.server, null), ...kept };
  }
  const plans = request.yes ? planned : await plansWanted(pages, client, planned, isOff);
  if (plans === undefined) return answerFrom(cancelled.status, planned.server, null);
  const done: CarriedOut[] = [];
  for (const plan of plansIn(plans)) done.push(await files.carryOut(plan));
  const backup = done[0]?.backup ?? null;
  const hooks = plans.hooks === undefined ? undefined : done.at(-1);
  const result =
    wish === 'connect'
      ? vscode.l10n.t('{0} is connected. {1}', client.title, nextStepOf(client, plans))
      : vscode.l10n.t('{0} is disconnected. {1}', client.title, nextStepOf(client, plans));
  const text = [result, ...staying].join(' ');
  notify(notices, { text, isSilent: recordsNothing(plans, isOff), steps: openStep(plans.server) });
  const status = wish === 'connect' ? 'connected' : 'disconnected';
  const answer = { ...answerFrom(status, plans.server, backup), ...kept };
  return hooks === undefined ? answer : { ...answer, hooks };
}

async function plansFor(files: ClientFiles, client: McpClient, { wish, hooks }: Request): Promise<Plans> {
  if (wish === 'connect') {
    const server = await files.planConnection(client);
    return { server, hooks: hooks ? await files.planHooks(client, server) : undefined };
  }
  const removal = hooks && !files.needsHooks(client) ? await files.planHooksRemoval(client) : undefined;
  const server = await files.planDisconnection(client, removal);
  return { server, hooks: removal?.file === server.file ? server : removal };
}

/** Whether the hooks would be set but record nothing, because recording is off everywhere. */
function recordsNothing({ hooks }: Plans, isOff: boolean): boolean {
  return isOff && hooks?.entry !== undefined;
}

interface Result {
  text: string;
  /** The hooks record nothing, because recording is off everywhere. */
  isSilent: boolean;
  steps: NextStep[];
}

/** Says that recording is off and offers to turn it on, so that the user does not have to search for the reason. */
function notify(notices: Services['notices'], { text, isSilent, steps }: Result): void {
  if (!isSilent) {
    notices.done(text, ...steps);
    return;
  }
  const open = async (): Promise<void> => {
    await vscode.commands.executeCommand('bigmind.toggleCapture');
  };
  const silent = vscode.l10n.t('Recording is off, so its hooks do not record anything yet.');
  notices.done(`${text} ${silent}`, { label: vscode.l10n.t('Turn Recording On...'), run: open }, ...steps);
}

/** The plans to carry out, one per file. */
function plansIn({ server, hooks }: Plans): FilePlan[] {
  if (hooks === undefined) return [server];
  return hooks.file === server.file ? [hooks] : [server, hooks];
}

function changesOf(plans: Plans): FilePlan[] {
  return plansIn(plans).filter(({ change }) => change !== 'none');
}

function answerFrom(status: string, { file }: FilePlan, backup: string | null): Record<string, unknown> {
  return { status, file, backup };
}

/** The sentences are defined in `clients` for every host; the translation bundles extract them from there. */
function nextStepOf({ next, hooksNext }: McpClient, { hooks }: Plans): string {
  const sentences = hooks?.entry === undefined ? [next] : [next, hooksNext];
  return sentences
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => vscode.l10n.t(sentence))
    .join(' ');
}

/** Makes clear that disconnecting does not stop the recording. */
function hooksStayText({ title }: McpClient): string {
  return vscode.l10n.t(
    'BigMind keeps the hooks because VS Code records with the same file. Chats in {0} are still recorded, too. To turn both off, run "BigMind: Turn Recording On or Off...".',
    title,
  );
}

function unchangedText({ title }: McpClient, wish: Wish): string {
  return wish === 'connect'
    ? vscode.l10n.t('{0} is already connected.', title)
    : vscode.l10n.t('{0} is not connected.', title);
}

function openStep({ after, file }: FilePlan): NextStep[] {
  if (after === undefined) return [];
  const open = async (): Promise<void> => {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  };
  return [{ label: vscode.l10n.t('Open File'), run: open }];
}

/**
 * The plans that the user confirmed; undefined if they canceled. The diff tabs close afterwards, because they would be
 * out of date.
 */
async function plansWanted(
  pages: Services['pages'],
  client: McpClient,
  plans: Plans,
  isOff: boolean,
): Promise<Plans | undefined> {
  const changes = changesOf(plans);
  const close: (() => Promise<void>)[] = [];
  try {
    for (const plan of changes) close.push(await showChange(pages, client, plan));
    return await askFor(client, plans, changes, isOff);
  } finally {
    for (const closeTab of close) await closeTab();
  }
}

function showChange(pages: Services['pages'], client: McpClient, plan: FilePlan): Promise<() => Promise<void>> {
  const name = plan.file.slice(Math.max(plan.file.lastIndexOf('/'), plan.file.lastIndexOf('\\')) + 1);
  const title = vscode.l10n.t('{0}: before and after', name);
  return pages.compare(title, `${client.id}/${name}`, { before: textOf(plan.before), after: textOf(plan.after) });
}

async function askFor(
  client: McpClient,
  plans: Plans,
  changes: readonly FilePlan[],
  isOff: boolean,
): Promise<Plans | undefined> {
  const isRemoval = changes.every(({ after }) => after === undefined);
  const write = isRemoval ? vscode.l10n.t('Remove') : vscode.l10n.t('Write');
  const withoutHooks = vscode.l10n.t('Without Recording');
  const named = changes.map(({ file }) => file).join(', ');
  const question = isRemoval
    ? vscode.l10n.t('Remove {0}?', named)
    : vscode.l10n.t('Write {0} for {1}?', named, client.title);
  const setsHooks = plans.hooks?.entry !== undefined && plans.hooks.change !== 'none';
  const detail = [...filesTexts(changes), ...(setsHooks ? [recordingText(plans.hooks?.file ?? '', isOff)] : [])].join(
    '\n\n',
  );
  const buttons = setsHooks && plans.server.change !== 'none' ? [write, withoutHooks] : [write];
  const pressed = await vscode.window.showWarningMessage(question, { modal: true, detail }, ...buttons);
  if (pressed === withoutHooks) return { ...plans, hooks: undefined };
  return pressed === write ? plans : undefined;
}

function recordingText(file: string, isOff: boolean): string {
  return isOff
    ? vscode.l10n.t('Recording is off. When you turn it on, the hooks in {0} record its conversations.', file)
    : vscode.l10n.t('The hooks in {0} record its conversations on this computer.', file);
}

/** What happens to the files. Each sentence appears once, however many files there are. */
function filesTexts(changes: readonly FilePlan[]): string[] {
  const known = changes.filter(({ before }) => before !== undefined);
  const backups = known.map(({ file }) => `${file}.bigmind-backup-…`).join('\n');
  const isNew = vscode.l10n.t('This is a new file. The editor behind this message shows its content.');
  const isKept = vscode.l10n.t(
    'The editor behind this message shows the change. BigMind backs up the current file as\n{0}',
    backups,
  );
  return [...(known.length < changes.length ? [isNew] : []), ...(known.length > 0 ? [isKept] : [])];
}

function textOf(bytes: Buffer | undefined): string {
  return bytes?.toString().replace(/^\ufeff/u, '') ?? '';
}

/** For a connected client. Updating the entry is offered only if it would change something. */
async function askForWish(files: ClientFiles, { client, file }: ClientState): Promise<Wish | undefined> {
  const changes = changesOf(await plansFor(files, client, { wish: 'connect', hooks: true, yes: false }));
  const again = {
    label: `$(refresh) ${vscode.l10n.t('Update Entry')}`,
    detail: vscode.l10n.t('the entry in {0} is out of date', file),
    wish: 'connect',
  } as const;
  const remove = {
    label: `$(debug-disconnect) ${vscode.l10n.t('Disconnect')}`,
    detail: vscode.l10n.t('removes the BigMind entry from {0}', file),
    wish: 'disconnect',
  } as const;
  const title = vscode.l10n.t('{0} is already connected', client.title);
  return (await vscode.window.showQuickPick(changes.length === 0 ? [remove] : [again, remove], { title }))?.wish;
}
