/**
 * `bigmind hook EVENT CLIENT`: runs at the turns of an assistant's chat. It reads the event from standard input and
 * answers with at most one JSON object, in the client's format. It fails open: on an error or timeout, the chat
 * continues, and one line on standard error describes it. The calling scripts write that line to `hooks.log`. The
 * exit code is 0, because others block the chat.
 */
import { setTimeout } from 'node:timers/promises';
import { copilotTranscript, waitForTurn } from '../../capture/liveTranscript.ts';
import { opencodeTranscript } from '../../importers/opencode/liveOpencode.ts';
import { recordedFileAt } from '../../capture/recordTranscript.ts';
import { isCaptureOff } from '../../clients/hooks/captureRecord.ts';
import { chatCallers } from '../../clients/hooks/chatCallers.ts';
import type { HookClient } from '../../clients/hooks/hookClients.ts';
import {
  agentOfHook,
  answerFor,
  blockFor,
  hookClientFrom,
  keepsContextOnResume,
  takesContextWithPrompt,
} from '../../clients/hooks/hookClients.ts';
import type { HookEvent } from '../../clients/shared/hookEntries.ts';
import { hookEvents } from '../../clients/shared/hookEntries.ts';
import { turnTextsFrom } from '../../chat/askedTexts.ts';
import { rulesText } from '../../chat/rulesText.ts';
import type { ModelText } from '../../chat/turnContext.ts';
import { asOwnText } from '../../memory/archive/ownText.ts';
import { projectForOthers } from '../../memory/archive/outbox.ts';
import { bigMindErrorFrom, sentenceOf } from '../../memory/shared/errors.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { askHookRelay } from '../../remote/hookRelay.ts';
import { serverFolder } from '../../remote/serverFolder.ts';
import { isProcessRunning, openFilesIn } from '../../clients/openFiles.ts';
import { namesOfFiles } from '../../search/hints/touchedNames.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';
import type { HookInput } from '../../chat/turns/hookInput.ts';
import { hookInputFrom } from '../../chat/turns/hookInput.ts';
import { createFileSession } from '../../chat/turns/fileSession.ts';
import { createFindReminders } from '../../chat/turns/remindersText.ts';
import { HookRunNote } from './hookRunNote.ts';
import { timeLeft } from './hookTime.ts';
import { knownAmong } from '../../chat/turns/knownNames.ts';
import { keepNames, sendCallHints } from '../../chat/turns/sendCallHints.ts';
import { startLearning } from './startLearning.ts';
import { hookTurn, type HookParts, type SideEvent, type TurnEvent } from '../../chat/turns/hookTurn.ts';

/**
 * In milliseconds: waiting for a transcript ends after the first, reading more of it after the second, and all running
 * work is abandoned after the third, which counts from the start of the process.
 */
const timeLimits = { waiting: 900, reading: 1_200, all: 1_600 } as const;
/** In characters; longer input is not an event. */
const maxInputLength = 5_000_000;

export const hookCommand: Command = {
  name: 'hook',
  usage: 'EVENT [CLIENT]',
  words: hookEvents,
  details: `EVENT is ${hookEvents.join(', ')}. Its JSON is read from standard input.`,
  summary: 'Record a chat and add context to it. Assistants run this command; people do not.',
  options: {},
  takes: { min: 1, max: 2 },
  run: async ({ positionals: [name, client] }, context) => {
    const startedMs = performance.now();
    await answerHook(name, client, context, { input: standardInput, cwd: process.cwd(), startedMs });
    return 0;
  },
};

/** How the event came: to this process, or from a hook that asked a server (`hookServer.ts`). */
interface HookOrigin {
  input: () => Promise<string>;
  /** The working folder of the hook. */
  cwd: string;
  /** Milliseconds since the hook started. */
  startedMs: number;
  /**
   * Called, also more than once, when the answer to the client is out, or the chat is recorded. What follows is derived,
   * or is done at the next event if this process ends.
   */
  answered?: () => void;
}

/** Never rejects; what went wrong is noted. */
export async function answerHook(
  name: string | undefined,
  named: string | undefined,
  context: CommandContext,
  origin: HookOrigin,
): Promise<void> {
  const event = hookEvents.find((known) => known === name);
  const complain = (what: string): void => {
    context.note(`${context.now().toISOString()} hook ${String(name)}: ${what}`);
  };
  if (event === undefined) complain(`unknown event. Use one of: ${hookEvents.join(', ')}.`);
  else await answered(event, named, context, origin, complain);
}

