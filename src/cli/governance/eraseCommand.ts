/** `bigmind erase`: erases one memory, a project or a user for good, after a preview of the erased and kept parts. */
import type { CopiesReport, PartCount } from '../../memory/governance/erasure.ts';
import type { FinishedErasure, ScopePreview } from '../../memory/governance/scopeErasure.ts';
import { finishErasure, headlinesOf } from '../../memory/governance/scopeErasure.ts';
import type { ErasableKind, ErasableScope } from '../../memory/shared/vocabulary.ts';
import { erasableKinds, erasableScopes } from '../../memory/shared/vocabulary.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted } from '../../util/text.ts';
import { bigMindErrorFrom, sentenceOf } from '../../memory/shared/errors.ts';
import { refreshConfigured } from '../portability/markdown/archiveTimer.ts';
import { askYesNo, canAsk } from '../shared/ask.ts';
import type { Command, CommandContext, CommandInput } from '../shared/command.ts';
import { answer, reportRows, wrongUsage } from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';
import { sessionIdFrom } from '../shared/sessionId.ts';

/** The preview and the action of an erasure of either kind. */
interface Planned {
  /** As people read it, and with the whole id. */
  name: string;
  fullName: string;
  text: string;
  /** The texts to erase, one per line; only for a project or a user. */
  quotes: string[];
  goes: PartCount[];
  stays: PartCount[];
  erase: () => Promise<unknown>;
}

const kinds = [...erasableKinds, ...erasableScopes] as const;

export const eraseCommand: Command = {
  name: 'erase',
  usage: 'KIND ID [--dry-run] [--yes]',
  words: kinds,
  details: `KIND is ${kinds.join(', ')}. The ID of a project is its key, the ID of a user their name.`,
  summary: 'Erase a memory, a project or a user for good, also from backups.',
  options: { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean', short: 'y' } },
  takes: { min: 2, max: 2 },
  run: async (input, context) => {
    const [kindName = '', id = ''] = input.positionals;
    const kind = kinds.find((known) => known === kindName);
    if (kind === undefined)
      throw wrongUsage(`"${kindName}" is not a kind that can be erased.`, `Use one of: ${kinds.join(', ')}.`);
    const planned = await plan(kind, id.replace(/^#/u, ''), context);
    const copies = await context.memory.erasureCleanup.findCopies();
    const shown = { kind, id: planned.fullName, goes: countsOf(planned.goes), stays: countsOf(planned.stays), copies };
    for (const line of previewLines(planned, copies)) context.note(line);
    if (input.values['dry-run'] === true) {
      answer(input, context, { ...shown, erased: false }, 'Nothing was erased.');
      return 0;
    }
    if (!(await isAgreed(input, planned.name))) {
      const how = canAsk() ? '' : ' Add --yes to erase it.';
      answer(input, context, { ...shown, erased: false }, `Nothing was erased.${how}`);
      return 1;
    }
    await planned.erase();
    const rest = await finishErasure(context.memory.erasureCleanup);
    for (const line of restLines(rest)) context.note(line);
    await eraseFromArchive(context);
    await eraseFromUserMemory(context);
    answer(input, context, { ...shown, ...rest, erased: true }, `Erased for good: ${planned.name}.`);
    return 0;
  },
};

async function plan(kind: ErasableKind | ErasableScope, id: string, context: CommandContext): Promise<Planned> {
  const { erasure, scopeErasure } = context.memory;
  const caller = await context.caller();
  if (kind === 'project' || kind === 'user') {
    const preview = await scopeErasure.preview(caller, { kind, id });
    const name = plainLine(`${kind} ${preview.id}`);
    const erase = (): Promise<unknown> =>
      scopeErasure.erase(caller, { kind, id: preview.id }, preview.expected, reportRows(context, 'erased'));
    return {
      name,
      fullName: name,
      text: '',
      quotes: summaryLines(preview),
      goes: preview.goes,
      stays: preview.stays,
      erase,
    };
  }
  const ref = { kind, id: kind === 'session' ? await sessionIdFrom(id, context) : id };
  const { text, goes, stays, expected } = await erasure.preview(caller, ref);
  return {
    name: plainLine(`${kind} ${kind === 'session' ? ref.id.slice(0, 8) : ref.id}`),
    fullName: plainLine(`${kind} ${ref.id}`),
    text,
    quotes: [],
    goes,
    stays,
    erase: () => erasure.erase(caller, ref, expected),
  };
}

/** The archive of the settings loses what was erased at once; any other one when it is exported again. */
async function eraseFromArchive(context: CommandContext): Promise<void> {
  const { markdownFolder: folder } = context.settings;
  if (folder === undefined) return;
  try {
    await refreshConfigured(context);
    context.note(`Also erased from the archive in ${folder}, but not from files that you changed.`);
  } catch (thrown) {
    const reason = sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal);
    context.note(`The archive in ${folder} still has it: ${reason}`);
  }
}

/** The memories of VS Code and Claude Code lose pinned facts at once, also while no window is open. */
async function eraseFromUserMemory({ memory, settings, caller, note }: CommandContext): Promise<void> {
  const { refreshPinned } = await import('../../clients/userMemory/pinnedFile.ts');
  try {
    const { user } = await caller();
    const lines = await memory.pinnedFacts.lines(await caller());
    const { changed, errors } = await refreshPinned(settings.home, user.id, lines?.text);
    for (const file of changed) note(`Also erased from your pinned facts in ${file}.`);
    for (const thrown of errors) note(mayStillHave(thrown));
  } catch (thrown) {
    note(mayStillHave(thrown));
  }
}

function mayStillHave(thrown: unknown): string {
  const reason = sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal);
  return `The memory of another program may still have it as a pinned fact: ${reason}`;
}

async function isAgreed(input: CommandInput, name: string): Promise<boolean> {
  if (input.values['yes'] === true) return true;
  return canAsk() && (await askYesNo(`Erase ${name} for good? This cannot be undone.`));
}

function previewLines(
  { name, text, quotes, goes, stays }: Planned,
  { cleaned, removed, left }: CopiesReport,
): string[] {
  return [
    `Erasing ${name} removes ${partsText(goes)}.`,
    ...(text === '' ? [] : [plainLine(text)]),
    ...quotes,
    ...(stays.length === 0 ? [] : [`Kept, without the link to it: ${partsText(stays)}.`]),
    ...(cleaned.length === 0 ? [] : [`Backups that may contain it and are cleaned: ${String(cleaned.length)}.`]),
    ...removed.map((path) => `This backup is too old to be cleaned and is deleted: ${path}`),
    ...left.map(leftLine),
    'Exports and copies elsewhere are not changed. An archive of Markdown files loses it when you export it again.',
  ];
}

/** Stored texts are quoted, so that they are not mistaken for output of BigMind. */
function summaryLines(preview: ScopePreview): string[] {
  const { goes, ofOthers } = preview;
  const lines = goes.flatMap((part) => {
    const { texts, more } = headlinesOf(preview, part);
    if (texts.length === 0) return [];
    return [
      `${part.what}:`,
      ...texts.map((line) => `  > ${plainLine(line)}`),
      ...(more === 0 ? [] : [`  and ${more.toLocaleString('en')} more`]),
    ];
  });
  if (ofOthers === 0) return lines;
  const one = ofOthers === 1;
  return [
    ...lines,
    `${counted(ofOthers, 'memory', 'memories')} of other users in this project ${one ? 'stays' : 'stay'}.`,
  ];
}

function restLines({ log, copies, later }: FinishedErasure): string[] {
  return [
    ...(copies.cleaned.length === 0 ? [] : [`Also erased from ${counted(copies.cleaned.length, 'backup')}.`]),
    ...copies.removed.map((path) => `Deleted: ${path}`),
    ...copies.left.map(leftLine),
    ...(later ? ['Erased. BigMind cleans the backups later.'] : []),
    ...(log === 'done'
      ? []
      : [
          'Another program is reading the database. The erased text is removed from its log file when that program ends.',
        ]),
  ];
}

function leftLine(path: string): string {
  return `This copy cannot be cleaned. Delete it yourself if it may contain the erased text: ${path}`;
}

function partsText(parts: readonly PartCount[]): string {
  const words: Partial<Record<PartCount['what'], [string, string]>> = {
    summaries: ['summary', 'summaries'],
    knowledge: ['entry of knowledge', 'entries of knowledge'],
    hypotheses: ['hypothesis', 'hypotheses'],
    chunks: ['kept exchange', 'kept exchanges'],
    pins: ['pinned line of the profile', 'pinned lines of the profile'],
  };
  const lines = parts.map(({ what, count }) => {
    const [one, more] = words[what] ?? [what.replace(/s$/u, ''), what];
    return `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
  });
  return lines.length === 0 ? 'nothing else' : lines.join(', ');
}

function countsOf(parts: readonly PartCount[]): Record<string, number> {
  return Object.fromEntries(parts.map(({ what, count }) => [what, count]));
}