async function answered(
  event: HookEvent,
  named: string | undefined,
  context: CommandContext,
  origin: HookOrigin,
  complain: (what: string) => void,
): Promise<void> {
  const start = performance.now();
  const over = setTimeout(timeLeft(timeLimits.all, origin.startedMs), 'over' as const, { ref: false });
  const hasTimeFor =
    (limit: number): (() => boolean) =>
    () =>
      performance.now() - start < limit;
  /** The folder in which a chat began. */
  let startedIn: string | undefined;
  const work = async (): Promise<void> => {
    const input = hookInputFrom(await origin.input());
    if (input === undefined) complain('standard input contains no event.');
    else if (event === 'PreToolUse' || event === 'SubagentStart') await sideTurn(event, input, named, context, origin);
    // A sub-agent's messages belong to the chat that started it, whose own events record them.
    else if (input.subAgent === undefined)
      startedIn = await turn(event, input, named, context, {
        ...origin,
        hasTimeFor,
        complain,
        began: (note) => (run = note),
      });
  };
  let run: HookRunNote | undefined;
  try {
    const outcome = await Promise.race([work(), over]);
    if (outcome === 'over') {
      complain(`took longer than ${String(timeLimits.all)} ms; the rest is done at the next event.`);
      await run?.note('failed');
    } else if (startedIn !== undefined && hasTimeFor(timeLimits.reading)()) {
      // The answer is out. What is not written in time is written at the next start.
      await Promise.race([refreshed(startedIn, context, complain), over]);
    }
  } catch (thrown) {
    complain(sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal));
  }
}

/** A team's server is not asked at these moments: it would take too long for every call. */
async function sideTurn(
  event: SideEvent,
  input: HookInput,
  named: string | undefined,
  context: CommandContext,
  { cwd }: HookOrigin,
): Promise<void> {
  const { memory, settings, host } = context;
  const { mainConversation: conversation, subAgent, folder = cwd, transcript } = input;
  const client = hookClientFrom({ named, transcript, format: undefined, env: host.env });
  if (settings.serverUrl !== undefined || isCaptureOff(settings.home, folder, client)) return;
  const begin = async (): Promise<{ caller: Caller; send: (sent: ModelText) => Promise<void> }> => {
    const caller = await callerIn({ conversation, folder }, client, context);
    const run = new HookRunNote(event, caller, context);
    const send = async (sent: ModelText): Promise<void> => {
      const text = asOwnText(sent.text);
      run.injected({ ...sent, text });
      context.out(JSON.stringify(answerFor(client, event, text)));
      await run.note('done');
    };
    return { caller, send };
  };
  if (event === 'PreToolUse') {
    const known = knownAmong({ ...input, folder }, settings.home);
    if (known.size === 0) return;
    const { caller, send } = await begin();
    const parts = { memory, offerGotchas: context.gotchas.offer, home: settings.home, send };
    await sendCallHints(input, known, caller, parts);
  } else if (subAgent !== undefined) {
    const { caller, send } = await begin();
    const rules = await rulesText(caller, subAgent, memory);
    if (rules !== undefined) await send(rules);
  }
}

function callerIn(
  { conversation, folder }: { conversation: string; folder: string },
  client: HookClient,
  { memory, settings, host, projectOf, filesOf }: CommandContext,
): Promise<Caller> {
  return memory.identities.resolve({
    username: settings.username,
    agent: { name: agentOfHook(client, host.env), version: null },
    project: projectOf(folder),
    conversationId: conversation,
    files: filesOf(folder),
  });
}

/** Instruction files that contain the memory of the project say what its files say now. */
async function refreshed(folder: string, context: CommandContext, complain: (what: string) => void): Promise<void> {
  for (const result of (await context.refreshBlocks(folder))?.results ?? []) {
    if (result.change === 'failed') complain(sentenceOf(result.error, remedyInTerminal));
  }
}

interface TurnParts extends Pick<HookOrigin, 'cwd' | 'answered'> {
  /** Whether fewer milliseconds than `limit` have passed since the start. */
  hasTimeFor: (limit: number) => () => boolean;
  complain: (what: string) => void;
  /** Called with the note of this run, once its caller is known. */
  began: (run: HookRunNote) => void;
}

/** Returns the folder of a chat that began. */
async function turn(
  event: TurnEvent,
  input: HookInput,
  named: string | undefined,
  context: CommandContext,
  { cwd, answered, hasTimeFor, complain, began }: TurnParts,
): Promise<string | undefined> {
  const { memory, search, settings, host, openForeign } = context;
  const { conversation, folder } = input;
  const place = folder ?? cwd;
  const clientOf = (format?: string): HookClient =>
    hookClientFrom({ named, transcript: input.transcript, format, env: host.env });
  if (isCaptureOff(settings.home, place, clientOf())) return undefined;
  const transcript = input.transcript ?? (await transcriptOf(clientOf(), conversation, host));
  const chat = { conversation, folder: place };
  const assumed = await callerIn(chat, clientOf(), context);
  // opencode writes the turn into its database before it says that it is over.
  if (event === 'Stop' && transcript !== undefined && clientOf() !== 'opencode') {
    const recorded = (await memory.recording.position(assumed, transcript))?.offset ?? 0;
    await waitForTurn(transcript, { ...input, recorded }, hasTimeFor(timeLimits.waiting));
  }
  const file = transcript === undefined ? undefined : await recordedFileAt(transcript, folder, openForeign);
  if (event === 'Stop' && input.transcript !== undefined && file === undefined) {
    complain(`nothing is recorded, because ${input.transcript} is missing or is not a known transcript.`);
  }
  const client = clientOf(file?.format);
  const caller = client === clientOf() ? assumed : await callerIn(chat, client, context);
  const run = new HookRunNote(event, caller, context);
  began(run);
  try {
    await hookTurn(event, input, {
      memory,
      askServer: askServerFor(caller, context),
      search,
      openFiles: () => namesOfFiles(openFilesIn(settings.home, place, isProcessRunning), place),
      offerGotchas: context.gotchas.offer,
      fileSession: createFileSession({
        home: host.home,
        memory,
        fileMemory: context.fileMemory,
        complain: (error) => complain(sentenceOf(error, remedyInTerminal)),
      }),
      findReminders: createFindReminders(context.mindFiles, host.home, memory.clock),
      caller,
      keepsContextOnResume: keepsContextOnResume(client),
      takesContextWithPrompt: takesContextWithPrompt(client),
      transcript,
      file,
      callerIn: chatCallers({
        identities: memory.identities,
        username: settings.username,
        home: settings.home,
        projectOf: context.projectOf,
      }),
      hasTime: hasTimeFor(timeLimits.reading),
      send: (sent) => {
        run.injected(sent);
        if (sent.text !== '') context.out(JSON.stringify(answerFor(client, event, sent.text)));
        answered?.();
      },
      openForeign,
      // A plugin of opencode cannot hold a turn open.
      asksToSave: settings.learn.asksToSave && client !== 'opencode',
      ask: (request) => {
        run.injected({ text: request, refs: [] });
        context.out(JSON.stringify(blockFor(client, request)));
      },
      recorded: (messages) => run.recorded(messages),
    });
    answered?.();
    if (hasTimeFor(timeLimits.reading)())
      await keepNames(event, input, caller, {
        memory,
        settings,
        gotchaCode: context.gotchas.code,
        now: context.now(),
      }).catch((thrown: unknown) => complain(sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)));
    await run.note('done');
    if (event === 'SessionEnd') startLearning(settings.learn, place, host.env);
    return event === 'SessionStart' ? place : undefined;
  } catch (thrown) {
    await run.note('failed');
    throw thrown;
  }
}

/** Where the chat is, for clients that do not say it. */
async function transcriptOf(
  client: HookClient,
  conversation: string,
  host: CommandContext['host'],
): Promise<string | undefined> {
  if (client === 'opencode') return opencodeTranscript(host, conversation);
  return client === 'copilot' ? copilotTranscript(host, conversation) : undefined;
}

/** For the answer of a server, which has to leave time for everything else. */
const serverLimitMs = 950;
/** In characters; what follows adds nothing to a search. */
const maxPrompt = 50_000;

/** Undefined if the memory is on this computer. */
function askServerFor(
  { agent, project, conversationId: conversation }: Caller,
  { settings: { home, serverUrl } }: CommandContext,
): HookParts['askServer'] {
  if (serverUrl === undefined || conversation === null) return undefined;
  const { folder } = serverFolder(home, serverUrl);
  const chat = {
    conversation,
    agent: { name: agent.name, version: null },
    project: project && projectForOthers(project),
  };
  return async (asked) => {
    const cut = 'prompt' in asked ? { ...asked, prompt: asked.prompt.slice(0, maxPrompt) } : asked;
    return turnTextsFrom(await askHookRelay(folder, JSON.stringify({ ...cut, ...chat }), serverLimitMs));
  };
}

/** All of the input, up to the maximum length of an event. */
async function standardInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const piece of process.stdin) {
    text += String(piece);
    if (text.length > maxInputLength) break;
  }
  return text;
}
